"""Computes the right answer of a test case, without any code of the program under test.

Input: a Matrix Market file. Output: one line per node, the 0-based partner or -1.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

UNMATCHED = -1

# neighbors[v][u] is the weight of the edge between v and u.
Neighbors = list[dict[int, int]]


@dataclass(frozen=True)
class Answer:
    matches: list[int]
    passes: int

    def text(self) -> bytes:
        return "".join(f"{partner}\n" for partner in self.matches).encode()


def parse(content: bytes) -> Neighbors:
    """Reads a graph. Self loops are dropped. If several entries have the same two nodes, the
    heaviest entry is kept."""
    lines = content.decode("ascii").splitlines()
    has_weights = lines[0].split()[3].lower() != "pattern"
    rows = [fields for line in lines[1:] if (fields := line.split()) and fields[0][0] != "%"]
    neighbors: Neighbors = [{} for _ in range(max(int(rows[0][0]), int(rows[0][1])))]
    assert len(rows) - 1 == int(rows[0][2]), "the header has a wrong number of entries"
    for fields in rows[1:]:
        a, b = int(fields[0]) - 1, int(fields[1]) - 1
        weight = Decimal(fields[2]) if has_weights else Decimal(1)
        assert weight == int(weight), "match takes integers"
        if a != b:
            heaviest = max(int(weight), neighbors[a].get(b, int(weight)))
            neighbors[a][b] = neighbors[b][a] = heaviest
    return neighbors


def count_edges(neighbors: Neighbors) -> int:
    return sum(map(len, neighbors)) // 2


def handshake(neighbors: Neighbors) -> Answer:
    """The handout's passes. A graph without an edge takes one pass, which matches nothing."""
    matches = [UNMATCHED] * len(neighbors)
    left = {node: dict(edges) for node, edges in enumerate(neighbors) if edges}
    passes = 0
    while left:
        passes += 1
        strongest = {
            node: min(edges, key=lambda other: (-edges[other], other))
            for node, edges in left.items()
        }
        for node, other in strongest.items():
            if strongest[other] == node:
                matches[node] = other
        left = remove_matched(left, matches)
    return Answer(matches, max(passes, 1))


def remove_matched(
    left: dict[int, dict[int, int]], matches: list[int]
) -> dict[int, dict[int, int]]:
    free = {
        node: {other: w for other, w in edges.items() if matches[other] == UNMATCHED}
        for node, edges in left.items()
        if matches[node] == UNMATCHED
    }
    return {node: edges for node, edges in free.items() if edges}


def greedy(neighbors: Neighbors) -> list[int]:
    """Takes edges from the heaviest to the lightest. Edges with equal weights are ordered by the
    smaller index of their two ends, then by the larger index.

    In this order, the edges of each node are in the node's own order of preference. So the result
    is the only stable matching, and the passes must find this matching, too.
    """
    order = sorted(
        (-weight, node, other)
        for node, edges in enumerate(neighbors)
        for other, weight in edges.items()
        if node < other
    )
    matches = [UNMATCHED] * len(neighbors)
    for _, node, other in order:
        if matches[node] == matches[other] == UNMATCHED:
            matches[node], matches[other] = other, node
    return matches


def why_not_stable(neighbors: Neighbors, matches: list[int]) -> str:
    """Returns an empty text if matches is the stable matching, and otherwise the first reason why
    it is not."""
    for node, partner in enumerate(matches):
        if partner != UNMATCHED and (partner not in neighbors[node] or matches[partner] != node):
            return f"node {node}: partner {partner} is not a neighbor, or has another partner"

    def prefers(node: int, other: int) -> bool:
        partner = matches[node]
        edges = neighbors[node]
        return partner == UNMATCHED or (-edges[other], other) < (-edges[partner], partner)

    for node, edges in enumerate(neighbors):
        for other in edges:
            if matches[node] != other and prefers(node, other) and prefers(other, node):
                return f"nodes {node} and {other} prefer each other to their matches"
    return ""
