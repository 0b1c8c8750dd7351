"""The graph as SVG: nodes, edges, hands, handshakes, and the edges that are filtered out.

Every state has its own shape, so that a black and white print shows as much as the screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .layout import Placed, Point, distance
from .markup import Markup, escape, tag

RADIUS = 17.0
SCALE = 1.3  # pixels per unit, if there is space
HALF_GAP = 15.0  # half of the space for the weight between two hands


@dataclass
class Scene:
    """The content of one picture."""

    alt: str
    edges: list[tuple[int, int, int]]  # undirected edges: node, node, weight
    alive: set[tuple[int, int]]  # directed: the edge list of this pass
    partners: list[int | None] = field(default_factory=list)  # matches[x]
    hands: dict[int, int] = field(default_factory=dict)
    filtered: set[tuple[int, int]] = field(default_factory=set)  # directed
    wrong_nodes: dict[int, str] = field(default_factory=dict)  # node -> the text next to it
    wrong_edges: set[tuple[int, int]] = field(default_factory=set)  # directed


def draw(scene: Scene, placed: Placed) -> Markup:
    nodes = range(len(placed.nodes))
    shapes = [draw_edge(scene, placed, edge) for edge in scene.edges]
    shapes += [draw_hand(placed, node, other) for node, other in sorted(scene.hands.items())]
    shapes += [draw_weight(scene, placed, edge) for edge in scene.edges]
    shapes += [draw_node(scene, placed, node) for node in nodes]
    return tag(
        "svg",
        shapes,
        class_="graph",
        viewBox=f"0 0 {placed.width:.0f} {placed.height:.0f}",
        width=round(placed.width * SCALE),
        height=round(placed.height * SCALE),
        role="img",
        aria_label=scene.alt,
    )


def draw_edge(scene: Scene, placed: Placed, edge: tuple[int, int, int]) -> Markup:
    """Draws an edge as two halves, because each direction has its own entry in the edge list."""
    a, b, _ = edge
    start, end = placed.nodes[a], placed.nodes[b]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    halves = [((a, b), start), ((b, a), end)]
    return tag("g", [line(near, middle, look(scene, way)) for way, near in halves])


def look(scene: Scene, way: tuple[int, int]) -> str:
    here, there = way
    if here < len(scene.partners) and scene.partners[here] == there:
        return "edge shaken"
    if way in scene.filtered:
        return "edge filtered"
    return "edge" if way in scene.alive else "edge gone"


def draw_hand(placed: Placed, node: int, other: int) -> Markup:
    """Draws a hand: an arrow from the node almost to the middle of the edge, where it would meet
    the hand from the other end."""
    start, end = placed.nodes[node], placed.nodes[other]
    length = distance(start, end) or 1.0
    reach = max(length / 2 - HALF_GAP, RADIUS + 12)
    tip = along(start, end, reach / length)
    neck = along(start, end, (reach - 11) / length)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    corners = [tip, (neck[0] - 6 * y, neck[1] + 6 * x), (neck[0] + 6 * y, neck[1] - 6 * x)]
    points = " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in corners)
    return tag("g", line(start, neck, "arm"), tag("polygon", points=points), class_="hand")


def draw_weight(scene: Scene, placed: Placed, edge: tuple[int, int, int]) -> Markup:
    a, b, weight = edge
    middle = along(placed.nodes[a], placed.nodes[b], 0.5)
    bold = (a, b) in scene.alive or look(scene, (a, b)) == "edge shaken"
    marks = [
        cross(along(placed.nodes[way[0]], placed.nodes[way[1]], 0.32))
        for way in ((a, b), (b, a))
        if way in scene.wrong_edges
    ]
    text = str(weight)
    wide = 8.0 * len(text) + 8
    paper = {"x": middle[0] - wide / 2, "y": middle[1] - 9, "width": wide, "height": 18.0, "rx": 5}
    return tag(
        "g",
        tag("rect", class_="paper", **paper),
        words(middle, text, "weight" if bold else "weight gone"),
        marks,
    )


def draw_node(scene: Scene, placed: Placed, node: int) -> Markup:
    point = placed.nodes[node]
    partner = scene.partners[node] if node < len(scene.partners) else None
    state = "node matched" if partner not in (None, -1) else "node"
    shapes = [circle(point, RADIUS, "disc")]
    if node in scene.wrong_nodes:
        shapes.append(circle(point, RADIUS + 5, "ring"))
        below = point[1] + RADIUS + 18 < placed.height
        shift = RADIUS + 17 if below else -RADIUS - 17
        text = scene.wrong_nodes[node]
        half = 4.5 * len(text)
        x = min(max(point[0], half), placed.width - half)
        shapes.append(words((x, point[1] + shift), text, "said"))
    return tag("g", shapes, words(point, str(node), "name"), class_=state)


def cross(point: Point) -> Markup:
    x, y = point
    arms = [
        line((x - 5, y - 5), (x + 5, y + 5), "arm"),
        line((x - 5, y + 5), (x + 5, y - 5), "arm"),
    ]
    return tag("g", circle(point, 10.0, "disc"), arms, class_="fault")


def along(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def line(start: Point, end: Point, look_: str) -> Markup:
    return tag("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], class_=look_)


def circle(point: Point, radius: float, look_: str) -> Markup:
    return tag("circle", cx=point[0], cy=point[1], r=radius, class_=look_)


def words(point: Point, text: str, look_: str) -> Markup:
    return tag("text", escape(text), x=point[0], y=point[1], class_=look_)


def draw_packing(entries: list[str], places: list[int | None], alt: str) -> Markup:
    """The edge list at the top, the edge list of the next pass below it, and an arrow from each
    kept entry to its new place."""
    cell, high, gap = 46.0, 26.0, 54.0
    width = max(1, len(entries)) * cell + 2
    shapes, arrows = [], []
    for number, entry in enumerate(entries):
        kept = places[number] is not None
        x = 1 + number * cell
        shapes.append(box(x, 17.0, cell, high, entry, "cell" if kept else "cell filtered"))
        shapes.append(words((x + cell / 2, 8.0), str(number), "place"))
        if kept:
            to = 1 + places[number] * cell
            below = 17 + high + gap
            shapes.append(box(to, below, cell, high, entry, "cell"))
            shapes.append(words((to + cell / 2, below + high + 11), str(places[number]), "place"))
            arrows.append(arrow((x + cell / 2, 17 + high + 2), (to + cell / 2, below - 2)))
    return tag(
        "svg",
        shapes,
        arrows,
        class_="packing",
        viewBox=f"0 0 {width:.0f} 145",
        width=int(width),
        height=145,
        role="img",
        aria_label=alt,
    )


def box(x: float, y: float, width: float, height: float, text: str, look_: str) -> Markup:
    inside = [tag("rect", x=x, y=y, width=width, height=height)]
    if "filtered" in look_:
        inside.append(line((x, y + height), (x + width, y), "strike"))
    inside.append(words((x + width / 2, y + height / 2), text, "entry"))
    return tag("g", inside, class_=look_)


def arrow(start: Point, end: Point) -> Markup:
    length = distance(start, end) or 1.0
    neck = along(start, end, (length - 9) / length)
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    corners = [end, (neck[0] - 4 * y, neck[1] + 4 * x), (neck[0] + 4 * y, neck[1] - 4 * x)]
    points = " ".join(f"{cx:.1f},{cy:.1f}" for cx, cy in corners)
    return tag("g", line(start, neck, "arm"), tag("polygon", points=points), class_="move")
