"""A submission: the source files of a lab, found by their names in an archive."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import skeleton

from ..lab import Lab
from ..messages import Note, note, sentence
from .archive import Archive, Caps, Kind, Member, kind_in_words, read_archive, show
from .file_names import meant_name

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
    lab: Lab
    files: dict[str, bytes] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)  # not part of the digest
    ignored: list[str] = field(default_factory=list)  # names of what was handed in and not used
    complete: bool = True  # whether everything that was handed in could be opened
    # The files that were not read, or perhaps not found, for these reasons: a person must look.
    unread: dict[str, Note] = field(default_factory=dict)
    upload: str = ""  # if there are unread files: a digest of everything that was handed in

    @property
    def texts(self) -> dict[str, str]:
        return {path: text.decode("utf-8", errors="replace") for path, text in self.files.items()}

    def is_begun(self, path: str) -> bool:
        return skeleton.is_begun(path, self.texts)

    def checksum(self, path: str) -> str:
        """The checksum by which a person accepts a file: of all text that is compiled with it.
        If it includes another file, its checksum is that of the output of sha256sum for these two
        files."""
        sums = {
            one: hashlib.sha256(self.files[one]).hexdigest()
            for one in ((path, self.lab.included) if path == self.lab.host else (path,))
            if one in self.files
        }
        if len(sums) == 1:
            return sums[path]
        lines = "".join(f"{value}  {one}\n" for one, value in sums.items())
        return hashlib.sha256(lines.encode()).hexdigest()

    @property
    def digest(self) -> str:
        """A digest of the files. It does not depend on the archive from which they come, unless
        some files are unread."""
        text = hashlib.sha256()
        for path in sorted(self.files):
            text.update(f"{path}\0{len(self.files[path])}\0".encode() + self.files[path])
        text.update(self.upload.encode())
        return text.hexdigest()


def read_submission(name: str, data: bytes, lab: Lab, caps: Caps = Caps()) -> Submission:
    submission = choose_files(read_archive(name, data, caps), lab)
    conclude(submission, [Member(name, Kind.FILE, data)])
    return submission


def conclude(submission: Submission, upload: Iterable[Member]) -> None:
    """Says which files are missing, when everything that was handed in has been looked at. If they
    are missing because nothing was found, or because something could not be opened, a person must
    look. upload: everything that was handed in."""
    lab, read = submission.lab, {**submission.files, **submission.unread}
    missing = [one for one in lab.all_paths if one not in read]
    named = [one for one in missing if one in lab.paths]
    nothing = not submission.files and not submission.unread
    cut = not nothing and not submission.complete and bool(named)
    if not nothing and not cut:
        submission.notes += [note("file_missing", path=one) for one in named]
    if submission.ignored:
        names = _some([show(name) for name in sorted(submission.ignored)])
        submission.notes.append(note("files_ignored", names=names))
    if nothing or cut or submission.unread:
        found, submission.upload = _looked_at(upload)
    if nothing:
        submission.unread = dict.fromkeys(missing, note("nothing_found", found=found))
    if cut:
        submission.unread |= dict.fromkeys(missing, note("partly_read", names=", ".join(named)))
    reasons = [one for one in submission.unread.values() if one not in submission.notes]
    submission.notes[:0] = {one.text: one for one in reasons}.values()


def _looked_at(upload: Iterable[Member]) -> tuple[str, str]:
    """The names and the kinds of these files, and a digest of the files."""
    checksum, found = hashlib.sha256(), []
    for one in upload:
        checksum.update(f"{one.name}\0{len(one.data)}\0".encode(errors="replace") + one.data)
        kind = kind_in_words(one.data) if one.kind is Kind.FILE else one.kind.value
        found.append(sentence("named_kind", name=show(one.name), kind=kind))
    return _some(found), checksum.hexdigest()


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:_NAMES_SHOWN])
    more = len(names) - _NAMES_SHOWN
    return sentence("and_more", names=shown, count=more) if more > 0 else shown


def choose_files(archive: Archive, lab: Lab) -> Submission:
    """Takes the files of the lab, and the reports."""
    submission = Submission(lab, notes=list(archive.notes), complete=archive.complete)
    placed = _place(archive.members, submission)
    used: set[str] = set()
    for path in lab.all_paths:
        _choose(path, placed, submission, used)
    for name, member in placed:
        if name in used or member.kind is Kind.FOLDER or _is_litter(name):
            continue
        if member.kind is Kind.FILE and looks_like_report(name, member.data):
            keep_report(submission, name, member.data)
        else:
            submission.ignored.append(name)
    return submission


def combine(sources: dict[str, Submission]) -> tuple[str, Submission]:
    """One submission of everything that was handed in at once; the keys are the names of the
    archives. Its name is that of the first source that has files to grade; what this source lacks
    is taken from the others. If two copies of a file differ, and not just one of them has code of
    the student, a person must say which one counts."""
    name = next((one for one in sources if sources[one].files), next(iter(sources)))
    whole = sources.pop(name)
    owners = dict.fromkeys(whole.files, name)
    for other, source in sources.items():
        whole.complete &= source.complete
        whole.ignored += source.ignored
        for report in source.reports:
            keep_report(whole, report.name, report.data)
        for path, data in source.files.items():
            if path in whole.unread:
                continue
            if path not in whole.files:
                whole.notes.append(note("file_from", path=path, name=show(other)))
            owner, first = owners.setdefault(path, other), whole.files.setdefault(path, data)
            if first == data or (_is_begun(path, first) and not _is_begun(path, data)):
                continue
            if _is_begun(path, data) and not _is_begun(path, first):
                owners[path], whole.files[path] = other, data
                whole.notes.append(note("file_from", path=path, name=show(other)))
            else:
                names = f"{show(owner)}, {show(other)}"
                whole.unread[path] = note("file_ambiguous", path=path, names=names)
                del whole.files[path]
        whole.unread |= {p: why for p, why in source.unread.items() if p not in whole.files}
        if not source.files:  # why nothing was found in it
            whole.notes += [one for one in source.notes if one not in whole.notes]
    return name, whole


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
        odd = note("not_a_file", path=path, kind=others[0].kind.value)
        submission.notes.append(odd)
        submission.unread |= {} if files else {path: odd}
    if not files:
        return
    if len({name for name, _ in files}) > 1:
        files = _without_given(path, files, submission)
    names = sorted({name for name, _ in files})
    if len(names) > 1 and len({member.data for _, member in files}) > 1:
        shown = _some([show(name) for name in names])
        submission.unread[path] = note("file_ambiguous", path=path, names=shown)
        return
    if len(files) > len(names) and len({member.data for _, member in files}) > 1:
        submission.notes.append(note("file_twice", path=path))
    name, member = min(files[::-1], key=lambda one: one[0] != meant_name(one[0]))
    if name != meant_name(name):
        submission.notes.append(note("file_renamed", path=path, name=show(name)))
    elif name != path and not name.endswith("/" + path):
        submission.notes.append(note("file_moved", path=path, name=show(name)))
    _take(path, member.data, submission)


def _without_given(
    path: str, files: list[tuple[str, Member]], submission: Submission
) -> list[tuple[str, Member]]:
    """If only some of the candidates have code of the student, the others do not count."""
    begun = [(name, member) for name, member in files if _is_begun(path, member.data)]
    if not begun:
        return files
    submission.ignored += [name for name, _ in files if name not in dict(begun)]
    return begun


def _is_begun(path: str, data: bytes) -> bool:
    return skeleton.is_begun(path, {path: data.decode("utf-8", errors="replace")})


def _best_matches(path: str, placed: list[tuple[str, Member]]) -> list[tuple[str, Member]]:
    """The files with this path. If there are none, the files with this path below some folder. If
    there are none of these either, the files with the right name in any folder. Names count as they
    were before a program changed them."""
    tests = (
        lambda name: name == path,
        lambda name: name.endswith("/" + path),
        lambda name: name.lower() == path.lower() or name.lower().endswith("/" + path.lower()),
        lambda name: PurePosixPath(name).name == PurePosixPath(path).name,
        lambda name: PurePosixPath(name).name.lower() == PurePosixPath(path).name.lower(),
    )
    candidates = [
        (name, member)
        for name, member in placed
        if member.kind is not Kind.FOLDER and not _is_litter(name)
    ]
    for test in tests:
        found = [(name, member) for name, member in candidates if test(meant_name(name))]
        if found:
            depth = min(name.count("/") for name, _ in found)
            return [(name, member) for name, member in found if name.count("/") == depth]
    return []


def _take(path: str, data: bytes, submission: Submission) -> None:
    if len(data) > MOST_SOURCE_BYTES:
        most = MOST_SOURCE_BYTES
        submission.unread[path] = note("source_too_large", path=path, size=len(data), most=most)
        return
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            data = data.decode("utf-16").encode()
            submission.notes.append(note("source_was_utf16", path=path))
        except UnicodeError:
            data = b"\0"
    if b"\0" in data:
        submission.unread[path] = note("source_not_text", path=path)
    else:
        # A carriage return alone ends a line for the compiler, but not for all readers of the text.
        text = data.removeprefix(b"\xef\xbb\xbf")
        submission.files[path] = _LINE_END_OF_MAC.sub(b"\n", text)


def _is_litter(name: str) -> bool:
    pieces = name.split("/")
    return "__MACOSX" in pieces or pieces[-1].startswith("._") or pieces[-1] in _HARMLESS
