"""Reads CSV files that a TA may give to the grader: the students of the class (--roster), and the
time at which each student handed in (--times).

A roster is any table with a column of ids, or one of two tables that course sites export: the
gradebook of Canvas (`csv_data` of lib/gradebook_exporter.rb), or the grading worksheet of Moodle
(mod/assign/gradingtable.php). In the worksheet, the cell "Participant 55" means the participant
with number 55.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone, tzinfo
from pathlib import Path

from ..errors import UsageError
from ..tables import read_table
from .download import Student

_COLUMNS = {
    "id": ("id", "student id", "netid", "eid", "identifier", "user id", "sid", "student"),
    "login": ("sis login id", "login", "login id", "username", "display id"),
    "sis": ("sis user id", "sis id", "id number", "org defined id"),
    "email": ("email", "email address", "mail"),
    "name": ("name", "full name", "student name", "sortable name"),
    "first": ("first name", "given name"),
    "last": ("last name", "surname"),
    "section": ("section", "sections", "section name"),
    "group": ("group", "team", "groups", "group name"),
    "time": ("time", "handed in", "submitted", "submitted at", "submission time")
    + ("last modified (submission)", "handed in at", "submission date"),
}
TimeLine = tuple[int, str, datetime]  # the number of the line, any id of a student, the time
_PARTICIPANT = re.compile(r".*?(\d+)")
_ENGLISH_TIMES = tuple(  # as Moodle writes them in English and in US English
    f"%A, {day}, {hour}" for day in ("%d %B %Y", "%B %d, %Y") for hour in ("%I:%M %p", "%H:%M")
)


@dataclass(frozen=True)
class Entry:
    ids: tuple[str, ...]  # the first becomes the id of a student who handed in nothing
    name: str = ""
    email: str = ""
    login: str = ""
    section: str = ""
    group: str = ""

    def completed(self, student: Student | None) -> Student:
        student = student or Student(self.ids[0])
        return replace(
            student,
            name=self.name or student.name,
            email=student.email or self.email,
            login=student.login or self.login,
            section=self.section,
            group=student.group or self.group,
            other_ids=(*student.other_ids, *self.ids),
        )


@dataclass
class Roster:
    entries: list[Entry]
    header: list[str] = field(default_factory=list)  # as in the file
    rows: dict[str, list[str]] = field(default_factory=dict)  # by the first id of the row
    times: Path | None = None  # the file, if it has times of handing in as well

    def __post_init__(self) -> None:
        self._by_id: dict[str, Entry | None] = {}
        for entry in self.entries:
            for one in {one.casefold() for one in entry.ids}:
                # an id that two persons have does not identify a person
                self._by_id[one] = None if one in self._by_id else entry

    @property
    def ids(self) -> set[str]:
        return {one for entry in self.entries for one in entry.ids}

    def find(self, student: Student) -> Entry | None:
        own = (student.id, student.email, student.login, student.site_id, *student.other_ids)
        keys = [one.casefold() for one in own if one]
        return next((found for one in keys if (found := self._by_id.get(one))), None)

    def named(self, name: str) -> Entry | None:
        """The only entry with this name. The name may begin with an id, such as a login."""
        found = [one for one in self.entries if one.name and is_same_name(name, one.name)]
        if len(found) == 1:
            return found[0]
        return self._by_id.get(name.partition(" ")[0].casefold())


def is_same_name(name: str, other: str) -> bool:
    """Whether two names have the same letters, in any order: "Ames, Bo" is "Bo Ames"."""
    return sorted(letters_of(name)) == sorted(letters_of(other))


def letters_of(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def read_roster(path: Path) -> Roster:
    (_, header), *rows = read_table(path)
    at = _columns(header)
    if not {"id", "login", "sis", "email"} & at.keys():
        raise UsageError(f"{path}:1: no column of ids; give a column the name {_said('id')}")
    entries, kept = [], {}
    for number, row in rows:
        if _is_nobody(row, at):
            continue
        entry = _entry(row, at)
        if not entry.ids:
            raise UsageError(f"{path}:{number}: a row without an id")
        if entry.ids[0] in kept:
            raise UsageError(f"{path}:{number}: the id {entry.ids[0]!r} appears twice")
        kept[entry.ids[0]] = row
        entries.append(entry)
    if not entries:
        raise UsageError(f"{path}: lists no student")
    return Roster(entries, header, kept, path if "time" in at else None)


def _is_nobody(row: list[str], at: dict[str, int]) -> bool:
    """Whether the row does not belong to a student. Canvas writes a row "Manual Posting" and a row
    "Points Possible" above the students, and its own Test Student below them."""
    if row[0].strip().casefold() in ("points possible", "student, test"):
        return True
    return not any(row[place].strip() for place in at.values() if place < len(row))


def _entry(row: list[str], at: dict[str, int]) -> Entry:
    cells = {name: row[place].strip() for name, place in at.items() if place < len(row)}
    own = cells.get("id", "")
    participant = _PARTICIPANT.fullmatch(own) if " " in own else None
    ids = [participant[1] if participant else own]
    ids += [cells.get(name, "") for name in ("login", "sis", "email")]
    name = cells.get("name") or ", ".join(filter(None, (cells.get("last"), cells.get("first"))))
    distinct = tuple(dict.fromkeys(one for one in ids if one))
    about = (cells.get(one, "") for one in ("email", "login", "section", "group"))
    return Entry(distinct, name, *about)


def read_times(path: Path, zone: tzinfo) -> list[TimeLine]:
    """The time at which each student handed in. A time without a time zone is in the time zone of
    the assignment."""
    (_, header), *rows = read_table(path)
    at = _columns(header)
    key = next((at[one] for one in ("id", "login", "sis", "email") if one in at), None)
    if key is None or "time" not in at:
        raise UsageError(
            f"{path}:1: needs columns for ids ({_said('id')}) and times ({_said('time')})"
        )
    times: dict[str, TimeLine] = {}
    for number, row in rows:
        who, text = (row[n].strip() if n < len(row) else "" for n in (key, at["time"]))
        participant = _PARTICIPANT.fullmatch(who) if " " in who else None
        who = participant[1] if participant else who
        if not who or text in ("", "-"):
            continue
        if who in times:
            raise UsageError(f"{path}:{number}: the id {who!r} appears twice")
        when = read_time(text, zone)
        if when is None:
            raise UsageError(
                f"{path}:{number}: {text!r} is not a time; write 2026-12-10 23:59:59 (in the zone "
                "of the assignment) or 2026-12-11T04:59:59Z"
            )
        times[who] = number, who, when
    return list(times.values())


def read_time(text: str, zone: tzinfo) -> datetime | None:
    when = None
    try:
        when = datetime.fromisoformat(re.sub(r"\s*(Z|UTC)$", "+00:00", text))
    except ValueError:
        for pattern in _ENGLISH_TIMES:
            try:
                when = datetime.strptime(text, pattern)
            except ValueError:
                continue
    if when is None:
        return None
    # If an hour occurs twice in the night of a clock change, the first one counts, which is better
    # for the student.
    return (when if when.tzinfo else when.replace(tzinfo=zone)).astimezone(timezone.utc)


def nearest(name: str, known: Iterable[str]) -> str:
    """Returns `; the nearest is ...`, or an empty text if no known name is similar."""
    by_fold = {one.casefold(): one for one in known}
    found = difflib.get_close_matches(name.casefold(), by_fold, n=1)
    return f"; the nearest is {by_fold[found[0]]!r}" if found else ""


def _columns(header: list[str]) -> dict[str, int]:
    """The position of each known column. If two columns match the same entry of _COLUMNS, takes
    the column whose header comes first in this entry."""
    words = [_squeezed(cell) for cell in header]
    found = {}
    for name, known in _COLUMNS.items():
        squeezed = map(_squeezed, known)
        place = next((words.index(word) for word in squeezed if word in words), None)
        if place is not None:
            found[name] = place
    if "name" not in found and "student" in words and words.index("student") != found["id"]:
        found["name"] = words.index("student")  # Canvas: "Student" holds the names, "ID" the ids
    return found


def _squeezed(text: str) -> str:
    """ "Net ID", "net_id" and "NetID" become the same word."""
    return re.sub(r"[\W_]", "", text).casefold()


def _said(column: str) -> str:
    return " or ".join(repr(word) for word in _COLUMNS[column][:3])
