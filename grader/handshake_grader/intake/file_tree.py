"""A folder or a zip file, seen alike: names and bytes. Links in a folder are not followed."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

from ..errors import GraderError, UsageError
from .archive import show

MOST_FILES = 200_000
_LITTER = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
MOST_FILE_BYTES = 64 << 20


class UnreadableError(GraderError):
    """One file of a download; all others may be in order."""


class FileTree:
    """The files of a download, by their path in it, with `/` between the pieces."""

    def __init__(
        self,
        origin: Path,
        sizes: dict[str, int],
        read: Callable[[str, int], bytes],
        skipped: list[str],
        folders: set[str],
    ):
        self.origin = origin
        self.sizes = sizes
        self.folders = folders  # empty ones as well
        self.skipped = skipped  # links and the like, which are not looked at
        self._read = read

    @property
    def names(self) -> list[str]:
        return sorted(self.sizes)

    def read(self, name: str, most: int = MOST_FILE_BYTES) -> bytes:
        """The first `most` bytes plus one, so that a reader sees that there are more."""
        return self._read(name, most + 1)


def open_tree(path: Path) -> FileTree:
    """Without what Finder and Windows add to a folder or a zip, at any depth."""
    if path.is_dir():
        tree = _open_folder(path)
    elif not path.exists():
        raise UsageError(f"submissions: {path} does not exist")
    elif zipfile.is_zipfile(path):
        tree = _open_zip(path)
    else:
        raise UsageError(
            f"submissions: {path} is neither a folder nor a zip file; "
            "give the download of the course site"
        )
    tree.sizes = {name: size for name, size in tree.sizes.items() if not _is_litter(name)}
    tree.folders = {name for name in tree.folders if not _is_litter(name)}
    tree.skipped = [name for name in tree.skipped if not _is_litter(name)]
    return tree


def _is_litter(path: str) -> bool:
    return any(piece in _LITTER or piece.startswith("._") for piece in path.split("/"))


def _open_folder(root: Path) -> FileTree:
    sizes, skipped, inner = {}, [], set()
    for folder, folders, files in os.walk(root):
        folders.sort()
        for name in [*files, *folders]:
            path = Path(folder, name)
            inside = path.relative_to(root).as_posix()
            if path.is_symlink() or (name in files and not path.is_file()):
                skipped.append(inside)
            elif name in files:
                sizes[inside] = path.stat().st_size
            else:
                inner.add(inside)
        if len(sizes) > MOST_FILES:
            raise UsageError(
                f"submissions: {root} holds more than {MOST_FILES} files; is it the right folder?"
            )

    def read(name: str, most: int) -> bytes:
        try:
            with open(root / name, "rb") as file:
                return file.read(most)
        except OSError as error:
            raise UnreadableError(f"{show(name)} does not read: {error.strerror}") from error

    return FileTree(root, sizes, read, sorted(skipped), inner)


def _open_zip(path: Path) -> FileTree:
    try:
        archive = zipfile.ZipFile(path)
    except Exception as error:  # whatever the library makes of such bytes
        raise UsageError(
            f"submissions: {path} does not read: {error}; download it again"
        ) from error
    sizes, entries, skipped, folders = {}, {}, [], set()
    for entry in archive.infolist():
        name = entry.filename.replace("\\", "/")
        is_plain = entry.create_system != 3 or entry.external_attr >> 28 in (0, 0o10)
        if name.endswith("/") and not name.startswith("/") and ".." not in name.split("/"):
            folders.add(name.rstrip("/"))
        elif not is_plain or not _stays_inside(name) or name in sizes:
            skipped.append(show(name))
        else:
            sizes[name], entries[name] = entry.file_size, entry
        if len(sizes) + len(folders) + len(skipped) > MOST_FILES:
            raise UsageError(f"submissions: {path} holds more than {MOST_FILES} files")

    def read(name: str, most: int) -> bytes:
        try:
            with archive.open(entries[name]) as stream:
                return stream.read(most)
        except Exception as error:  # whatever the library makes of such bytes
            raise UnreadableError(f"{show(name)} does not read: {error!r}") from error

    return FileTree(path, sizes, read, sorted(skipped), folders)


def _stays_inside(name: str) -> bool:
    return (
        bool(name)
        and not name.endswith("/")
        and not name.startswith("/")
        and ".." not in name.split("/")
    )
