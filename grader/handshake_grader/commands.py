"""The functions for most commands of `grader/grade`; desk.py and demo.py have the others."""

from __future__ import annotations

import getpass
import os
import shlex
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from rich.console import Console

from .course.class_run import JOURNAL_NAME, ClassRun, Selection, Work, hold_folder
from .course.class_tables import read_with_tables
from .course.examining import examined, opened
from .course.gradescope_zip import autograder_zip
from .doctor import examine_machine, require_machine
from .errors import EXIT_FAULT, EXIT_LOOK, EXIT_OK, UsageError
from .examine.examiner import KitExaminer
from .files import write_whole
from .intake.class_folder import Attempt, Intake, read_one
from .intake.download import Student
from .kit.build import require_modes, require_that_ours_builds
from .kit.kit import Kit, build_kit, given_files
from .marks.class_marks import ClassMarks, class_marks
from .marks.decisions import require_fitting
from .marks.journal import Journal
from .marks.late import is_accepted
from .marks.rubric import points_of
from .marks.score import score
from .marks.standing import last_reported
from .marks.timing import Timing
from .options import (
    ClassOptions,
    Common,
    DoctorOptions,
    OneOptions,
    OverrideOptions,
    ReportOptions,
    ZipOptions,
)
from .pages.gradescope import results_json
from .pages.outputs import write_all
from .pages.student_page import render
from .screen import complain
from .secret.case_seed import CaseSeeds, default_secret_file, load_secret
from .settings.plan import items_of, targets
from .settings.settings import Settings, read_settings
from .terminal import progress, show_changes, show_class, show_machine, show_outcome, show_settings


def do_class(options: ClassOptions, console: Console) -> int:
    return _grade_class(options, console, _selection(options), "class")


def do_regrade(options: ClassOptions, console: Console) -> int:
    selection = _selection(options, again=True)
    words = [*sorted(selection.students or ()), *sorted(selection.parts or ())]
    return _grade_class(options, console, selection, " ".join(["regrade", *words]))


def do_one(options: OneOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    seeds = seeds_of(options, settings)
    attempt = read_one(options.submission, Student(options.student), settings.lab)
    started, items = time.monotonic(), items_of(settings)
    with tempfile.TemporaryDirectory(prefix="handshake.") as scratch:
        require_machine(options.tree, Path(scratch), settings)
        kit = kit_of_tree(options, settings, console)
        examiner = KitExaminer(kit, settings, seeds, Path(scratch))
        results = {}
        opening = opened(lambda: examiner.open(attempt))
        with opening as examination, progress(console, "grading", len(items)) as advance:
            for item in items:
                results[item.id] = examined(examination, item)
                advance()
    can_hand_in = is_accepted(settings, datetime.now(timezone.utc))
    # A single file does not show when it was handed in, so the deadline is ignored.
    no_deadline = settings.assignment.model_copy(update={"due": None})
    settings = settings.model_copy(update={"assignment": no_deadline})
    found = score(settings, attempt, results, {})
    if options.gradescope:
        seconds = time.monotonic() - started
        write_whole(options.gradescope, results_json(settings, found, seconds, can_hand_in), 0o644)
    said = render(settings, found, "txt", can_hand_in=can_hand_in)
    console.print(said, markup=False, soft_wrap=True)
    for name in found.ungraded:
        for line in results[name].evidence:
            console.print(f"staff: {name}: {line.text}", markup=False, soft_wrap=True)
        if results[name].trace:
            complain(results[name].trace)
    if found.ungraded:
        return EXIT_FAULT
    return EXIT_OK if found.total is not None and found.total >= settings.points else EXIT_LOOK


def login_name() -> str:
    """In a container, a user often has a number and no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def do_override(options: OverrideOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    seeds = seeds_of(options, settings)
    who = options.who or login_name()
    with hold_folder(options.out), closing(open_journal(options.out)) as journal:
        journal.check_secret(seeds.secret_id)
        intake = class_with_tables(options, settings, journal)
        attempt = attempt_of(options.student, intake, options.submissions)
        digest = attempt.submission.digest
        known = targets(settings)
        if options.points == "none":  # also if the settings no longer have the target
            known |= dict.fromkeys(journal.overrides(attempt.student.id, digest), 0.0)
        points = points_of(options.target, options.points, known)
        about = attempt.student.id, options.target, points, who, options.why
        journal.record_override(*about, digest)
        marks = write_marks(options, settings, seeds, intake, journal)
    show_changes(console, marks.changes)
    return EXIT_OK


def do_report(options: ReportOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    seeds = seeds_of(options, settings)
    with hold_folder(options.out), closing(open_journal(options.out)) as journal:
        journal.check_secret(seeds.secret_id)
        intake = class_with_tables(options, settings, journal)
        show_class(console, settings, intake)
        marks = write_marks(options, settings, seeds, intake, journal)
    show_changes(console, marks.changes)
    return _finish(options, console, marks, intake)


def do_gradescope(options: ZipOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    load_secret(options.secret)
    write_whole(options.out, autograder_zip(options.tree, options.settings, options.secret))
    console.print(
        f"{options.out}: the autograder of {settings.assignment.id}. It holds the solutions and "
        "the secret, so only the staff may have it. Upload it on the page Configure Autograder.",
        markup=False,
        soft_wrap=True,
    )
    return EXIT_OK


def do_settings(options: Common, console: Console) -> int:
    show_settings(console, options.settings, read_settings(options.settings))
    return EXIT_OK


def do_doctor(options: DoctorOptions, console: Console) -> int:
    settings = read_settings(options.settings)
    findings = examine_machine(options.tree, Path(tempfile.gettempdir()), settings)
    show_machine(console, findings)
    if options.build:
        kit = kit_of_tree(options, settings, console)
        require_that_ours_builds(kit, settings)
        console.print("The kit was built, and our solution was built in the sandbox.")
        console.print(f"Digest of the kit: {kit.digest}")
    missing = [one.name for one in findings if one.needed and not one.ok]
    console.print(
        f"Grading cannot start without: {', '.join(missing)}" if missing else "Grading can start."
    )
    return EXIT_LOOK if missing else EXIT_OK


# ---- functions that the commands share


def _grade_class(options: ClassOptions, console: Console, selection: Selection, what: str) -> int:
    settings = read_settings(options.settings)
    seeds = seeds_of(options, settings)
    with hold_folder(options.out), closing(open_journal(options.out)) as journal:
        require_machine(options.tree, options.out, settings)
        intake = class_with_tables(options, settings, journal)
        show_class(console, settings, intake)
        selection = _known(selection, intake, settings)
        require_fitting(settings, intake, journal, options.settings)
        kit = kit_of_tree(options, settings, console)
        require_that_ours_builds(kit, settings)
        examiner = KitExaminer(kit, settings, seeds, options.out / "private/scratch")
        run = ClassRun(settings, examiner, seeds, journal, options.out)
        work = run.pending(intake.counted, selection)
        timing = _grade(run, work, what, options, console) if work else None
        marks = write_marks(options, settings, seeds, intake, journal, timing)
    show_changes(console, marks.changes)
    return _finish(options, console, marks, intake, selection.students)


def _grade(
    run: ClassRun, work: list[Work], what: str, options: ClassOptions, console: Console
) -> Timing:
    cluster = None
    if options.slurm is not None:
        from .course.slurm import SlurmCluster  # slow to load, and rarely needed

        cluster = SlurmCluster(options.out / "private/slurm", options.slurm)
    items = sum(one.results for one in work)
    names = {one.attempt.student.id: one.attempt.student.in_words for one in work}
    with progress(console, f"{len(work)} submissions", items) as advance:

        def show(event: dict[str, Any]) -> None:
            if event["event"] == "item":
                advance()
            elif event["event"] == "student" and not console.is_terminal:
                who, seconds = names[event["student"]], event["seconds"]
                console.print(f"{who}: graded in {seconds} s", markup=False, soft_wrap=True)

        run.on_event = show
        return run.grade(work, what, login_name(), options.jobs, cluster)


def write_marks(
    options: ReportOptions,
    settings: Settings,
    seeds: CaseSeeds,
    intake: Intake,
    journal: Journal,
    timing: Timing | None = None,
) -> ClassMarks:
    """Writes all marks and pages again, from all results in the journal."""
    require_fitting(settings, intake, journal, options.settings)
    who = {seeds.pseudonym(one.student.id): one.student.id for one in intake.counted}
    given = given_files(options.tree, settings.lab)
    marks = class_marks(settings, intake, journal, given, options.settings.name)
    same = _same_options(options)
    write_all(options.out, settings, intake, marks, journal.runs(), who, same, timing)
    journal.keep_reported(marks.standing.model_dump_json())
    return marks


def _same_options(options: ReportOptions) -> str:
    """The options with which another command finds the same class and the same secret cases."""
    words = ["--submissions", options.submissions.resolve(), "--out", options.out]
    words += ["--settings", options.settings]
    if options.secret != default_secret_file():
        words += ["--secret", options.secret]
    if options.layout:
        words += ["--layout", options.layout]
    return shlex.join(map(str, words))


def _finish(
    options: ReportOptions,
    console: Console,
    marks: ClassMarks,
    intake: Intake,
    students: set[str] | None = None,
) -> int:
    """students: those whom the command was about; None: all."""
    asked = [one for one in marks.scores if students is None or one.attempt.student.id in students]
    show_outcome(console, options.out, marks.scores, asked, intake.layout)
    if any(one.faults for one in asked):
        return EXIT_FAULT
    return EXIT_LOOK if any(one.ungraded for one in asked) else EXIT_OK


def class_with_tables(options: ReportOptions, settings: Settings, journal: Journal) -> Intake:
    tables = {"roster": options.roster, "times": options.times}
    about = settings, options.settings, options.layout, tables
    return read_with_tables(options.submissions, options.out, *about, last_reported(journal))


def _selection(options: ClassOptions, again: bool = False) -> Selection:
    students = set(options.student) if options.student else None
    return Selection(students, set(options.part) if options.part else None, again)


def attempt_of(student: str, intake: Intake, where: Path) -> Attempt:
    return intake.find(student, str(where))


def _known(selection: Selection, intake: Intake, settings: Settings) -> Selection:
    """The selection with the ids under which the students are in the journal."""
    names = sorted(selection.students or ())
    students = {intake.find(one, "the submissions").student.id for one in names}
    known = targets(settings)
    for part in sorted((selection.parts or set()) - set(known)):
        raise UsageError(f"there is no part {part!r}; use one of: {', '.join(known)}")
    return replace(selection, students=students or None)


def seeds_of(options: Common, settings: Settings) -> CaseSeeds:
    return CaseSeeds(load_secret(options.secret), settings.assignment.id)


def kit_of_tree(options: Common, settings: Settings, console: Console) -> Kit:
    said = "building the kit (minutes the first time, then seconds)"
    if not console.is_terminal:  # there, a status shows nothing
        console.print(said)
    with console.status(said):
        kit = build_kit(options.tree, settings.lab)
    require_modes(kit, settings)
    return kit


def open_journal(out: Path) -> Journal:
    return Journal(out / JOURNAL_NAME)
