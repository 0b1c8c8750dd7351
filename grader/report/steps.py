"""Shows the passes of a trace (grader/README.md) as steps with pictures, sentences and arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from . import arrays, layout, picture, scan
from .markup import Markup, join, tag
from .picture import Scene

MOST_DRAWN_NODES = 40
MOST_DRAWN_EDGES = 80
MOST_DRAWN_ENTRIES = 64
MOST_DIFFERENCES = 3
MOST_PASSES = 30

KERNELS = {
    "matches": "check_handshaking_gpu",
    "keepEdges": "markFilterEdges_gpu",
    "newIndices": "exclusive_prefix_sum_gpu",
}


@dataclass
class Step:
    title: str
    sentences: list[str]
    pictures: list[tuple[str, Markup]] = field(default_factory=list)  # title (or ""), picture
    rows: list[arrays.Row] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Tracer:
    """Turns one trace into its steps."""

    def __init__(self, trace: dict):
        self.trace = trace
        self.count = trace["numNodes"]
        self.edges = [tuple(edge) for edge in trace["edges"]]
        self.is_drawn = self.count <= MOST_DRAWN_NODES and len(self.edges) <= MOST_DRAWN_EDGES
        if self.is_drawn:
            self.placed = layout.place(self.count, [(a, b) for a, b, _ in self.edges])

    def steps(self) -> list[Step]:
        found = [self.graph_itself()]
        for one in self.trace["passes"][:MOST_PASSES]:
            found += [self.hands(one), self.matches(one), self.keep_edges(one)]
            found.append(self.new_indices(one))
        return [*found, self.result()]

    def picture(self, scene: Scene) -> Markup | None:
        return picture.draw(scene, self.placed) if self.is_drawn else None

    def scene(self, alt: str, one: dict | None, partners: list[int | None]) -> Scene:
        alive = set(zip(one["src"], one["dst"])) if one else set()
        return Scene(alt, self.edges, alive, partners)

    def only(self, scene: Scene) -> list[tuple[str, Markup]]:
        drawn = self.picture(scene)
        return [("", drawn)] if drawn else []

    def both(self, expected: Scene, own: Scene | None) -> list[tuple[str, Markup]]:
        """The expected picture, and next to it the submission's picture if `own` is given."""
        if own is None or not self.is_drawn:
            return self.only(expected)
        return [("Expected", self.picture(expected)), ("Yours", self.picture(own))]

    def graph_itself(self) -> Step:
        first = self.trace["passes"][0] if self.trace["passes"] else None
        scene = self.scene(f"The graph: {self.count} nodes.", first, [])
        words = [f"{number(self.count, 'node')} and {number(len(self.edges), 'edge')}."]
        words.append("The number on an edge is its weight.")
        if not self.is_drawn:
            words.append("The graph is too large for a picture; its arrays follow.")
        return Step("The graph", words, self.only(scene))

    def hands(self, one: dict) -> Step:
        hands = hands_of(one)
        scene = self.scene(f"Pass {one['pass']}, hands.", one, one["matches_before"])
        scene.hands = hands
        words = [
            "Every node extends a hand to its strongest neighbor, along its heaviest edge. If "
            "several edges are equally heavy, the neighbor with the smallest index gets the hand."
        ]
        pairs = shaken(one["strongNeighbor"])
        scene.alt += " " + sentence("Hand", [f"{x} to {to}" for x, to in hands.items()])
        if pairs:
            words.append(sentence("Two hands meet", [f"{a} and {b}" for a, b in pairs]))
        expected, own = one["strongNeighbor"], one.get("own_hands")
        # If a submission uses random numbers, its last run on this graph may be right. Then `own`
        # is from a failed run on a larger graph.
        if own and len(own) != len(expected):
            own = None
        rows = own_and_expected("strongNeighbor", "node", own, expected)
        title = f"Pass {one['pass']}: hands"
        if own is None:
            return Step(title, words, self.only(scene), rows)
        own_scene = self.scene(f"Your hands of pass {one['pass']}.", one, one["matches_before"])
        own_scene.hands = {
            x: to for x, to in enumerate(own) if to is not None and to in range(self.count)
        }
        differ = [x for x in range(self.count) if own[x] != expected[x]]
        own_scene.wrong_nodes = {x: f"hand {shown(own[x])}" for x in differ}
        faults = differences("strongNeighbor", own, expected, one)
        return Step(title, words, self.both(scene, own_scene), rows, faults)

    def matches(self, one: dict) -> Step:
        expected, own = one["expected"]["matches"], one["got"]["matches"]
        before = one["matches_before"]
        new = [(x, to) for x, to in enumerate(expected) if before[x] < 0 <= to and x < to]
        words = [sentence("Matched in this pass", [f"{a} and {b}" for a, b in new])]
        scene = self.scene(f"Pass {one['pass']}, matches. {words[0]}", one, expected)
        scene.hands = {x: to for x, to in hands_of(one).items() if expected[x] != to}
        own_scene = None
        if own is not None and own != expected:
            own_scene = self.scene(f"Your matches of pass {one['pass']}.", one, own)
            own_scene.hands = {x: to for x, to in hands_of(one).items() if own[x] != to}
            differ = [x for x in range(self.count) if own[x] != expected[x]]
            own_scene.wrong_nodes = {x: f"matches {shown(own[x])}" for x in differ}
        rows = [
            arrays.row("strongNeighbor", "node", one["strongNeighbor"]),
            arrays.row("matches before", "node", before),
            *own_and_expected("matches", "node", own, expected),
        ]
        faults = differences("matches", own, expected, one)
        pictures = self.both(scene, own_scene)
        return Step(f"Pass {one['pass']}: matches", words, pictures, rows, faults)

    def keep_edges(self, one: dict) -> Step:
        expected, own = one["expected"]["keepEdges"], one["got"]["keepEdges"]
        partners = one["expected"]["matches"]
        ways = list(zip(one["src"], one["dst"]))
        kept = [way for way, keep in zip(ways, expected) if keep and way[0] < way[1]]
        words = ["An edge is kept when neither of its ends is matched."]
        words.append(sentence("To be kept", [f"{a}-{b}" for a, b in kept]))
        scene = self.scene(f"Pass {one['pass']}, keepEdges. {words[1]}", one, partners)
        scene.filtered = {way for way, keep in zip(ways, expected) if not keep}
        own_scene = None
        if own is not None and own != expected:
            own_scene = self.scene(f"Your keepEdges of pass {one['pass']}.", one, partners)
            own_scene.filtered = {way for way, keep in zip(ways, own) if keep == 0}
            differ = [x for x in range(len(ways)) if own[x] != expected[x]]
            own_scene.wrong_edges = {ways[x] for x in differ}
        rows = [*edge_list(one), *own_and_expected("keepEdges", "edge", own, expected)]
        faults = differences("keepEdges", own, expected, one)
        pictures = self.both(scene, own_scene)
        return Step(f"Pass {one['pass']}: keepEdges", words, pictures, rows, faults)

    def new_indices(self, one: dict) -> Step:
        keep, own = one["expected"]["keepEdges"], one["got"]["newIndices"]
        expected = one["expected"]["newIndices"]
        words = [
            "The new index of a kept edge is the number of kept edges before it; the last element "
            f"is the number of all kept edges: {expected[-1]}."
        ]
        pictures = []
        if len(keep) <= MOST_DRAWN_ENTRIES and expected[-1] > 0:
            entries = [f"{a}→{b}" for a, b in zip(one["src"], one["dst"])]
            places = [expected[x] if keep[x] else None for x in range(len(keep))]
            moves = [f"edge {x} to {to}" for x, to in enumerate(places) if to is not None]
            alt = f"The edge list of the next pass. {sentence('Moves', moves)}"
            drawn = picture.draw_packing(entries, places, alt)
            name = f"The edge list of pass {one['pass']} and of the next one"
            scroller = tag("div", drawn, class_="scroll", role="group", aria_label=name, tabindex=0)
            pictures.append(("", scroller))
        elif expected[-1] == 0:
            words.append("No edge is left: this was the last pass.")
        own_sums = one.get("own_sums", [])
        rows = scan_rows(keep, own_sums)
        rows += own_and_expected("newIndices", "element", own, expected)
        faults = [*differences("newIndices", own, expected, one), *first_wrong_sum(keep, own_sums)]
        return Step(f"Pass {one['pass']}: newIndices", words, pictures, rows, faults)

    def result(self) -> Step:
        matches = self.trace["matches"]
        pairs = [f"{x} and {to}" for x, to in enumerate(matches) if x < to]
        alone = [str(x) for x, to in enumerate(matches) if to < 0]
        words = [sentence("Matched", pairs), sentence("Without a partner", alone)]
        passes = len(self.trace["passes"])
        if passes > MOST_PASSES:
            words.append(f"Passes {MOST_PASSES + 1} to {passes} are not shown here.")
        scene = self.scene("The matching. " + " ".join(words), None, matches)
        return Step(
            "The matching", words, self.only(scene), [arrays.row("matches", "node", matches)]
        )


def number(count: int, thing: str) -> str:
    return f"{count} {thing}" + ("" if count == 1 else "s")


def sentence(about: str, things: list[str], most: int = 40) -> str:
    if not things:
        return f"{about}: none."
    more = f", and {len(things) - most} more" if len(things) > most else ""
    return f"{about}: {', '.join(things[:most])}{more}."


def shown(value: int | None) -> str:
    return "undefined" if value is None else str(value)


def hands_of(one: dict) -> dict[int, int]:
    return {x: to for x, to in enumerate(one["strongNeighbor"]) if to >= 0}


def shaken(strongest: list[int]) -> list[tuple[int, int]]:
    return [(x, to) for x, to in enumerate(strongest) if x < to and strongest[to] == x]


def own_and_expected(
    name: str, of: str, own: Sequence[int | None] | None, expected: list[int]
) -> list[arrays.Row]:
    if own is None or own == expected:
        return [arrays.row(name, of, expected)]
    return [
        arrays.row(f"{name}, yours", of, own, expected),
        arrays.row(f"{name}, expected", of, expected),
    ]


def edge_list(one: dict) -> list[arrays.Row]:
    return [arrays.row(name, "edge", one[name]) for name in ("src", "dst", "weight")]


def scan_rows(keep: list[int], own_sums: list[list[int]]) -> list[arrays.Row]:
    """The prefix sum after each step, as in the table of the handout."""
    rows = [arrays.row("keepEdges", "element", [*keep, None])]
    for step, distance in enumerate(scan.distances(len(keep))):
        own = own_sums[step] if step < len(own_sums) else None
        sums = scan.sums_after(keep, distance)
        rows += own_and_expected(f"distance {distance}", "element", own, sums)
    return rows


def first_wrong_sum(keep: list[int], own_sums: list[list[int]]) -> list[str]:
    for distance, own in zip(scan.distances(len(keep)), own_sums):
        sums = scan.sums_after(keep, distance)
        for x, (is_there, must_be) in enumerate(zip(own, sums)):
            if is_there != must_be:
                said = f"The first launch that goes wrong is the one with distance {distance}: "
                return [f"{said}after it, newSum[{x}] is {shown(is_there)} and must be {must_be}."]
    return []


def differences(
    name: str, own: Sequence[int | None] | None, expected: list[int], one: dict
) -> list[str]:
    if own is None:
        return [
            f"Your {KERNELS[name]} gave no result here: it does not build, or its launch"
            " was stopped."
        ]
    differ = [x for x in range(len(expected)) if own[x] != expected[x]]
    said = []
    for x in differ[:MOST_DIFFERENCES]:
        said.append(f"{name}[{x}] is {shown(own[x])} and must be {expected[x]}.")
        if name == "keepEdges":
            said[-1] += f" Edge {x} goes from node {one['src'][x]} to node {one['dst'][x]}."
    if len(differ) > MOST_DIFFERENCES:
        said.append(f"{len(differ)} of {len(expected)} elements are wrong.")
    return said


def body(trace: dict, level: int) -> Markup:
    """All steps as HTML, with headings of this level. Without JavaScript, the page shows all steps
    at once."""
    steps = Tracer(trace).steps()
    wrong = next((n for n, step in enumerate(steps) if step.faults), 0)
    drawn = [draw_step(step, n, len(steps), level) for n, step in enumerate(steps)]
    options = [
        tag("option", step.title + (" (wrong)" if step.faults else ""), value=n)
        for n, step in enumerate(steps)
    ]
    controls = tag(
        "div",
        tag("button", "Previous", type="button", class_="previous"),
        tag("button", "Next", type="button", class_="next"),
        tag("label", tag("span", "Step", class_="ears"), tag("select", options)),
        tag("button", "Show all", type="button", class_="all", aria_pressed="false"),
        tag("p", "The arrow keys ← and → also change the step.", class_="small keys"),
        tag("p", class_="told ears", aria_live="polite"),
        class_="controls",
        role="group",
        aria_label="Steps",
        hidden="hidden",
    )
    return join(LEGEND, tag("div", controls, drawn, class_="stepper", data_first=wrong))


def draw_step(step: Step, place: int, count: int, level: int) -> Markup:
    figures = [
        tag("figure", tag("figcaption", whose) if whose else None, drawn)
        for whose, drawn in step.pictures
    ]
    tables = arrays.tables(step.rows, f"Arrays: {step.title}") if step.rows else None
    return tag(
        "div",
        tag(f"h{level}", step.title, tag("small", f"step {place + 1} of {count}")),
        [tag("p", said) for said in step.sentences],
        tag("div", [tag("p", said) for said in step.faults], class_="fault-box")
        if step.faults
        else None,
        tag(
            "div",
            tag("div", figures, class_="pair" if len(figures) == 2 else "single"),
            tag("div", tables) if tables else None,
            class_="beside",
        ),
        class_="step",
    )


def sample(*shapes: Markup) -> Markup:
    return tag("svg", shapes, class_="sample", viewBox="0 0 44 20", aria_hidden="true")


def legend() -> Markup:
    flat = ((2.0, 10.0), (42.0, 10.0))
    tip = tag("polygon", points="36,10 25,4 25,16")
    entries = [
        (sample(picture.line(*flat, "edge")), "edge"),
        (
            sample(tag("g", picture.line((2.0, 10.0), (27.0, 10.0), "arm"), tip, class_="hand")),
            "hand",
        ),
        (sample(picture.line(*flat, "edge shaken")), "matched"),
        (sample(picture.line(*flat, "edge filtered")), "filtered out in this pass"),
        (sample(picture.line(*flat, "edge gone")), "filtered out before"),
        (sample(tag("g", picture.circle((22.0, 10.0), 8.0, "disc"), class_="node")), "free node"),
        (
            sample(tag("g", picture.circle((22.0, 10.0), 8.0, "disc"), class_="node matched")),
            "matched node",
        ),
    ]
    entries.append((sample(picture.cross((22.0, 10.0))), "not as expected"))
    items = [tag("li", drawn, said) for drawn, said in entries]
    return tag("ul", items, class_="legend", aria_label="How to read the pictures")


LEGEND = legend()
