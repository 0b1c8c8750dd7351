"""The rows of the table of students, with the words by which the page filters the rows."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ..marks.class_marks import ClassMarks
from ..marks.score import PartScore, StudentScore, format_points
from ..verdict import Verdict
from .common_mistakes import Mistake

LATE = {  # when a student handed in, compared with the deadline: keys, and the words for them
    "on_time": "on time",
    "grace": "within the grace time",
    "late": "late",
    "no_time": "no time known",
    "nothing": "nothing",
}
LOST, FULL = "lost", "full"  # in addition to the verdicts: whether a part has all of its points


@dataclass(frozen=True)
class Cell:
    text: str
    is_lost: bool = False


@dataclass(frozen=True)
class Row:
    score: StudentScore
    link: str
    total: str
    parts: tuple[Cell, ...]
    late: str  # a key of LATE
    late_by: str
    taken_off: str
    has_decision: bool
    needs_person: bool
    is_flagged: bool
    verdicts: str  # PART:VERDICT, and PART:lost or PART:full
    mistakes: str  # the student's mistakes, as indices into the list of common mistakes

    @property
    def name(self) -> str:
        return self.score.attempt.student.name

    @property
    def id(self) -> str:
        return self.score.attempt.student.id

    @property
    def section(self) -> str:
        return self.score.attempt.student.section


def rows_of(
    marks: ClassMarks, links: dict[str, str], mistakes: list[Mistake], to_decide: set[str]
) -> list[Row]:
    """The rows, sorted by name. to_decide: students with a decision of the staff about another
    submission."""
    flagged = {student for one in marks.anomalies for student in one.students}
    decided = {one.student for one in marks.decisions if one.points is not None}
    rows = []
    for score in sorted(marks.scores, key=by_name):
        student = score.attempt.student.id
        late, late_by = lateness_of(score)
        numbers = [str(at) for at, one in enumerate(mistakes) if student in one.students]
        cells = tuple(Cell(format_points(p.points) or "?", _has_lost(p)) for p in score.parts)
        row = Row(
            score,
            links[student],
            format_points(score.total) or "?",
            cells,
            late,
            late_by,
            format_points(score.deduction) if score.lateness.is_late else "",
            student in decided,
            bool(score.ungraded) or student in to_decide,
            student in flagged,
            " ".join(dict.fromkeys(word for part in score.parts for word in _words(part))),
            " ".join(numbers),
        )
        rows.append(row)
    return rows


def width_of(heading: str, cells: Iterable[str] = ()) -> int:
    """The width of a column in rem, for its heading (in smaller letters) and its longest cell. The
    page has a rule for each width from 4 to 12."""
    widest = max(0.52 * len(heading), 0.55 * max(map(len, cells), default=0))
    return min(12, max(4, math.ceil(widest + 1)))


def by_name(score: StudentScore) -> tuple[str, str]:
    return (score.attempt.student.name or score.attempt.student.id).casefold(), (
        score.attempt.student.id
    )


def lateness_of(score: StudentScore) -> tuple[str, str]:
    """A key of LATE, and by how much the student was late."""
    if not score.attempt.label:
        return "nothing", ""
    note = score.lateness.note
    if note is None:
        return "on_time", ""
    if note.code == "no_time":
        return "no_time", ""
    late_by = str(note.values.get("late_by", ""))
    return ("late" if score.lateness.is_late else "grace"), late_by


def verdicts_in(rows: list[Row]) -> list[str]:
    found = {word.split(":")[1] for row in rows for word in row.verdicts.split()}
    return [word.value for word in Verdict if word.value in found]


def _has_lost(part: PartScore) -> bool:
    counts = part.points is not None and not part.part.extra_credit
    return counts and (part.points or 0) < part.part.points


def _words(part: PartScore) -> list[str]:
    words = [one.result.verdict.value for one in part.properties if one.result]
    if part.points is not None:
        words.append(FULL if part.points >= part.part.points else LOST)
    return [f"{part.part.id}:{word}" for word in words]
