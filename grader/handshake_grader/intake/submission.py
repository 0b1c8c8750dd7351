"""A submission: five source files and perhaps an extension, found by their names in an archive."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import skeleton

from ..messages import Note, note, sentence
from .archive import Archive, Caps, Kind, Member, read_archive, show

WRAPPER = "src/onewaywrapper.cu"
HANDSHAKING = "src/gpu_required/check_handshaking.cu"
FILTER = "src/gpu_required/markFilterEdges.cu"
SCAN = "src/gpu_required/exclusive_prefix_sum.cu"
EXTRA = "src/gpu_extra_credit/extra.cu"
PATHS = (WRAPPER, HANDSHAKING, FILTER, SCAN, EXTRA)
EXTENSION = "src/gpu_extra_credit/ld_extension.cu"  # optional: no message says that it is missing
ALL_PATHS = (*PATHS, EXTENSION)

MOST_SOURCE_BYTES = 256 << 10
MOST_REPORT_BYTES = 8 << 20
MOST_REPORTS = 4
REPORT_NAMES = (".pdf", ".docx", ".doc", ".odt", ".rtf", ".pages")
_PDF = b"%PDF-"
_HARMLESS = (".DS_Store", "Thumbs.db", "desktop.ini")
_NAMES_SHOWN = 8
_LINE_END_OF_MAC = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True)
class Report:
    """A text that was handed in for a person to read, such as the report of the extra credit."""

    name: str  # the student's name for it; never use it as a path
    data: bytes

    @property
    def is_pdf(self) -> bool:
        return self.data.startswith(_PDF)


@dataclass
class Submission:
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    needs_human: bool = False  # not readable, or no rule says which of several files counts
    reports: list[Report] = field(default_factory=list)  # not part of the digest

    @property
    def texts(self) -> dict[str, str]:
        return {path: text.decode("utf-8", errors="replace") for path, text in self.files.items()}

    def is_begun(self, path: str) -> bool:
        return skeleton.is_begun(path, self.texts)

    def checksum(self, path: str) -> str:
        """The checksum by which a person accepts a file: of all text that is compiled with it.
        onewaywrapper.cu includes extra.cu, so its checksum is that of the output of sha256sum for
        these two files."""
        sums = {
            one: hashlib.sha256(self.files[one]).hexdigest()
            for one in ((WRAPPER, EXTRA) if path == WRAPPER else (path,))
            if one in self.files
        }
        if len(sums) == 1:
            return sums[path]
        lines = "".join(f"{value}  {one}\n" for one, value in sums.items())
        return hashlib.sha256(lines.encode()).hexdigest()

    @property
    def digest(self) -> str:
        """A digest of the files. It does not depend on the archive from which they come."""
        text = hashlib.sha256()
        for path in sorted(self.files):
            text.update(f"{path}\0{len(self.files[path])}\0".encode() + self.files[path])
        return text.hexdigest()


def read_submission(name: str, data: bytes, caps: Caps = Caps()) -> Submission:
    return choose_files(read_archive(name, data, caps))


def choose_files(archive: Archive) -> Submission:
    """Takes the files that ALL_PATHS names, and notes which other files are ignored."""
    submission = Submission(notes=list(archive.notes))
    if not archive.readable:
        return submission
    placed = _place(archive.members, submission)
    used: set[str] = set()
    for path in ALL_PATHS:
        _choose(path, placed, submission, used)
    for name, member in placed:
        is_new = name not in used and member.kind is Kind.FILE and not _is_litter(name)
        if is_new and looks_like_report(name, member.data):
            keep_report(submission, name, member.data)
            used.add(name)
    ignored = sorted(
        name for name, member in placed if name not in used and _worth_a_word(name, member)
    )
    if ignored:
        names = ", ".join(show(name) for name in ignored[:_NAMES_SHOWN])
        if len(ignored) > _NAMES_SHOWN:
            names = sentence("and_more", names=names, count=len(ignored) - _NAMES_SHOWN)
        submission.notes.append(note("files_ignored", names=names))
    return submission


def looks_like_report(name: str, start: bytes) -> bool:
    """start: the first bytes of the file."""
    return name.lower().endswith(REPORT_NAMES) or start.startswith(_PDF)


def keep_report(submission: Submission, name: str, data: bytes) -> None:
    """Keeps the report; a note says so if it is not a PDF, or if it cannot be kept."""
    report = Report(show(name), data)
    if len(data) > MOST_REPORT_BYTES:
        most = MOST_REPORT_BYTES
        submission.notes.append(note("report_too_large", name=report.name, most=most))
    elif len(submission.reports) >= MOST_REPORTS:
        submission.notes.append(note("report_too_many", name=report.name, most=MOST_REPORTS))
    else:
        submission.reports.append(report)
        if not report.is_pdf:
            submission.notes.append(note("report_not_pdf", name=report.name))


def _place(members: list[Member], submission: Submission) -> list[tuple[str, Member]]:
    """Each member of an archive with its path. In a path, "/" separates the names, and no name is
    empty or ".". A member whose name leads out of the archive's folder is left out."""
    placed = []
    for member in members:
        pieces = [
            piece for piece in member.name.replace("\\", "/").split("/") if piece not in ("", ".")
        ]
        leads_out = member.name.startswith(("/", "\\")) or ".." in pieces or "\0" in member.name
        if leads_out:
            submission.notes.append(note("unsafe_name", name=show(member.name)))
        elif pieces:
            placed.append(("/".join(pieces), member))
    return placed


def _choose(
    path: str, placed: list[tuple[str, Member]], submission: Submission, used: set[str]
) -> None:
    matches = _best_matches(path, placed)
    others = [member for _, member in matches if member.kind is not Kind.FILE]
    files = [(name, member) for name, member in matches if member.kind is Kind.FILE]
    used.update(name for name, _ in matches)
    if others:
        submission.notes.append(note("not_a_file", path=path, kind=others[0].kind.value))
    if not files:
        if not others and path in PATHS:
            submission.notes.append(note("file_missing", path=path))
        return
    names = sorted({name for name, _ in files})
    if len(names) > 1 and len({member.data for _, member in files}) > 1:
        shown = ", ".join(show(name) for name in names[:_NAMES_SHOWN])
        submission.notes.append(note("file_ambiguous", path=path, names=shown))
        submission.needs_human |= path in PATHS
        return
    if len(files) > len(names) and len({member.data for _, member in files}) > 1:
        submission.notes.append(note("file_twice", path=path))
    name, member = files[-1]
    if name != path and not name.endswith("/" + path):
        submission.notes.append(note("file_moved", path=path, name=show(name)))
    text = _source_text(path, member.data, submission)
    if text is not None:
        submission.files[path] = text


def _best_matches(path: str, placed: list[tuple[str, Member]]) -> list[tuple[str, Member]]:
    """The files with this path. If there are none, the files with this path below some folder. If
    there are none of these either, the files with the right name in any folder."""
    tests = (
        lambda name: name == path,
        lambda name: name.endswith("/" + path),
        lambda name: name.lower() == path.lower() or name.lower().endswith("/" + path.lower()),
        lambda name: PurePosixPath(name).name == PurePosixPath(path).name,
        lambda name: PurePosixPath(name).name.lower() == PurePosixPath(path).name.lower(),
    )
    for test in tests:
        found = [
            (n, m) for n, m in placed if m.kind is not Kind.FOLDER and not _is_litter(n) and test(n)
        ]
        if found:
            depth = min(name.count("/") for name, _ in found)
            return [(name, member) for name, member in found if name.count("/") == depth]
    return []


def _source_text(path: str, data: bytes, submission: Submission) -> bytes | None:
    if len(data) > MOST_SOURCE_BYTES:
        most = MOST_SOURCE_BYTES
        submission.notes.append(note("source_too_large", path=path, size=len(data), most=most))
        return None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            data = data.decode("utf-16").encode()
            submission.notes.append(note("source_was_utf16", path=path))
        except UnicodeError:
            data = b"\0"
    if b"\0" in data:
        submission.notes.append(note("source_not_text", path=path))
        return None
    # A carriage return alone ends a line for the compiler, but not for all readers of the text.
    return _LINE_END_OF_MAC.sub(b"\n", data.removeprefix(b"\xef\xbb\xbf"))


def _is_litter(name: str) -> bool:
    pieces = name.split("/")
    return "__MACOSX" in pieces or pieces[-1].startswith("._") or pieces[-1] in _HARMLESS


def _worth_a_word(name: str, member: Member) -> bool:
    return member.kind is not Kind.FOLDER and not _is_litter(name)
