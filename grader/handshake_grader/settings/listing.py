"""Lists every value that the settings of an assignment set, with names and values for people.

The command `settings` prints this list. The reasons for changed marks are the differences between
two such lists.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ..times import in_words
from .settings import Settings

Listing = dict[str, dict[str, str]]  # for each group, the value of each key

_LINES = ("properties", "rubric")  # the tables in a part
_TABLES = tuple(name for name in Settings.model_fields if name != "parts")
_SHORT = ("due", "reason", "points")  # the keys that describe a whole group in a few words


def listed(settings: Settings) -> Listing:
    """A group is a table of the settings file, a part, PART.PROPERTY, or the exception for one
    student."""
    table, zone = settings.model_dump(), settings.assignment.time_zone
    groups: Listing = {}

    def add(group: str, values: dict[str, Any], *without: str) -> None:
        shown = {key: _in_words(one, zone) for key, one in values.items() if key not in without}
        groups.setdefault(group, {}).update(shown)

    parts = table.pop("parts")
    for name, values in table.items():
        add(name, values, "exceptions", "host_code")
        for one in values.get("exceptions", ()):
            add(exception_of(one["student"]), one, "student")
        for one in values.get("host_code", ()):
            add(f"sandbox.host_code of {one['sha256'][:16]}", one, "sha256")
    for part in parts:
        add(part["id"], part, "id", *_LINES)
        for line in (one for key in _LINES for one in part[key]):
            add(f"{part['id']}.{line['id']}", line, "id")
    return groups


def exception_of(student: str) -> str:
    """The group that holds a student's own deadline."""
    return f"late.exceptions of {student}"


def differences(old: Listing, new: Listing) -> dict[str, dict[str, str]]:
    """The differences in words, by group and key. A group that is new or gone has the only key
    ""."""
    found: dict[str, dict[str, str]] = {}
    for group in {**old, **new}:
        before, after = old.get(group), new.get(group)
        if before is None or after is None:
            values = after or before or {}
            short = ", ".join(f"{key} {values[key]}" for key in _SHORT if key in values)
            found[group] = {"": f"{group}: {'new' if before is None else 'removed'} ({short})"}
            continue
        changed = {
            key: f"{named(group, key)} {before.get(key, '-')} -> {after.get(key, '-')}"
            for key in {**before, **after}
            if before.get(key) != after.get(key)
        }
        found |= {group: changed} if changed else {}
    return found


def named(group: str, key: str) -> str:
    return f"{group}.{key}" if group in _TABLES else f"{group}: {key}"


def _in_words(value: object, zone: str) -> str:
    if isinstance(value, datetime):
        return in_words(value, zone)
    if isinstance(value, list):
        return ", ".join(_in_words(one, zone) for one in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    return "none" if value is None else str(value)
