"""Points that a person gives to a whole class: the person fills in a table, and the grader reads
it.

A row is: student, target, points, remark. A row without points means "not decided yet", and changes
nothing. If one row has a mistake, no row counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError
from ..intake.roster import nearest
from ..settings.plan import targets
from ..settings.settings import Settings
from ..tables import read_table
from .csv_files import safe_text, to_csv
from .score import StudentScore, format_points

COLUMNS = ("student", "target", "points", "remark")


@dataclass(frozen=True)
class Given:
    student: str
    target: str
    points: float | None  # None: undoes an earlier decision
    remark: str


@dataclass(frozen=True)
class Open:
    """A line of the rubric without a decision for the files that count now."""

    score: StudentScore
    target: str
    title: str
    most: float


def open_lines(scores: list[StudentScore]) -> list[Open]:
    """The open lines of all students who handed in something."""
    return [
        Open(one, f"{part.part.id}.{row.line.id}", row.line.title, row.line.points)
        for one in scores
        if one.attempt.label
        for part in one.parts
        for row in part.rubric
        if row.override is None and part.override is None and one.total_override is None
    ]


def as_table(lines: list[Open]) -> str:
    rows = [[safe_text(one.score.attempt.student.id), one.target, "", ""] for one in lines]
    return to_csv([COLUMNS, *rows])


def read_points(path: Path, settings: Settings, students: set[str]) -> list[Given]:
    """Reads the table, and reports every mistake with its line."""
    (line, header), *rows = read_table(path)
    head = [one.strip().lower() for one in header]
    if tuple(head[: len(COLUMNS)]) != COLUMNS:
        raise UsageError(f"rubric: {path}:{line}: the columns must be {', '.join(COLUMNS)}")
    found: dict[tuple[str, str], Given] = {}
    faults = []
    for line, row in rows:
        cells = [one.strip() for one in [*row, "", "", "", ""]][: len(COLUMNS)]
        if not any(cells) or not cells[2]:
            continue
        try:
            given = _row(cells, settings, students)
        except UsageError as error:
            faults.append(f"rubric: {path}:{line}: {error}")
            continue
        if (given.student, given.target) in found:
            said = f"{given.student}, {given.target} appears twice"
            faults.append(f"rubric: {path}:{line}: {said}")
        found[given.student, given.target] = given
    if faults:
        raise UsageError("\n".join([*faults, "rubric: nothing was recorded"]))
    return list(found.values())


def _row(cells: list[str], settings: Settings, students: set[str]) -> Given:
    student, target, points, remark = cells
    if student.startswith("'") and student not in students:
        student = student[1:]  # safe_text put the apostrophe there
    if student not in students:
        raise UsageError(f"there is no student {student!r}")
    given = points_of(target, points, targets(settings))
    if not remark:
        raise UsageError(f"{student}, {target}: the remark is missing; write one for the student")
    return Given(student, target, given, remark)


def points_of(target: str, text: str, known: dict[str, float]) -> float | None:
    """known: the possible targets, each with the most points for it."""
    if target not in known:
        hint = nearest(target, known)
        said = f"; the targets are: {', '.join(known)}"
        raise UsageError(f"there is no target {target!r}{hint or said}")
    most = known[target]
    if text == "none":
        return None
    try:
        points = float(text.replace(",", "."))
    except ValueError:
        raise UsageError(f"{target}: {text!r} is neither a number nor `none`") from None
    if not 0 <= points <= most:
        raise UsageError(f"{target}: {text} is not from 0 to {format_points(most)}")
    return points
