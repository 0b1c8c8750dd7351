"""Reads the repositories of GitHub Classroom: one cloned folder per student or team, and grades.csv
beside them.

`gh classroom clone student-repos` makes the folders ASSIGNMENT-LOGIN, and `gh classroom
assignment-grades` writes grades.csv (the page of the assignment offers the same file), with the
columns github_username, roster_identifier, student_repository_name, submission_timestamp and others
(docs.github.com, REST API, "Classroom Assignment Grade"). A repository of a team has a row for each
member. The time is that of the last commit.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from datetime import tzinfo

from ..errors import UsageError
from ..tables import table_text
from .download import Download, Found, Reading, Student
from .roster import read_time

_TABLE = "grades.csv"
_NEEDED = ("github_username", "student_repository_name")


def fits(download: Download) -> bool:
    if _TABLE not in download.top_files:
        return False
    header = download.read(_TABLE, 4096).decode("utf-8", errors="replace").partition("\n")[0]
    return all(one in header for one in _NEEDED)


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    name = f"submissions: {download.origin}: {_TABLE}"
    reading = Reading([], of_site={download.whole(_TABLE)})
    listed = set()
    for row in _rows(download, name):
        login, repository = (row.get(one, "").strip() for one in _NEEDED)
        own, team = row.get("roster_identifier", "").strip(), row.get("group_name", "").strip()
        folder = repository.rpartition("/")[2]
        if not (own or login):
            continue
        listed.add(folder)
        files = download.below(folder) if folder in download.top_folders else {}
        student = Student(own or login, group=team, other_ids=(login,))
        when = read_time(row.get("submission_timestamp", "").strip(), zone)
        reading.found.append(Found(student, files, when if files else None))
    for folder in sorted(set(download.top_folders) - listed):
        reading.found.append(Found(Student(folder), download.below(folder)))
        reading.remarks.append(f"{folder}: is not in {_TABLE}, so its student and time are unknown")
    return reading


def _rows(download: Download, name: str) -> list[dict[str, str]]:
    text = table_text(download.read(_TABLE, 4 << 20), name)
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), restkey="", restval=""))
    except csv.Error as error:
        raise UsageError(f"{name}: {error}; download it again") from error
    return [{key.strip(): cell for key, cell in row.items() if key} for row in rows]
