"""The functions of the package."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from . import _arrays, _core, _gpu
from ._graph_class import Graph
from ._graphs import Symmetric, after_check, open_graph
from ._progress import Progress, part

Ties = Literal["index", "hash", "degree"]


class Communities(NamedTuple):
    labels: np.ndarray
    modularity: float


def match(
    A: Any,
    *,
    ties: Ties = "index",
    quality: int = 0,
    symmetric: Symmetric = "check",
    weight: str | None = "weight",
    threads: int | None = None,
    progress: Progress | None = None,
    out: Any = None,
) -> Any:
    """Greedy matching of an undirected graph: the partner of every node, or -1.

    Every edge, in order of weight and then of `ties`, is taken if both of its ends are free. If no
    weight is negative, the weight of this matching is at least half of the optimum. The answer is
    the same on every machine and for every number of threads; nothing is random.

    A: a scipy.sparse array (n x n), a tuple (indptr, indices, data) of arrays with DLPack or the
        buffer protocol (data may be None: all weights are equal), a NetworkX graph, whose nodes
        have the numbers of their places in list(A), an igraph graph, or the path of a file (Matrix
        Market, also with gzip, or the binary format of this project). Arrays are not copied if
        indptr is int32 or int64, indices int32, and data float32, float64, int32 or int64.
        If the arrays are in the memory of a GPU (CuPy, PyTorch, and all others with
        __cuda_array_interface__ or DLPack), the GPU does the work, and the answer stays there.
        A Graph: a graph that was checked before.
    ties: which of two equally heavy edges comes first. "index": the one to the neighbor with the
        smaller number; "hash" is faster if many weights are equal; "degree" usually matches more.
    quality: 0 to 100 scans that exchange a few edges at a time for edges with more weight, as in
        Pettie and Sanders, A simpler linear time 2/3 - epsilon approximation for maximum weight
        matching (2004); 4 give most of the gain. First, pairs of negative weight are separated. The
        weight never falls, and is at least half of the optimum for all weights; nothing better is
        proved. Weights may then be at most 2**59 (int64) or 2**1000 (float64), with either sign.
    symmetric: "check" refuses a graph that is not symmetric; "trust" does not look; "max" and
        "sum" make a symmetric copy, in which an edge has the largest weight or the sum of the
        weights of its entries in both directions.
    weight: the attribute of the edges of NetworkX and igraph; edges without it have the weight 1;
        None: all have 1.
    threads: None: as many as are useful.
    progress: a function that is called in the thread of the caller with the share of the work that
        is done: a rough number from 0 to 1 that never falls, about every 20 ms. If it returns a
        true value, the call raises Stopped; if it raises an exception, the call raises the same.
    out: an int32[n] array for the answer.

    Returns int32[n]. Needs 40 bytes per node (56 if nodes have more than 32 neighbors on average),
    8 more if indptr is int32, and 4 bytes per entry if data is not float32. With quality, at least
    46 bytes per node, and memory for the edges between nodes without partners.
    Raises GraphError (with row and column), TypeError, MemoryError, DeviceError,
    Stopped.
    """
    on_gpu = A.on_gpu if isinstance(A, Graph) else _gpu.open_on_gpu(A, symmetric)
    if on_gpu is not None:
        if threads is not None:
            raise ValueError("threads is for the CPU, but the graph is on a GPU")
        if progress is not None:
            raise ValueError("progress is for the CPU, but the graph is on a GPU")
        return on_gpu.match(ties, _quality(quality), out)
    graph, nodes = open_graph(A, symmetric, weight, progress)
    partners = _arrays.output("out", out, nodes)
    graph.match(ties, _quality(quality), _threads(threads), partners, after_check(A, progress))
    return partners


def b_match(
    A: Any,
    b: int | np.ndarray,
    *,
    ties: Ties = "index",
    symmetric: Symmetric = "check",
    weight: str | None = "weight",
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Greedy b-matching: up to b partners of every node.

    As match(), but an edge is taken if both of its ends have fewer partners than b allows. b: one
    number for all nodes, or an array with one number for each node; 0 is allowed.

    Returns (indptr int64[n + 1], partners int32[...]): the partners of node v, the best first, are
    partners[indptr[v]:indptr[v + 1]].
    """
    graph, nodes = open_graph(A, symmetric, weight, progress)
    bounds = _bounds(b, nodes)
    return graph.b_match(bounds, ties, _threads(threads), after_check(A, progress))


def louvain(
    A: Any,
    *,
    resolution: float = 1.0,
    symmetric: Symmetric = "check",
    weight: str | None = "weight",
    threads: int | None = None,
    progress: Progress | None = None,
) -> Communities:
    """Communities with a large modularity. Nothing is random, so there is no seed.

    A, symmetric, weight, threads, progress: as in match(); weights must not be negative.
    symmetric="trust" is checked, too, because this method needs it.
    resolution: 0 to 1000, with at most six digits after the point; more means smaller communities.

    Returns (labels int32[n], modularity): communities have the numbers 0, 1, ... in the order of
    their first members. The modularity is computed exactly and then rounded.
    """
    graph, nodes = open_graph(A, symmetric, weight, progress)
    labels = np.empty(nodes, np.int32)
    modularity = graph.louvain(
        float(resolution), _threads(threads), labels, after_check(A, progress)
    )
    return Communities(labels, modularity)


def stable(
    men: np.ndarray | tuple[np.ndarray, np.ndarray] | Sequence[Sequence[int]],
    women: np.ndarray | tuple[np.ndarray, np.ndarray] | Sequence[Sequence[int]],
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> np.ndarray:
    """The stable marriage that is best for every man: the wife of every man, or -1.

    men, women: the list of every person, with persons of the other side, the best first: a 2-D
    array with one row per person, a tuple (indptr, members), or a list of lists. Lists may be
    incomplete: a pair is possible only if both rank each other.
    threads, progress: as in match().

    Returns int32[men].
    """
    men_offsets, of_men = _lists("men", men)
    women_offsets, of_women = _lists("women", women)
    wives = np.empty(men_offsets.size - 1, np.int32)
    lists = (men_offsets, of_men, women_offsets, of_women)
    _core.stable(*lists, _threads(threads), wives, part(progress, 0, 1))
    return wives


def _threads(threads: int | None) -> int:
    if threads is None:
        return 0
    number = operator.index(threads)
    if not 1 <= number <= 1024:
        raise ValueError(f"threads is {number}; it must be 1 to 1024, or None")
    return number


def _quality(quality: int) -> int:
    number = operator.index(quality)
    if not 0 <= number <= 100:
        raise ValueError(f"quality is {number}; it must be 0 to 100")
    return number


def _bounds(b: int | np.ndarray, nodes: int) -> np.ndarray:
    if not hasattr(b, "__len__"):
        number = operator.index(b)
        if not 0 <= number < 2**31:
            raise ValueError(f"b is {number}; it must be 0 to 2147483647")
        return np.full(nodes, number, np.int32)
    return _arrays.nodes("b", b)


def _lists(name: str, lists: Any) -> tuple[np.ndarray, np.ndarray]:
    if isinstance(lists, tuple):
        if len(lists) != 2:
            raise TypeError(f"{name} is a tuple of {len(lists)}; it must be (indptr, members)")
        return (
            _arrays.offsets(f"the indptr of {name}", lists[0]),
            _arrays.nodes(f"the members of {name}", lists[1]),
        )
    if isinstance(lists, Sequence):
        lengths = [len(row) for row in lists]
        members = np.fromiter((member for row in lists for member in row), np.int64, sum(lengths))
        return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))), _arrays.nodes(
            name, members
        )
    array = _arrays.as_array(name, lists, ndim=2)
    persons, length = array.shape
    return np.arange(persons + 1, dtype=np.int64) * length, _arrays.nodes(name, array.reshape(-1))
