"""Measures the package for Python: what a call costs, and how fast it is beside other packages.

    python3 -m venv peers && peers/bin/pip install . networkx==3.4.2 scipy==1.17.1 \\
        networkit==11.3 igraph==1.0.0
    taskset -c 0 peers/bin/python src/library/measure.py call
    taskset -c 0 peers/bin/python src/library/measure.py networkit GRAPH.hsg...
    taskset -c 0 peers/bin/python src/library/measure.py igraph GRAPH.hsg...
    taskset -c 0 peers/bin/python src/library/measure.py small

GRAPH.hsg: made by ./generate_graph SPEC -output GRAPH.hsg. Times are processor times
of one thread, on one core, the best of all runs, so they mean the same if other programs use the
machine, too. All programs of a table run in turn. Graphs are converted before the clock starts.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

import handshake
from handshake import _core

Result = Callable[[], str]  # makes the words for the last column, after the clock has stopped


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def table(runs: dict[str, Callable[[], Result]], rounds: int) -> None:
    """Prints the best time of each run, and its ratio to that of the first."""
    best: dict[str, tuple[float, Result]] = {}
    for _ in range(rounds):
        for name, work in runs.items():
            seconds, result = timed(work)
            if name not in best or seconds < best[name][0]:
                best[name] = seconds, result
    first = next(iter(best.values()))[0]
    for name, (seconds, result) in best.items():
        print(f"  {name:34} {seconds:9.4f} s {seconds / first:8.2f}   {result()}", flush=True)


# ---- what a call costs


def call() -> None:
    """Calls on a graph of two nodes: of the functions, and of the engines on checked arrays. The
    difference is what Python costs, and the check of the graph, which is C++."""
    A = sp.csr_array(np.array([[0, 1.0], [1.0, 0]], np.float32))
    arrays = (A.indptr, A.indices, A.data)
    out = np.empty(2, np.int32)
    graph = _core.Graph(*arrays, False)
    lists = (A.indptr, A.indices)
    ones = np.ones(2, np.int32)
    offsets = A.indptr, A.indices, A.indptr, A.indices
    calls: dict[str, Callable[[], Any]] = {
        "the engine of match": lambda: graph.match("index", 0, 1, out),
        "the engine of match, quality=4": lambda: graph.match("index", 4, 1, out),
        "the engine of b_match": lambda: graph.b_match(ones, "index", 1),
        "the engine of louvain": lambda: graph.louvain(1.0, 1, out),
        "the engine of stable": lambda: _core.stable(*offsets, 1, out),
        "match, scipy.sparse": lambda: handshake.match(A, threads=1),
        "match, (indptr, indices, data)": lambda: handshake.match(arrays, threads=1),
        "match, quality=4": lambda: handshake.match(arrays, quality=4, threads=1),
        "b_match": lambda: handshake.b_match(arrays, 1, threads=1),
        "louvain": lambda: handshake.louvain(arrays, threads=1),
        "stable": lambda: handshake.stable(lists, lists, threads=1),
    }
    print("microseconds per call on a graph of two nodes: median of 50 times 200 calls, least")
    for name, work in calls.items():
        times = []
        for _ in range(50):
            start = time.process_time()
            for _ in range(200):
                work()
            times.append((time.process_time() - start) / 200 * 1e6)
        print(f"  {name:34} {statistics.median(times):6.1f} {min(times):6.1f}")


# ---- other packages


def weight_of(A: sp.csr_array, partners: np.ndarray) -> float:
    rows = np.repeat(np.arange(A.shape[0]), np.diff(A.indptr))
    return float(A.data[(partners[rows] == A.indices) & (rows < A.indices)].sum(dtype=np.float64))


def matching(A: sp.csr_array, partners: Callable[[], np.ndarray]) -> Result:
    return lambda: f"weight {weight_of(A, partners()):.6g}"


def ours(A: sp.csr_array, **options: Any) -> Callable[[], Result]:
    def work() -> Result:
        found = handshake.match(A, threads=1, **options)
        return matching(A, lambda: found)

    return work


def our_communities(A: sp.csr_array) -> Result:
    found = handshake.louvain(A, threads=1)
    return lambda: f"modularity {found.modularity:.6f}"


class EdgesOf:
    """The graph in a file: as an array, and each edge once."""

    def __init__(self, path: str) -> None:
        indptr, indices, data = _core.read_graph(path, 0)
        self.nodes = indptr.size - 1
        self.A = sp.csr_array((self.nodes, self.nodes), dtype=data.dtype)
        self.A.indptr, self.A.indices, self.A.data = indptr, indices, data
        rows = np.repeat(np.arange(self.nodes, dtype=np.int32), np.diff(indptr))
        upper = rows < indices
        self.rows, self.columns = rows[upper], indices[upper]
        self.weights = data[upper].astype(np.float64)
        print(f"{Path(path).stem}: {self.nodes} nodes, {indices.size} entries, {data.dtype}")


def networkit(path: str) -> None:
    import networkit as nk

    nk.setNumberOfThreads(1)
    edges = EdgesOf(path)
    A, ends = edges.A, (edges.rows, edges.columns)
    G = nk.GraphFromCoo((edges.weights, ends), n=edges.nodes, weighted=True, directed=False)

    def suitor() -> Result:
        # With sortSuitor=True, the lists of G would have to be sorted by weight.
        found = nk.matching.SuitorMatcher(G, sortSuitor=False).run().getMatching()
        return matching(
            A, lambda: np.array([-1 if v > edges.nodes else v for v in found.getVector()], np.int32)
        )

    def plm() -> Result:
        found = nk.community.PLM(G, refine=False).run().getPartition()
        return lambda: f"modularity {nk.community.Modularity().getQuality(found, G):.6f}"

    print(" matching")
    table({"handshake": ours(A), "handshake, symmetric=trust": ours(A, symmetric="trust"),
           "NetworKit SuitorMatcher": suitor, "handshake, quality=4": ours(A, quality=4)},
          3)  # fmt: skip
    print(" communities")
    table({"handshake": lambda: our_communities(A), "NetworKit PLM": plm}, 1)


def igraph(path: str) -> None:
    import igraph as ig

    edges = EdgesOf(path)
    H = ig.Graph(n=edges.nodes, edges=np.stack((edges.rows, edges.columns), 1))
    H.es["weight"] = edges.weights

    def multilevel() -> Result:
        found = H.community_multilevel(weights="weight")
        return lambda: f"modularity {found.modularity:.6f}"

    print(" communities")
    table(
        {
            "handshake": lambda: our_communities(edges.A),
            "igraph community_multilevel": multilevel,
        },
        1,
    )


def small() -> None:
    """Graphs that are small enough for NetworkX, and a bipartite graph for SciPy."""
    import networkx as nx
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    random = np.random.default_rng(1)
    dense = np.triu(random.random((1000, 1000)) * (random.random((1000, 1000)) < 0.02), 1)
    A = sp.csr_array(dense + dense.T)
    G = nx.from_scipy_sparse_array(A)

    def nx_matching(function: Callable[[Any], set[tuple[int, int]]]) -> Callable[[], Result]:
        def work() -> Result:
            pairs = function(G)
            partners = np.full(A.shape[0], -1)
            for u, v in pairs:
                partners[u], partners[v] = v, u
            return matching(A, lambda: partners)

        return work

    def nx_louvain() -> Result:
        found = nx.community.louvain_communities(G, seed=1)
        return lambda: f"modularity {nx.community.modularity(G, found):.6f}"

    print(f"random: 1000 nodes, {A.nnz} entries")
    table({"handshake": ours(A), "handshake, quality=4": ours(A, quality=4),
           "NetworkX maximal_matching": nx_matching(nx.maximal_matching)}, 3)  # fmt: skip
    table({"handshake": ours(A), "NetworkX max_weight_matching": nx_matching(
        nx.max_weight_matching)}, 1)  # fmt: skip
    table({"handshake": lambda: our_communities(A), "NetworkX louvain_communities": nx_louvain}, 1)

    side = sp.csr_array(random.random((2000, 2000)) * (random.random((2000, 2000)) < 0.05))
    both = sp.block_array([[None, side], [side.T, None]], format="csr")

    def scipy_matching() -> Result:
        rows, columns = min_weight_full_bipartite_matching(side, maximize=True)
        return lambda: f"weight {side[rows, columns].sum():.6g}"

    print(f"bipartite, with a perfect matching: 2000 + 2000 nodes, {both.nnz} entries")
    table({"handshake": ours(both), "handshake, quality=4": ours(both, quality=4),
           "SciPy min_weight_full_bipartite": scipy_matching}, 3)  # fmt: skip


def main(words: list[str]) -> None:
    match words:
        case ["call"]:
            call()
        case ["small"]:
            small()
        case ["networkit", *paths] if paths:
            for path in paths:
                networkit(path)
        case ["igraph", *paths] if paths:
            for path in paths:
                igraph(path)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
