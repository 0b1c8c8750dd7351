"""coarsen() groups the pairs of the greedy matching, and adds up the entries between groups."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from oracles import greedy, random_graph

import handshake
from handshake import GraphError


def matrices(count: int):
    """Symmetric matrices with a diagonal, zeros and negative entries."""
    random = np.random.default_rng(21)
    for i in range(count):
        dtype = (np.float32, np.float64, np.int32, np.int64)[i % 4]
        B = random_graph(random, i * 5 % 41, dtype)
        yield (B + sp.diags_array(random.integers(-2, 9, B.shape[0]), dtype=dtype)).tocsr()


def pairs_of(A: sp.csr_array) -> list[list[int]]:
    """The groups by the definition: pairs of the greedy matching of the absolute values."""
    entries = abs(A).tocoo()
    kept = (entries.row != entries.col) & (entries.data != 0)
    places = (entries.row[kept], entries.col[kept])
    couplings = sp.csr_array((entries.data[kept], places), shape=A.shape)
    partners = greedy(couplings, np.ones(A.shape[0]), "index")
    groups = [sorted([v, *row]) for v, row in enumerate(partners)]
    return [group for v, group in enumerate(groups) if v == group[0]]


def test_groups_are_the_pairs_of_the_greedy_matching():
    for A in matrices(100):
        P = handshake.coarsen(A, threads=2)
        groups = pairs_of(A)
        assert P.shape == (A.shape[0], len(groups))
        assert P.dtype == np.float64
        expected = np.zeros(P.shape)
        for c, group in enumerate(groups):
            expected[group, c] = 1
        assert (P.toarray() == expected).all()


def test_the_coarse_matrix_is_the_product():
    for A in matrices(100):
        P, coarse = handshake.coarsen(A, matrix=True)
        assert (handshake.coarsen(A) != P).nnz == 0
        dense = P.toarray().T @ A.toarray().astype(np.float64) @ P.toarray()
        assert coarse.dtype == (np.float64 if A.dtype.kind == "f" else np.int64)
        assert np.allclose(coarse.toarray(), dense, rtol=1e-15, atol=1e-12)
        assert all(np.all(np.diff(coarse.indices[s:e]) > 0) for s, e in
                   zip(coarse.indptr[:-1], coarse.indptr[1:], strict=True))  # fmt: skip


def test_matrices_can_be_coarsened_until_nothing_is_left_to_match():
    for A in matrices(20):
        P = sp.eye_array(A.shape[0], format="csr")
        coarse = A
        while True:
            step, coarse = handshake.coarsen(coarse, matrix=True)
            if step.shape[0] == step.shape[1]:
                break
            P = P @ step
        assert P.sum() == A.shape[0]
        assert np.count_nonzero(coarse.toarray() - np.diag(coarse.diagonal())) == 0


def test_groups_may_be_given():
    for A in matrices(20):
        if A.shape[0] == 0:
            continue
        groups = np.random.default_rng(1).permutation(A.shape[0]) // 3
        P, coarse = handshake.coarsen(A, by=groups, matrix=True)
        assert P.toarray().argmax(1).tolist() == groups.tolist()
        for i, j in np.ndindex(coarse.shape):
            block = A.toarray()[groups == i][:, groups == j].astype(np.float64)
            assert coarse[i, j] == pytest.approx(block.sum(), rel=1e-12, abs=1e-9)
    G = nx.ring_of_cliques(10, 6)
    P = handshake.coarsen(G, by=handshake.louvain(G).labels)
    assert P.indices.tolist() == [v // 6 for v in range(60)]


def test_every_form_of_a_matrix_gives_the_same_groups():
    for A in matrices(20):
        P = handshake.coarsen(A).toarray().tolist()
        assert handshake.coarsen(A.tocsc()).toarray().tolist() == P
        assert handshake.coarsen(A.tocoo()).toarray().tolist() == P
        assert handshake.coarsen((A.indptr, A.indices, A.data)).toarray().tolist() == P
        mixed = A[:, ::-1][:, ::-1]
        for s, e in zip(mixed.indptr[:-1], mixed.indptr[1:], strict=True):
            mixed.indices[s:e], mixed.data[s:e] = mixed.indices[s:e][::-1], mixed.data[s:e][::-1]
        assert handshake.coarsen((mixed.indptr, mixed.indices, mixed.data)).toarray().tolist() == P


def test_a_matrix_that_is_not_symmetric_has_the_larger_couplings():
    A = sp.csr_array(np.array([[4.0, -1, 0], [-3, 4, 0], [0, -2, 4]]))
    P, coarse = handshake.coarsen(A, matrix=True)
    assert P.indices.tolist() == [0, 0, 1]
    assert coarse.toarray().tolist() == [[4, 0], [-2, 4]]
    assert handshake.coarsen(A.tocsc(), matrix=True)[1].toarray().tolist() == [[4, 0], [-2, 4]]
    A[0, 1], A[2, 1] = 0, -5  # entries on one side only
    assert handshake.coarsen(A).indices.tolist() == [0, 1, 1]


def test_repeated_entries_are_added_before_they_are_compared():
    A = sp.csr_array(([5, -5, 5, -5, 1, 1], [1, 1, 0, 0, 2, 1], [0, 2, 5, 6]), shape=(3, 3))
    assert handshake.coarsen(A).indices.tolist() == [0, 1, 1]


def test_bad_input():
    A = sp.csr_array(np.ones((3, 3)))
    for by, words in (
        (np.zeros(2, int), "by has 2 elements"),
        (np.array([0, 2, 2]), "without a gap"),
        (np.array([0, -1, 1]), "without a gap"),
        (np.array([0, 1, 2**31 - 1], np.int32), "without a gap"),
    ):
        with pytest.raises(GraphError, match=words):
            handshake.coarsen(A, by=by)
    with pytest.raises(ValueError, match="by is 'size'"):
        handshake.coarsen(A, by="size")
    with pytest.raises(TypeError, match="reads no files"):
        handshake.coarsen("graph.mtx")
    with pytest.raises(TypeError, match="by is a list"):
        handshake.coarsen(A, by=[0, 1, 2])
    with pytest.raises(GraphError, match="an end that does not exist"):
        handshake.coarsen((np.array([0, 1]), np.array([1], np.int32), None))
