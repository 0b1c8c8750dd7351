"""Makes the secret graphs, each from a recipe and a seed, and computes the only right matching.

A recipe consists of a kind and numbers: `ties 200 600` makes a graph with 200 nodes, 600 edges and
few different weights. `sparse 131073..139000 33000 at 66000` makes a large graph, with 131073 to
139000 nodes, that is used only with 66000 threads. On this graph, a single run shows whether a
submission stores numbers in 16 bits. The oracle right_matching() shares no code with any kernel.
"""

from __future__ import annotations

import random
import re
from array import array
from dataclasses import dataclass

from ..messages import sentence

UNMATCHED = -1
MOST_NODES = 200_000
MOST_EDGES = 1_000_000
MOST_THREADS = 1 << 20


@dataclass(frozen=True)
class Graph:
    num_nodes: int
    edges: tuple[tuple[int, int, int], ...]  # node, node, weight: every undirected edge once

    def to_mtx(self) -> bytes:
        lines = ["%%MatrixMarket matrix coordinate integer symmetric"]
        lines.append(f"{self.num_nodes} {self.num_nodes} {len(self.edges)}")
        lines += [f"{max(a, b) + 1} {min(a, b) + 1} {weight}" for a, b, weight in self.edges]
        return ("\n".join(lines) + "\n").encode()

    def to_edge_list(self) -> bytes:
        """The handout's edge list in the form that the broker reads. It consists of ints of this
        machine: the number of nodes, the number of entries, then the values of src, dst, weight."""
        both = sorted([*self.edges, *((b, a, weight) for a, b, weight in self.edges)])
        ints = array("i", (self.num_nodes, len(both)))
        for column in zip(*both, strict=True):
            ints.extend(column)
        return ints.tobytes()


@dataclass(frozen=True)
class Recipe:
    kind: str
    low: int  # the graph has at least `low` and at most `high` nodes
    high: int
    edges: int
    threads: (
        int | None
    )  # the graph is used only with this number of threads; None: with all numbers of the settings

    @property
    def has_edges(self) -> bool:
        """Whether every graph of this recipe has an edge."""
        return self.edges > 0 or (self.kind in ("path", "star") and self.low > 1)


# kind -> (smallest weight, largest weight)
_WEIGHTS = {
    "path": (1, 9),
    "ties": (1, 4),
    "wide": (1, 10**9),
    "signed": (-4, 4),
    "star": (1, 3),
    "sparse": (1, 20),
}


_NUMBER = "[0-9]{1,9}"
_RECIPE = re.compile(
    rf"(?:(path|star)|(ties|wide|signed|sparse)) ({_NUMBER})(?:\.\.({_NUMBER}))?"
    rf"(?(2) ({_NUMBER}))(?: at ({_NUMBER}))?"
)


def parse_recipe(text: str) -> Recipe:
    """Reads a recipe. Raises a ValueError that lists the possible forms or the limits."""
    found = _RECIPE.fullmatch(" ".join(text.split()))
    if found is None:
        raise ValueError(
            "is not a recipe for a graph; the forms are path|star NODES and "
            "ties|wide|signed|sparse NODES EDGES; NODES may be LOW..HIGH, and `at THREADS` may "
            "follow at the end"
        )
    low, edges, threads = int(found[3]), int(found[5] or 0), int(found[6] or 0) or None
    high = int(found[4] or low)
    if not 1 <= low <= high <= MOST_NODES or not edges <= min(MOST_EDGES, low * (low - 1) // 2):
        raise ValueError(
            "asks for too few or too many nodes or edges "
            f"(at most {MOST_NODES} nodes, {MOST_EDGES} edges)"
        )
    if found[6] is not None and not 1 <= int(found[6]) <= MOST_THREADS:
        raise ValueError(f"asks for too few or too many threads (1 to {MOST_THREADS})")
    return Recipe(found[1] or found[2], low, high, edges, threads)


def make_graph(recipe: Recipe, seed: int) -> Graph:
    chance = random.Random(seed)
    num_nodes = chance.randint(recipe.low, recipe.high)
    low, high = _WEIGHTS[recipe.kind]
    pairs = _pairs(recipe, num_nodes, chance)
    # The nodes are numbered in random order. Otherwise, for example, the center of a star would
    # always be node 0.
    order = list(range(num_nodes))
    chance.shuffle(order)
    edges = [(order[a], order[b], chance.randint(low, high)) for a, b in pairs]
    chance.shuffle(edges)
    return Graph(num_nodes, tuple(edges))


def _pairs(recipe: Recipe, num_nodes: int, chance: random.Random) -> list[tuple[int, int]]:
    if recipe.kind == "path":
        return [(x, x + 1) for x in range(num_nodes - 1)]
    if recipe.kind == "star":
        return [(0, x) for x in range(1, num_nodes)]
    pairs: dict[tuple[int, int], None] = {}
    while len(pairs) < recipe.edges:
        a, b = chance.randrange(num_nodes), chance.randrange(num_nodes)
        if a != b:
            pairs[min(a, b), max(a, b)] = None
    return list(pairs)


def right_matching(graph: Graph) -> list[int]:
    """The only stable matching under the rule "the heavier edge first, then the smaller index of
    the other end".

    If an edge is the strongest edge of both its ends, it becomes part of the matching, and the two
    nodes and all their edges are removed. This is repeated until no edge is left.
    """
    neighbors: list[list[tuple[int, int]]] = [[] for _ in range(graph.num_nodes)]
    for a, b, weight in graph.edges:
        neighbors[a].append((-weight, b))
        neighbors[b].append((-weight, a))
    for one in neighbors:
        one.sort(reverse=True)  # the strongest edge last, so that removing it is cheap
    matches = [UNMATCHED] * graph.num_nodes
    to_ask = list(range(graph.num_nodes))
    while to_ask:
        node = to_ask.pop()
        if matches[node] != UNMATCHED:
            continue
        partner = _wish(node, neighbors, matches)
        if partner is not None and _wish(partner, neighbors, matches) == node:
            matches[node], matches[partner] = partner, node
            # Nodes whose strongest neighbor was `node` or `partner` need another strongest
            # neighbor.
            to_ask += [other for _, other in neighbors[node]] + [
                other for _, other in neighbors[partner]
            ]
    return matches


def _wish(node: int, neighbors: list[list[tuple[int, int]]], matches: list[int]) -> int | None:
    while neighbors[node] and matches[neighbors[node][-1][1]] != UNMATCHED:
        neighbors[node].pop()
    return neighbors[node][-1][1] if neighbors[node] else None


def parse_output(text: bytes, num_nodes: int) -> list[int] | str:
    """The numbers in a file out.txt, or one sentence that says what is wrong with the file."""
    if not text:
        return sentence("output_missing")
    lines = text.split(b"\n")
    if lines.pop() != b"":
        return sentence("output_cut")
    if len(lines) != num_nodes:
        return sentence("output_lines")
    for line in lines:
        digits = line[1:] if line.startswith(b"-") else line
        if not digits.isdigit() or len(digits) > 10:
            return sentence("output_no_number")
    return [int(line) for line in lines]
