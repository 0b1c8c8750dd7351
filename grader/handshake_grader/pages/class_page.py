"""The page about the class: for the course staff only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from ..intake.class_folder import Intake
from ..marks.class_marks import ClassMarks
from ..marks.class_times import warnings
from ..marks.rubric import lines_of
from ..marks.score import StudentScore, fewest, format_points
from ..marks.timing import Timing
from ..messages import sentence
from ..settings.settings import Settings
from .class_statistics import bins, hardest, summaries
from .class_table import LATE, Row, by_name, rows_of, verdicts_in, width_of
from .common_mistakes import common_mistakes
from .reports import KeptReport
from .student_page import TEMPLATES, environment

MOST_MIX_ROWS = 60
SCRIPT = (TEMPLATES / "class.js").read_text(encoding="utf-8")


def render(
    settings: Settings,
    intake: Intake,
    marks: ClassMarks,
    links: dict[str, str],
    reports: dict[str, list[KeptReport]],
    runs: list[dict[str, Any]],
    timing: Timing | None,
) -> str:
    """links: for each student, the address of the page that the staff reads. reports: what each
    student handed in to read."""
    scores = marks.scores
    mistakes = common_mistakes(scores)
    rows = rows_of(marks, links, mistakes, {one.student for one in marks.outdated})
    mix_names, mixes = _mixes(settings, scores)
    context: Mapping[str, object] = {
        "settings": settings,
        "intake": intake,
        "links": links,
        "names": {row.id: row.name for row in rows},
        "facts": _facts(settings, rows),
        "rows": rows,
        "sections": sorted({row.section for row in rows if row.section}),
        "section_width": width_of("Section", (row.section for row in rows)),
        "part_widths": [width_of(part.id) for part in settings.parts],
        "late_words": LATE,
        "verdicts": verdicts_in(rows),
        "warnings": warnings(settings, intake),
        "reading": _reading(scores, reports),
        "ungraded": [entry for one in scores for entry in _ungraded(settings, one)],
        "outdated": marks.outdated,
        "anomalies": marks.anomalies,
        "mistakes": mistakes,
        "decisions": list(reversed(marks.decisions)),
        "runs": runs,
        "timing": timing,
        "bins": bins([one.total for one in scores if one.total is not None], settings.points),
        "summaries": summaries(settings, scores),
        "hardest": hardest(settings, scores),
        "mix_names": mix_names,
        "mixes": mixes[:MOST_MIX_ROWS],
        "mixes_left_out": max(0, len(mixes) - MOST_MIX_ROWS),
        "times": bins(list(timing.each_s)) if timing else [],
        "format_points": format_points,
        "script": Markup(SCRIPT),
    }
    return environment().get_template("class.html.j2").render(**context)


def _reading(
    scores: list[StudentScore], reports: dict[str, list[KeptReport]]
) -> list[dict[str, object]]:
    """The students for whom a person has something to read, or who handed in a report."""
    found: list[dict[str, object]] = []
    for score in sorted(scores, key=by_name):
        student, lines = score.attempt.student.id, lines_of(score)
        if lines or reports[student]:
            found.append({"student": student, "lines": lines, "reports": reports[student]})
    return found


def _facts(settings: Settings, rows: list[Row]) -> list[tuple[str, int]]:
    totals = [row.score.total for row in rows]
    open_ones = sum(row.needs_person for row in rows)
    return [
        ("students", len(rows)),
        ("needs a person" if open_ones == 1 else "need a person", open_ones),
        ("to check", sum(row.is_flagged for row in rows)),
        ("late", sum(row.late == "late" for row in rows)),
        ("nothing to grade", sum(not row.score.attempt.submission.files for row in rows)),
        ("full marks", sum(one is not None and one >= settings.points for one in totals)),
    ]


def _ungraded(settings: Settings, one: StudentScore) -> list[tuple[StudentScore, str, str]]:
    """What is not graded, grouped by the reason: (student, targets of a decision, reason)."""
    items: dict[str, list[str]] = {}
    for item in one.ungraded:
        items.setdefault(_why(one, item), []).append(item)
    return [(one, ", ".join(fewest(settings, held_up)), why) for why, held_up in items.items()]


def _why(one: StudentScore, item: str) -> str:
    for part in one.parts:
        for each in part.properties:
            if f"{part.part.id}.{each.property.id}" == item:
                if each.result is None:
                    return sentence("not_graded")
                lines = [each.result.summary, *(line.text for line in each.result.evidence)]
                return f"{each.result.verdict.value}: " + " ".join(line for line in lines if line)
    return ""


def _mixes(
    settings: Settings, scores: list[StudentScore]
) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """The properties that mix a student's kernels with ours, as (part, property). Also the
    verdicts of each student for whom some of these mixes are right and others are not."""
    places = [
        (part_at, at)
        for part_at, part in enumerate(settings.parts)
        for at, one in enumerate(part.properties)
        if one.by == "program"
    ]
    names = [(settings.parts[p].id, settings.parts[p].properties[a].id) for p, a in places]
    rows = []
    for score in scores:
        results = [score.parts[p].properties[a].result for p, a in places]
        words = [one.verdict.value if one else "" for one in results]
        if "OK" in words and set(words) != {"OK"}:
            rows.append((score.attempt.student.id, words))
    return names, rows
