"""The files of a download from a course site. If a single folder holds all files, names are
relative to this folder."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from .file_tree import FileTree


@dataclass(frozen=True)
class Student:
    """`id`: the id on the course site. The journal and all marks use this id."""

    id: str
    name: str = ""
    email: str = ""
    login: str = ""
    site_id: str = ""  # a second id on the course site
    section: str = ""
    group: str = ""  # the same for all who handed in together
    other_ids: tuple[str, ...] = ()  # those of the roster, such as a login or a SIS id

    @property
    def ids(self) -> set[str]:
        """Every id by which a person can name this student."""
        return {
            one for one in (self.id, self.email, self.login, self.site_id, *self.other_ids) if one
        }

    @property
    def in_words(self) -> str:
        return f"{self.name} ({self.id})" if self.name else self.id


@dataclass
class Found:
    """One attempt whose files have not been read yet."""

    student: Student
    files: dict[str, str] = field(default_factory=dict)  # name in the tree -> student's name for it
    handed_in: datetime | None = None
    number: int = 0
    late_flag: bool = False
    texts: dict[str, str] = field(default_factory=dict)  # typed into the site, instead of a file
    is_kit: bool = False  # whether it is the whole kit, so files outside of an archive are right


@dataclass
class Reading:
    """What the function `read` of a layout has found in a download."""

    found: list[Found]
    form: str = ""  # the form of the download, if the site has several
    of_site: set[str] = field(default_factory=set)  # names of the site's own files in the tree
    remarks: list[str] = field(default_factory=list)  # for the TA
    about: dict[str, str] = field(default_factory=dict)  # data that a file for the site must repeat


def is_number(text: str) -> bool:
    """Whether the text is a number as sites write it: up to 18 ASCII digits."""
    return text.isascii() and text.isdigit() and len(text) <= 18


@dataclass(frozen=True)
class Download:
    origin: Path
    root: str  # "" or the folder that holds everything, with "/" at its end
    files: frozenset[str]  # these four fields hold names relative to the root
    folders: frozenset[str]
    top_files: tuple[str, ...]
    top_folders: tuple[str, ...]
    _tree: FileTree
    _sorted: list[str]

    @staticmethod
    def of(tree: FileTree, root: str) -> Download:
        names = tree.names
        inside = [name[len(root) :] for name in names if name.startswith(root)]
        folders = {name[len(root) :] for name in tree.folders if name.startswith(root)}
        links = [name[len(root) :] for name in tree.skipped if name.startswith(root)]
        for name in (*inside, *links):
            pieces = name.split("/", 2)
            folders |= {"/".join(pieces[:end]) for end in range(1, len(pieces))}
        tops = tuple(sorted(name for name in folders if name and "/" not in name))
        files = tuple(name for name in inside if "/" not in name)
        everything = sorted([*names, *tree.skipped])
        return Download(
            tree.origin, root, frozenset(inside), frozenset(folders), files, tops, tree, everything
        )

    def whole(self, name: str) -> str:
        """The file's name in the tree."""
        return self.root + name

    def below(self, folder: str) -> dict[str, str]:
        """The files and links in a folder: their names in the tree, and the names relative to the
        folder."""
        start = f"{self.root}{folder}/"
        at, names = bisect_left(self._sorted, start), {}
        while at < len(self._sorted) and self._sorted[at].startswith(start):
            names[self._sorted[at]] = self._sorted[at][len(start) :]
            at += 1
        return names

    def read(self, name: str, most: int) -> bytes:
        return self._tree.read(self.whole(name), most)


def most_names(download: Download, is_named_so: Callable[[str], object]) -> bool:
    """Whether most files and folders at the top of the download are named so: at other sites, a
    student can hand in a few such names."""
    tops = (*download.top_files, *download.top_folders)
    return 2 * sum(1 for name in tops if is_named_so(name)) > len(tops)
