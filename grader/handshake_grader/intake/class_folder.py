"""Finds the student of each file in a download of a course site, or in plain folders."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

from ..lab import Lab
from ..messages import note, sentence
from .archive import Archive, Caps, Kind, Member, format_of, read_archive, show
from .attempts import Attempt, Intake
from .canvas import EARLIER
from .download import Found, Student
from .file_names import meant_name
from .file_tree import FileTree, file_as_tree, open_tree
from .layouts import ARCHIVE_NAME, read_layout
from .plain import archive_owner
from .roll_call import call_the_roll, set_times
from .roster import read_roster, read_times
from .submission import Submission, choose_files, combine, conclude, looks_like_report

__all__ = ["Attempt", "Intake", "read_class", "read_one", "twins"]
_NOT_OF_A_KIT = ("loose_files", "files_ignored")
MOST_ARCHIVES = 8  # of one student; further archives are not opened


def read_class(
    path: Path,
    zone: ZoneInfo,
    lab: Lab,
    caps: Caps = Caps(),
    layout: str | None = None,
    roster: Path | None = None,
    times: Path | None = None,
) -> Intake:
    """layout: a name in layouts.LAYOUTS; if it is None, the layout is found from the download.
    roster, times: CSV files."""
    people = read_roster(roster) if roster else None
    tree = open_tree(path)
    layout, reading = read_layout(tree, zone, lab, layout, people.ids if people else ())
    claimed = {name for one in reading.found for name in (*one.files, *one.texts)}
    claimed |= reading.of_site
    remarks = [f"{name}: a link or another special file; it was not read" for name in tree.skipped]
    remarks += [
        f"{show(name)}: belongs to no student by the rules of the {layout} layout"
        for name in tree.names
        if name not in claimed
    ]
    attempts = [_read_attempt(tree, one, lab, caps) for one in reading.found]
    intake = _choose_attempts(layout, attempts, [*reading.remarks, *remarks])
    intake.form, intake.about, intake.roster = reading.form, reading.about, people
    if people:
        call_the_roll(intake, people, lab)
    intake.join_partners()
    if times:
        set_times(intake, read_times(times, zone), times)
    return intake


def read_one(path: Path, student: Student, lab: Lab, caps: Caps = Caps()) -> Attempt:
    """Reads a single archive, or a folder that holds the files of a submission."""
    tree = open_tree(path) if path.is_dir() else file_as_tree(path)
    names = [*tree.names, *tree.skipped]
    return _read_attempt(tree, Found(student, {name: name for name in names}), lab, caps)


# ---- from files to attempts


def _read_attempt(tree: FileTree, found: Found, lab: Lab, caps: Caps) -> Attempt:
    """Reads the files of one attempt. A fault in them concerns only the student of this attempt."""
    own = found.files or found.texts
    try:
        label, submission = _submission_of(tree, own, lab, caps)
    except Exception as error:
        label = min(own, default="")
        reason = note("submission_unread", reason=show(str(error)))
        submission = Submission(lab, notes=[reason], unread=dict.fromkeys(lab.all_paths, reason))
    if found.is_kit:
        submission.notes = [one for one in submission.notes if one.code not in _NOT_OF_A_KIT]
    return Attempt(found.student, label, found.handed_in, submission, found.number, found.late_flag)


def _submission_of(
    tree: FileTree, own: dict[str, str], lab: Lab, caps: Caps
) -> tuple[str, Submission]:
    """Reads one submission. Also returns the name of the file or folder that was handed in. own:
    for each name in the tree, the name that the student gave to this file."""
    if not own:
        return "", Submission(lab, notes=[note("nothing_handed_in")])
    starts = {name: tree.read(name, 1024) for name in own if name in tree.sizes}
    archives = [name for name, start in starts.items() if _is_archive(own[name], start)]
    newest = [name for name in archives if not own[name].startswith(EARLIER)] or archives
    ranked = sorted(newest, key=lambda name: _rank(own[name], name), reverse=True)
    labels = {own[name]: name for name in ranked[:MOST_ARCHIVES]}
    sources = {one: _from_archive(tree, name, one, lab, caps) for one, name in labels.items()}
    loose = [name for name in own if name not in archives]
    if loose:
        word, first = sentence("without_archive"), min(loose)
        labels[word] = first.rsplit("/", 1)[0] if "/" in first else first
        sources[word] = _loose_submission(tree, loose, own, lab, caps)
    chosen, submission = combine(sources)
    submission.ignored += [own[name] for name in ranked[MOST_ARCHIVES:]]
    submission.complete &= len(ranked) <= MOST_ARCHIVES
    if len(archives) > 1 and submission.files:
        several = note("several_archives", count=len(archives), name=show(_base(chosen)))
        submission.notes.insert(0, several)
    conclude(submission, (_member(tree, name, own[name], caps) for name in sorted(own)))
    return labels[chosen], submission


def _member(tree: FileTree, name: str, own: str, caps: Caps) -> Member:
    if name not in tree.sizes:
        return Member(own, Kind.LINK)
    return Member(own, Kind.FILE, tree.read(name, caps.packed_bytes))


def _is_archive(name: str, start: bytes) -> bool:
    is_named = archive_owner(meant_name(name)) is not None
    return is_named or (format_of(start) is not None and not looks_like_report(name, start))


def _rank(own: str, name: str) -> tuple[bool, bool, str, str]:
    is_ours = meant_name(_base(own)).lower() == ARCHIVE_NAME
    return is_ours, _base(own) == ARCHIVE_NAME, own, name


def _from_archive(tree: FileTree, name: str, own: str, lab: Lab, caps: Caps) -> Submission:
    base = _base(own)
    submission = choose_files(read_archive(base, tree.read(name, caps.packed_bytes), caps), lab)
    if base != ARCHIVE_NAME and submission.files:
        submission.notes.insert(0, note("wrong_name", name=show(base)))
    return submission


def _base(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def _loose_submission(
    tree: FileTree, names: list[str], own: dict[str, str], lab: Lab, caps: Caps
) -> Submission:
    archive, room = Archive([], [], len(names) <= caps.members), caps.unpacked_bytes
    wanted = {_base(path) for path in lab.all_paths}
    ranked = sorted(names, key=lambda name: meant_name(_base(name)) not in wanted)
    for name in ranked[: caps.members]:
        member = _member(tree, name, own[name], caps)
        room -= len(member.data)
        if room < 0:
            most = caps.unpacked_bytes
            archive.notes.append(note("archive_too_large", name=show(own[name]), most=most))
            archive.complete = False
            break
        archive.members.append(member)
    submission = choose_files(archive, lab)
    if submission.files:
        submission.notes.insert(0, note("loose_files"))
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
    oldest = datetime.min.replace(tzinfo=timezone.utc)
    return (attempt.handed_in or oldest, attempt.number, attempt.label)


def twins(attempts: list[Attempt]) -> list[list[str]]:
    """Students who handed in exactly the same files, but not as one group."""
    groups: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.submission.files:
            groups.setdefault(attempt.submission.digest, []).append(attempt)
    alike = [same for same in groups.values() if len({one.label for one in same}) > 1]
    return sorted([one.student.id for one in same] for same in alike)
