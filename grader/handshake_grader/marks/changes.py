"""The changes that a second grading made, as rows of a table, and their reasons."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from ..verdict import ItemResult
from .journal import Journal, Override
from .score import PartScore, PropertyScore, StudentScore, format_points


@dataclass(frozen=True)
class Change:
    student: str
    where: str
    before: str
    after: str
    why: str


_NO_MARKS = ("student", "name", "section")  # columns of marks.csv that describe the student
Written = dict[str, dict[str, str]]  # the rows of a marks.csv, by student


def read_marks(table: str) -> Written:
    return {row.get("student") or "": row for row in csv.DictReader(io.StringIO(table))}


def since(written: Written, now: Written) -> list[Change]:
    """The changes from `written` (the earlier marks.csv) to `now`, for students in both."""
    return [
        Change(student, column, written[student][column], cell, "")
        for student, row in now.items()
        for column, cell in row.items()
        if column not in _NO_MARKS and written.get(student, {}).get(column, cell) != cell
    ]


def compare(
    before: list[StudentScore],
    after: list[StudentScore],
    journal: Journal,
    written: Written | None = None,
) -> list[Change]:
    """written: the earlier marks.csv. It still has the old totals of students who have handed in
    other files since then."""
    earlier = {one.attempt.student.id: one for one in before}
    changes = []
    for now in after:
        student = now.attempt.student.id
        then = earlier.get(student)
        if then is None:
            continue
        if not _is_graded(then) and _is_graded(now):
            changes.append(_first(now, (written or {}).get(student, {}).get("total", "")))
            continue
        for old_part, new_part in zip(then.parts, now.parts, strict=True):
            for old, new in zip(old_part.properties, new_part.properties, strict=True):
                if _said(old.result) != _said(new.result) or old.points != new.points:
                    item = f"{new_part.part.id}.{new.property.id}"
                    changes.append(
                        Change(student, item, _cell(old), _cell(new), _why(journal, student, item))
                    )
            changes += _by_hand(student, old_part, new_part)
        if then.total != now.total:
            before_text, after_text = (
                format_points(then.total) or "ungraded",
                format_points(now.total) or "ungraded",
            )
            why = now.total_override.why if now.total_override else ""
            changes.append(Change(student, "total", before_text, after_text, why))
    return changes


def _is_graded(one: StudentScore) -> bool:
    return any(each.result for part in one.parts for each in part.properties)


def _first(now: StudentScore, total: str) -> Change:
    """The only row for a student whose files were never graded before. It shows the total."""
    why = "other files were handed in" if total else "graded for the first time"
    after = format_points(now.total) or "ungraded"
    return Change(now.attempt.student.id, "total", total or "ungraded", after, why)


def _by_hand(student: str, old: PartScore, new: PartScore) -> list[Change]:
    """The changed decisions of persons about rubric lines and about whole parts."""
    pairs = [(new.part.id, old.override, new.override)]
    pairs += [
        (f"{new.part.id}.{b.line.id}", a.override, b.override)
        for a, b in zip(old.rubric, new.rubric, strict=True)
    ]
    changes = []
    for where, before, after in pairs:
        if _decided(before) != _decided(after):
            why = after.why if after else "undone"
            changes.append(Change(student, where, _decision(before), _decision(after), why))
    return changes


def _decided(one: Override | None) -> tuple[float | None, str]:
    """What matters to the student in a decision: the points and the remark. A second decision with
    the same content is not a change."""
    return (one.points, one.why) if one else (None, "")


def _said(result: ItemResult | None) -> str:
    return result.verdict.value if result else ""


def _decision(one: Override | None) -> str:
    return f"by hand {format_points(one.points)}" if one else "-"


def _cell(one: PropertyScore) -> str:
    points = format_points(one.points)
    word = "by hand" if one.override else _said(one.result) or "not graded"
    return f"{word} {points}".strip()


def _why(journal: Journal, student: str, item: str) -> str:
    """Why the result has changed, as far as the journal shows it: for example, another version of
    the grader, or other settings."""
    history = [row for row in journal.history(student) if row[2] == item]
    if len(history) < 2:
        return "graded for the first time" if history else "decided by a person"
    runs = {run["id"]: run for run in journal.runs()}
    old, new = runs[history[-2][0]], runs[history[-1][0]]
    reasons = [name for name in ("grader", "settings") if old[name] != new[name]]
    if reasons:
        return "another " + " and ".join(
            {"grader": "version of the grader", "settings": "settings file"}[r] for r in reasons
        )
    return (
        "same grader, same settings: the files have changed, or the result depends on luck; "
        "look at it"
    )
