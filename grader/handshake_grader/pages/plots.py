"""The pictures of the class page, as SVG text that is the same for the same numbers."""

from __future__ import annotations

import io
import re

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot
from matplotlib.figure import Figure
from matplotlib.ticker import AutoLocator

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
        whole = AutoLocator()
        whole.set_params(integer=True)
        axes.yaxis.set_major_locator(whole)
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


def seconds(rows: list[float]) -> str:
    with matplotlib.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(7, 2.4), layout="constrained")
        axes.hist(rows, bins=20, color=FILL, edgecolor=INK)
        axes.set(xlabel="seconds to grade a submission", ylabel="students")
        return _svg(figure, "How long the grading of a submission took")


def _svg(figure: Figure, description: str) -> str:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    # The page allows no style but its own: neither an element nor an attribute.
    svg = re.sub(r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'style="([^"]*)"', lambda found: _as_attributes(found[1]), svg)
    head = f'<svg class="plot" role="img" aria-label="{description}"'
    return re.sub(r"^<svg", head, svg, count=1)


def _as_attributes(style: str) -> str:
    """fill: #111111; stroke-width: 2  ->  fill="#111111" stroke-width="2". What the page's style
    decides for other pictures as well goes by classes instead."""
    pairs = [piece.split(":", 1) for piece in style.split(";") if ":" in piece]
    given = {name.strip(): value.strip() for name, value in pairs}
    given.pop("font", None)
    if "text-anchor" in given:
        given["class"] = given.pop("text-anchor")
    return " ".join(f'{name}="{value}"' for name, value in given.items())
