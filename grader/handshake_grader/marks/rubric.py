"""Points that a person gives to a whole class: the person fills in a table, and the grader reads
it.

A row has at least: student, target, points, remark. A row without points means "not decided yet",
and changes nothing. If one row has a mistake, no row counts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import UsageError
from ..intake.download import Student
from ..intake.roster import nearest
from ..settings.plan import targets
from ..settings.settings import Settings
from ..tables import read_table
from ..verdict import Verdict
from .csv_files import safe_text, to_csv
from .journal import Override
from .score import PartScore, StudentScore, format_points

COLUMNS = ("student", "target", "points", "remark")  # the columns that are read
_WRITTEN = ("student", "name", "report", "target", "points", "remark")

# Verdicts that show no work for a part.
_NOT_SEEN = (Verdict.NOT_STARTED, Verdict.NOT_CHECKED, Verdict.UNREAD)


@dataclass(frozen=True)
class Given:
    student: str
    named: str  # the student's id in the table, which can be a pseudonym
    target: str
    points: float | None  # None: undoes an earlier decision
    remark: str


@dataclass(frozen=True)
class Line:
    """A line of the rubric about which a person decides for a student, or has decided."""

    target: str
    title: str
    most: float
    decision: Override | None


def lines_of(score: StudentScore) -> list[Line]:
    """The lines of the rubric for a student who handed in a report, or started the part."""
    return [
        Line(
            f"{part.part.id}.{row.line.id}",
            row.line.title,
            row.line.points,
            score.total_override or part.override or row.override,
        )
        for part in score.parts
        if _is_expected(score, part)
        for row in part.rubric
    ]


def open_lines(scores: list[StudentScore]) -> list[tuple[StudentScore, Line]]:
    """The lines without a decision for the files that count now."""
    return [(score, line) for score in scores for line in lines_of(score) if line.decision is None]


def _is_expected(score: StudentScore, part: PartScore) -> bool:
    """Whether a person has something to read for the rubric of this part. Nothing needs to be read
    for extra credit that was not started, unless there is a report."""
    is_voluntary = part.part.extra_credit and part.properties
    started = any(one.result and one.result.verdict not in _NOT_SEEN for one in part.properties)
    handed_in = bool(score.attempt.label)
    has_report = bool(score.attempt.submission.reports)
    return bool(part.rubric) and handed_in and (has_report or started or not is_voluntary)


def blinded(score: StudentScore, pseudonym: str) -> StudentScore:
    """The score without anything that says whose it is, as far as the grader knows. The texts of
    the student are as they were."""
    submission = score.attempt.submission
    reports = [
        replace(one, name=f"report {number}")
        for number, one in enumerate(submission.reports, start=1)
    ]
    submission = replace(submission, notes=[], reports=reports)
    own = score.attempt
    label = pseudonym if own.label else ""
    own = replace(own, student=Student(pseudonym), label=label, submission=submission)
    return replace(score, attempt=own)


def as_table(lines: list[tuple[StudentScore, Line]], reports: dict[str, str]) -> str:
    """reports: for each student, the files to read."""
    rows = []
    for score, line in lines:
        student = score.attempt.student
        cells = (student.id, student.name, reports[student.id], line.target, "", "")
        rows.append([safe_text(cell) for cell in cells])
    return to_csv([_WRITTEN, *rows])


def read_points(path: Path, settings: Settings, students: dict[str, str]) -> list[Given]:
    """Reads the table, and reports every mistake with its line. students: the id of each student,
    by every name that the table may use."""
    (line, header), *rows = read_table(path)
    head = [one.strip().lower() for one in header]
    if not set(COLUMNS) <= set(head):
        raise UsageError(f"rubric: {path}:{line}: the columns must be {', '.join(COLUMNS)}")
    places = [head.index(one) for one in COLUMNS]
    found: dict[tuple[str, str], Given] = {}
    faults = []
    for line, row in rows:
        cells = [row[at].strip() if at < len(row) else "" for at in places]
        if not cells[2]:
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


def _row(cells: list[str], settings: Settings, students: dict[str, str]) -> Given:
    student, target, points, remark = cells
    if student.startswith("'") and student not in students:
        student = student[1:]  # safe_text put the apostrophe there
    if student not in students:
        raise UsageError(f"there is no student {student!r}{nearest(student, students)}")
    given = points_of(target, points, targets(settings))
    if not remark:
        raise UsageError(f"{student}, {target}: the remark is missing; write one for the student")
    return Given(students[student], student, target, given, remark)


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
