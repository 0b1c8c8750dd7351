"""Reads a download of Moodle: files of students or teams, with or without folders, and online text.

In mod/assign/classes/downloader.php of moodle/moodle, `get_student_prefix` and
`load_submissionplugin_filelist` write these names (before 4.1: `download_submissions` in
mod/assign/locallib.php):

    FULL NAME_NUMBER_assignsubmission_file[_]/PATH
    FULL NAME_NUMBER_assignsubmission_file_NAME

FULL NAME has no "_". In blind marking, it is the word "Participant" in the site's language; for a
team, it is the name of the team. NUMBER is the number of the participant in this assignment, or of
the team. If teams hand in, a student without a team has no NUMBER.
Online text is in `..._assignsubmission_onlinetext[_/]onlinetext.html`. The download contains no
times.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import tzinfo

from .download import Download, Found, Reading, Student

_NAME = re.compile(r"([^_]+)_(?:(\d{1,18})_)?assignsubmission_([a-z]+)(?:_(.*))?", re.DOTALL)


def fits(download: Download) -> bool:
    return any(is_named_so(name) for name in (*download.top_files, *download.top_folders))


def is_named_so(name: str) -> bool:
    return _NAME.fullmatch(name) is not None


def read(download: Download, zone: tzinfo, known: Collection[str] = ()) -> Reading:
    found: dict[str, Found] = {}
    reading = Reading([], "with folders" if any(map(is_named_so, download.top_folders)) else "")
    for name in (*download.top_files, *download.top_folders):
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        who, number, plugin, own = match.groups()
        is_folder = name in download.top_folders
        files = download.below(name) if is_folder else {download.whole(name): own or name}
        one = found.setdefault(number or who, Found(Student(number or who, who)))
        if plugin == "file":
            one.files |= files
        else:
            one.texts |= files
        if not number:
            remark = f"{who}: no team number, so these students have no team; check who they are"
            reading.remarks += [remark] if remark not in reading.remarks else []
    reading.found = list(found.values())
    only_text = sum(1 for one in reading.found if not one.files)
    if only_text:
        reading.remarks.append(f"students with online text, but without a file: {only_text}")
    return reading
