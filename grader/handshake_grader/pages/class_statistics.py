"""Numbers about a class: the points in each part, and how the totals are distributed."""

from __future__ import annotations

import math
import statistics
from dataclasses import dataclass

from ..marks.score import StudentScore, format_points
from ..settings.settings import Settings
from ..verdict import Verdict

MOST_BINS = 12
_SAYS_NOTHING = (Verdict.NOT_STARTED, Verdict.NOT_TIMED)  # they do not show how hard a property is


@dataclass(frozen=True)
class Summary:
    """The mean, median and so on of one part, or of the totals of one section."""

    name: str
    count: int
    most: str
    mean: str = ""
    quartiles: tuple[str, str, str] = ("", "", "")  # the one in the middle is the median
    full: str = ""  # the share of students with all points


def summaries(settings: Settings, scores: list[StudentScore]) -> list[Summary]:
    """The summaries of the total, of each section if there are several, and of each part."""
    rows = [summary("total", [one.total for one in scores], settings.points)]
    sections = sorted({one.attempt.student.section for one in scores})
    if len(sections) > 1:
        for section in sections:
            totals = [one.total for one in scores if one.attempt.student.section == section]
            name = f"total, {f'section {section}' if section else 'no section'}"
            rows.append(summary(name, totals, settings.points))
    for at, part in enumerate(settings.parts):
        rows.append(summary(part.id, [one.parts[at].points for one in scores], part.points))
    return rows


def summary(name: str, points: list[float | None], most: float) -> Summary:
    """Mean, median and so on of these points. None (not graded yet) is not counted."""
    known = sorted(one for one in points if one is not None)
    if not known:
        return Summary(name, 0, format_points(most))
    quartiles = statistics.quantiles(known, n=4, method="inclusive") if known[1:] else known * 3
    first, median, third = (format_points(round(one, 2)) for one in quartiles)
    full = sum(one >= most for one in known) / len(known)
    mean = format_points(round(statistics.fmean(known), 2))
    return Summary(
        name, len(known), format_points(most), mean, (first, median, third), f"{100 * full:.0f} %"
    )


@dataclass(frozen=True)
class Bin:
    low: float
    high: float  # the first value after the bin
    count: int
    height: float  # from 0 to 100; the largest bin has 100


def bins(values: list[float], most: float = 0) -> list[Bin]:
    """Bins of equal width (a round number). They start at 0, and the last bin contains `most` or
    the largest value, whichever is larger."""
    if not values:
        return []
    top = max(most, *values)
    width = _round_width(top)
    count = int(top // width) + 1
    counts = [0] * count
    for value in values:
        counts[max(0, min(count - 1, int(value // width)))] += 1
    largest = max(counts)
    return [
        Bin(at * width, (at + 1) * width, one, round(100 * one / largest, 1))
        for at, one in enumerate(counts)
    ]


def _round_width(top: float) -> float:
    power = 10.0 ** math.floor(math.log10(top / MOST_BINS)) if top > 0 else 1.0
    fitting = (power * step for step in (1, 2, 5, 10, 20))
    return next(one for one in fitting if top // one + 1 <= MOST_BINS)


def hardest(settings: Settings, scores: list[StudentScore]) -> list[tuple[str, float, str]]:
    """(property, share of right solutions among the students who began it, how often each verdict
    occurs), the hardest property first."""
    scores = [one for one in scores if one.attempt.submission.files]
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
