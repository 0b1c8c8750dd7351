"""The page about the class: for the course staff only."""

from __future__ import annotations

import statistics
from dataclasses import dataclass

from markupsafe import Markup

from . import plots
from .anomalies import Anomaly
from .intake import Intake
from .score import StudentScore, format_points
from .settings import Settings
from .student_page import environment
from .verdict import Verdict

MOST_MIX_ROWS = 60


@dataclass(frozen=True)
class Timing:
    students: int
    compiler_s: float
    kernels_s: float
    grader_s: float
    wall_s: float
    each_s: tuple[float, ...]

    @property
    def total_s(self) -> float:
        return self.compiler_s + self.kernels_s + self.grader_s

    def share(self, seconds: float) -> str:
        return f"{100 * seconds / self.total_s:.0f} %" if self.total_s else "-"


def render(
    settings: Settings,
    intake: Intake,
    scores: list[StudentScore],
    anomalies: list[Anomaly],
    folders: dict[str, str],
    runs: list[dict],
    timing: Timing | None,
) -> str:
    totals = [one.total for one in scores if one.total is not None]
    hardest = _hardest(settings, scores)
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
            anomalies=anomalies,
            runs=runs,
            timing=timing,
            hardest=hardest,
            distribution=Markup(plots.distribution(totals, settings.points)) if totals else "",
            properties=(
                Markup(plots.reached_by_property([(name, share) for name, share, _ in hardest]))
                if hardest
                else ""
            ),
            mixes=_mixes(settings, scores),
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
                    return "not graded yet"
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
                if r and r.verdict is not Verdict.NOT_STARTED and not r.verdict.needs_human
            ]
            if words:
                share = words.count(Verdict.OK) / len(words)
                counts = {word: words.count(word) for word in Verdict if word in words}
                said = ", ".join(f"{count} {word.value}" for word, count in counts.items())
                rows.append((f"{part.id}.{one.id}", share, said))
    return sorted(rows, key=lambda row: (row[1], row[0]))


def _mixes(settings: Settings, scores: list[StudentScore]) -> Markup | str:
    """One row a student, one column a set of own files; those with nothing but OK are left out."""
    columns, places = [], []
    for part_at, part in enumerate(settings.parts):
        for at, one in enumerate(part.properties):
            if one.by == "program":
                columns.append(f"{part.id}.{one.id}")
                places.append((part_at, at))
    rows = []
    for score in scores:
        results = [score.parts[p].properties[a].result for p, a in places]
        words = [r.verdict.value if r else "" for r in results]
        if any(word != "OK" for word in words) and any(word == "OK" for word in words):
            rows.append((score.attempt.student.id, words))
    if not rows:
        return ""
    shown = rows[:MOST_MIX_ROWS]
    return Markup(plots.mixes([name for name, _ in shown], columns, [words for _, words in shown]))
