"""Reads repositories of GitHub Classroom: one cloned folder per student or team, and grades.csv.

`gh classroom clone student-repos` makes the folders SLUG-submissions/REPOSITORY, and `gh classroom
assignment-grades` writes grades.csv beside SLUG-submissions; the table may also be beside the
repositories. (The page of the assignment offers the same table.) Its columns are github_username,
roster_identifier, student_repository_name, submission_timestamp and others (docs.github.com, REST
API, "Classroom Assignment Grade"). A repository of a team has a row for each member. The time is
that of the last commit, in UTC.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from datetime import timezone, tzinfo

from ..errors import UsageError
from ..tables import table_text
from .download import Download, Found, Reading, Student
from .roster import read_time

_TABLE = "grades.csv"


def fits(download: Download) -> bool:
    return _TABLE in download.top_files and _is_table(download.read(_TABLE, 4096))


def refuse_without_table(download: Download) -> None:
    """Refuses a folder of repositories whose grades.csv was not given with it: read as plain
    folders, they would have neither the right ids nor times."""
    table = download.origin.parent / _TABLE
    if table.is_file() and _is_table(table.read_bytes()[:4096]):
        raise UsageError(
            f"submissions: {download.origin} is beside a {_TABLE} of GitHub Classroom; move this "
            "table into the folder, so that both are read together"
        )


def _is_table(start: bytes) -> bool:
    header = start.decode("utf-8", errors="replace").partition("\n")[0]
    return all(one in header for one in ("github_username", "student_repository_name"))


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    name = f"submissions: {download.origin}: {_TABLE}"
    reading = Reading([], of_site={download.whole(_TABLE)})
    rows = _rows(download, name)
    listed = {_repository(row) for row in rows} - {""}
    around = _around(download, listed, name)
    here = {one[len(around) :] for one in download.folders if one.startswith(around)}
    for row in rows:
        login, repository = row.get("github_username", "").strip(), _repository(row)
        own, team = row.get("roster_identifier", "").strip(), row.get("group_name", "").strip()
        if not (own or login):
            continue
        files = download.below(around + repository) if repository in here else {}
        student = Student(own or login, group=team, login=login)
        when = read_time(row.get("submission_timestamp", "").strip(), timezone.utc)
        reading.found.append(Found(student, files, when if files else None, is_kit=True))
    for folder in sorted(one for one in here - listed if "/" not in one):
        reading.found.append(Found(Student(folder), download.below(around + folder), is_kit=True))
        reading.remarks.append(f"{folder}: is not in {_TABLE}, so its student and time are unknown")
    for folder in download.top_folders if around else ():
        if f"{folder}/" != around:
            reading.of_site |= download.below(folder).keys()
            reading.remarks.append(f"{folder}: holds no repository of {_TABLE}; it was not read")
    return reading


def _repository(row: dict[str, str]) -> str:
    return row.get("student_repository_name", "").strip().rpartition("/")[2]


def _around(download: Download, listed: set[str], name: str) -> str:
    """The folder that holds the repositories, with "/" at its end; "" if they are beside the table.
    Only if none of them is beside it, other folders are searched: students write into their own."""
    if listed & set(download.top_folders):
        return ""
    inside = [
        folder
        for folder in download.top_folders
        if any(f"{folder}/{one}" in download.folders for one in listed)
    ]
    if len(inside) == 1:
        return f"{inside[0]}/"
    where = f"in several folders: {', '.join(inside)}" if inside else "not here"
    raise UsageError(
        f"{name}: lists {len(listed)} repositories, such as {min(listed, default='none')}, but "
        f"they are {where}; they must be in one folder beside this table, as `gh classroom clone "
        "student-repos` writes them"
    )


def _rows(download: Download, name: str) -> list[dict[str, str]]:
    text = table_text(download.read(_TABLE, 4 << 20), name)
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), restkey="", restval=""))
    except csv.Error as error:
        raise UsageError(f"{name}: {error}; download it again") from error
    return [{key.strip(): cell for key, cell in row.items() if key} for row in rows]
