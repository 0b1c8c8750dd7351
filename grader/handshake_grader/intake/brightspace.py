"""Reads a download of Brightspace (D2L): the files of one submission in a folder, or with its name
before theirs; and index.html.

    USER-FOLDER - NAME - Nov 20, 2026 900 PM/FILE
    USER-FOLDER - NAME - Nov 20, 2026 900 PM - FILE

USER is a number that only Brightspace knows; FOLDER is the number of the assignment. At some sites,
NAME begins with the login. Brightspace's source is not public: these names are known from public
programs that read such a download. The time has no zone and no seconds.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime, tzinfo

from .download import Download, Found, Reading, Student, most_names

_NAME = re.compile(
    r"(\d{1,18})-(\d{1,18}) - (.{1,300}?) - "
    r"(?:\w{3}, )?([A-Z][a-z]{2,8})\.? (\d{1,2}),? (\d{4}),? (?:at )?(\d{1,2}?):?(\d\d) ?([AP]M)"
    r"(?: - (.+))?",
    re.DOTALL,
)
_MOST_LETTERS = 1000


def fits(download: Download) -> bool:
    return most_names(download, is_named_so)


def is_named_so(name: str) -> re.Match[str] | None:
    return _NAME.fullmatch(name) if len(name) <= _MOST_LETTERS else None


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    found: dict[tuple[str, ...], Found] = {}
    of_site = {download.whole(name) for name in download.top_files if name == "index.html"}
    reading = Reading([], of_site=of_site)
    for name in (*download.top_files, *download.top_folders):
        match = is_named_so(name)
        if match is None:
            continue
        user, _, who, *when, own = match.groups()
        key = (user, *when)
        one = found.setdefault(key, Found(Student(user, who), {}, _time(when, zone)))
        is_folder = name in download.top_folders
        one.files |= download.below(name) if is_folder else {download.whole(name): own or name}
    reading.found = list(found.values())
    reading.remarks = [
        "Brightspace gives times without a zone and seconds; they were read as times in "
        f"{zone}, at the beginning of the minute"
    ]
    return reading


def _time(parts: list[str], zone: tzinfo) -> datetime | None:
    month, day, year, hour, minute, half = parts
    text = f"{month[:3]} {day} {year} {hour} {minute} {half}"
    try:
        return datetime.strptime(text, "%b %d %Y %I %M %p").replace(tzinfo=zone)
    except ValueError:
        return None
