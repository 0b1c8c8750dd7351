"""Reads a download of Blackboard Learn (*Assignment File Download*): one folder with the files of
one attempt or of all attempts.

    TITLE_USER_attempt_2026-11-20-21-00-00.txt      about this attempt
    TITLE_USER_attempt_2026-11-20-21-00-00_NAME     a file that was handed in

The first line of the .txt file is `Name: FULL NAME (USER)`. TITLE and USER may contain "_", so the
.txt file says where USER begins. The time has no zone. Blackboard's source is not public: these
names are known from public programs that read such a download.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime, tzinfo

from .download import Download, Found, Reading, Student, most_names

_NAME = re.compile(r"(.+?)_attempt_(\d{4}(?:-\d\d){5})(?:_(.+)|\.txt)", re.DOTALL)
_PERSON = re.compile(r"Name:\s*(.*?)\s*\(([^()]+)\)\s*")
_MOST_LETTERS = 1000


def fits(download: Download) -> bool:
    return most_names(download, is_named_so)


def is_named_so(name: str) -> re.Match[str] | None:
    return _NAME.fullmatch(name) if len(name) <= _MOST_LETTERS else None


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    found: dict[tuple[str, str], Found] = {}
    matches = {name: match for name in download.top_files if (match := is_named_so(name))}
    students = _students(download, matches)
    for name, match in matches.items():
        start, when, own = match.groups()
        one = found.setdefault((start, when), Found(students[start], {}, _time(when, zone)))
        if own is None:
            one.texts[download.whole(name)] = "submission.txt"
        else:
            one.files[download.whole(name)] = own
    said = f"Blackboard gives times without a zone; they were read as times in {zone}"
    return Reading(list(found.values()), remarks=[said])


def _students(download: Download, matches: dict[str, re.Match[str]]) -> dict[str, Student]:
    """The student of each TITLE_USER."""
    students = {match[1]: Student(match[1].rpartition("_")[2]) for match in matches.values()}
    for name, match in matches.items():
        if match[3] is None:
            lines = download.read(name, 4096).decode("utf-8", errors="replace").splitlines() or [""]
            person = _PERSON.match(lines[0].lstrip("\ufeff"))
            if person and match[1].endswith("_" + person[2]):
                students[match[1]] = Student(person[2], person[1])
    return students


def _time(text: str, zone: tzinfo) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y-%m-%d-%H-%M-%S").replace(tzinfo=zone)
    except ValueError:
        return None
