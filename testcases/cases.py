"""The test cases: the text of each file, and what it tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import graphs
from graphs import Edge, Graph

INT_MAX = 2147483647
INT_MIN = -2147483648


@dataclass(frozen=True)
class Case:
    catches: str
    content: bytes


def matrix_market(
    graph: Graph, field: str = "integer", symmetry: str = "symmetric", upper: bool = False
) -> bytes:
    """A file with sorted entries. The entries are below the diagonal, as the format demands, unless
    upper is set."""
    placed = (
        (min(a, b), max(a, b), w) if upper else (max(a, b), min(a, b), w) for a, b, w in graph.edges
    )
    return from_entries(graph.nodes, graph.nodes, sorted(placed), field, symmetry)


def from_entries(
    rows: int,
    columns: int,
    entries: Iterable[Edge],
    field: str = "integer",
    symmetry: str = "symmetric",
) -> bytes:
    entries = list(entries)
    lines = [
        f"%%MatrixMarket matrix coordinate {field} {symmetry}",
        f"{rows} {columns} {len(entries)}",
    ]
    for a, b, weight in entries:
        lines.append(f"{a + 1} {b + 1}" if field == "pattern" else f"{a + 1} {b + 1} {weight}")
    return ("\n".join(lines) + "\n").encode()


def handed_out(seed: int, nodes: int, edges: int, low: int, high: int) -> bytes:
    """A random graph in the format of the handout's files: the entries are above the diagonal, and
    the field is real."""
    graph = graphs.random_graph(seed, nodes, edges, low, high)
    return matrix_market(graph, field="real", upper=True)


def handout_examples() -> list[Case]:
    worked = Graph(5, [(2, 3, 5), (1, 3, 4), (3, 4, 3), (0, 1, 2), (0, 4, 1), (1, 2, 1)])
    tie = Graph(6, [(2, 5, 6), (0, 3, 5), (1, 2, 5), (1, 4, 4), (3, 4, 4), (0, 1, 3), (4, 5, 1)])
    return [
        Case(
            "the worked example of the handout: strongest neighbors 1 3 3 2 3, four directed"
            " edges kept after pass 1",
            matrix_market(worked),
        ),
        Case(
            "six nodes: node 4 has two edges of equal weight; pass 2 matches nodes 1 and 4",
            matrix_market(tie),
        ),
    ]


def random_cases() -> list[Case]:
    return [
        Case("the smallest random graph", handed_out(5, 5, 6, 1, 5)),
        Case("few nodes, many ties", handed_out(2, 10, 20, 1, 5)),
        Case("neighbors that were matched in an earlier pass", handed_out(30, 20, 40, 1, 5)),
        Case("fewer edges than one block has threads", handed_out(4, 40, 120, 2, 8)),
        Case("more than 1024 directed edges: 1024 threads must loop", handed_out(5, 80, 600, 2, 8)),
        Case("a dense graph with many ties", handed_out(6, 160, 2500, 5, 25)),
        Case(
            "more than 16384 directed edges: some of the default 16384 threads must loop",
            handed_out(7, 800, 12000, 5, 45),
        ),
        Case("an edge list that is larger than a small cache", handed_out(8, 1600, 36000, 5, 45)),
        Case(
            "more than 131072 directed edges: some of 65536 threads need a third round of the loop",
            handed_out(9, 8000, 68000, 5, 45),
        ),
    ]


def shape_cases() -> list[Case]:
    rising = graphs.path(list(range(1, 100)))
    powers = graphs.random_graph(31, 64, 128, 1, 9)
    return [
        Case("one match per pass: weights rise along the path", matrix_market(rising)),
        Case(
            "one match per pass: equal weights, so that the tie rule alone decides",
            matrix_market(graphs.path([7] * 99)),
        ),
        Case(
            "an odd cycle with equal weights: one node has no partner",
            matrix_market(graphs.cycle(63, 3)),
        ),
        Case(
            "a star: the hub is node 150, and its heaviest edge leads to the last node",
            matrix_market(graphs.star(301, 150, lambda leaf: leaf + 1)),
        ),
        Case(
            "a star with equal weights: the hub is the last node",
            matrix_market(graphs.star(300, 299, lambda leaf: 4)),
        ),
        Case("two nodes", matrix_market(Graph(2, [(0, 1, 1)]))),
        Case("one node without an edge", matrix_market(Graph(1, []))),
        Case("nodes but no edge: the prefix sum has one element", matrix_market(Graph(7, []))),
        Case(
            "isolated nodes, including the first and the last node",
            matrix_market(isolated_ends()),
        ),
        Case(
            "a complete graph with distinct weights",
            matrix_market(graphs.complete_distinct(21, 33)),
        ),
        Case(
            "a complete graph with equal weights: every edge of a pass has the same weight",
            matrix_market(graphs.complete_equal(32, 5)),
        ),
        Case(
            "256 directed edges: exactly one block; the prefix sum has one element more",
            matrix_market(powers),
        ),
        Case(
            "257 nodes and 514 directed edges: not a multiple of a warp or a block",
            matrix_market(graphs.random_graph(32, 257, 257, 1, 9)),
        ),
        Case(
            "disjoint pairs: everything is matched in pass 1 and no edge is kept",
            matrix_market(Graph(96, [(i, 95 - i, i + 1) for i in range(48)])),
        ),
        Case(
            "a bipartite graph with unequal sides",
            matrix_market(graphs.bipartite(33, 70, 190, 900, 1, 12)),
        ),
        Case(
            "disjoint triangles with ties: one node of each triangle has no partner",
            matrix_market(graphs.triangles(34, 111)),
        ),
        Case("a grid with equal weights", matrix_market(graphs.grid(16, 20, 1))),
        Case(
            "a hub that is joined with every node: the hub needs much more work than other nodes",
            matrix_market(graphs.power_law(35, 3000, 4, 30)),
        ),
        Case(
            "more nodes than threads (65536), and few edges",
            matrix_market(graphs.spread(graphs.random_graph(36, 300, 400, 1, 6), 70000, 37)),
        ),
    ]


def isolated_ends() -> Graph:
    inner = graphs.spread(graphs.random_graph(38, 50, 110, 1, 6), 118, 39)
    return Graph(120, [(a + 1, b + 1, weight) for a, b, weight in inner.edges])


def weight_cases() -> list[Case]:
    below_zero = graphs.random_graph(41, 60, 240, -4, 3)
    all_negative = graphs.random_graph(42, 45, 130, -9, -1)
    extreme = graphs.random_graph(43, 40, 150, 0, 3)
    levels = (INT_MIN, INT_MIN + 1, INT_MAX - 1, INT_MAX)
    extremes = Graph(40, [(a, b, levels[w]) for a, b, w in extreme.edges])
    lightest = Graph(30, [(a, b, INT_MIN) for a, b, _ in graphs.path([0] * 29).edges])
    return [
        Case(
            "zero, negative and positive weights: all of these edges can be matched",
            matrix_market(below_zero),
        ),
        Case(
            "only negative weights: a maximum search that starts at 0 or -1 finds nothing",
            matrix_market(all_negative),
        ),
        Case("the limits of int: the difference of two weights overflows", matrix_market(extremes)),
        Case(
            "all weights are the smallest int: a maximum search that starts with it finds nothing",
            matrix_market(lightest),
        ),
    ]


def file_cases() -> list[Case]:
    return [
        Case(
            "repeated edges, some of them reversed, with other weights: the heaviest entry counts",
            repeated_entries(),
        ),
        Case(
            "self loops, some with the heaviest weight of a node: no node is its own partner",
            self_loops(),
        ),
        Case(
            "a general file: every entry is still an undirected edge",
            matrix_market(graphs.random_graph(53, 90, 300, 1, 20), symmetry="general", upper=True),
        ),
        Case(
            "a pattern file: every weight is 1",
            matrix_market(graphs.random_graph(54, 75, 260, 1, 1), field="pattern"),
        ),
        Case("integer weights that are written as real numbers", real_spelling()),
        Case(
            "more rows than columns: the number of nodes is the number of rows",
            from_entries(
                12,
                5,
                [(0, 1, 3), (3, 4, 8), (9, 0, 6), (11, 4, 9), (10, 2, 2), (7, 3, 9)],
                symmetry="general",
            ),
        ),
        Case(
            "more columns than rows: the number of nodes is the number of columns",
            from_entries(
                4, 11, [(0, 10, 3), (1, 8, 7), (2, 8, 7), (3, 9, 1), (0, 5, 5)], symmetry="general"
            ),
        ),
        Case(
            "comments, blank lines, tabs, spaces, Windows line ends; the last line has no line end",
            untidy(),
        ),
    ]


def repeated_entries() -> bytes:
    """For some edges, the file contains both (a, b) and (b, a). A symmetric file must not do this,
    so the symmetry is "general"."""
    base = graphs.random_graph(51, 64, 200, 1, 9)
    numbers = graphs.Numbers(52)
    entries = []
    for a, b, weight in base.edges:
        entries.append((a, b, weight))
        if numbers.below(3) == 0:
            entries.append((b, a, numbers.between(1, 9)))
        if numbers.below(4) == 0:
            entries.append((a, b, numbers.between(1, 9)))
    return from_entries(64, 64, entries, symmetry="general")


def self_loops() -> bytes:
    base = graphs.random_graph(55, 48, 120, 1, 9)
    loops = [(node, node, 100 if node % 2 else 5) for node in range(0, 48, 3)]
    return matrix_market(Graph(49, base.edges + loops + [(48, 48, 1)]))


def real_spelling() -> bytes:
    base = graphs.random_graph(56, 70, 210, 1, 30)
    spellings = ("{}", "{}.0", "+{}", "{}.000e0", "{}0e-1")
    lines = [f"%%MatrixMarket matrix coordinate real symmetric\n70 70 {len(base.edges)}\n"]
    for i, (a, b, weight) in enumerate(base.edges):
        spelling = spellings[i % len(spellings)].format(weight)
        lines.append(f"{max(a, b) + 1} {min(a, b) + 1} {spelling}\n")
    return "".join(lines).encode()


def untidy() -> bytes:
    return (
        b"%%MatrixMarket MATRIX Coordinate Integer Symmetric\r\n"
        b"% a comment\r\n"
        b"%\r\n"
        b"\r\n"
        b"%another comment, without a space\n"
        b"  7\t7   8  \r\n"
        b"2 1 4\r\n"
        b"\t3\t1\t4\n"
        b"4 2   9 \r\n"
        b"\r\n"
        b"5 4 9\n"
        b"   6 5 2\r\n"
        b"   \n"
        b"7 6 2\n"
        b"7 3 +5\r\n"
        b"6 1 -3"
    )


def all_cases() -> list[Case]:
    """The cases in the order of their numbers, from input1.mtx on. Add new cases at the end."""
    return random_cases() + handout_examples() + shape_cases() + weight_cases() + file_cases()
