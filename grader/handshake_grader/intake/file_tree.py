"""The same interface for a folder and for a zip file: names and bytes. Links in a folder are not
followed."""

from __future__ import annotations

import io
import os
import unicodedata
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..errors import GraderError, UsageError
from .archive import format_of, show

MOST_FILES = 200_000
_LITTER = (".git", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
MOST_FILE_BYTES = 64 << 20
_IS_UTF_8 = 0x800  # the bit for UTF-8 in the flags of a zip entry


class UnreadableError(GraderError):
    """One file of a download cannot be read; all other files may be readable."""


class FileTree:
    """The files of a download, by their paths, with `/` as the separator. In a path, a letter with
    an accent is one character (NFC), as in a roster; Finder writes it as two characters."""

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
        self.folders = folders  # including empty folders
        self.skipped = skipped  # links and other odd entries, which are not read
        self._read = read

    @property
    def names(self) -> list[str]:
        return sorted(self.sizes)

    def read(self, name: str, most: int = MOST_FILE_BYTES) -> bytes:
        """The first `most` bytes and one more, so that the caller notices that a file is longer."""
        return self._read(name, most + 1)


def open_tree(path: Path) -> FileTree:
    """The tree without the files that Finder and Windows add to a folder or a zip, at any depth."""
    if path.is_dir():
        tree = _open_folder(path)
    elif not path.exists():
        raise UsageError(f"submissions: {path} does not exist")
    elif zipfile.is_zipfile(path):
        tree = _open_zip(path)
    else:
        raise UsageError(f"submissions: {path} {_what_it_is(path)}")
    tree.sizes = {name: size for name, size in tree.sizes.items() if not _is_litter(name)}
    tree.folders = {name for name in tree.folders if not _is_litter(name)}
    tree.skipped = [name for name in tree.skipped if not _is_litter(name)]
    return tree


def file_as_tree(path: Path) -> FileTree:
    """The tree with this one file."""

    def read(name: str, most: int) -> bytes:
        with open(path, "rb") as file:
            return file.read(most)

    try:
        return FileTree(path.parent, {path.name: path.stat().st_size}, read, [], set())
    except OSError as error:
        raise UsageError(f"submission: {path}: {error.strerror}") from error


def _what_it_is(path: Path) -> str:
    """Why a file is not a download, judged by its first bytes."""
    with path.open("rb") as file:
        start = file.read(1024)
    if not start:
        return "is empty; download it again"
    if start.startswith(b"PK\x03\x04"):
        return "is a zip that is cut short or damaged; download it again"
    if start.lstrip()[:1] == b"<":
        return "is a web page, such as the login page of the site; download it again"
    if format_of(start):
        return "is an archive, but not a zip; unpack it, and give the folder"
    return "is neither a folder nor a zip file; give the download of the course site"


def _is_litter(path: str) -> bool:
    return any(piece in _LITTER or piece.startswith("._") for piece in path.split("/"))


def _open_folder(root: Path) -> FileTree:
    sizes, skipped, inner, places = {}, [], set(), {}
    around = {os.fspath(root): ""}  # the path of each folder in the tree, with "/" at its end
    for folder, folders, files in os.walk(root):
        folders.sort()
        for name in [*files, *folders]:
            path = Path(folder, name)
            inside = around[folder] + _readable(name, [*files, *folders])
            around[os.path.join(folder, name)] = f"{inside}/"
            is_odd = path.is_symlink() or (name in files and not path.is_file())
            if is_odd or inside in sizes:
                skipped.append(inside)
            elif name in files:
                sizes[inside], places[inside] = path.stat().st_size, path
            else:
                inner.add(inside)
        if len(sizes) > MOST_FILES:
            raise UsageError(
                f"submissions: {root} holds more than {MOST_FILES} files; is it the right folder?"
            )

    def read(name: str, most: int) -> bytes:
        try:
            with open(places[name], "rb") as file:
                return file.read(most)
        except OSError as error:
            raise UnreadableError(f"{show(name)} cannot be read: {error.strerror}") from error

    return FileTree(root, sizes, read, sorted(skipped), inner)


def _readable(name: str, others: list[str]) -> str:
    """The name as text. A name that is not UTF-8 is read as Latin-1, as older programs wrote it,
    unless another file or folder has the name that this gives."""
    try:
        return unicodedata.normalize("NFC", name.encode().decode())
    except UnicodeError:
        shown = os.fsencode(name).decode("latin-1")
        taken = {unicodedata.normalize("NFC", one) for one in others}
        return os.fsencode(name).decode(errors="backslashreplace") if shown in taken else shown


def _open_zip(path: Path) -> FileTree:
    try:
        archive = zipfile.ZipFile(path)
    except Exception as error:  # for untrusted bytes, the library may raise any error
        raise UsageError(
            f"submissions: {path} cannot be read: {error}; download it again"
        ) from error
    return _tree_of_zip(path, archive)


def zip_inside(origin: Path, data: bytes) -> FileTree | None:
    """The tree of a zip file in a download; None if the data are not a zip file."""
    try:
        return _tree_of_zip(origin, zipfile.ZipFile(io.BytesIO(data)))
    except Exception:  # for untrusted bytes, the library may raise any error
        return None


def _tree_of_zip(path: Path, archive: zipfile.ZipFile) -> FileTree:
    sizes, entries, skipped, folders = {}, {}, [], set()
    for entry in archive.infolist():
        name = _name_of(entry)
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
        except Exception as error:  # for untrusted bytes, the library may raise any error
            raise UnreadableError(f"{show(name)} cannot be read: {error!r}") from error

    return FileTree(path, sizes, read, sorted(skipped), folders)


def _name_of(entry: zipfile.ZipInfo) -> str:
    """The name of an entry. macOS Finder, and rubyzip before version 3, write names in UTF-8, but
    do not set the flag for UTF-8."""
    name = entry.filename
    if not entry.flag_bits & _IS_UTF_8:
        with suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return unicodedata.normalize("NFC", name.replace("\\", "/"))


def _stays_inside(name: str) -> bool:
    return (
        bool(name)
        and not name.endswith("/")
        and not name.startswith("/")
        and ".." not in name.split("/")
    )
