"""Reads a download from Sakai: grades.csv and the submissions, either with one folder per
submission or without folders.

Three methods of AssignmentServiceImpl.java (sakaiproject/sakai) write the following names:
`zipSubmissions` (students, anonymous students and several submitters, with or without folders),
`zipGroupSubmissions` (groups), and `zipAttachments` (the attached files).

    TITLE/grades.csv
    TITLE/Last, First(eid)/Submission attachment(s)/FILE
    TITLE/Last, First(eid)/timestamp.txt, comments.txt, ...
    TITLE/Last, First(eid); Last, First(eid)/...            several submitters
    TITLE/SUBMISSION_ID WORD/...                            anonymous; grades.csv has this name
    TITLE/GROUP (group id)/...                              groups; also with members.txt
    TITLE/Last, First(eid)_Submission attachment(s)_FILE    without folders; no timestamp.txt

An eid is the id with which a student logs in. Sakai writes names in plain ASCII
(`escapeInvalidCharsEntry`). If an eid is not plain ASCII, the name of the folder contains Sakai's
internal id instead. Names such as "Submission attachment(s)" are in the language of the site.
So this module finds folders and columns by their position where possible, not by their name.
Without folders, only grades.csv contains the times.
"""

from __future__ import annotations

import csv
import html
import io
import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timezone, tzinfo

from ..errors import UsageError
from ..tables import table_text
from .blackboard import is_named_so as is_blackboard
from .canvas import is_named_so as is_canvas
from .download import Download, Found, Reading, Student
from .moodle import is_named_so as is_moodle

_FILES = "Submission attachment(s)"
_FEEDBACK = "Feedback Attachment(s)"
_FLAT = re.compile(rf"([^/]*,[^/]*\([^()/]+\)|[0-9a-f-]{{36}} [^_/]*)_{re.escape(_FILES)}_(.+)")
_FLAT_SITE = re.compile(
    r"(.*,.*\([^()]+\)|[0-9a-f-]{36} [^_]*)_(.*\.html|comments\.txt|Feedback.*)"
)
# The longest name that is searched with these patterns: the time of a search grows faster than
# the length of the name.
_MOST_LETTERS = 1000
# A table of groups has 4 or 6 columns (`zipGroupSubmissions`). A table of students has 5 columns,
# or 7 or more.
_GROUP_COLUMNS = (4, 6)
_CONTROL = re.compile(r"[\u0300-\u036f]")


@dataclass
class _Roster:
    """grades.csv: a title, an empty row, and a header. Below, each row of a student has the columns
    DISPLAY ID, EID, LAST, FIRST, GRADE[, TIME, ...]. Each row of a group has the columns GROUP,
    GROUP ID, MEMBERS, GRADE[, TIME, ...]."""

    rows: list[list[str]] = field(default_factory=list)
    separator: str = ","
    of_groups: bool = False

    def __post_init__(self) -> None:
        self.by_eid = {row[1]: row for row in self.rows}
        self.by_display = {row[0]: row for row in self.rows}
        self.by_name: dict[str, list[list[str]]] = {}
        for row in self.rows:
            self.by_name.setdefault(_plain(f"{row[2]}, {row[3]}"), []).append(row)

    @property
    def writing(self) -> dict[str, str]:
        """How the site writes a table: `getCsvSeparator` chooses ";" if numbers have a decimal
        comma, unless the administrator has set another separator. If a grade in the table already
        has a decimal sign, this sign is used."""
        grades = " ".join(row[3 if self.of_groups else 4] for row in self.rows if len(row) > 4)
        shown = re.search(r"\d([.,])\d", grades)
        decimal = shown[1] if shown else "," if self.separator == ";" else "."
        return {"separator": self.separator, "decimal": decimal}

    def student(self, one: Student) -> Student:
        """Finds `one` in grades.csv: by the id, or by the name if the id is Sakai's internal id.
        Returns `one` itself if grades.csv lists no such student, or if it lists groups."""
        named = self.by_name.get(_plain(one.name), [])
        row = self.by_eid.get(one.id) or self.by_display.get(one.id)
        row = row or (named[0] if len(named) == 1 and _is_internal(one.id) else None)
        return _student(row) if row and not self.of_groups else one

    def time(self, eid: str) -> datetime | None:
        row, at = self.by_eid.get(eid, []), 4 if self.of_groups else 5
        return time_of(row[at]) if len(row) > at else None


def _student(row: list[str]) -> Student:
    return Student(row[1], f"{row[2]}, {row[3]}".strip(", "), site_id=row[0])


def _is_internal(eid: str) -> bool:
    """Whether this is Sakai's internal id of a user, which replaces an eid that is not ASCII."""
    return re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", eid) is not None


def _plain(name: str) -> str:
    """The name as `escapeInvalidCharsEntry` of Sakai writes it."""
    letters = _CONTROL.sub("", unicodedata.normalize("NFD", name))
    return "".join(letter for letter in letters if letter.isascii() and letter != "?").strip(", ")


def time_of(text: str) -> datetime | None:
    """Reads a time in one of two forms: a Java Instant, or yyyyMMddHHmmssSSS (before Sakai 12).
    Both are in UTC."""
    text = text.strip()
    try:
        if re.fullmatch(r"\d{17}", text):
            return datetime.strptime(text[:14], "%Y%m%d%H%M%S").replace(
                microsecond=int(text[14:]) * 1000, tzinfo=timezone.utc
            )
        match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z", text)
        if match is None:
            return None
        fraction = (match[2] or ".0")[1:7].ljust(6, "0")
        return datetime.fromisoformat(f"{match[1]}.{fraction}+00:00")
    except ValueError:
        return None


def _roster(download: Download) -> _Roster:
    if "grades.csv" not in download.files:
        return _Roster()
    name = f"submissions: {download.origin}: grades.csv"
    text = table_text(download.read("grades.csv", 4 << 20), name)
    top = text[:2000].splitlines()[:5]
    separator = max(",;\t", key=lambda one: sum(line.count(one) for line in top))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise UsageError(f"{name}: {error}; download it again") from error
    header = next((at for at, row in enumerate(rows[:5]) if sum(map(bool, row)) >= 4), None)
    if header is None:
        return _Roster()
    below = [[cell.strip() for cell in row] for row in rows[header + 1 :]]
    columns = len(rows[header])
    return _Roster(
        [row for row in below if len(row) >= 4 and row[1]], separator, columns in _GROUP_COLUMNS
    )


# ---- who handed in what


def fits(download: Download) -> bool:
    """Whether the download is from Sakai. Any of three signs is enough: a student's folder with an
    entry that only Sakai writes; a file with a name that only Sakai uses; no file except
    grades.csv."""
    return (
        any(_is_persons(download, one) for one in download.top_folders)
        or any(is_flat(name) for name in download.top_files)
        or download.files == {"grades.csv"}  # no student has handed in anything
    )


def _is_persons(download: Download, folder: str) -> bool:
    has = [n for n in (_FILES, "timestamp.txt") if _is_there(download, f"{folder}/{n}")]
    is_anonymous = re.match(r"[0-9a-f-]{36} ", folder) is not None
    return bool(has) and (_person(folder) is not None or is_anonymous)


def _is_there(download: Download, name: str) -> bool:
    return name in download.files or name in download.folders


def is_named_so(folder: str) -> bool:
    return _person(folder) is not None


def is_flat(name: str) -> re.Match[str] | None:
    if len(name) > _MOST_LETTERS or is_canvas(name) or is_moodle(name):
        return None
    head = name.partition(f"_{_FILES}_")[0]
    return None if is_blackboard(f"{head}_") else _FLAT.fullmatch(name)


def _person(folder: str) -> Student | None:
    name, bracket, eid = folder.removesuffix(")").rpartition("(")
    if not bracket or not folder.endswith(")") or not eid or ")" in eid:
        return None
    return Student(eid, name.strip(" ,"))


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    roster = _roster(download)
    title = download.root.rstrip("/").rpartition("/")[2]
    reading = Reading([], about={"title": title} | roster.writing)
    found: dict[str, Found] = {}
    for folder in download.top_folders:
        if _person(folder) or folder in roster.by_eid or _is_persons(download, folder):
            _read_folder(download, folder, roster, found, reading)
    flat = [name for name in download.top_files if is_flat(name)]
    for name in flat:
        head, _, own = name.partition(f"_{_FILES}_")
        for student in _submitters(head, roster):
            one = found.setdefault(student.id, Found(student, {}, roster.time(student.id)))
            one.files[download.whole(name)] = own
    for row in roster.rows if not roster.of_groups else []:
        found.setdefault(row[1], Found(_student(row), {}, None))
    reading.form = "without folders" if flat else "groups" if roster.of_groups else "with folders"
    reading.of_site |= {
        download.whole(name)
        for name in download.top_files
        if name in ("grades.csv", "grades.xls")
        or (len(name) <= _MOST_LETTERS and not is_flat(name) and _FLAT_SITE.fullmatch(name))
    }
    reading.found = list(found.values())
    reading.remarks += _remarks(download, roster, reading)
    return reading


def _submitters(text: str, roster: _Roster) -> list[Student]:
    if text in roster.by_eid and not roster.of_groups:  # anonymous
        return [_student(roster.by_eid[text])]
    people = [_person(piece) for piece in re.split(r"(?<=\)); ", text)]
    one = _person(text)
    known = [each for each in people if each is not None]
    if len(known) == len(people):
        return [roster.student(each) for each in known]
    return [roster.student(one) if one else Student(text)]


def _read_folder(
    download: Download, folder: str, roster: _Roster, found: dict[str, Found], reading: Reading
) -> None:
    everything = download.below(folder)
    files = {name: own for name, own in everything.items() if own.startswith(f"{_FILES}/")}
    if not files:  # the site may be in another language
        files = {n: own for n, own in everything.items() if "/" in own}
        if len({own.partition("/")[0] for own in files.values()} - {_FEEDBACK}) > 1:
            reading.remarks.append(
                f"{folder}: contains two folders; check whether one of them is your feedback"
            )
    files = {
        name: own.partition("/")[2]
        for name, own in files.items()
        if not own.startswith(f"{_FEEDBACK}/")
    }
    reading.of_site |= everything.keys() - files.keys()
    people = _submitters(folder, roster)
    when = roster.time(people[0].id)
    if f"{folder}/members.txt" in download.files:
        group = _person(folder)
        text = html.unescape(
            download.read(f"{folder}/members.txt", 100_000).decode(errors="replace")
        )
        when = roster.time(group.id) if group else None
        people = [replace(one, group=folder) for one in _submitters(text.strip(), _Roster())]
    if f"{folder}/timestamp.txt" in download.files:
        text = download.read(f"{folder}/timestamp.txt", 100).decode("ascii", errors="replace")
        stamp = time_of(text)
        if stamp is None and when is None:
            reading.remarks.append(f"{folder}/timestamp.txt: is not a time as Sakai writes it")
        when = stamp or when
    group_name = folder if len(people) > 1 else ""
    for student in people:
        student = replace(student, group=student.group or group_name)
        one = found.setdefault(student.id, Found(student))
        one.student, one.handed_in = student, when
        one.files |= files


def _remarks(download: Download, roster: _Roster, reading: Reading) -> list[str]:
    if not roster.rows:
        excel = "; grades.xls is not read: choose CSV" if "grades.xls" in download.files else ""
        known = "it is not known who handed in nothing; without folders, no times are known"
        return [f"the download contains no readable grades.csv: {known}{excel}"]
    if roster.of_groups:
        return []
    return [
        f"{one.student.id}: handed in, but is not in grades.csv"
        for one in reading.found
        if one.student.id not in roster.by_eid
    ]
