"""The few files that a course site itself writes into a download, read under limits.

A site copies names and ids of students into them, so their text is not to be trusted: it is bounded
in length, in depth and in what it may refer to.
"""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import yaml

from ..errors import UsageError
from .download import Student

MOST_YAML_EVENTS = 2_000_000
MOST_YAML_DEPTH = 12
MOST_TIME_LETTERS = 40
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # all values are texts
_ROSTER_HEADER = ["display id", "id", "last name", "first name"]
SITE_FILES = (
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
        base in SITE_FILES
        or base.endswith("_submissionText.html")
        or "/Feedback Attachment(s)/" in name
    )


def sakai_time(text: bytes, zone: ZoneInfo) -> datetime | None:
    digits = text.decode("ascii", errors="replace").strip()
    try:
        return datetime.strptime(digits[:14], "%Y%m%d%H%M%S").replace(tzinfo=zone)
    except ValueError:
        return None


def sakai_roster(text: bytes) -> list[Student]:
    """The students of grades.csv: those who handed in nothing stand only there."""
    rows = csv.reader(io.StringIO(text.decode("utf-8-sig", errors="replace"), newline=""))
    students, is_below = [], False
    try:
        for row in rows:
            if is_below and len(row) >= 4 and row[0].strip():
                name = f"{row[2].strip()}, {row[3].strip()}"
                students.append(Student(row[0].strip(), name, site_id=row[1].strip()))
            is_below = is_below or [cell.strip().lower() for cell in row[:4]] == _ROSTER_HEADER
    except csv.Error as error:
        raise UsageError(f"submissions: grades.csv: {error}; download it again") from error
    return students


def gradescope_submissions(text: bytes, origin: str) -> dict[str, dict[str, Any]]:
    """What submission_metadata.yml says of each folder."""
    where = f"submissions: {origin}: submission_metadata.yml"
    try:
        _require_modest(text)
        metadata = yaml.load(text, Loader=_LOADER)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError, _Immodest) as error:
        raise UsageError(f"{where}: {error}; download it again") from error
    if not isinstance(metadata, dict):
        raise UsageError(f"{where}: it does not list submissions")
    return {
        str(folder): about if isinstance(about, dict) else {} for folder, about in metadata.items()
    }


def gradescope_time(text: object) -> datetime | None:
    if not isinstance(text, str) or len(text) > MOST_TIME_LETTERS:
        return None
    try:
        when = yaml.safe_load(text.strip().replace(" UTC", " Z"))
    except (yaml.YAMLError, ValueError, OverflowError):
        return None
    if not isinstance(when, datetime):
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)


class _Immodest(Exception):
    """What no site writes."""


def _require_modest(text: bytes) -> None:
    """By its events, one at a time, so that nothing grows on the way."""
    depth = 0
    for number, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            raise _Immodest("it refers to itself")
        if depth > MOST_YAML_DEPTH:
            raise _Immodest(f"it is nested more than {MOST_YAML_DEPTH} deep")
        if number > MOST_YAML_EVENTS:
            raise _Immodest(f"it has more than {MOST_YAML_EVENTS} values")
