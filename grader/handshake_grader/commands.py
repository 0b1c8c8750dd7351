"""What each command of `grader/grade` does."""

from __future__ import annotations

import getpass
import os
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from .course.class_run import JOURNAL_NAME, ClassRun, Selection, hold_folder
from .course.examining import examined, opened
from .course.gradescope_zip import autograder_zip
from .doctor import examine_machine, machine_in_words, require_machine
from .errors import EXIT_FAULT, EXIT_LOOK, EXIT_OK, UsageError
from .examine.examiner import KitExaminer, require_modes
from .files import write_whole
from .intake.class_folder import Intake, Student, read_class, read_one
from .kit.build import require_that_ours_builds
from .kit.kit import build_kit, given_files
from .marks.changes import compare
from .marks.journal import Journal
from .marks.score import format_points, score, targets
from .pages.class_page import Timing
from .pages.gradescope import results_json
from .pages.outputs import score_class, write_all
from .pages.student_page import render
from .secret.case_seed import CaseSeeds, default_secret_file, load_secret
from .settings.plan import items_of
from .settings.settings import Settings, read_settings


def do_class(options, console: Console) -> int:
    selection = Selection(set(options.student) if options.student else None)
    return _grade_class(options, console, selection, "class")


def do_regrade(options, console: Console) -> int:
    students = set(options.student) if options.student else None
    parts = set(options.part) if options.part else None
    words = " ".join(["regrade", *sorted(students or ()), *sorted(parts or ())])
    return _grade_class(options, console, Selection(students, parts, again=True), words)


def do_demo(options, console: Console) -> int:
    """The sample class, with settings that let it end soon."""
    sys.path.insert(0, str(options.tree / "grader/tests/submissions"))
    from sample_class import sample_class, small_settings

    options.submissions = options.out / "sample_class.zip"
    options.settings = options.out / "sample_class.toml"
    write_whole(options.submissions, sample_class(options.tree))
    write_whole(options.settings, small_settings())
    console.print(f"{options.submissions}: a class of 24, as Sakai packs it", markup=False)
    return _grade_class(options, console, Selection(), "demo")


def do_one(options, console: Console) -> int:
    settings, seeds = _settings(options), _seeds(options)
    attempt = read_one(options.submission, Student(options.student))
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="handshake.") as scratch:
        require_machine(options.tree, Path(scratch), settings)
        examiner = KitExaminer(_kit(options, console), settings, seeds, Path(scratch))
        results = {}
        opening = opened(lambda: examiner.open(attempt))
        with opening as examination, _progress(console) as progress:
            bar = progress.add_task("grading", total=len(items_of(settings)))
            for item in items_of(settings):
                results[item.id] = examined(examination, item)
                progress.advance(bar)
    # One file says nothing about when it was handed in.
    no_deadline = settings.assignment.model_copy(update={"due": None})
    settings = settings.model_copy(update={"assignment": no_deadline})
    found = score(settings, attempt, results, {})
    if options.gradescope:
        write_whole(
            options.gradescope, results_json(settings, found, time.monotonic() - started), 0o644
        )
    console.print(render(settings, found, "txt"), markup=False, soft_wrap=True)
    for item in found.ungraded:
        for line in results[item].evidence:
            console.print(f"staff: {item}: {line.text}", markup=False, soft_wrap=True)
        if results[item].trace:
            print(results[item].trace, file=sys.stderr)
    if found.ungraded:
        return EXIT_FAULT
    return EXIT_OK if found.total is not None and found.total >= settings.points else EXIT_LOOK


def do_override(options, console: Console) -> int:
    settings, seeds = _settings(options), _seeds(options)
    known = targets(settings)
    if options.target not in known:
        raise UsageError(f"override: there is no {options.target!r}; there are: {', '.join(known)}")
    points = _points(options.points, known[options.target])
    who = options.who or getpass.getuser()
    with hold_folder(options.out):
        intake = read_class(options.submissions, settings.assignment.zone)
        if options.student not in {one.student.id for one in intake.counted}:
            raise UsageError(
                f"override: there is no student {options.student!r} in {options.submissions}"
            )
        journal = _journal(options.out)
        before = score_class(settings, intake, journal)
        journal.record_override(options.student, options.target, points, who, options.why)
        after = write_all(options.out, settings, intake, journal, seeds, given_files(options.tree))
        _print_changes(console, compare(before, after, journal))
        journal.close()
    return EXIT_OK


def do_report(options, console: Console) -> int:
    settings, seeds = _settings(options), _seeds(options)
    with hold_folder(options.out):
        intake = read_class(options.submissions, settings.assignment.zone)
        journal = _journal(options.out)
        scores = write_all(options.out, settings, intake, journal, seeds, given_files(options.tree))
        journal.close()
    return _finish(console, options.out, scores, intake)


def do_gradescope(options, console: Console) -> int:
    settings = _settings(options)
    secret = options.secret or default_secret_file()
    load_secret(secret)
    write_whole(options.out, autograder_zip(options.tree, options.settings, secret))
    console.print(
        f"{options.out}: the autograder of {settings.assignment.id}. It holds the solutions and "
        "the secret, so keep it among the staff. Upload it at Configure Autograder.",
        markup=False,
        soft_wrap=True,
    )
    return EXIT_OK


def do_settings(options, console: Console) -> int:
    settings = _settings(options)
    table = Table("part", "property", "by", "points")
    for part in settings.parts:
        for one in part.properties:
            table.add_row(part.id, one.id, one.by, format_points(one.points))
        for line in part.rubric:
            table.add_row(part.id, line.id, "a person", format_points(line.points))
    extra = sum(part.points for part in settings.parts if part.extra_credit)
    table.add_row("total", "", "", format_points(settings.points), style="bold")
    console.print(table)
    console.print(
        f"{options.settings}: all right; {format_points(settings.points)} points and {format_points(extra)} extra"
    )
    return EXIT_OK


def do_doctor(options, console: Console) -> int:
    settings = _settings(options)
    findings = examine_machine(options.tree, Path(tempfile.gettempdir()), settings)
    table = Table("what", "", "detail", title=machine_in_words())
    for one in findings:
        word = "ok" if one.ok else "MISSING" if one.needed else "no"
        table.add_row(escape(one.name), word, escape(one.detail))
    console.print(table)
    if options.build:
        kit = _kit(options, console)
        require_that_ours_builds(kit, settings)
        console.print(f"The kit is built, and in the sandbox the solution: {kit.digest}")
    missing = [one.name for one in findings if one.needed and not one.ok]
    console.print(
        f"Grading can not start without: {', '.join(missing)}" if missing else "Grading can start."
    )
    return EXIT_LOOK if missing else EXIT_OK


# ---- what the commands share


def _grade_class(options, console: Console, selection: Selection, what: str) -> int:
    settings, seeds = _settings(options), _seeds(options)
    with hold_folder(options.out):
        require_machine(options.tree, options.out, settings)
        intake = read_class(options.submissions, settings.assignment.zone)
        _require_known(selection, intake, settings)
        kit = _kit(options, console)
        require_that_ours_builds(kit, settings)
        examiner = KitExaminer(kit, settings, seeds, options.out / "private/scratch")
        journal = _journal(options.out)
        before = score_class(settings, intake, journal)
        run = ClassRun(settings, examiner, seeds, journal, options.out)
        work = run.pending(intake.counted, selection)
        timing = _grade(run, work, what, options, console) if work else None
        after = write_all(
            options.out, settings, intake, journal, seeds, given_files(options.tree), timing
        )
        if any(one.reached is not None for one in before):
            _print_changes(console, compare(before, after, journal))
        journal.close()
    return _finish(console, options.out, after, intake)


def _grade(run: ClassRun, work: list, what: str, options, console: Console) -> Timing:
    cluster = _cluster(options)
    started, own = time.monotonic(), time.process_time()
    items = sum(len(one.items) for one in work)
    with _progress(console) as progress:
        bar = progress.add_task(f"{len(work)} submissions", total=items)

        def show(event: dict) -> None:
            if event["event"] == "item":
                progress.advance(bar)
            elif event["event"] == "student" and not console.is_terminal:
                progress.console.print(f"{event['who']}: {event['seconds']} s", markup=False)

        run.on_event = show
        number = run.grade(work, what, getpass.getuser(), options.jobs, cluster)
    costs = run.journal.costs(number)
    return Timing.of(costs, time.process_time() - own, time.monotonic() - started)


def _cluster(options):
    if getattr(options, "slurm", None) is None:
        return None
    from .course.slurm import SlurmCluster  # loading it takes long, and few need it

    return SlurmCluster(options.out / "private/slurm", options.slurm)


def _require_known(selection: Selection, intake: Intake, settings: Settings) -> None:
    students = {one.student.id for one in intake.counted}
    for student in sorted((selection.students or set()) - students):
        raise UsageError(f"there is no student {student!r} in the submissions")
    for part in sorted((selection.parts or set()) - set(targets(settings))):
        raise UsageError(f"there is no part {part!r}; there are: {', '.join(targets(settings))}")


def _settings(options) -> Settings:
    return read_settings(options.settings)


def _seeds(options) -> CaseSeeds:
    settings = _settings(options)
    return CaseSeeds(load_secret(options.secret or default_secret_file()), settings.assignment.id)


def _kit(options, console: Console):
    with console.status("building the kit (minutes the first time, then seconds)"):
        kit = build_kit(options.tree)
    require_modes(_settings(options), kit)
    return kit


def _journal(out: Path) -> Journal:
    return Journal(out / JOURNAL_NAME)


def _points(text: str, most: float) -> float | None:
    if text == "none":
        return None
    try:
        points = float(text)
    except ValueError:
        raise UsageError(f"override: {text!r} is neither a number nor `none`") from None
    if not 0 <= points <= most:
        raise UsageError(f"override: {text} is not from 0 to {format_points(most)}")
    return points


@contextmanager
def _progress(console: Console) -> Iterator[Progress]:
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("items,"),
    ]
    columns += [TimeElapsedColumn(), TextColumn("gone,"), TimeRemainingColumn(), TextColumn("left")]
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        yield progress


def _print_changes(console: Console, changes: list) -> None:
    if not changes:
        console.print("No mark changed.")
        return
    table = Table("student", "what", "before", "after", "why", title="What changed")
    for one in changes:
        table.add_row(*map(escape, (one.student, one.where, one.before, one.after, one.why)))
    console.print(table)


def _finish(console: Console, out: Path, scores: list, intake: Intake) -> int:
    ungraded = [one for one in scores if one.ungraded]
    console.print(
        f"{len(scores)} students, {intake.layout} layout; {len(ungraded)} need a person.",
        markup=False,
    )
    for path, what in (
        ("marks.csv", "one row a student"),
        ("class.html", "the class, what needs a person, what to look at"),
        ("similarity.html", "submissions that are alike"),
        ("students/ID/report.html", "and report.txt: for each student"),
        ("gradebooks/", "import files for Sakai, Canvas and Moodle"),
    ):
        console.print(f"  {os.path.join(out, path)}: {what}", markup=False, soft_wrap=True)
    return EXIT_LOOK if ungraded else EXIT_OK
