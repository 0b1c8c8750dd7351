"""Reads plain folders NAME/ANYTHING, and archives such as NAME.tar. NAME/timestamp.txt holds
the time of handing in, as in Sakai."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import tzinfo

from .download import Download, Found, Reading, Student
from .sakai import time_of

_ARCHIVE = re.compile(
    r"(.+?)(\.tar)?\.(tar|tgz|gz|bz2|xz|zst|zip|7z|rar)", re.IGNORECASE | re.DOTALL
)


def archive_owner(name: str) -> str | None:
    match = _ARCHIVE.fullmatch(name)
    return match[1] if match else None


def fits(download: Download) -> bool:
    return bool(download.top_folders) or any(archive_owner(name) for name in download.top_files)


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    found: dict[str, Found] = {}
    reading = Reading([])
    for folder in download.top_folders:
        times = f"{folder}/timestamp.txt"
        files = download.below(folder)
        one = found[folder] = Found(Student(folder), files)
        if files.pop(download.whole(times), None):
            reading.of_site.add(download.whole(times))
            text = download.read(times, 100).decode("ascii", errors="replace")
            one.handed_in = time_of(text)
            if one.handed_in is None:
                reading.remarks.append(f"{times}: the text is not a time as Sakai writes it")
    for name in download.top_files:
        if who := archive_owner(name):
            found.setdefault(who, Found(Student(who))).files[download.whole(name)] = name
    reading.found = list(found.values())
    return reading
