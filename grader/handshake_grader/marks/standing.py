"""The marks of a class with everything that decided them. The journal keeps the standing that was
reported last; changes.py explains the differences to the standing of today."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel

from .. import __version__
from ..intake.class_folder import Attempt
from ..settings.settings import Settings
from ..times import in_words
from .journal import Journal, Override
from .score import PartScore, PropertyScore, StudentScore, format_points

UNGRADED = "ungraded"


class Decision(BaseModel):
    """Points that a person gave, or took back (then `points` is None)."""

    points: float | None
    who: str
    why: str
    at: str


class Row(BaseModel):
    """A line of a student's marks: a property, a line of the rubric, a part, the lateness, or the
    total."""

    cell: str
    decision: Decision | None = None
    run: int | None = None  # the run that examined the property
    follows: list[str] = []  # the parts from whose results the points follow, too
    days: int | None = None  # of lateness

    def shows_the_same(self, other: Row) -> bool:
        """A second decision with the same points and the same reason shows nothing new."""
        return self.cell == other.cell and _said(self.decision) == _said(other.decision)


def _said(one: Decision | None) -> tuple[float, str] | None:
    return (one.points, one.why) if one and one.points is not None else None


class OfStudent(BaseModel):
    name: str
    files: str  # the digest of what was handed in
    hand_in: str  # in words
    rows: dict[str, Row]

    @property
    def is_examined(self) -> bool:
        return any(row.run is not None for row in self.rows.values())


class Standing(BaseModel):
    settings: str  # the digest under which the journal keeps the settings
    version: str = ""  # of the grader
    students: dict[str, OfStudent]

    @property
    def handed_in(self) -> set[str]:
        return {student for student, one in self.students.items() if one.hand_in}


def last_reported(journal: Journal) -> Standing | None:
    found = journal.reported()
    return Standing.model_validate_json(found) if found else None


def standing(settings: Settings, scores: list[StudentScore], journal: Journal) -> Standing:
    zone = settings.assignment.time_zone
    students = {one.attempt.student.id: _of_student(one, journal, zone) for one in scores}
    digest = journal.keep_settings(settings)
    return Standing(settings=digest, version=__version__, students=students)


def _of_student(score: StudentScore, journal: Journal, zone: str) -> OfStudent:
    attempt = score.attempt
    who, digest = attempt.student.id, attempt.submission.digest
    decisions, runs = journal.last_decisions(who, digest), journal.examined_in(who)
    rows: dict[str, Row] = {}

    def add(where: str, cell: str, run: int | None = None, follows: Sequence[str] = ()) -> None:
        last = decisions.get(where)
        decision = _decision(last) if last else None
        rows[where] = Row(cell=cell, decision=decision, run=run, follows=list(follows))

    for part in score.parts:
        add(part.part.id, _by_hand(part.override))
        for one in part.properties:
            item = f"{part.part.id}.{one.property.id}"
            run = runs[item] if one.result else None
            add(item, _cell(one), run, _followed(score, part, one))
        for line in part.rubric:
            add(f"{part.part.id}.{line.line.id}", _by_hand(line.override))
    late = f"{100 * (score.lateness.factor - 1):g} %"
    rows["late"] = Row(cell=late, days=score.lateness.days)
    add("total", format_points(score.total) or UNGRADED)
    hand_in = in_words_of(attempt, zone)
    return OfStudent(name=attempt.student.name, files=digest, hand_in=hand_in, rows=rows)


def in_words_of(attempt: Attempt, zone: str) -> str:
    """What was handed in, and when."""
    when = attempt.handed_in
    return f"{attempt.label}, {in_words(when, zone)}" if when else attempt.label


def _decision(one: Override) -> Decision:
    return Decision(points=one.points, who=one.who, why=one.why, at=one.at)


def _by_hand(one: Override | None) -> str:
    return f"by hand {format_points(one.points)}" if one else "-"


def _cell(one: PropertyScore) -> str:
    if one.override:
        return _by_hand(one.override)
    word = one.result.verdict.value if one.result else UNGRADED
    return f"{word} {format_points(one.points)}".strip()


def _followed(score: StudentScore, part: PartScore, one: PropertyScore) -> list[str]:
    """The parts from whose results the points of the property follow, too (marks/score.py)."""
    files = {one.failing}
    if one.result and one.result.is_doubted:
        files |= {path for each in part.properties for path in each.property.own}
    found = [part.part.id] if part.part.extra_credit and files != {""} else []
    for other in score.parts:
        own = [each.property.own for each in other.properties]
        if other is not part and any(len(paths) == 1 and paths[0] in files for paths in own):
            found.append(other.part.id)
    return found
