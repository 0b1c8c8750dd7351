"""The functions that NetworkX calls for backend="handshake". Each keeps what NetworkX promises for
the function of its name. So there is no max_weight_matching, which promises the optimum.

If a graph or an argument does not suit the engines, the functions raise NotImplementedError. Then
NetworkX uses its own function, unless the caller has asked for this backend by name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any

import networkx as nx
import numpy as np

from handshake import GraphError, _arrays, _core
from handshake._graphs import of_networkx, rows_of_entries


class ConvertedGraph:
    """The nodes of a NetworkX graph, and its edges as compressed sparse rows. `weight` is the
    attribute that the weights come from, or None: all are 1."""

    __networkx_backend__ = "handshake"

    def __init__(self, G: nx.Graph, weight: str | None) -> None:
        self.nodes = list(G)
        self.weight = weight
        indptr, columns, data = of_networkx(G, weight)
        rows = rows_of_entries(indptr)
        is_loop = rows == columns  # loops count for communities, but the engines take no loops
        self.loops = rows[is_loop]
        loops_before = np.concatenate(([0], np.cumsum(is_loop)))
        self.indptr, self.indices = indptr - loops_before[indptr], columns[~is_loop]
        self.loop_weights = np.ones(self.loops.size)
        self.data = None
        if data is not None:
            self.data = _arrays.weights("data", data[~is_loop])
            self.loop_weights = data[is_loop].astype(np.float64)
        self._engines: dict[str | None, _core.Graph] = {}

    def is_directed(self) -> bool:
        return False

    def is_multigraph(self) -> bool:
        return False

    def engine(self, weight: str | None) -> _core.Graph:
        if weight not in (None, self.weight):
            raise NotImplementedError(f"the graph was converted without the attribute {weight!r}")
        if weight not in self._engines:
            data = None if weight is None else self.data
            self._engines[weight] = _core.Graph(self.indptr, self.indices, data, False)
        return self._engines[weight]

    def loops_of(self, weight: str | None) -> tuple[np.ndarray, np.ndarray]:
        """The nodes that have loops, and the weights of these loops."""
        return self.loops, self.loop_weights if weight else np.ones(self.loops.size)

    def sets_of(self, labels: np.ndarray) -> list[set[Hashable]]:
        sets: list[set[Hashable]] = [set() for _ in range(labels.max(initial=-1) + 1)]
        for node, label in zip(self.nodes, labels.tolist(), strict=True):
            sets[label].add(node)
        return sets


def convert_from_nx(
    G: nx.Graph, *, edge_attrs: dict[str, Any] | None = None, **_: Any
) -> ConvertedGraph:
    try:
        return ConvertedGraph(G, next(iter(edge_attrs), None) if edge_attrs else None)
    except (GraphError, TypeError, ValueError) as error:  # for example, weights that are words
        raise NotImplementedError(str(error)) from error


def convert_to_nx(result: Any, **_: Any) -> Any:
    """Answers are ordinary Python objects. A graph gets back its nodes, edges and weights."""
    if not isinstance(result, ConvertedGraph):
        return result
    G = nx.Graph()
    G.add_nodes_from(result.nodes)
    rows = np.concatenate((rows_of_entries(result.indptr), result.loops))
    columns = np.concatenate((result.indices, result.loops))
    ends = zip(rows.tolist(), columns.tolist(), strict=True)
    pairs = [(result.nodes[u], result.nodes[v]) for u, v in ends]
    if result.data is None:
        G.add_edges_from(pairs)
        return G
    values = result.data.tolist() + result.loop_weights.tolist()
    edges = ((u, v, value) for (u, v), value in zip(pairs, values, strict=True))
    G.add_weighted_edges_from(edges, weight=result.weight)
    return G


def can_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    G = args[0] if args else kwargs["G"]
    if G.is_directed() or G.is_multigraph():
        return "the graph must be undirected, without multiple edges"
    return True


def should_run(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
    """Whether it is worth converting the graph, which takes longer than a maximal matching."""
    G = args[0] if args else kwargs["G"]
    converted = (getattr(G, "__networkx_cache__", None) or {}).get("backends", {})
    if name == "maximal_matching" and not converted.get("handshake"):
        return "the conversion of the graph takes longer than the matching"
    return True


def maximal_matching(G: ConvertedGraph) -> set[tuple[Hashable, Hashable]]:
    partners = np.empty(len(G.nodes), np.int32)
    G.engine(None).match("index", 0, 0, partners)
    ends = enumerate(partners.tolist())
    return {(G.nodes[v], G.nodes[partner]) for v, partner in ends if v < partner}


def modularity(
    G: ConvertedGraph,
    communities: Iterable[Iterable[Hashable]],
    weight: str | None = "weight",
    resolution: float = 1,
) -> float:
    communities = list(communities)
    labels = _labels_of(G, communities)
    loops = G.loops_of(weight)
    has_weight = G.indices.size > 0 and (weight is None or G.data is None or bool(np.any(G.data)))
    if not has_weight and not loops[1].any():
        raise ZeroDivisionError("the graph has no edges, so it has no modularity")
    try:
        return G.engine(weight).modularity(float(resolution), *loops, labels)
    except GraphError as error:
        raise NotImplementedError(str(error)) from error


def louvain_partitions(
    G: ConvertedGraph,
    weight: str | None = "weight",
    resolution: float = 1,
    threshold: float = 1e-7,
    seed: Any = None,
) -> Iterator[list[set[Hashable]]]:
    return map(G.sets_of, _levels(G, weight, resolution, threshold))


def louvain_communities(
    G: ConvertedGraph,
    weight: str | None = "weight",
    resolution: float = 1,
    threshold: float = 1e-7,
    max_level: int | None = None,
    seed: Any = None,
) -> list[set[Hashable]]:
    if max_level is not None and max_level <= 0:
        raise ValueError("max_level argument must be a positive integer or None")
    return G.sets_of(_levels(G, weight, resolution, threshold)[:max_level][-1])


def _levels(
    G: ConvertedGraph, weight: str | None, resolution: float, threshold: float
) -> list[np.ndarray]:
    """The labels of each level, up to the first that gains at most `threshold` over the one before.
    They are complete when this function returns, so that its errors reach NetworkX in time."""
    try:
        engine, loops = G.engine(weight), G.loops_of(weight)
        found = engine.louvain_levels(float(resolution), *loops)
        alone = np.arange(len(G.nodes), dtype=np.int32)
        before = engine.modularity(float(resolution), *loops, alone)
    except GraphError as error:
        raise NotImplementedError(str(error)) from error
    levels: list[np.ndarray] = []
    for labels, after in found:
        if levels and np.array_equal(labels, levels[-1]):
            break  # no node has moved after the last contraction
        levels.append(labels)
        if after - before <= threshold:
            break
        before = after
    return levels


def _labels_of(G: ConvertedGraph, communities: list[Iterable[Hashable]]) -> np.ndarray:
    number = {node: i for i, node in enumerate(G.nodes)}
    labels = np.full(len(number), -1, np.int32)
    members = [[number.get(node, -1) for node in community] for community in communities]
    for label, places in enumerate(filter(None, members)):  # so labels are less than the nodes
        labels[[place for place in places if place >= 0]] = label
    if sum(map(len, members)) != len(number) or (labels < 0).any():
        raise nx.community.quality.NotAPartition(G, communities)
    return labels
