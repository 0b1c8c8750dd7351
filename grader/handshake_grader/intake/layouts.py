"""The layouts of downloads: whose files are where. Each gives the attempts, or None for another layout."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import yaml

from ..errors import UsageError
from .file_tree import FileTree
from .submission import PATHS

ARCHIVE_NAME = "submit_me.tar"


@dataclass(frozen=True)
class Student:
    """Who: `id` is what the course site calls the student, and the key of everything here."""

    id: str
    name: str = ""
    email: str = ""
    site_id: str = ""  # a second id that only the course site's import needs


@dataclass
class Found:
    """One attempt before its files are read."""

    student: Student
    names: list[str]
    handed_in: datetime | None = None
    number: int = 0
    late_flag: bool = False


def _sakai(tree: FileTree, zone: ZoneInfo) -> list[Found] | None:
    """TITLE/Last, First(netid)/Submission attachment(s)/FILE, with timestamp.txt beside the folder."""
    pattern = re.compile(
        r"^(?:.*/)?([^/]*)\(([^()/]+)\)/(Submission attachment\(s\)/.+|timestamp\.txt)$"
    )
    found: dict[str, Found] = {}
    for name in tree.names:
        match = pattern.match(name)
        if not match:
            continue
        full_name, netid, rest = match.groups()
        one = found.setdefault(netid, Found(Student(netid, full_name.strip()), []))
        if rest == "timestamp.txt":
            one.handed_in = _sakai_time(tree.read(name, 100), zone)
        else:
            one.names.append(name)
    if not found or not any(one.names or one.handed_in for one in found.values()):
        return None
    for row in _sakai_roster(tree):
        if row.id in found:
            found[row.id].student = row
        else:
            found[row.id] = Found(row, [])
    return list(found.values())


def _sakai_time(text: bytes, zone: ZoneInfo) -> datetime | None:
    digits = text.decode("ascii", errors="replace").strip()
    try:
        return datetime.strptime(digits[:14], "%Y%m%d%H%M%S").replace(tzinfo=zone)
    except ValueError:
        return None


def _sakai_roster(tree: FileTree) -> list[Student]:
    """The students of grades.csv: those who handed in nothing stand only there."""
    for name in tree.names:
        if name.rsplit("/", 1)[-1] != "grades.csv" or name.count("/") > 1:
            continue
        rows = list(
            csv.reader(io.StringIO(tree.read(name, 4 << 20).decode("utf-8-sig", errors="replace")))
        )
        for at, row in enumerate(rows):
            if [cell.strip().lower() for cell in row[:4]] == [
                "display id",
                "id",
                "last name",
                "first name",
            ]:
                return [
                    Student(r[0].strip(), f"{r[2].strip()}, {r[3].strip()}", site_id=r[1].strip())
                    for r in rows[at + 1 :]
                    if len(r) >= 4 and r[0].strip()
                ]
    return []


def _canvas(tree: FileTree, zone: ZoneInfo) -> list[Found] | None:
    """NAME_[LATE_]USERID_FILEID_FILE.tar in one folder; a later attempt has -1, -2 behind its name."""
    pattern = re.compile(r"^(?:.*/)?([^/_]+)_((?:LATE|late)_)?(\d+)_(\d+)_([^/]+)$")
    found = []
    for name in tree.names:
        match = pattern.match(name)
        if match:
            who, late, user, file_number, file_name = match.groups()
            again = re.search(r"-(\d+)(?:\.[a-z.]+)?$", file_name)
            student = Student(user, who, site_id=user)
            rank = (int(again[1]) if again else 0) * 10**12 + int(file_number)
            found.append(Found(student, [name], None, rank, bool(late)))
    return found or None


def _moodle(tree: FileTree, zone: ZoneInfo) -> list[Found] | None:
    """NAME_NUMBER_assignsubmission_file_/FILE, or the same as the beginning of the file name."""
    pattern = re.compile(r"^(?:.*/)?([^/_]+)_(\d+)_assignsubmission_file_?/?([^/].*)$")
    found: dict[str, Found] = {}
    for name in tree.names:
        match = pattern.match(name)
        if match:
            who, number, _ = match.groups()
            found.setdefault(number, Found(Student(number, who, site_id=number), [])).names.append(
                name
            )
    return list(found.values()) or None


def _gradescope(tree: FileTree, zone: ZoneInfo) -> list[Found] | None:
    """submission_NUMBER/FILES, and submission_metadata.yml that says whose each is."""
    wanted = [n for n in tree.names if n.rsplit("/", 1)[-1] == "submission_metadata.yml"]
    if not wanted:
        return None
    root = wanted[0][: -len("submission_metadata.yml")]
    try:
        metadata = yaml.safe_load(tree.read(wanted[0], 32 << 20))
    except yaml.YAMLError as error:
        raise UsageError(f"submissions: {wanted[0]}: {error}") from error
    if not isinstance(metadata, dict):
        raise UsageError(f"submissions: {wanted[0]}: it does not list submissions")
    found = []
    for folder, about in metadata.items():
        about = about if isinstance(about, dict) else {}
        names = [n for n in tree.names if n.startswith(f"{root}{folder}/")]
        when = _gradescope_time(about.get(":created_at"), zone)
        for person in about.get(":submitters") or [{}]:
            email, sid = str(person.get(":email") or ""), str(person.get(":sid") or "")
            student = Student(
                sid or email or str(folder), str(person.get(":name") or ""), email, sid
            )
            found.append(Found(student, names, when))
    return found


def _gradescope_time(value: object, zone: ZoneInfo) -> datetime | None:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value.strip().replace(" UTC", "+00:00"))
        except ValueError:
            return None
    if not isinstance(value, datetime):
        return None
    return value if value.tzinfo else value.replace(tzinfo=timezone.utc)


def _plain(tree: FileTree, zone: ZoneInfo) -> list[Found] | None:
    """NAME/ANYTHING, or NAME.tar. A file NAME/timestamp.txt as in Sakai gives the time, if it is there."""
    found: dict[str, Found] = {}
    tops = {name.split("/")[0] for name in tree.names}
    if (
        len(tops) == 1
        and any(name.count("/") >= 2 for name in tree.names)
        and not _has_sources(tree, next(iter(tops)))
    ):
        skip = 1  # the download has one folder around all
    else:
        skip = 0
    for name in tree.names:
        pieces = name.split("/")[skip:]
        if len(pieces) >= 2:
            one = found.setdefault(pieces[0], Found(Student(pieces[0]), []))
            if pieces[1:] == ["timestamp.txt"]:
                one.handed_in = _sakai_time(tree.read(name, 100), zone)
            else:
                one.names.append(name)
        elif pieces[0].endswith((".tar", ".zip", ".tgz", ".tar.gz")):
            who = re.sub(r"\.(tar\.gz|tar|tgz|zip)$", "", pieces[0])
            found.setdefault(who, Found(Student(who), [])).names.append(name)
    if found:
        for name in [*tree.folders, *tree.skipped]:
            pieces = name.split("/")[skip:]
            if len(pieces) == 1 and name in tree.skipped:
                continue
            if pieces and pieces[0]:
                found.setdefault(pieces[0], Found(Student(pieces[0]), []))
    return list(found.values()) or None


def _has_sources(tree: FileTree, folder: str) -> bool:
    return (
        any(f"{folder}/{path}" in tree.sizes for path in PATHS)
        or f"{folder}/{ARCHIVE_NAME}" in tree.sizes
    )


LAYOUTS = (
    ("gradescope", _gradescope),
    ("sakai", _sakai),
    ("moodle", _moodle),
    ("canvas", _canvas),
    ("plain", _plain),
)
_SITE_FILES = (
    "grades.csv",
    "grades.xls",
    "comments.txt",
    "timestamp.txt",
    ".DS_Store",
    "feedbackText.html",
)


def is_site_file(name: str) -> bool:
    base = name.rsplit("/", 1)[-1]
    return (
        base in _SITE_FILES
        or base.endswith("_submissionText.html")
        or "/Feedback Attachment(s)/" in name
    )
