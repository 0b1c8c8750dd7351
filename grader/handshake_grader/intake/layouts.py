"""The layouts of downloads: finds out which layout a download has, and what it contains.

The files of the site and the files of the students are in the same tree. A student's file must not
change the result, whatever its name and content are. So every layout reads names on one level only:
the top of the download, or the top of the single folder that holds everything. The site writes the
names on this level. A layout also reads the content of the site's own files.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import tzinfo
from typing import NamedTuple

from ..errors import UsageError
from ..lab import Lab
from . import blackboard, brightspace, canvas, github, gradescope, moodle, plain, sakai
from .download import Download, Reading
from .file_tree import FileTree, zip_inside

ARCHIVE_NAME = "submit_me.tar"
_MOST_FOLDERS_AROUND = 4
_MOST_OF_A_CLASS = 1 << 30  # bytes


class Layout(NamedTuple):
    fits: Callable[[Download], bool]
    read: Callable[[Download, tzinfo, Collection[str]], Reading]
    sign: str  # what such a download holds, for the message when it does not fit


LAYOUTS = {
    "gradescope": Layout(gradescope.fits, gradescope.read, "submission_metadata.yml"),
    "sakai": Layout(sakai.fits, sakai.read, "folders `Last, First(ID)` with timestamp.txt"),
    "moodle": Layout(moodle.fits, moodle.read, "names `NAME_NUMBER_assignsubmission_...`"),
    "canvas": Layout(canvas.fits, canvas.read, "names `NAME_USER_FILE_...`"),
    "blackboard": Layout(
        blackboard.fits, blackboard.read, "for the most part, names `TITLE_USER_attempt_TIME_...`"
    ),
    "brightspace": Layout(
        brightspace.fits, brightspace.read, "for the most part, names `USER-FOLDER - NAME - TIME`"
    ),
    "github": Layout(github.fits, github.read, "grades.csv of GitHub Classroom"),
    "plain": Layout(plain.fits, plain.read, "folders or archives of students"),
}
_MODEST = ("plain",)  # fits any folder, so it does not exclude another layout


def read_layout(
    tree: FileTree,
    zone: tzinfo,
    lab: Lab,
    wanted: str | None = None,
    known: Collection[str] = (),
) -> tuple[str, Reading]:
    """The name of the layout, and the attempts that it finds. `wanted`: the layout that a person
    named; `known`: ids of a roster."""
    download = Download.of(tree, _root_of(tree, lab, known))
    possible = [name for name, layout in LAYOUTS.items() if layout.fits(download)]
    named = [name for name in possible if name not in _MODEST]
    if not named and wanted in (None, "github"):
        github.refuse_without_table(download)
    if wanted and wanted not in possible:
        raise UsageError(
            f"submissions: {tree.origin} is not in the {wanted} layout: at its top, it would hold "
            f"{LAYOUTS[wanted].sign}; it fits {' and '.join(possible) or 'no layout'}"
        )
    if wanted is None and len(named) > 1:
        raise UsageError(
            f"submissions: {tree.origin} could be a download of {' or of '.join(named)}, "
            "because students can name their files like this; say which site it is from: "
            f"--layout {' or --layout '.join(named)}"
        )
    if wanted is None and not named:
        _refuse_packed(download, zone, lab)
    layout = wanted or next(iter(named or possible), None)
    reading = LAYOUTS[layout].read(download, zone, known) if layout else Reading([])
    if not reading.found:
        raise UsageError(
            f"submissions: {tree.origin} holds nothing that looks like a submission; "
            "expected a download of Sakai, Canvas, Moodle, Gradescope, Blackboard or Brightspace, "
            "repositories of GitHub Classroom with grades.csv, or folders NAME/submit_me.tar"
        )
    return layout or "", reading


def _refuse_packed(download: Download, zone: tzinfo, lab: Lab) -> None:
    """Refuses a download if most of its files are packed downloads of a class, and not
    submissions."""
    packed = [name for name in download.top_files if _is_packed_class(download, lab, name)]
    if packed and 2 * len(packed) > len(plain.read(download, zone).found):
        raise UsageError(
            f"submissions: {download.origin} holds {packed[0]}, which is a download itself; "
            "give this inner download, packed or unpacked"
        )


def _is_packed_class(download: Download, lab: Lab, name: str) -> bool:
    tree = zip_inside(download.origin / name, download.read(name, _MOST_OF_A_CLASS))
    if tree is None:
        return False
    inner = Download.of(tree, _root_of(tree, lab, ()))
    fits_a_site = any(one.fits(inner) for name, one in LAYOUTS.items() if name not in _MODEST)
    archives = [one for one in tree.names if one.rpartition("/")[2] == ARCHIVE_NAME]
    return fits_a_site or len(archives) > 1


def _root_of(tree: FileTree, lab: Lab, known: Collection[str]) -> str:
    """The folder around everything that the site wrote, with "/" at its end; "" if there is
    none."""
    root, names = "", [*tree.names, *tree.folders, *tree.skipped]
    for _ in range(_MOST_FOLDERS_AROUND):
        tops = {name[len(root) :].split("/", 1)[0] for name in names if name.startswith(root)}
        tops.discard("")
        top = tops.pop() if len(tops) == 1 else ""
        if not top or top in known or not _lies_around(tree, lab, root + top, top):
            break
        root += f"{top}/"
    return root


def _lies_around(tree: FileTree, lab: Lab, folder: str, name: str) -> bool:
    """Whether the folder holds the students' folders, and is not itself the folder of a student."""
    inside = [one[len(folder) + 1 :] for one in tree.names if one.startswith(f"{folder}/")]
    named = (sakai.is_named_so, moodle.is_named_so, brightspace.is_named_so)
    own_files = (*lab.paths, ARCHIVE_NAME)  # of a submission, not of a class
    if any(one(name) for one in named) or any(one in inside for one in own_files):
        return False
    if inside == ["grades.csv"] or sum(1 for one in inside if plain.archive_owner(one)) > 1:
        return True  # a download of Sakai, or an archive of each student
    flat = (
        *(canvas.is_named_so, moodle.is_named_so, sakai.is_flat),
        *(blackboard.is_named_so, brightspace.is_named_so),
    )
    return any("/" in one or any(is_flat(one) for is_flat in flat) for one in inside)
