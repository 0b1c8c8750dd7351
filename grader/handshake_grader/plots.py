"""The pictures of the class page, as SVG text that is the same for the same numbers."""

from __future__ import annotations

import io
import re

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot  # noqa: E402  (the backend comes first)

INK, FILL = "#111111", "#4477aa"
_STYLE = {
    "svg.hashsalt": "handshake",
    "svg.fonttype": "none",
    "font.size": 10,
    "font.family": "sans-serif",
}


def distribution(totals: list[float], most: float) -> str:
    with matplotlib.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(7, 2.8), layout="constrained")
        top = max([most, *totals]) or 1
        axes.hist(totals, bins=20, range=(0, top), color=FILL, edgecolor=INK)
        axes.set(xlabel="total", ylabel="students", xlim=(0, top))
        axes.yaxis.get_major_locator().set_params(integer=True)
        return _svg(figure, f"How many students have which total, from 0 to {top:g}")


def reached_by_property(rows: list[tuple[str, float]]) -> str:
    """rows: (property, share of students who have it), the hardest first."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(7, 0.6 + 0.28 * len(rows)), layout="constrained")
        names, shares = [name for name, _ in rows], [100 * share for _, share in rows]
        bars = axes.barh(range(len(rows)), shares, color=FILL, edgecolor=INK)
        axes.bar_label(bars, fmt="%.0f %%", padding=2)
        axes.set_yticks(range(len(rows)), names)
        axes.invert_yaxis()
        axes.set(xlabel="% of the students who began", xlim=(0, 112))
        return _svg(figure, "The share of students who have each property, the hardest first")


def mixes(students: list[str], columns: list[str], words: list[list[str]]) -> str:
    """words: for every student and mix the verdict, OK or another."""
    with matplotlib.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(7, 1.4 + 0.2 * len(students)), layout="constrained")
        values = [[{"OK": 1.0, "": 0.5}.get(word, 0.0) for word in row] for row in words]
        axes.imshow(values, cmap="gray", vmin=-0.2, vmax=1.2, aspect="auto")
        axes.set_yticks(range(len(students)), students)
        axes.set_xticks(range(len(columns)), columns, rotation=30, ha="left")
        axes.xaxis.tick_top()
        for y, row in enumerate(words):
            for x, word in enumerate(row):
                color = INK if word in ("OK", "") else "white"
                axes.text(x, y, word, ha="center", va="center", fontsize=7, color=color)
        return _svg(figure, "The verdict of every student's mix of own and our kernels")


def seconds(rows: list[float]) -> str:
    with matplotlib.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(7, 2.4), layout="constrained")
        axes.hist(rows, bins=20, color=FILL, edgecolor=INK)
        axes.set(xlabel="seconds to grade a submission", ylabel="students")
        return _svg(figure, "How long the grading of a submission took")


def _svg(figure, description: str) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    return re.sub(r"^<svg", f'<svg role="img" aria-label="{description}"', svg, count=1)
