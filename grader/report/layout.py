"""Finds places for the nodes of a small graph. The same graph gives the same picture on every
machine."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Tuple  # noqa: UP035

Point = Tuple[float, float]  # noqa: UP006 - Python 3.8 has no tuple[...]
STEPS = 60
STARTS = 24
WIDTH, HEIGHT = 400.0, 260.0


@dataclass(frozen=True)
class Placed:
    nodes: list[Point]
    width: float
    height: float


def place(count: int, edges: list[tuple[int, int]]) -> Placed:
    """Uses stress majorization from several starts, and takes the picture that `judge` finds least
    ugly."""
    scale = max(1.0, sqrt(count / 7))
    width, height = WIDTH * scale, HEIGHT * scale
    if count < 2:
        return Placed([(width / 2, height / 2)] * count, width, height)
    wanted = distances(count, edges)
    best: tuple[float, list[Point]] | None = None
    for start in range(STARTS if count <= 12 else 3):
        points = fit(settle(circle(count, start), wanted), width, height)
        ugliness = round(judge(points, edges), 3)
        if best is None or ugliness < best[0]:
            best = ugliness, points
    return Placed([(round(x, 1), round(y, 1)) for x, y in best[1]], width, height)


def distances(count: int, edges: list[tuple[int, int]]) -> list[list[float]]:
    """For each pair of nodes, the number of edges on the shortest path between them. If there is no
    path: 0.8 times the longest of all these distances, but at least 1.6."""
    far = count * 10.0
    found = [[0.0 if a == b else far for b in range(count)] for a in range(count)]
    for a, b in edges:
        if a != b:
            found[a][b] = found[b][a] = 1.0
    for middle in range(count):
        for a in range(count):
            for b in range(count):
                found[a][b] = min(found[a][b], found[a][middle] + found[middle][b])
    no_way = max([1.6] + [0.8 * one for row in found for one in row if one < far])
    return [[one if one < far else no_way for one in row] for row in found]


def circle(count: int, start: int) -> list[Point]:
    """Places the nodes on a circle, in an order that depends on `start`."""
    order = list(range(count))
    if start > 0:
        order.sort(key=lambda node: (node + 1) * (start * 7919 + 104729) % 10007)
    # Rounded, because libraries differ in the last digit of a sine.
    angle = [2 * pi * order[node] / count for node in range(count)]
    return [(round(cos(one), 6), round(sin(one), 6)) for one in angle]


def settle(points: list[Point], wanted: list[list[float]]) -> list[Point]:
    """Moves every node, STEPS times, to a place that better fits its wanted distances to all other
    nodes."""
    count = len(points)
    for _ in range(STEPS):
        for a in range(count):
            sum_x = sum_y = total = 0.0
            for b in range(count):
                if a == b:
                    continue
                x, y = points[a][0] - points[b][0], points[a][1] - points[b][1]
                length = sqrt(x * x + y * y) or 1e-6
                weight = 1 / wanted[a][b] ** 2
                sum_x += weight * (points[b][0] + wanted[a][b] * x / length)
                sum_y += weight * (points[b][1] + wanted[a][b] * y / length)
                total += weight
            points[a] = sum_x / total, sum_y / total
    return points


def fit(points: list[Point], width: float, height: float, margin: float = 34) -> list[Point]:
    """Rotates the picture so that it best fills the frame, and stretches it a little if there is
    space."""
    best: tuple[float, list[Point]] | None = None
    for turn in range(12):
        c, s = round(cos(turn * pi / 12), 6), round(sin(turn * pi / 12), 6)
        turned = [(x * c - y * s, x * s + y * c) for x, y in points]
        left, top = min(x for x, _ in turned), min(y for _, y in turned)
        wide = max(x for x, _ in turned) - left
        high = max(y for _, y in turned) - top
        across = (width - 2 * margin) / max(wide, 1e-3)
        down = (height - 2 * margin) / max(high, 1e-3)
        scale = min(across, down)
        across, down = min(across, scale * 1.5), min(down, scale * 1.5)
        dx, dy = (width - wide * across) / 2, (height - high * down) / 2
        placed = [((x - left) * across + dx, (y - top) * down + dy) for x, y in turned]
        if best is None or round(scale, 3) > best[0]:
            best = round(scale, 3), placed
    return best[1]


def judge(points: list[Point], edges: list[tuple[int, int]]) -> float:
    """How ugly the picture is: counts crossings, edges that pass close to a node, short edges,
    and nodes that are close to each other."""
    ugly = 0.0
    for n, (a, b) in enumerate(edges):
        length = distance(points[a], points[b])
        ugly += 3 * max(0.0, 100 - length) / 100
        for c, d in edges[:n]:
            if len({a, b, c, d}) == 4 and crosses(points[a], points[b], points[c], points[d]):
                ugly += 10
        for node, point in enumerate(points):
            if node not in (a, b):
                ugly += 20 if gap(points[a], points[b], point) < 26 else 0
    for a, one in enumerate(points):
        for other in points[:a]:
            ugly += 20 if distance(one, other) < 60 else 0
    return ugly


def distance(a: Point, b: Point) -> float:
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def gap(a: Point, b: Point, point: Point) -> float:
    """How far the point is from the line segment between a and b."""
    x, y = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / max(x * x + y * y, 1e-9)
    along = min(1.0, max(0.0, along))
    return distance(point, (a[0] + along * x, a[1] + along * y))
