"""Each mistake gets the right exception, which says where it is and what to do; the next call
works."""

from __future__ import annotations

import re

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

import handshake
from handshake import GraphError

PATH = sp.csr_array(np.array([[0, 1.5, 0], [1.5, 0, 2.5], [0, 2.5, 0]]))


@pytest.fixture(autouse=True)
def next_call_works():
    yield
    assert handshake.match(PATH).tolist() == [-1, 2, 1]


def refused(kind: type, words: str, *arguments, row=None, column=None, function=None, **options):
    with pytest.raises(kind, match=re.escape(words)) as caught:
        (function or handshake.match)(*arguments, **options)
    if kind is GraphError:
        assert (caught.value.row, caught.value.column) == (row, column)


def changed(**arrays):
    parts = {"indptr": PATH.indptr, "indices": PATH.indices, "data": PATH.data}
    parts = {name: array.copy() for name, array in parts.items()} | arrays
    return parts["indptr"], parts["indices"], parts["data"]


def test_shapes():
    refused(GraphError, "has the shape (2, 3); it must be square", sp.csr_array((2, 3)))
    refused(GraphError, "the graph is a tuple of 2", (PATH.indptr, PATH.indices))
    refused(GraphError, "data has 2 dimensions", changed(data=np.ones((2, 2))))
    refused(
        GraphError,
        "data is not contiguous; use np.ascontiguousarray(data)",
        changed(data=np.ones(8)[::2]),
    )
    refused(GraphError, "there are 4 neighbors and 3 weights", changed(data=np.ones(3)))
    refused(GraphError, "the last offset is 3", changed(indptr=np.array([0, 1, 2, 3])))
    refused(
        GraphError,
        "the offsets decrease after node 1",
        changed(indptr=np.array([0, 3, 1, 4])),
        row=1,
    )
    refused(GraphError, "indptr has 0 elements", changed(indptr=np.array([], np.int32)))


def test_types():
    refused(TypeError, "the graph is a list; it must be a scipy.sparse array", [[0, 1], [1, 0]])
    refused(TypeError, "data is a list; use np.asarray(data)", changed(data=[1.0] * 4))
    refused(TypeError, "indptr has the type float64", changed(indptr=np.array([0.0, 1, 3, 4])))
    refused(TypeError, "indices has the type uint32", changed(indices=np.zeros(4, np.uint32)))
    refused(TypeError, "data has the type complex128", changed(data=np.ones(4, complex)))
    refused(TypeError, "byte order of another machine", changed(data=np.ones(4, ">f8")))


def test_entries():
    one_sided = sp.csr_array(np.triu(PATH.toarray()))
    refused(GraphError, 'symmetric="max" or symmetric="sum"', one_sided, row=0, column=1)
    two_weights = PATH.copy()
    two_weights.data[0] = 9
    refused(GraphError, "has another weight at node 1", two_weights, row=0, column=1)
    for bad in (np.nan, np.inf):
        data = PATH.data.copy()
        data[2] = bad
        refused(GraphError, "not finite", changed(data=data), row=1, column=2)
        refused(
            GraphError,
            "weights must be finite",
            changed(data=data),
            row=1,
            column=2,
            symmetric="trust",
        )
    for node in (-1, 3):
        for symmetric, words in (("check", "does not exist"), ("trust", "does not exist")):
            refused(
                GraphError,
                words,
                changed(indices=np.array([1, 0, 2, node], np.int32)),
                row=2,
                column=None if node < 0 else node,
                symmetric=symmetric,
            )
    refused(
        GraphError,
        "indices[3] is 4294967296, which is not a number of a node",
        changed(indices=np.array([1, 0, 2, 2**32])),
    )
    refused(
        GraphError,
        "A.sum_duplicates() sorts",
        changed(indices=np.array([1, 2, 0, 1], np.int32)),
        row=1,
        column=0,
    )
    loops = sp.csr_array(np.diag([0.0, 7, 0]) + PATH.toarray())
    refused(GraphError, "A.setdiag(0) and A.eliminate_zeros()", loops, row=1, column=1)
    assert handshake.match(loops, symmetric="max").tolist() == [-1, 2, 1]
    refused(
        GraphError,
        "does not exist",
        changed(indices=np.array([1, 0, 2, 3], np.int32)),
        row=2,
        column=3,
        symmetric="max",
    )


def test_options():
    refused(ValueError, 'ties is "best"', PATH, ties="best")
    refused(ValueError, "symmetric is 'yes'", PATH, symmetric="yes")
    refused(ValueError, "threads is 0", PATH, threads=0)
    refused(TypeError, "out must be a NumPy array of int32", PATH, out=np.empty(3))
    refused(GraphError, "a contiguous array of 3 elements", PATH, out=np.empty(4, np.int32))
    refused(TypeError, "keyword", PATH, levels=1)
    refused(ValueError, "quality is 101; it must be 0 to 100", PATH, quality=101)
    refused(TypeError, "float", PATH, quality=1.5)
    refused(
        GraphError, "divide all weights by one number", PATH * 1e302, row=0, column=1, quality=1
    )


def test_b():
    function = handshake.b_match
    refused(ValueError, "b is -1", PATH, -1, function=function)
    refused(
        GraphError, "there are 2 numbers for the 3 nodes", PATH, np.ones(2, int), function=function
    )
    refused(
        GraphError, "node 1 may have -2 partners", PATH, np.array([1, -2, 1]), function=function
    )


def test_louvain():
    function = handshake.louvain
    refused(GraphError, "has the weight -1.5", -PATH, row=0, column=1, function=function)
    refused(GraphError, "six digits", PATH, resolution=1 / 3, function=function)
    one_sided = sp.csr_array(np.triu(PATH.toarray()))
    refused(
        GraphError,
        "not stored at node 1",
        one_sided,
        row=0,
        column=1,
        symmetric="trust",
        function=function,
    )


def test_stable():
    function = handshake.stable
    refused(
        GraphError,
        "person 0 ranks 1 twice",
        [[1, 1]],
        [[0], [0]],
        row=0,
        column=1,
        function=function,
    )
    refused(GraphError, "person 0 ranks 2", [[2]], [[0], [0]], row=0, column=2, function=function)
    refused(TypeError, "it must be (indptr, members)", (np.zeros(1, int),), [], function=function)


def test_networkx():
    refused(GraphError, "use nx.Graph(G)", nx.MultiGraph([(0, 1)]))
    refused(GraphError, "use nx.Graph(G)", nx.DiGraph([(0, 1)]))
    refused(TypeError, "data has the type", nx.Graph([(0, 1, {"weight": "heavy"})]))


def test_a_graph_that_is_trusted_may_be_wrong():
    """The answer is wrong or refused, but nothing else happens."""
    random = np.random.default_rng(1)
    for nodes in range(1, 60):
        dense = random.integers(1, 9, (nodes, nodes)) * (random.random((nodes, nodes)) < 0.2)
        np.fill_diagonal(dense, 0)
        A = sp.csr_array(dense.astype(np.float64))
        for ties in ("index", "hash", "degree"):
            found = handshake.match(A, ties=ties, symmetric="trust", threads=1 + nodes % 2)
            assert ((found >= -1) & (found < nodes)).all()
            handshake.b_match(A, 2, ties=ties, symmetric="trust")
        try:
            handshake.match(A, quality=2, symmetric="trust")
        except GraphError as error:
            assert "partner" in str(error)


def test_empty_arrays():
    none = np.empty(0, np.int32)
    refused(GraphError, "indptr has 0 elements", (none, none, None))
    assert handshake.match((np.zeros(1, np.int32), none, none)).tolist() == []
    assert handshake.match((np.zeros(3, np.int32), none, None)).tolist() == [-1, -1]
    refused(GraphError, "the first offset is not 0", (np.ones(1, np.int32), none, None))
