"""Reads a download of Gradescope: submission_NUMBER/FILES, and submission_metadata.yml, which names
the student of each submission.

Gradescope's source is not public. The keys :submitters (:name, :sid, :email) and :created_at are
used by public programs that read such an export.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timezone, tzinfo
from typing import Any

import yaml

from ..errors import UsageError
from .download import Download, Found, Reading, Student

_METADATA = "submission_metadata.yml"
MOST_YAML_EVENTS = 2_000_000
MOST_YAML_DEPTH = 12
MOST_TIME_LETTERS = 40
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # reads all values as strings


def fits(download: Download) -> bool:
    return _METADATA in download.files


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    text = download.read(_METADATA, 32 << 20)
    reading = Reading([], of_site={download.whole(_METADATA)})
    for folder, about in _submissions(text, str(download.origin)).items():
        files = download.below(folder) if folder in download.top_folders else {}
        when = _time(about.get(":created_at"))
        people = about.get(":submitters")
        people = people if isinstance(people, list) and people else [{}]
        group = folder if len(people) > 1 else ""
        for person in people:
            person = person if isinstance(person, dict) else {}
            email, sid = str(person.get(":email") or ""), str(person.get(":sid") or "")
            name = str(person.get(":name") or "")
            student = Student(sid or email or folder, name, email, sid, group=group)
            reading.found.append(Found(student, files, when))
    return reading


def _submissions(text: bytes, origin: str) -> dict[str, dict[str, Any]]:
    """What submission_metadata.yml says about each folder."""
    where = f"submissions: {origin}: {_METADATA}"
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


def _time(text: object) -> datetime | None:
    if not isinstance(text, str) or len(text) > MOST_TIME_LETTERS:
        return None
    try:
        when = yaml.safe_load(text.strip().replace(" UTC", " Z"))
    except (yaml.YAMLError, ValueError, OverflowError):
        return None
    if not isinstance(when, datetime):
        return None
    return when if when.tzinfo else when.replace(tzinfo=timezone.utc)


class _Immodest(Exception):
    """The file has content that no site writes."""


def _require_modest(text: bytes) -> None:
    """Refuses content that no site writes. Reads the YAML events one at a time, because this never
    needs much memory."""
    depth = 0
    for number, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if isinstance(event, yaml.AliasEvent):
            raise _Immodest("it refers to itself")
        if depth > MOST_YAML_DEPTH:
            raise _Immodest(f"it is nested more than {MOST_YAML_DEPTH} levels deep")
        if number > MOST_YAML_EVENTS:
            raise _Immodest(f"it has more than {MOST_YAML_EVENTS} values")
