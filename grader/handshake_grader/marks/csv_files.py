"""CSV files: the marks, and what Sakai, Canvas and Moodle import.

A cell that a spreadsheet program would take for a formula gets an apostrophe in front. Numbers are
written by us alone, so only text cells can be dangerous.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Literal

from ..messages import sentence
from ..settings.settings import Settings
from .score import StudentScore, format_points

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")


def safe_text(text: str) -> str:
    flat = "".join(letter if letter.isprintable() else " " for letter in text)
    return (
        "'" + flat
        if text.startswith(_FORMULA_STARTS) or flat.lstrip().startswith(_FORMULA_STARTS)
        else flat
    )


def to_csv(rows: Iterable[Iterable[str]], quote_all: bool = False) -> str:
    text = io.StringIO()
    quoting: Literal[0, 1] = csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL
    csv.writer(text, lineterminator="\n", quoting=quoting).writerows(rows)
    return text.getvalue()


def marks_csv(settings: Settings, scores: list[StudentScore]) -> str:
    """student, total, a column a part, what was taken off for lateness. An empty cell is not graded
    yet: a person must look. total = parts - late, or what a person decided."""
    rows = [["student", "total", *(part.id for part in settings.parts), "late"]]
    for one in scores:
        cells = [format_points(part.points) for part in one.parts]
        late = "" if one.total is None or one.total_override else format_points(one.deduction)
        rows.append([safe_text(one.attempt.student.id), format_points(one.total), *cells, late])
    return to_csv(rows)


def sakai_csv(settings: Settings, scores: list[StudentScore]) -> str:
    """The form of grades.csv in a Sakai download; the empty second row belongs to it."""
    rows = [[safe_text(settings.assignment.title), "Points"], [""]]
    rows.append(["Display ID", "ID", "Last Name", "First Name", "grade"])
    for one in scores:
        last, _, first = one.attempt.student.name.rpartition(", ")
        who = [
            one.attempt.student.id,
            one.attempt.student.site_id or one.attempt.student.id,
            last,
            first,
        ]
        rows.append([*map(safe_text, who), format_points(one.total)])
    return to_csv(rows, quote_all=True)


def canvas_csv(settings: Settings, scores: list[StudentScore]) -> str:
    """A gradebook import: Canvas finds the student by ID, and fills the assignment's column."""
    rows = [
        [
            "Student",
            "ID",
            "SIS User ID",
            "SIS Login ID",
            "Section",
            safe_text(settings.assignment.title),
        ]
    ]
    rows.append(["    Points Possible", "", "", "", "", format_points(settings.points)])
    for one in scores:
        student = one.attempt.student
        cells = [student.name or student.id, student.site_id or student.id, "", student.id, ""]
        rows.append([*map(safe_text, cells), format_points(one.total)])
    return to_csv(rows)


def moodle_csv(settings: Settings, scores: list[StudentScore]) -> str:
    """An offline grading worksheet."""
    header = [
        "Identifier",
        "Full name",
        "Email address",
        "Grade",
        "Maximum Grade",
        "Feedback comments",
    ]
    rows = [header]
    for one in scores:
        student = one.attempt.student
        identifier = f"Participant {student.site_id or student.id}"
        cells = [
            safe_text(identifier),
            safe_text(student.name),
            safe_text(student.email),
            format_points(one.total),
        ]
        rows.append([*cells, format_points(settings.points), safe_text(parts_in_words(one))])
    return to_csv(rows)


def parts_in_words(score: StudentScore) -> str:
    pieces = []
    for part in score.parts:
        points = format_points(part.points) or sentence("not_graded")
        pieces.append(f"{part.part.title}: {points} of {format_points(part.part.points)}")
    if score.lateness.is_late:
        pieces.append(f"late: -{format_points(score.deduction) or '?'}")
    return "; ".join(pieces)
