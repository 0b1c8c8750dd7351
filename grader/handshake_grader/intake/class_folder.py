"""Finds out who handed in what: Sakai, Canvas, Moodle and Gradescope downloads, plain folders."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from ..errors import UsageError
from ..messages import Note, note
from .archive import Archive, Caps, Kind, Member, looks_like_archive, show
from .download import Found, Student
from .file_tree import FileTree, open_tree
from .layouts import ARCHIVE_NAME, original_name, read_layout
from .site_files import is_site_file
from .submission import Submission, choose_files, read_submission


@dataclass
class Attempt:
    student: Student
    label: str  # the name of what was handed in, as the TA can find it
    handed_in: datetime | None
    submission: Submission
    number: int = 1  # from 1, in the order of time
    late_flag: bool = False  # the site itself says that it came late


@dataclass
class Intake:
    layout: str
    counted: list[Attempt]  # one a student, in the order of their ids
    earlier: list[Attempt]
    remarks: list[str] = field(default_factory=list)  # for the TA


def read_class(
    path: Path, zone: ZoneInfo, caps: Caps = Caps(), layout: str | None = None
) -> Intake:
    """layout: one of layouts.LAYOUTS, where a person says which it is."""
    tree = open_tree(path)
    layout, found = read_layout(tree, zone, layout)
    remarks = [f"{name}: a link or an odd entry, not looked at" for name in tree.skipped]
    claimed = {name for one in found for name in one.names}
    if layout != "gradescope":
        loose = [n for n in tree.names if n not in claimed and not is_site_file(n)]
        remarks += [
            f"{show(name)}: belongs to no student by the rules of the {layout} layout"
            for name in loose
        ]
    attempts = [_read_attempt(tree, one, caps) for one in found]
    return _choose_attempts(layout, attempts, remarks)


def read_one(path: Path, student: Student, caps: Caps = Caps()) -> Attempt:
    """A single archive, or a folder that holds the files of a submission."""
    if path.is_dir():
        tree = open_tree(path)
        return _read_attempt(tree, Found(student, tree.names), caps)
    try:
        with open(path, "rb") as file:
            data = file.read(caps.packed_bytes + 1)
    except OSError as error:
        raise UsageError(f"submission: {path}: {error.strerror}") from error
    return Attempt(student, path.name, None, read_submission(path.name, data, caps))


# ---- from files to attempts


def _read_attempt(tree: FileTree, found: Found, caps: Caps) -> Attempt:
    """Whatever is the matter with the files of one student is the matter of this one alone."""
    try:
        return _read_files(tree, found, caps)
    except Exception as error:
        unread = Submission(notes=[note("submission_unread", reason=show(str(error)))])
        unread.needs_human = True
        label = found.names[0] if found.names else ""
        return Attempt(found.student, label, found.handed_in, unread, found.number, found.late_flag)


def _read_files(tree: FileTree, found: Found, caps: Caps) -> Attempt:
    names = [name for name in found.names if not is_site_file(name)]
    archives = [
        n for n in names if n.lower().endswith((".tar", ".tgz", ".gz", ".zip", ".bz2", ".xz"))
    ]
    if not archives:
        archives = [n for n in names if looks_like_archive(tree.read(n, 1024))]
    notes: list[Note] = []
    if archives:
        chosen = sorted(archives, key=lambda n: (n.rsplit("/", 1)[-1] == ARCHIVE_NAME, n))[-1]
        if len(archives) > 1:
            notes.append(
                note("several_archives", count=len(archives), name=show(chosen.rsplit("/", 1)[-1]))
            )
        base = original_name(chosen)
        submission = read_submission(base, tree.read(chosen, caps.packed_bytes), caps)
        if base != ARCHIVE_NAME:
            notes.append(note("wrong_name", name=show(base)))
        label = chosen
    elif any(name.endswith(".cu") for name in names):
        submission = _loose_submission(tree, names, caps)
        label = names[0].rsplit("/", 1)[0] if "/" in names[0] else names[0]
    elif names:
        label = names[0]
        submission = read_submission(
            original_name(label), tree.read(label, caps.packed_bytes), caps
        )
    else:
        label, submission = "", Submission(notes=[note("nothing_handed_in")])
    submission.notes[:0] = notes
    return Attempt(found.student, label, found.handed_in, submission, found.number, found.late_flag)


def _loose_submission(tree: FileTree, names: list[str], caps: Caps) -> Submission:
    members, room = [], caps.unpacked_bytes
    notes = [note("loose_files")]
    for name in names[: caps.members]:
        data = tree.read(name, min(caps.packed_bytes, room))
        room -= len(data)
        if room < 0:
            most = caps.unpacked_bytes
            notes.append(note("archive_too_large", name=show(name), most=most))
            break
        members.append(Member(name, Kind.FILE, data))
    submission = choose_files(Archive(members, []))
    submission.notes[:0] = notes
    return submission


def _choose_attempts(layout: str, attempts: list[Attempt], remarks: list[str]) -> Intake:
    """The last attempt of each student counts."""
    by_student: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        by_student.setdefault(attempt.student.id, []).append(attempt)
    counted, earlier = [], []
    for student_id in sorted(by_student):
        tries = sorted(by_student[student_id], key=_order)
        for number, attempt in enumerate(tries, start=1):
            attempt.number = number
        last = tries[-1]
        if len(tries) > 1:
            last.submission.notes.insert(
                0, note("several_attempts", count=len(tries), name=show(last.label))
            )
            remarks.append(
                f"{student_id}: {len(tries)} attempts; the last one counts: {show(last.label)}"
            )
            if len({attempt.student.name for attempt in tries}) > 1:
                remarks.append(f"{student_id}: different names share this id; look at who it is")
        counted.append(last)
        earlier += tries[:-1]
    return Intake(layout, counted, earlier, remarks)


def _order(attempt: Attempt) -> tuple[datetime, int, str]:
    oldest = datetime.min.replace(tzinfo=UTC)
    return (attempt.handed_in or oldest, attempt.number, attempt.label)


def twins(attempts: list[Attempt]) -> list[list[str]]:
    """Students who handed in the very same files."""
    groups: dict[str, list[str]] = {}
    for attempt in attempts:
        if attempt.submission.files:
            groups.setdefault(attempt.submission.digest, []).append(attempt.student.id)
    return sorted(ids for ids in groups.values() if len(ids) > 1)
