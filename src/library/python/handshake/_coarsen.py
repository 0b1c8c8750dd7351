"""Makes a smaller matrix from a large one, for multigrid methods and partitioners."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np

from . import _arrays
from ._arrays import graph_error
from ._functions import Ties, match
from ._graphs import check_lists, checked_rows, rows_of_entries

if TYPE_CHECKING:
    import scipy.sparse as sp


@overload
def coarsen(
    A: Any,
    *,
    by: Literal["match"] | np.ndarray = ...,
    matrix: Literal[False] = ...,
    ties: Ties = ...,
    weight: str | None = ...,
    threads: int | None = ...,
) -> sp.csr_array: ...


@overload
def coarsen(
    A: Any,
    *,
    by: Literal["match"] | np.ndarray = ...,
    matrix: Literal[True],
    ties: Ties = ...,
    weight: str | None = ...,
    threads: int | None = ...,
) -> tuple[sp.csr_array, sp.csr_array]: ...


def coarsen(
    A: Any,
    *,
    by: Literal["match"] | np.ndarray = "match",
    matrix: bool = False,
    ties: Ties = "index",
    weight: str | None = "weight",
    threads: int | None = None,
) -> sp.csr_array | tuple[sp.csr_array, sp.csr_array]:
    """Groups the nodes of a matrix: the prolongation P (n x nc), which has a single 1 in each row.

    A: as in match(), but entries may also be on the diagonal, negative or 0, and the matrix need
        not be symmetric. Needs SciPy.
    by: "match": a group is a pair of the greedy matching, or a node without a partner. The weight
        of an edge is the larger absolute value of its two entries, so large entries stay within
        groups. This is pairwise aggregation for multigrid methods (Notay, ETNA 37, 2010, without
        the test of the quality of pairs), and heavy-edge matching for partitioners (Karypis and
        Kumar, SIAM J. Sci. Comput. 20, 1998). The groups have the numbers 0, 1, ... in the order of
        their first members.
        An array int[n] has the number of the group of every node, for example louvain(A).labels.
    matrix: also return P.T @ A @ P, the sums of the entries of A between groups, and within groups
        on the diagonal. Its columns are sorted. Sums of integers are int64.
    ties, weight, threads: as in match().

    Returns P (float64), or (P, P.T @ A @ P). Raises GraphError, TypeError, MemoryError.
    """
    import scipy.sparse as sp

    if isinstance(A, (str, os.PathLike)):
        raise TypeError(
            "coarsen() reads no files, because the reader drops the diagonal: use scipy.io.mmread()"
        )
    if getattr(A, "format", None) == "csc":
        A = A.tocsr()
    indptr, indices, data = checked_rows(A, weight)
    nodes = indptr.size - 1
    check_lists(indptr, indices, data, nodes)
    if data is None:
        data = np.ones(indices.size, np.int32)
    if isinstance(by, str):
        if by != "match":
            raise ValueError(f'by is {by!r}; it must be "match" or an array')
        edges = _couplings(indptr, indices, data)
        groups = _pairs(match(edges, ties=ties, symmetric="trust", threads=threads))
    else:
        groups = _groups(by, nodes)
    count = int(groups.max(initial=-1)) + 1
    P = sp.csr_array((np.ones(nodes), groups, np.arange(nodes + 1)), shape=(nodes, count))
    if not matrix:
        return P
    fine = sp.csr_array((data, indices, indptr), shape=(nodes, nodes))
    return P, _summed(fine, P)


def _summed(A: sp.csr_array, P: sp.csr_array) -> sp.csr_array:
    """P.T @ A @ P."""
    import scipy.sparse as sp

    dtype = np.float64 if A.dtype.kind == "f" else np.int64
    ones = np.ones(P.shape[0], dtype)
    to_groups = sp.csr_array((ones, P.indices, P.indptr), shape=P.shape).T.tocsr()
    values = A.data.astype(dtype)
    coarse = to_groups @ sp.csr_array((values, P.indices[A.indices], A.indptr), shape=P.shape)
    coarse.sort_indices()
    return coarse


def _couplings(indptr: np.ndarray, indices: np.ndarray, data: np.ndarray) -> sp.csr_array:
    """The absolute values of the entries that are not 0 and not on the diagonal, and of the two for
    each edge, the larger one. In a coarse matrix, rounding alone can make them different."""
    import scipy.sparse as sp

    wide = data.astype(np.int64) if data.dtype == np.int32 else data  # abs() of the smallest int32
    inside = rows_of_entries(indptr) != indices
    offsets = np.concatenate(([0], np.cumsum(inside)))[indptr]
    A = sp.csr_array((wide[inside], indices[inside], offsets), shape=(indptr.size - 1,) * 2)
    A.sum_duplicates()
    A.eliminate_zeros()
    A = abs(A)
    return A.maximum(A.T.tocsr())


def _pairs(partners: np.ndarray) -> np.ndarray:
    """Numbers the pairs and the single nodes in the order of their first members."""
    own = np.arange(partners.size, dtype=np.int32)
    first = np.where(partners < 0, own, np.minimum(own, partners))
    number = np.cumsum(first == own, dtype=np.int32) - 1
    return number[first]


def _groups(by: Any, nodes: int) -> np.ndarray:
    groups = _arrays.nodes("by", by)
    if groups.size != nodes:
        raise graph_error(
            f"by has {groups.size} elements; it must have one for each of {nodes} nodes"
        )
    is_inside = groups.min(initial=0) >= 0 and groups.max(initial=-1) < nodes
    if not is_inside or not np.bincount(groups).all():
        raise graph_error(
            "the numbers in by must be 0, 1, ... without a gap: use np.unique(by,"
            " return_inverse=True)[1]"
        )
    return groups
