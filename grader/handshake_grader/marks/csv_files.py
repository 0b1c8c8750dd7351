"""Makes the text of CSV files: single cells, any table, and the table of marks.

A cell that a spreadsheet program would mistake for a formula gets an apostrophe in front. All
numbers come from the grader itself, so only text cells can be dangerous.
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


def to_csv(rows: Iterable[Iterable[str]], quote_all: bool = False, separator: str = ",") -> str:
    text = io.StringIO()
    quoting: Literal[0, 1] = csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL
    writer = csv.writer(text, lineterminator="\n", quoting=quoting, delimiter=separator)
    writer.writerows(rows)
    return text.getvalue()


def marks_csv(settings: Settings, scores: list[StudentScore]) -> str:
    """The table marks.csv: student, name, section, login and email (if they are known), total, a
    column per part, and the points that were taken off for lateness. An empty cell for a part or
    for the total means "not graded yet": a person must look. If no person decided the total, it is
    the sum of the parts minus the column `late`."""
    people = [vars(one.attempt.student) for one in scores]
    known = ["name", "section", *(key for key in ("login", "email") if any(p[key] for p in people))]
    rows = [["student", *known, "total", *(p.id for p in settings.parts), "late"]]
    for one in scores:
        cells = [format_points(part.points) for part in one.parts]
        late = "" if one.total is None or one.total_override else format_points(one.deduction)
        who = vars(one.attempt.student)
        named = [safe_text(who[key]) for key in ("id", *known)]
        rows.append([*named, format_points(one.total), *cells, late])
    return to_csv(rows)


def parts_in_words(score: StudentScore) -> str:
    """A decision about the total settles what is not graded, and the lateness."""
    pieces, decided = [], score.total_override
    if decided:
        points = format_points(decided.points)
        pieces.append(sentence("total_given", points=points, why=decided.why))
    for part in score.parts:
        if part.points is not None or not decided:
            points = format_points(part.points) or sentence("not_graded")
            pieces.append(f"{part.part.title}: {points} of {format_points(part.part.points)}")
    if score.lateness.is_late and not decided:
        pieces.append(f"late: -{format_points(score.deduction) or '?'}")
    return "; ".join(pieces)
