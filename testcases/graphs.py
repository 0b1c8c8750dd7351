"""Makes the graphs of the test cases, from seeds; they are the same with every version of Python.

Every function returns a Graph whose edges are (a, b, weight) with 0-based node numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Edge = tuple[int, int, int]


@dataclass(frozen=True)
class Graph:
    nodes: int
    edges: list[Edge]


class Numbers:
    """Random numbers by SplitMix64, because Python's own generators may change."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def bits(self) -> int:
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        return (self.bits() * bound) >> 64

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def shuffled(self, items: list[int]) -> list[int]:
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result


def random_graph(seed: int, nodes: int, edges: int, low: int, high: int) -> Graph:
    """Distinct random edges without self loops. Every node has at least one edge."""
    numbers = Numbers(seed)
    weights: dict[tuple[int, int], int] = {}

    def add(a: int, b: int) -> None:
        if a != b and (min(a, b), max(a, b)) not in weights:
            weights[min(a, b), max(a, b)] = numbers.between(low, high)

    touched: set[int] = set()
    for node in numbers.shuffled(list(range(nodes))):
        while node not in touched:
            other = numbers.below(nodes)
            add(node, other)
            if other != node:
                touched |= {node, other}
    while len(weights) < edges:
        add(numbers.below(nodes), numbers.below(nodes))
    return Graph(nodes, [(a, b, weight) for (a, b), weight in weights.items()])


def path(weights: list[int]) -> Graph:
    return Graph(len(weights) + 1, [(i, i + 1, weight) for i, weight in enumerate(weights)])


def cycle(nodes: int, weight: int) -> Graph:
    return Graph(nodes, [(i, (i + 1) % nodes, weight) for i in range(nodes)])


def star(nodes: int, hub: int, weight: Callable[[int], int]) -> Graph:
    return Graph(nodes, [(hub, leaf, weight(leaf)) for leaf in range(nodes) if leaf != hub])


def complete_distinct(seed: int, nodes: int) -> Graph:
    pairs = [(a, b) for a in range(nodes) for b in range(a + 1, nodes)]
    weights = Numbers(seed).shuffled(list(range(1, len(pairs) + 1)))
    return Graph(nodes, [(a, b, weight) for (a, b), weight in zip(pairs, weights, strict=True)])


def complete_equal(nodes: int, weight: int) -> Graph:
    return Graph(nodes, [(a, b, weight) for a in range(nodes) for b in range(a + 1, nodes)])


def grid(rows: int, columns: int, weight: int) -> Graph:
    edges = []
    for node in range(rows * columns):
        if (node + 1) % columns != 0:
            edges.append((node, node + 1, weight))
        if node + columns < rows * columns:
            edges.append((node, node + columns, weight))
    return Graph(rows * columns, edges)


def bipartite(seed: int, left: int, right: int, edges: int, low: int, high: int) -> Graph:
    numbers = Numbers(seed)
    weights: dict[tuple[int, int], int] = {}
    while len(weights) < edges:
        pair = (numbers.below(left), left + numbers.below(right))
        weights.setdefault(pair, numbers.between(low, high))
    return Graph(left + right, [(a, b, weight) for (a, b), weight in weights.items()])


def triangles(seed: int, count: int) -> Graph:
    """Triangles whose nodes have distant numbers: the nodes of triangle t are t, count + t and
    2 * count + t."""
    numbers = Numbers(seed)
    edges = []
    for t in range(count):
        a, b, c = t, count + t, 2 * count + t
        edges += [(x, y, numbers.between(1, 2)) for x, y in ((a, b), (b, c), (a, c))]
    return Graph(3 * count, edges)


def power_law(seed: int, nodes: int, edges_a_node: int, high: int) -> Graph:
    """A graph made by preferential attachment, with shuffled node numbers. One node, the hub, is
    joined with every other node."""
    numbers = Numbers(seed)
    name = numbers.shuffled(list(range(nodes)))
    ends = [0, 1]
    weights: dict[tuple[int, int], int] = {}

    def add(a: int, b: int, weight: int) -> None:
        weights.setdefault((min(name[a], name[b]), max(name[a], name[b])), weight)

    for node in range(1, nodes):
        add(0, node, numbers.between(high // 2, high))
        for _ in range(edges_a_node):
            other = ends[numbers.below(len(ends))]
            if other != node:
                add(node, other, numbers.between(1, high))
                ends += [node, other]
    return Graph(nodes, [(a, b, weight) for (a, b), weight in weights.items()])


def spread(graph: Graph, nodes: int, seed: int) -> Graph:
    """The same graph with more nodes. The added nodes are isolated."""
    names = sorted(Numbers(seed).shuffled(list(range(nodes)))[: graph.nodes])
    return Graph(nodes, [(names[a], names[b], weight) for a, b, weight in graph.edges])
