"""Turns what users have into compressed sparse rows, without a copy where the types fit."""

from __future__ import annotations

import os
import stat
from typing import Any, Literal

import numpy as np

from . import _arrays, _core
from ._arrays import graph_error
from ._progress import Progress, part

Symmetric = Literal["check", "max", "sum", "trust"]
Rows = tuple[np.ndarray, np.ndarray, "np.ndarray | None"]
CHECKED = 0.3  # the share of a call that the check of its graph takes, about


def open_graph(
    A: Any, symmetric: str, weight: str | None, progress: Progress | None = None
) -> tuple[_core.Graph, int]:
    """Returns the checked graph, and its number of nodes."""
    if hasattr(A, "opened"):  # a Graph
        return A.opened()
    check = part(progress, 0, CHECKED)
    indptr, indices, data = symmetric_rows(A, symmetric, weight)
    return _core.Graph(indptr, indices, data, symmetric == "trust", check), indptr.size - 1


def after_check(A: Any, progress: Progress | None) -> Progress | None:
    """For the work after open_graph(). A Graph has been checked before."""
    return part(progress, 0 if hasattr(A, "opened") else CHECKED, 1)


def symmetric_rows(A: Any, symmetric: str, weight: str | None) -> Rows:
    """The arrays of the graph, which symmetric="max" and "sum" have made symmetric."""
    if symmetric not in ("check", "max", "sum", "trust"):
        raise ValueError(f'symmetric is {symmetric!r}; it must be "check", "max", "sum" or "trust"')
    indptr, indices, data = checked_rows(A, weight)
    if symmetric in ("max", "sum"):
        return merged(indptr, indices, data, symmetric)
    return indptr, indices, data


def checked_rows(A: Any, weight: str | None) -> Rows:
    """The arrays of the graph, with types that the engines read. The lists are not checked."""
    indptr, indices, data = rows_of(A, weight)
    return (
        _arrays.offsets("indptr", indptr),
        _arrays.nodes("indices", indices),
        None if data is None else _arrays.weights("data", data),
    )


def rows_of(A: Any, weight: str | None) -> Rows:
    if isinstance(A, tuple):
        if len(A) != 3:
            raise graph_error(
                f"the graph is a tuple of {len(A)}; it must be (indptr, indices, data), where data"
                " may be None"
            )
        return A
    if hasattr(A, "format") and hasattr(A, "tocsr"):
        return _of_scipy(A)
    if hasattr(A, "adjacency") and hasattr(A, "is_multigraph"):
        return of_networkx(A, weight)
    if hasattr(A, "get_edgelist") and hasattr(A, "vcount"):
        return _of_igraph(A, weight)
    if isinstance(A, (str, os.PathLike)):
        return _of_file(A)
    raise TypeError(
        f"the graph is a {type(A).__name__}; it must be a scipy.sparse array, a tuple (indptr,"
        " indices, data), a NetworkX or igraph graph, or the path of a file"
    )


def _of_scipy(A: Any) -> Rows:
    if len(A.shape) != 2 or A.shape[0] != A.shape[1]:
        raise graph_error(f"the graph has the shape {A.shape}; it must be square")
    if A.format not in ("csr", "csc"):  # a symmetric matrix is the same in both formats
        A = A.tocsr()
    return A.indptr, A.indices, A.data


def of_networkx(G: Any, weight: str | None) -> Rows:
    """Nodes get their places in list(G) as numbers."""
    if G.is_multigraph() or G.is_directed():
        raise graph_error(
            "the NetworkX graph must be undirected, without multiple edges: use nx.Graph(G)"
        )
    number = {node: i for i, node in enumerate(G)}
    degrees = np.fromiter((len(row) for _, row in G.adjacency()), np.int64, len(number))
    indptr = np.concatenate(([0], np.cumsum(degrees)))
    indices = np.fromiter(
        (number[v] for _, row in G.adjacency() for v in row), np.int32, int(indptr[-1])
    )
    order = np.lexsort((indices, np.repeat(np.arange(len(number)), degrees)))
    if weight is None:
        return indptr, indices[order], None
    values = [edge.get(weight, 1) for _, row in G.adjacency() for edge in row.values()]
    data = np.asarray(values) if values else np.empty(0, np.int32)
    return indptr, indices[order], data[order]


def _of_igraph(G: Any, weight: str | None) -> Rows:
    if G.is_directed() or G.has_multiple():
        raise graph_error(
            "the igraph graph must be undirected, without multiple edges: use"
            " G.as_undirected(combine_edges=max) and G.simplify(combine_edges=max)"
        )
    nodes, ends = G.vcount(), np.array(G.get_edgelist(), np.int32).reshape(-1, 2)
    back = ends[ends[:, 0] != ends[:, 1]]
    rows, columns = np.concatenate((ends, back[:, ::-1])).T
    order = np.lexsort((columns, rows))
    indptr = np.concatenate(([0], np.cumsum(np.bincount(rows, minlength=nodes))))
    if weight is None or weight not in G.es.attributes():
        return indptr, columns[order], None
    values = np.asarray([1 if one is None else one for one in G.es[weight]])
    values = np.concatenate((values, values[ends[:, 0] != ends[:, 1]]))
    return indptr, columns[order], values[order]


def _of_file(path: str | os.PathLike[str]) -> Rows:
    """The formats of docs/file_formats.md, by the reader of the programs."""
    name = os.path.abspath(path)
    if not stat.S_ISREG(os.stat(name).st_mode):  # raises FileNotFoundError, as open() does
        raise graph_error(f"{name} is not a regular file: reading it could never be stopped")
    indptr, indices, data = _core.read_graph(name, 0)
    return indptr if indptr.size > 0 else np.zeros(1, np.int64), indices, data


def merged(indptr: np.ndarray, indices: np.ndarray, data: np.ndarray | None, how: str) -> Rows:
    """Stores every entry at both ends, and drops loops. If an edge then has several entries, their
    maximum or their sum is its weight: "sum" is A + A.T. A new graph with sorted rows."""
    nodes = indptr.size - 1
    check_lists(indptr, indices, data, nodes)
    rows = rows_of_entries(indptr)
    kept = rows != indices
    rows, columns = rows[kept], indices[kept]
    values = np.ones(rows.size, np.int32) if data is None else data[kept]
    if values.dtype == np.int32:
        values = values.astype(np.int64)  # for the sums
    rows, columns = np.concatenate((rows, columns)), np.concatenate((columns, rows))
    values = np.concatenate((values, values))
    order = np.lexsort((columns, rows))
    rows, columns, values = rows[order], columns[order], values[order]
    first = np.ones(rows.size, bool)
    first[1:] = (rows[1:] != rows[:-1]) | (columns[1:] != columns[:-1])
    starts = np.flatnonzero(first)
    if starts.size > 0:
        values = (np.maximum if how == "max" else np.add).reduceat(values, starts)
    offsets = np.concatenate(([0], np.cumsum(np.bincount(rows[starts], minlength=nodes))))
    return offsets, columns[starts], values


def rows_of_entries(indptr: np.ndarray) -> np.ndarray:
    return np.repeat(np.arange(indptr.size - 1, dtype=np.int32), np.diff(indptr))


def check_lists(
    indptr: np.ndarray, indices: np.ndarray, data: np.ndarray | None, nodes: int
) -> None:
    """What the merge needs: offsets that rise to the number of entries, and columns that exist."""
    if indptr[0] != 0 or indptr[-1] != indices.size or np.any(np.diff(indptr) < 0):
        raise graph_error(
            f"indptr must rise from 0 to {indices.size}, the number of entries; check how the"
            " arrays were made"
        )
    if data is not None and data.size != indices.size:
        raise graph_error(f"there are {data.size} weights for {indices.size} entries")
    if indices.size > 0 and not (indices.min() >= 0 and indices.max() < nodes):
        entry = int(np.flatnonzero((indices < 0) | (indices >= nodes))[0])
        row = int(np.searchsorted(indptr, entry, side="right")) - 1
        raise graph_error(
            f"the edge from node {row} to node {indices[entry]} has an end that does not exist: the"
            f" nodes are 0 to {nodes - 1}",
            row,
            int(indices[entry]),
        )
