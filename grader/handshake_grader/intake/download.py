"""A download as its site wrote it: names as seen from the one folder that may lie around all."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Callable

from .file_tree import FileTree


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


@dataclass(frozen=True)
class Download:
    origin: Path
    root: str  # "" or the folder around all, with "/" at its end
    files: frozenset[str]  # names below the root, as are all that follow
    folders: frozenset[str]
    top_files: tuple[str, ...]
    top_folders: tuple[str, ...]
    _tree: FileTree
    _sorted: list[str]

    @staticmethod
    def of(tree: FileTree, is_submission: Callable[[FileTree, str], bool]) -> Download:
        """is_submission: whether a folder that is alone at the top is somebody's, not one around all."""
        names = tree.names
        entries = sorted({*names, *tree.folders, *tree.skipped})
        tops = {name.split("/", 1)[0] for name in entries}
        root = ""
        if len(tops) == 1:
            (top,) = tops
            holds_folders = any(name.count("/") >= 2 for name in names)
            holds_site_names = any("_" in name for name in names) or f"{top}/grades.csv" in tree.sizes
            if (holds_folders or holds_site_names) and not is_submission(tree, top):
                root = f"{top}/"
        files = [name[len(root) :] for name in names if name.startswith(root)]
        folders = {name[len(root) :] for name in tree.folders if name.startswith(root)}
        for name in (*files, *(one[len(root) :] for one in tree.skipped if one.startswith(root))):
            pieces = name.split("/")
            folders |= {"/".join(pieces[:end]) for end in (1, 2) if end < len(pieces)}
        folders.discard("")
        return Download(
            tree.origin,
            root,
            frozenset(files),
            frozenset(folders),
            tuple(name for name in files if "/" not in name),
            tuple(sorted(name for name in folders if "/" not in name)),
            tree,
            names,
        )

    def whole(self, name: str) -> str:
        """The name in the tree."""
        return self.root + name

    def below(self, folder: str) -> list[str]:
        """The files in a folder, by their names in the tree."""
        start = f"{self.root}{folder}/"
        at, names = bisect_left(self._sorted, start), []
        while at < len(self._sorted) and self._sorted[at].startswith(start):
            names.append(self._sorted[at])
            at += 1
        return names

    def read(self, name: str, most: int) -> bytes:
        return self._tree.read(self.whole(name), most)
