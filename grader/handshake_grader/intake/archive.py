"""Reads untrusted archives, in memory: nothing is ever unpacked to a disk.

This module reads the blocks of a tar archive itself, because a library that can also unpack to a
disk trusts the content too much. Here, every length is compared with the number of bytes that are
left, and a name is never used as a path. A 7z, rar or zst archive is first turned into a tar
archive (other_archive.py).
"""

from __future__ import annotations

import bz2
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypedDict

from ..errors import GraderError
from ..messages import Note, note, sentence
from . import other_archive

BLOCK = 512


@dataclass(frozen=True)
class Caps:
    packed_bytes: int = 8 << 20
    unpacked_bytes: int = 32 << 20
    members: int = 2000
    depth: int = 2  # levels of archives, one inside the other


class Kind(str, Enum):
    FILE = "file"
    FOLDER = "folder"
    LINK = "link"
    OTHER = "device"


@dataclass(frozen=True)
class Member:
    name: str
    kind: Kind
    data: bytes = b""


@dataclass
class Archive:
    members: list[Member]
    notes: list[Note]
    complete: bool = True  # whether everything in it was read


@dataclass
class _Budget:
    """How many bytes and members may still be unpacked, including those of inner archives."""

    caps: Caps
    bytes_left: int
    members_left: int

    def take_bytes(self, name: str, count: int) -> None:
        self.bytes_left -= count
        if self.bytes_left < 0:
            raise _Fault(note("archive_too_large", name=show(name), most=self.caps.unpacked_bytes))

    def take_member(self, name: str) -> None:
        self.members_left -= 1
        if self.members_left < 0:
            raise _Fault(note("archive_too_many", name=show(name), most=self.caps.members))


class _Fault(Exception):
    """The archive cannot be read further; the note says why."""

    def __init__(self, fault: Note):
        super().__init__(fault.text)
        self.note = fault


def read_archive(name: str, data: bytes, caps: Caps = Caps()) -> Archive:
    """All members of an archive, and of archives in it. Raises no exception, whatever the content
    is."""
    archive = Archive([], [])
    budget = _Budget(caps, caps.unpacked_bytes, caps.members)
    try:
        if len(data) > caps.packed_bytes:
            raise _Fault(
                note("file_too_large", name=show(name), size=len(data), most=caps.packed_bytes)
            )
        _read_into(archive, name, data, budget, depth=0)
    except _Fault as fault:
        _add_fault(archive, fault.note)
    return archive


def _add_fault(archive: Archive, fault: Note) -> None:
    archive.notes.append(fault)
    archive.complete = False


def format_of(data: bytes) -> str | None:
    """The form of an archive, judged by its first bytes; None if this is not an archive."""
    for magic, name in _MAGIC:
        if data.startswith(magic):
            return name
    if len(data) >= BLOCK and (_checksum_fits(data[:BLOCK]) or not any(data[:BLOCK])):
        return "tar"  # a first block of zeros: an archive without members
    return None


_MAGIC = (
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    *other_archive.MAGIC,
)
_DECOMPRESSORS: dict[str, Callable[[], Any]] = {
    "gzip": lambda: zlib.decompressobj(wbits=31),
    "bzip2": bz2.BZ2Decompressor,
    "xz": lambda: lzma.LZMADecompressor(memlimit=64 << 20),
}
# A decompressor copies all bytes that follow the end of its stream, so it gets at most this many
# bytes at a time.
CHUNK = 64 << 10
MOST_NAME = 4096
# The accepted compression methods. LZMA is not accepted: a number in the archive decides how much
# memory the decompressor needs.
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)
_ZIP_ENTRY = b"PK\x01\x02"
_OTHER = tuple(form for _, form in other_archive.MAGIC)
_TAR_NAMES = (".tar", ".tgz", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst")
_ARCHIVE_NAMES = (*_TAR_NAMES, ".zip", ".7z", ".rar")


def _read_into(archive: Archive, name: str, data: bytes, budget: _Budget, depth: int) -> None:
    if not data:
        raise _Fault(note("file_empty", name=show(name)))
    form = format_of(data)
    if form in _DECOMPRESSORS:
        if not name.lower().endswith((".tgz", "gz", "bz2", "xz")):
            said = sentence("compressed", form=form)
            archive.notes.append(note("archive_other_format", name=show(name), format=said))
        data = _decompress(form, name, data, budget)
        form = format_of(data)
        if form in (*_DECOMPRESSORS, *_OTHER):
            raise _Fault(note("archive_nested_too_deep", name=show(name)))
    elif form not in (None, "tar") and not name.lower().endswith(f".{form}"):
        archive.notes.append(note("archive_other_format", name=show(name), format=form))
    if form is None:
        raise _Fault(note("not_an_archive", name=show(name), kind=kind_in_words(data)))
    if form in _OTHER:
        data = _from_other(form, name, data, budget)
    members = _zip_members if form == "zip" else _tar_members
    for member in members(name, data, budget):
        _add(archive, member, budget, depth)


def _from_other(form: str, name: str, data: bytes, budget: _Budget) -> bytes:
    caps = budget.caps
    try:
        tar = other_archive.as_tar(data, form, caps.unpacked_bytes, caps.members)
    except other_archive.DamagedError as error:
        raise _Fault(note("archive_damaged", name=show(name), reason=str(error))) from error
    except GraderError as error:
        raise _Fault(note("archive_not_opened", name=show(name), reason=str(error))) from error
    if tar is None:
        raise _Fault(note("archive_too_large", name=show(name), most=caps.unpacked_bytes))
    return tar


def _add(archive: Archive, member: Member, budget: _Budget, depth: int) -> None:
    if member.kind is not Kind.FILE or not member.name.lower().endswith(_ARCHIVE_NAMES):
        archive.members.append(member)
    elif depth + 1 >= budget.caps.depth:
        _add_fault(archive, note("archive_nested_too_deep", name=show(member.name)))
    else:
        archive.notes.append(note("archive_in_archive", name=show(member.name)))
        try:
            _read_into(archive, member.name, member.data, budget, depth + 1)
        except _Fault as fault:  # if nothing may be unpacked any more, the next member says so
            _add_fault(archive, fault.note)


def _decompress(form: str, name: str, data: bytes, budget: _Budget) -> bytes:
    """Unpacks all streams, one after the other, because some programs write several streams. Never
    unpacks more than one byte beyond the budget."""
    text, at = bytearray(), 0
    try:
        for number in range(budget.caps.members + 1):
            if number > 0 and not data[at:].strip(b"\0"):
                budget.take_bytes(name, len(text))
                return bytes(text)
            at = _decompress_stream(_DECOMPRESSORS[form](), name, data, at, text, budget)
    except _Fault:
        raise
    except Exception as error:  # for untrusted bytes, the library may raise any error
        reason = sentence("damaged_compression", form=form)
        raise _Fault(note("archive_damaged", name=show(name), reason=reason)) from error
    raise _Fault(note("archive_too_many", name=show(name), most=budget.caps.members))


def _decompress_stream(
    machine: Any, name: str, data: bytes, at: int, text: bytearray, budget: _Budget
) -> int:
    """Appends one unpacked stream to `text`, and returns where the stream ends in `data`."""
    while not machine.eof and at < len(data):
        chunk = data[at : at + CHUNK]
        text += machine.decompress(chunk, budget.bytes_left + 1 - len(text))
        if len(text) > budget.bytes_left:
            budget.take_bytes(name, len(text))
        at += len(chunk) - (len(machine.unused_data) if machine.eof else 0)
    return at


# ---- tar


def _checksum_fits(header: bytes) -> bool:
    expected = _octal(header[148:156])
    if expected is None:
        return False
    blanked = header[:148] + b" " * 8 + header[156:BLOCK]
    return expected == sum(blanked)


def _octal(text: bytes) -> int | None:
    """Reads a number field. Accepts neither a sign nor the binary form of huge numbers."""
    text = text.strip(b" \0")
    if not text:
        return 0
    if not all(48 <= byte < 56 for byte in text):
        return None
    return int(text, 8)


def _text(field: bytes) -> str:
    return field[:MOST_NAME].split(b"\0", 1)[0].decode("utf-8", errors="replace")


_TAR_KINDS = {
    b"0": Kind.FILE,
    b"\0": Kind.FILE,
    b"7": Kind.FILE,
    b"5": Kind.FOLDER,
    b"1": Kind.LINK,
    b"2": Kind.LINK,
}


class _Overrides(TypedDict, total=False):
    """Facts that replace those in the header of the next member."""

    path: str
    size: int


def _tar_members(name: str, data: bytes, budget: _Budget) -> Iterator[Member]:
    at, overrides = 0, _Overrides()
    while at + BLOCK <= len(data):
        header = data[at : at + BLOCK]
        if not any(header):
            return
        kind = header[156:157]
        size = _tar_size(name, header, at, _Overrides() if kind in b"xgLK" else overrides)
        at += BLOCK
        if size > len(data) - at:
            break
        content = data[at : at + size]
        at += (size + BLOCK - 1) // BLOCK * BLOCK
        budget.take_member(name)
        if kind == b"x":
            overrides.update(_pax(name, content))
        elif kind == b"L":
            overrides["path"] = _text(content)
        elif kind not in (b"g", b"K"):
            budget.take_bytes(name, len(content))
            yield _tar_member(header, kind, content, overrides)
            overrides = _Overrides()
    raise _Fault(note("archive_cut_short", name=show(name)))


def _tar_size(name: str, header: bytes, at: int, overrides: _Overrides) -> int:
    if not _checksum_fits(header):
        reason = sentence("damaged_checksum", at=at)
        raise _Fault(note("archive_damaged", name=show(name), reason=reason))
    size = overrides.get("size", _octal(header[124:136]))
    if size is None:
        reason = sentence("damaged_size", at=at)
        raise _Fault(note("archive_damaged", name=show(name), reason=reason))
    return size


def _tar_member(header: bytes, kind: bytes, content: bytes, overrides: _Overrides) -> Member:
    path = _text(header[:100])
    if header[257:263] == b"ustar\0" and header[345]:
        path = _text(header[345:500]) + "/" + path
    path = overrides.get("path", path)
    what = _TAR_KINDS.get(kind, Kind.OTHER)
    if what is Kind.FILE and path.endswith("/"):
        what = Kind.FOLDER
    return Member(path, what, content if what is Kind.FILE else b"")


def _pax(name: str, content: bytes) -> _Overrides:
    """The records that matter in an extended header: path and size."""
    found, at = _Overrides(), 0
    damaged = _Fault(
        note("archive_damaged", name=show(name), reason=sentence("damaged_extended_header"))
    )
    while at < len(content):
        space = content.find(b" ", at)
        digits = content[at:space] if space > 0 else b""
        if not digits.isdigit() or len(digits) > 9:
            raise damaged
        end = at + int(digits)
        record = content[space + 1 : end]
        if end > len(content) or end <= space or not record.endswith(b"\n") or b"=" not in record:
            raise damaged
        key, value = record[:-1].split(b"=", 1)
        if key == b"path":
            found["path"] = value[:MOST_NAME].decode("utf-8", errors="replace")
        elif key == b"size":
            if not value.isdigit() or len(value) > 12:
                raise damaged
            found["size"] = int(value)
        elif key.startswith(b"GNU.sparse"):
            reason = sentence("damaged_sparse")
            raise _Fault(note("archive_damaged", name=show(name), reason=reason))
        at = end
    return found


# ---- zip


def _zip_members(name: str, data: bytes, budget: _Budget) -> Iterator[Member]:
    if data.count(_ZIP_ENTRY) > budget.caps.members:  # before ZipFile reads all entries
        raise _Fault(note("archive_too_many", name=show(name), most=budget.caps.members))
    try:
        opened = zipfile.ZipFile(io.BytesIO(data))
        entries = opened.infolist()
    except Exception as error:  # for untrusted bytes, the library may raise any error
        reason = sentence("damaged_directory")
        raise _Fault(note("archive_damaged", name=show(name), reason=reason)) from error
    for entry in entries:
        budget.take_member(name)
        member = _zip_member(opened, entry, name, budget.bytes_left)
        budget.take_bytes(name, len(member.data))
        yield member


def _zip_member(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str, room: int) -> Member:
    mode = entry.external_attr >> 16 & 0o170000
    path = entry.filename.replace("\\", "/")[:MOST_NAME]
    if path.endswith("/"):
        return Member(path, Kind.FOLDER)
    if entry.create_system == 3 and mode not in (0, 0o100000):
        return Member(path, Kind.LINK if mode == 0o120000 else Kind.OTHER)
    if entry.flag_bits & 1:
        reason = sentence("damaged_encrypted")
        raise _Fault(note("archive_damaged", name=show(name), reason=reason))
    try:
        if entry.compress_type not in _ZIP_METHODS:
            raise NotImplementedError(entry.compress_type)
        with opened.open(entry) as stream:
            return Member(path, Kind.FILE, stream.read(room + 1))
    except Exception as error:  # for untrusted bytes, the library may raise any error
        reason = sentence("damaged_member", name=show(path))
        raise _Fault(note("archive_damaged", name=show(name), reason=reason)) from error


def kind_in_words(data: bytes) -> str:
    """What a file is, judged by its first bytes."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:64].lower()
    if not data:
        return sentence("kind_empty")
    if form := format_of(data):
        return sentence("kind_archive", form=form)
    if start.startswith(b"%pdf-"):
        return "PDF"
    if start.startswith((b"<!doctype html", b"<html", b"<head")):
        return sentence("kind_web_page")
    return sentence("kind_unknown" if b"\0" in data[:BLOCK] else "kind_text")


def show(name: str, most: int = 120) -> str:
    """Returns a name from an archive as printable text, short enough for a message."""
    shown = name if len(name) <= most else name[: most - 3] + "..."
    return "".join(letter if letter.isprintable() else "?" for letter in shown)
