"""The page about the class: for the course staff only."""

from __future__ import annotations

import statistics
from typing import Any

from markupsafe import Markup

from ..intake.class_folder import Intake
from ..marks.class_marks import ClassMarks
from ..marks.score import StudentScore, format_points
from ..marks.timing import Timing
from ..messages import sentence
from ..settings.settings import Settings
from ..verdict import Verdict
from . import plots
from .student_page import environment

MOST_MIX_ROWS = 60
_SAYS_NOTHING = (Verdict.NOT_STARTED, Verdict.NOT_TIMED)  # about how hard a property is


def render(
    settings: Settings,
    intake: Intake,
    marks: ClassMarks,
    folders: dict[str, str],
    runs: list[dict[str, Any]],
    timing: Timing | None,
) -> str:
    scores = marks.scores
    totals = [one.total for one in scores if one.total is not None]
    hardest = _hardest(settings, scores)
    mix_names, mixes = _mixes(settings, scores)
    return (
        environment()
        .get_template("class.html.j2")
        .render(
            settings=settings,
            intake=intake,
            scores=scores,
            folders=folders,
            totals=totals,
            facts=_facts(settings, scores, totals),
            ungraded=[(one, item, _why(one, item)) for one in scores for item in one.ungraded],
            anomalies=marks.anomalies,
            runs=runs,
            timing=timing,
            hardest=hardest,
            distribution=Markup(plots.distribution(totals, settings.points)) if totals else "",
            properties=(
                Markup(plots.reached_by_property([(name, share) for name, share, _ in hardest]))
                if hardest
                else ""
            ),
            mix_names=mix_names,
            mixes=mixes[:MOST_MIX_ROWS],
            mixes_left_out=max(0, len(mixes) - MOST_MIX_ROWS),
            times=Markup(plots.seconds(list(timing.each_s))) if timing and timing.each_s else "",
            format_points=format_points,
        )
    )


def _facts(
    settings: Settings, scores: list[StudentScore], totals: list[float]
) -> list[tuple[str, str]]:
    nothing = sum(1 for one in scores if not one.attempt.submission.files)
    facts = [("students", str(len(scores))), ("without a file that could be graded", str(nothing))]
    facts += [("late", str(sum(one.lateness.is_late for one in scores)))]
    facts += [("need a person", str(sum(1 for one in scores if one.ungraded)))]
    if totals:
        facts += [("median", format_points(statistics.median(totals)))]
        facts += [("mean", format_points(round(statistics.fmean(totals), 2)))]
        facts += [("full marks", str(sum(total >= settings.points for total in totals)))]
    return facts


def _why(one: StudentScore, item: str) -> str:
    for part in one.parts:
        for each in part.properties:
            if f"{part.part.id}.{each.property.id}" == item:
                if each.result is None:
                    return sentence("not_graded")
                lines = [each.result.summary, *(line.text for line in each.result.evidence)]
                return f"{each.result.verdict.value}: " + " ".join(line for line in lines if line)
    return ""


def _hardest(settings: Settings, scores: list[StudentScore]) -> list[tuple[str, float, str]]:
    """(property, share of those who began it, verdicts in words), the hardest first."""
    rows = []
    for part_at, part in enumerate(settings.parts):
        for at, one in enumerate(part.properties):
            results = [score.parts[part_at].properties[at].result for score in scores]
            words = [
                r.verdict
                for r in results
                if r and r.verdict not in _SAYS_NOTHING and not r.verdict.needs_human
            ]
            if words:
                share = words.count(Verdict.OK) / len(words)
                counts = {word: words.count(word) for word in Verdict if word in words}
                said = ", ".join(f"{count} {word.value}" for word, count in counts.items())
                rows.append((f"{part.id}.{one.id}", share, said))
    return sorted(rows, key=lambda row: (row[1], row[0]))


def _mixes(
    settings: Settings, scores: list[StudentScore]
) -> tuple[list[tuple[str, str]], list[tuple[str, list[str]]]]:
    """The sets of own files, and the verdicts of every student for whom they differ."""
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
