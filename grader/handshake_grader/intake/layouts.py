"""The layouts of downloads: whose files are where, and which layout a download has.

What a site writes and what students hand in lie in one tree. So every layout looks only at the
names of the level that its site writes (the top of the download, or of the one folder that holds
all), and at the site's own files there. A student's file, whatever its name and content, changes
nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo

from ..errors import UsageError
from .download import Download, Found, Student, is_litter, is_number
from .file_tree import FileTree
from .site_files import (
    gradescope_submissions,
    gradescope_time,
    sakai_roster,
    sakai_time,
)
from .submission import PATHS

ARCHIVE_NAME = "submit_me.tar"
_ARCHIVE_ENDINGS = (".tar.gz", ".tar", ".tgz", ".zip")
_SAKAI_FILES = "Submission attachment(s)"
_MOODLE_MARK = "_assignsubmission_file"
_GRADESCOPE_FILE = "submission_metadata.yml"
_ENDING_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz.")
_MOST_FOLDERS_AROUND = 4

# ---- Sakai: TITLE/Last, First(netid)/Submission attachment(s)/FILE, timestamp.txt beside


def _sakai_person(folder: str) -> Student | None:
    name, bracket, netid = folder.removesuffix(")").rpartition("(")
    if not bracket or not folder.endswith(")") or not netid or ")" in netid:
        return None
    return Student(netid, name.strip())


def _is_sakai(download: Download) -> bool:
    """The site makes a folder for each student, and in it those of its own names."""
    return any(
        _sakai_person(folder) is not None
        and any(
            f"{folder}/{name}" in download.files or f"{folder}/{name}" in download.folders
            for name in (_SAKAI_FILES, "timestamp.txt")
        )
        for folder in download.top_folders
    )


def _sakai(download: Download, zone: ZoneInfo) -> list[Found]:
    found: dict[str, Found] = {}
    for folder in download.top_folders:
        person = _sakai_person(folder)
        if person is None:
            continue
        one = found.setdefault(person.id, Found(person, []))
        one.names += download.below(f"{folder}/{_SAKAI_FILES}")
        if f"{folder}/timestamp.txt" in download.files:
            one.handed_in = sakai_time(download.read(f"{folder}/timestamp.txt", 100), zone)
    if "grades.csv" in download.files:
        for row in sakai_roster(download.read("grades.csv", 4 << 20)):
            found.setdefault(row.id, Found(row, [])).student = row
    return list(found.values())


# ---- Canvas: NAME_[LATE_]USERID_FILEID_FILE.tar in one folder; a later attempt ends in -1, -2


def _canvas_name(name: str) -> tuple[str, bool, str, str, str] | None:
    """The student's name, whether it came late, user, number and name of the file."""
    words = name.split("_", 4)
    is_late = len(words) > 3 and words[1] in ("LATE", "late")
    if is_late:
        del words[1]
    else:
        words = name.split("_", 3)
    if len(words) != 4 or not all(words) or not is_number(words[1]) or not is_number(words[2]):
        return None
    return words[0], is_late, words[1], words[2], words[3]


def _is_canvas(download: Download) -> bool:
    return any(_canvas_name(name) for name in download.top_files)


def _canvas(download: Download, zone: ZoneInfo) -> list[Found]:
    found = []
    for name in download.top_files:
        parts = _canvas_name(name)
        if parts is not None:
            who, late, user, number, file_name = parts
            _, again = split_again(file_name)
            rank = again * 10**12 + int(number)
            student = Student(user, who, site_id=user)
            found.append(Found(student, [download.whole(name)], None, rank, late))
    return found


def split_again(name: str) -> tuple[str, int]:
    """submit_me-2.tar is the second further try of submit_me.tar."""
    start, dash, tail = name.rpartition("-")
    number, dot, ending = tail.partition(".")
    if not dash or not is_number(number) or not set(ending) <= _ENDING_LETTERS:
        return name, 0
    return start + dot + ending, int(number)


# ---- Moodle: NAME_NUMBER_assignsubmission_file_/FILE, or the same in front of the file name


def _moodle_person(name: str) -> Student | None:
    start, mark, _ = name.partition(_MOODLE_MARK)
    who, line, number = start.rpartition("_")
    if not mark or not line or not who or "_" in who or not is_number(number):
        return None
    return Student(number, who, site_id=number)


def _is_moodle(download: Download) -> bool:
    return any(_moodle_person(name) for name in (*download.top_files, *download.top_folders))


def _moodle(download: Download, zone: ZoneInfo) -> list[Found]:
    found: dict[str, Found] = {}
    for name in (*download.top_files, *download.top_folders):
        person = _moodle_person(name)
        if person is not None:
            is_file = name in download.files
            names = [download.whole(name)] if is_file else download.below(name)
            found.setdefault(person.id, Found(person, [])).names += names
    return list(found.values())


# ---- Gradescope: submission_NUMBER/FILES, and submission_metadata.yml that says whose each is


def _is_gradescope(download: Download) -> bool:
    return _GRADESCOPE_FILE in download.files


def _gradescope(download: Download, zone: ZoneInfo) -> list[Found]:
    if not _is_gradescope(download):
        raise UsageError(f"submissions: {download.origin} holds no {_GRADESCOPE_FILE} at its top")
    text = download.read(_GRADESCOPE_FILE, 32 << 20)
    found = []
    for folder, about in gradescope_submissions(text, str(download.origin)).items():
        names = download.below(folder) if folder in download.top_folders else []
        when = gradescope_time(about.get(":created_at"))
        people = about.get(":submitters")
        for person in people if isinstance(people, list) and people else [{}]:
            person = person if isinstance(person, dict) else {}
            email, sid = str(person.get(":email") or ""), str(person.get(":sid") or "")
            name = str(person.get(":name") or "")
            found.append(Found(Student(sid or email or folder, name, email, sid), names, when))
    return found


# ---- folders: NAME/ANYTHING, or NAME.tar; a file NAME/timestamp.txt as in Sakai gives the time


def _archive_owner(name: str) -> str | None:
    return next((name.removesuffix(end) for end in _ARCHIVE_ENDINGS if name.endswith(end)), None)


def _is_plain(download: Download) -> bool:
    return bool(download.top_folders) or any(_archive_owner(name) for name in download.top_files)


def _plain(download: Download, zone: ZoneInfo) -> list[Found]:
    found: dict[str, Found] = {}
    for folder in download.top_folders:
        times = f"{folder}/timestamp.txt"
        names = [name for name in download.below(folder) if name != download.whole(times)]
        one = found[folder] = Found(Student(folder), names)
        if times in download.files:
            one.handed_in = sakai_time(download.read(times, 100), zone)
    for name in download.top_files:
        who = _archive_owner(name)
        if who:
            found.setdefault(who, Found(Student(who), [])).names.append(download.whole(name))
    return list(found.values())


# ---- which of them


Layout = tuple[Callable[[Download], bool], Callable[[Download, ZoneInfo], "list[Found]"]]
LAYOUTS: dict[str, Layout] = {
    "gradescope": (_is_gradescope, _gradescope),
    "sakai": (_is_sakai, _sakai),
    "moodle": (_is_moodle, _moodle),
    "canvas": (_is_canvas, _canvas),
    "plain": (_is_plain, _plain),
}
_OWN_FILES = (*PATHS, ARCHIVE_NAME)  # of a submission, not of a class
_MODEST = ("plain",)  # what any folder is: it says nothing against another layout


def read_layout(
    tree: FileTree, zone: ZoneInfo, wanted: str | None = None
) -> tuple[str, list[Found]]:
    """The name of the layout, and the attempts that it finds. `wanted`: as a person said."""
    download = Download.of(tree, _root_of(tree))
    possible = [name for name, (fits, _) in LAYOUTS.items() if fits(download)]
    named = [name for name in possible if name not in _MODEST]
    if wanted is None and len(named) > 1:
        raise UsageError(
            f"submissions: {tree.origin} could be a download of {' or of '.join(named)}, "
            "and students "
            f"can name their files so; say which it is: --layout {' or --layout '.join(named)}"
        )
    layout = wanted or next(iter(named or possible), None)
    found = LAYOUTS[layout][1](download, zone) if layout else []
    if not found:
        raise UsageError(
            f"submissions: {tree.origin} holds nothing that looks like a submission; "
            "expected a Sakai, "
            "Canvas, Moodle or Gradescope download, or folders NAME/submit_me.tar"
        )
    return layout or "", found


def original_name(name: str) -> str:
    """The student's own name of a file: a site puts numbers in front of it and behind it."""
    base = name.rsplit("/", 1)[-1]
    if _moodle_person(base) is not None:
        base = base.partition(_MOODLE_MARK)[2].removeprefix("_")
    elif (parts := _canvas_name(base)) is not None:
        base = parts[4]
    return split_again(base)[0]


def _root_of(tree: FileTree) -> str:
    """The folder around all that the site wrote, with "/" at its end; "" where there is none."""
    root, names = "", [*tree.names, *tree.folders, *tree.skipped]
    for _ in range(_MOST_FOLDERS_AROUND):
        tops = {name[len(root) :].split("/", 1)[0] for name in names if name.startswith(root)}
        tops = {top for top in tops if not is_litter(top)}
        if len(tops) != 1 or not _lies_around(tree, root + (top := tops.pop()), top):
            break
        root += f"{top}/"
    return root


def _lies_around(tree: FileTree, folder: str, name: str) -> bool:
    """Whether a folder that is alone holds the students' folders, and is not a student's."""
    inside = [one[len(folder) + 1 :] for one in tree.names if one.startswith(f"{folder}/")]
    if _sakai_person(name) or _moodle_person(name) or any(one in inside for one in _OWN_FILES):
        return False
    return any("/" in one or _canvas_name(one) or _moodle_person(one) for one in inside)
