"""Finds the student of each file in a download of Sakai, Canvas, Moodle or Gradescope, or in plain
folders."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from ..errors import UsageError
from ..messages import note
from .archive import Archive, Caps, Kind, Member, looks_like_archive, show
from .attempts import Attempt, Intake
from .download import Found, Student
from .file_tree import FileTree, open_tree
from .layouts import ARCHIVE_NAME, read_layout
from .plain import archive_owner
from .roll_call import call_the_roll, set_times
from .roster import read_roster, read_times
from .submission import (
    MOST_REPORT_BYTES,
    Submission,
    choose_files,
    keep_report,
    looks_like_report,
    read_submission,
)

__all__ = ["Attempt", "Intake", "read_class", "read_one", "twins"]
MOST_ARCHIVES = 8  # of one student; further archives are not opened


def read_class(
    path: Path,
    zone: ZoneInfo,
    caps: Caps = Caps(),
    layout: str | None = None,
    roster: Path | None = None,
    times: Path | None = None,
) -> Intake:
    """layout: a name in layouts.LAYOUTS; if it is None, the layout is found from the download.
    roster, times: CSV files."""
    people = read_roster(roster) if roster else None
    tree = open_tree(path)
    layout, reading = read_layout(tree, zone, layout, people.ids if people else ())
    claimed = {name for one in reading.found for name in one.files} | reading.of_site
    remarks = [f"{name}: a link or another special file; it was not read" for name in tree.skipped]
    remarks += [
        f"{show(name)}: belongs to no student by the rules of the {layout} layout"
        for name in tree.names
        if name not in claimed
    ]
    attempts = [_read_attempt(tree, one, caps) for one in reading.found]
    intake = _choose_attempts(layout, attempts, [*reading.remarks, *remarks])
    intake.form, intake.about, intake.roster = reading.form, reading.about, people
    if people:
        call_the_roll(intake, people)
    if times:
        set_times(intake, read_times(times, zone), times)
    return intake


def read_one(path: Path, student: Student, caps: Caps = Caps()) -> Attempt:
    """Reads a single archive, or a folder that holds the files of a submission."""
    if path.is_dir():
        tree = open_tree(path)
        return _read_attempt(tree, Found(student, {name: name for name in tree.names}), caps)
    try:
        with open(path, "rb") as file:
            data = file.read(caps.packed_bytes + 1)
    except OSError as error:
        raise UsageError(f"submission: {path}: {error.strerror}") from error
    return Attempt(student, path.name, None, read_submission(path.name, data, caps))


# ---- from files to attempts


def _read_attempt(tree: FileTree, found: Found, caps: Caps) -> Attempt:
    """Reads the files of one attempt. A fault in them concerns only the student of this attempt."""
    try:
        return _read_files(tree, found, caps)
    except Exception as error:
        unread = Submission(notes=[note("submission_unread", reason=show(str(error)))])
        unread.needs_human = True
        label = min(found.files, default="")
        return Attempt(found.student, label, found.handed_in, unread, found.number, found.late_flag)


def _read_files(tree: FileTree, found: Found, caps: Caps) -> Attempt:
    label, submission = _submission_of(tree, found.files, caps)
    return Attempt(found.student, label, found.handed_in, submission, found.number, found.late_flag)


def _submission_of(tree: FileTree, own: dict[str, str], caps: Caps) -> tuple[str, Submission]:
    """Reads one submission. Also returns the name of the file or folder that was handed in. own:
    for each name in the tree, the name that the student gave to this file."""
    if not own:
        return "", Submission(notes=[note("nothing_handed_in")])
    reports = [n for n in own if looks_like_report(own[n], tree.read(n, 1024))]
    archives = [n for n in own if archive_owner(own[n])]
    others = [n for n in own if n not in reports]
    archives = archives or [n for n in others if looks_like_archive(tree.read(n, 1024))]
    first = min(others or own)
    chosen = _from_archives(tree, archives, own, caps) if archives else None
    is_loose = any(name.lower().endswith(".cu") for name in own.values())
    if is_loose and not (chosen and chosen[1].files):
        folder = first.rsplit("/", 1)[0] if "/" in first else first
        return folder, _loose_submission(tree, own, caps)
    chosen = chosen or (first, _from_archive(tree, first, own[first], caps, named=False))
    for name in reports:
        keep_report(chosen[1], own[name], tree.read(name, MOST_REPORT_BYTES))
    return chosen


def _from_archives(
    tree: FileTree, archives: list[str], own: dict[str, str], caps: Caps
) -> tuple[str, Submission]:
    """Takes the first archive that contains something to grade, so a report in a separate zip does
    no harm. submit_me.tar is tried first, then the others in reverse order of their names."""
    ranked = sorted(
        archives, key=lambda n: (_base(own[n]) == ARCHIVE_NAME, own[n], n), reverse=True
    )
    tried = [(n, _from_archive(tree, n, own[n], caps)) for n in ranked[:1]]
    for name in ranked[1:MOST_ARCHIVES]:
        if tried[-1][1].files:
            break
        tried.append((name, _from_archive(tree, name, own[name], caps)))
    chosen, submission = next((one for one in tried if one[1].files), tried[0])
    if len(archives) > 1:
        several = note("several_archives", count=len(archives), name=show(_base(own[chosen])))
        submission.notes.insert(0, several)
    return chosen, submission


def _from_archive(
    tree: FileTree, name: str, own: str, caps: Caps, named: bool = True
) -> Submission:
    """named: whether the student gets a note if the archive has another name than
    submit_me.tar."""
    base = _base(own)
    data = tree.read(name, caps.packed_bytes)
    submission = read_submission(base, data, caps)
    if named and base != ARCHIVE_NAME and looks_like_archive(data):
        submission.notes.insert(0, note("wrong_name", name=show(base)))
    return submission


def _base(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def _loose_submission(tree: FileTree, own: dict[str, str], caps: Caps) -> Submission:
    members, room = [], caps.unpacked_bytes
    notes = [note("loose_files")]
    for name in list(own)[: caps.members]:
        data = tree.read(name, min(caps.packed_bytes, room))
        room -= len(data)
        if room < 0:
            most = caps.unpacked_bytes
            notes.append(note("archive_too_large", name=show(own[name]), most=most))
            break
        members.append(Member(own[name], Kind.FILE, data))
    submission = choose_files(Archive(members, []))
    submission.notes[:0] = notes
    return submission


def _choose_attempts(layout: str, attempts: list[Attempt], remarks: list[str]) -> Intake:
    """Chooses the last attempt of each student as the one that counts."""
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
                remarks.append(f"{student_id}: different names share this id; check who they are")
        counted.append(last)
        earlier += tries[:-1]
    return Intake(layout, counted, earlier, remarks)


def _order(attempt: Attempt) -> tuple[datetime, int, str]:
    oldest = datetime.min.replace(tzinfo=UTC)
    return (attempt.handed_in or oldest, attempt.number, attempt.label)


def twins(attempts: list[Attempt]) -> list[list[str]]:
    """Students who handed in exactly the same files, but not as one group."""
    groups: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.submission.files:
            groups.setdefault(attempt.submission.digest, []).append(attempt)
    alike = [same for same in groups.values() if len({one.label for one in same}) > 1]
    return sorted([one.student.id for one in same] for same in alike)
