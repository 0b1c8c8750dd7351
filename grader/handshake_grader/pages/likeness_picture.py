"""Draws a graph of similar submissions, as SVG. The members of each group lie on a circle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from markupsafe import Markup, escape

from report.markup import UNSEEN

from ..marks.similarity import Likeness, Pair

WIDTH = 1000
SPACE = 34  # between neighbors on a circle
MOST_NAMED = 60  # members of one circle; a larger circle has no room for names
MARGIN = 100  # for names


@dataclass(frozen=True)
class _Circle:
    members: tuple[str, ...]
    radius: float

    @property
    def size(self) -> float:
        return 2 * (self.radius + MARGIN)


def picture(found: Likeness, names: dict[str, str]) -> Markup:
    """Draws the graph. If no two submissions are similar, draws nothing. The tables of the page
    show the same data. names: shown when the mouse is over a node."""
    if not found.pairs:
        return Markup("")
    circles = [_circle(members) for members in found.groups]
    places, height = _rows(circles)
    points: dict[str, tuple[float, float, float]] = {}
    parts = []
    for circle, (x, y) in zip(circles, places, strict=True):
        points |= _members(circle, x, y)
    for pair in reversed(found.pairs):  # the most similar on top
        parts.append(_edge(pair, points))
    for circle in circles:
        named = len(circle.members) <= MOST_NAMED
        parts += [_node(who, names.get(who, who), points[who], named) for who in circle.members]
    label = f"{len(points)} students in {len(circles)} groups of similar submissions"
    return Markup(
        f'<svg class="alike" role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {height:.0f}">'
        f"{''.join(parts)}</svg>"
    )


def _circle(members: tuple[str, ...]) -> _Circle:
    around = len(members) * SPACE / (2 * math.pi)
    return _Circle(members, min(max(around, 34.0), WIDTH / 2 - MARGIN))


def _rows(circles: list[_Circle]) -> tuple[list[tuple[float, float]], float]:
    """The center of each circle, and the total height. The circles are in rows, like words in
    a text."""
    places = []
    left = top = tallest = 0.0
    for circle in circles:
        if left and left + circle.size > WIDTH:
            left, top, tallest = 0.0, top + tallest, 0.0
        places.append((left + circle.size / 2, top + circle.size / 2))
        left += circle.size
        tallest = max(tallest, circle.size)
    return places, top + tallest


def _members(circle: _Circle, x: float, y: float) -> dict[str, tuple[float, float, float]]:
    """For each member, the position and the direction from the center (in degrees)."""
    turn = 360 / len(circle.members)
    found = {}
    for at, who in enumerate(circle.members):
        angle = math.radians(at * turn)
        place = x + circle.radius * math.cos(angle), y + circle.radius * math.sin(angle)
        found[who] = (*place, at * turn)
    return found


def _edge(pair: Pair, points: dict[str, tuple[float, float, float]]) -> str:
    (x1, y1, _), (x2, y2, _) = points[pair.one], points[pair.other]
    width = 0.75 + 3 * max(0.0, pair.share - 0.5)
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke-width="{width:.2f}"/>'
    )


def _node(who: str, name: str, place: tuple[float, float, float], is_named: bool) -> str:
    """The name is written along the line from the center through the node, never upside down."""
    x, y, angle = place
    title = f"<title>{escape(UNSEEN.sub(chr(0xFFFD), name))}</title>"
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6">{title}</circle>'
    if not is_named:
        return dot
    is_left = 90 < angle < 270
    away, side, turned = (-11, "end", angle - 180) if is_left else (11, "start", angle)
    return (
        f'{dot}<text class="{side}" transform="translate({x:.1f} {y:.1f}) rotate({turned:.0f})" '
        f'x="{away}" y="0">{escape(who[:14])}</text>'
    )
