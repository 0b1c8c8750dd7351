"""Everything that the commands show on a terminal in addition to the text of a report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

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
from rich.table import Column, Table

from .doctor import Finding, machine_in_words
from .intake.class_folder import Intake
from .marks.changes import Changes
from .marks.class_times import late_students, warnings
from .marks.score import StudentScore, format_points
from .settings.listing import listed, named
from .settings.settings import Settings

MOST_REMARKS = 12  # on the terminal
OUTPUTS = (
    ("marks.csv", "one row per student"),
    ("class.html", "the whole class, and what a person must decide or check"),
    ("similarity.html", "similar submissions"),
    ("students/ID/", "report.html and report.txt, for each student"),
    ("staff/ID.html", "the same report with secret cases and decisions, for the staff"),
    ("gradebooks/", "files for the course site; README.txt there says how to upload them"),
)


@contextmanager
def progress(console: Console, what: str, items: int) -> Iterator[Callable[[], None]]:
    """Shows a progress bar. Yields a function that must be called after each item."""
    columns = [
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("items,"),
        TimeElapsedColumn(),
        TextColumn("elapsed,"),
        TimeRemainingColumn(),
        TextColumn("left"),
    ]
    is_silent = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=is_silent) as shown:
        bar = shown.add_task(what, total=items)
        yield lambda: shown.advance(bar)


def show_changes(console: Console, changes: Changes | None) -> None:
    """Shows nothing if no marks were reported before."""
    if changes is None:
        return
    if changes.rows:
        table = _table("student", "what", "before", "after", "why", title="What changed")
        for one in changes.rows:
            table.add_row(
                *map(escape, (one.student.in_words, one.where, one.before, one.after, one.why))
            )
        console.print(table)
    else:
        console.print("No mark changed.")
    for said in changes.settings:
        console.print(f"  changed: {said}", markup=False, soft_wrap=True)


def show_class(console: Console, settings: Settings, intake: Intake) -> None:
    """Shows the layout of the class folder, and its students, before any submission runs."""
    of = f" ({intake.form})" if intake.form else ""
    absent, late = len(intake.absent), sum(one.late_flag for one in intake.counted)
    counts = [f"{len(intake.counted)} students", f"{len(intake.counted) - absent} handed in"]
    counts += [f"{absent} handed in nothing"] if absent else []
    counts += [f"{late} marked late by the site"] if late else []
    counts += [f"{len(intake.earlier)} earlier attempts"] if intake.earlier else []
    roster = "" if intake.roster is None else f"; roster of {len(intake.roster.entries)}"
    said = f"{intake.layout} layout{of}: {', '.join(counts)}{roster}"
    console.print(said, markup=False, soft_wrap=True)
    unread = [one for one in intake.counted if one.submission.unread]
    lists = {
        "handed in": [one.student.in_words for one in intake.counted if one.label],
        "nothing from": [one.student.in_words for one in intake.absent],
        "late": late_students(settings, intake),
        "files could not be read of": [one.student.in_words for one in unread],
    }
    for what, who in lists.items():
        if who:
            console.print(f"  {what}: {'; '.join(who)}", markup=False, soft_wrap=True)
    for remark in intake.remarks[:MOST_REMARKS]:
        console.print(f"  check: {remark}", markup=False)
    if len(intake.remarks) > MOST_REMARKS:
        console.print(f"  and {len(intake.remarks) - MOST_REMARKS} more remarks in class.html")
    for warning in warnings(settings, intake):
        console.print(warning, style="bold red", markup=False)


def show_outcome(
    console: Console, out: Path, scores: list[StudentScore], asked: list[StudentScore], layout: str
) -> None:
    """asked: the scores of the students whom the command was about."""
    ungraded = [one.attempt.student.in_words for one in asked if one.ungraded]
    verb = "needs" if len(ungraded) == 1 else "need"
    who = f": {'; '.join(ungraded)}" if ungraded else ""
    of = "" if len(asked) == len(scores) else f"{len(asked)} of "
    console.print(
        f"{of}{len(scores)} students, {layout} layout; {len(ungraded)} {verb} a person{who}.",
        markup=False,
        soft_wrap=True,
    )
    faults = sum(1 for one in asked if one.faults)
    if faults:
        console.print(
            f"For {faults} of these students, something is not graded because of a fault of "
            "the grader or of this machine (JE). Read the reason in class.html, repair the "
            "fault, and run the command again.",
            style="bold red",
            markup=False,
        )
    for path, what in OUTPUTS:
        console.print(f"  {out}/{path}: {what}", markup=False, soft_wrap=True)


def show_settings(console: Console, file: Path, settings: Settings) -> None:
    """Shows everything that is set, also what the file leaves to its default."""
    rules = _table("rule", "value")
    parts = {part.id for part in settings.parts}
    is_timed = any(one.by == "speed" for part in settings.parts for one in part.properties)
    for group, values in listed(settings).items():
        if group.split(".")[0] in parts or (group == "speed" and not is_timed):
            continue
        for key, value in values.items():
            rules.add_row(escape(named(group, key)), escape(value))
    console.print(rules)
    table = _table("part", "property", "by", "points", "title")
    for part in settings.parts:
        extra = "extra" if part.extra_credit else ""
        points = format_points(part.points)
        table.add_row(part.id, "", extra, points, escape(part.title), style="bold")
        for one in part.properties:
            points = format_points(one.points)
            table.add_row(part.id, one.id, one.by, points, escape(one.title))
        for line in part.rubric:
            points = format_points(line.points)
            table.add_row(part.id, line.id, "a person", points, escape(line.title))
    total = format_points(settings.points)
    more = sum(part.points for part in settings.parts if part.extra_credit)
    table.add_row("total", "", "", total, "without extra credit", style="bold")
    console.print(table)
    console.print(f"{file}: no mistakes; {total} points and {format_points(more)} extra")


def _table(*headings: str, title: str | None = None) -> Table:
    """A table that shows every cell completely, however narrow the terminal is."""
    return Table(*(Column(one, overflow="fold") for one in headings), title=title)


def show_machine(console: Console, findings: list[Finding]) -> None:
    table = _table("what", "", "detail", title=machine_in_words())
    for one in findings:
        word = "ok" if one.ok else "MISSING" if one.needed else "no"
        table.add_row(escape(one.name), word, escape(one.detail))
    console.print(table)
