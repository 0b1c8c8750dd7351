"""The functions of the package give the answers of their definitions, on every kind of input."""

from __future__ import annotations

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp
from oracles import gale_shapley, greedy, random_graph

import handshake

TIES = ("index", "hash", "degree")
TYPES = (np.float32, np.float64, np.int32, np.int64)


def graphs(count: int):
    random = np.random.default_rng(7)
    for i in range(count):
        yield random_graph(random, i * 7 % 53, TYPES[i % 4])


def partners_of(lists: list[list[int]]) -> list[int]:
    return [row[0] if row else -1 for row in lists]


def test_match_is_the_greedy_matching():
    for i, A in enumerate(graphs(200)):
        ones = np.ones(A.shape[0])
        for ties in TIES:
            expected = partners_of(greedy(A, ones, ties))
            found = handshake.match(A, ties=ties, threads=1 + i % 3)
            assert found.dtype == np.int32
            assert found.tolist() == expected, (i, ties)


def exact(weight: np.generic) -> int:
    """The weight times 2^60, which is a whole number for all weights of these tests."""
    return int(Fraction(weight.item()) * 2**60)


def weight_of(A: sp.csr_array, partners: np.ndarray) -> int:
    pairs = [(v, u) for v, u in enumerate(partners.tolist()) if u > v]
    assert all(partners[u] == v for v, u in pairs)
    assert 2 * len(pairs) == np.count_nonzero(partners >= 0)
    return sum(exact(A[pair]) for pair in pairs)


def test_quality_is_between_the_greedy_matching_and_the_optimum():
    for i, A in enumerate(graphs(60)):
        G = nx.Graph()
        rows, columns = A.tocoo().coords
        for u, v, weight in zip(rows.tolist(), columns.tolist(), A.data, strict=True):
            G.add_edge(u, v, weight=exact(weight))
        optimum = sum(G[u][v]["weight"] for u, v in nx.max_weight_matching(G))
        before = weight_of(A, handshake.match(A))
        for quality in (1, 2, 4):
            found = handshake.match(A, quality=quality, threads=1 + i % 3)
            assert found.tolist() == handshake.match(A, quality=quality).tolist()
            after = weight_of(A, found)
            assert before <= after <= optimum <= 2 * after, (i, quality)
            before = after


def test_b_match_is_the_greedy_b_matching():
    random = np.random.default_rng(8)
    for i, A in enumerate(graphs(100)):
        b = random.integers(0, 5, A.shape[0])
        for ties in TIES:
            indptr, partners = handshake.b_match(A, b, ties=ties)
            assert (indptr.dtype, partners.dtype) == (np.int64, np.int32)
            rows = [partners[s:e].tolist() for s, e in zip(indptr[:-1], indptr[1:], strict=True)]
            assert rows == greedy(A, b, ties), (i, ties)


def test_b_match_with_one_place_is_match():
    for A in graphs(20):
        indptr, partners = handshake.b_match(A, 1)
        expected = handshake.match(A)
        assert partners.tolist() == expected[expected >= 0].tolist()
        assert np.diff(indptr).tolist() == (expected >= 0).astype(int).tolist()


def test_louvain_has_the_modularity_that_networkx_computes():
    for seed in range(20):
        G = nx.gnm_random_graph(40, 90, seed=seed)
        for u, v in G.edges:
            G[u][v]["weight"] = (u * v) % 5 + 0.25
        for resolution in (0.5, 1.0, 2.0):
            labels, modularity = handshake.louvain(G, resolution=resolution)
            groups = [set(np.flatnonzero(labels == c).tolist()) for c in range(labels.max() + 1)]
            expected = nx.community.modularity(G, groups, resolution=resolution)
            assert modularity == pytest.approx(expected, abs=1e-9)
            firsts = [min(group) for group in groups]
            assert firsts == sorted(firsts)


def test_louvain_finds_cliques():
    G = nx.ring_of_cliques(10, 6)
    labels, _ = handshake.louvain(G)
    assert labels.tolist() == [v // 6 for v in range(60)]


def test_stable_is_the_marriage_that_is_best_for_men():
    random = np.random.default_rng(9)
    for i in range(100):
        m, w = i % 13, i % 9
        men = [random.permutation(w)[: random.integers(0, w + 1)].tolist() for _ in range(m)]
        women = [random.permutation(m)[: random.integers(0, m + 1)].tolist() for _ in range(w)]
        assert handshake.stable(men, women).tolist() == gale_shapley(men, women), i


def test_stable_reads_arrays_and_lists_alike():
    random = np.random.default_rng(10)
    men = random.permuted(np.tile(np.arange(8), (6, 1)), axis=1)
    women = random.permuted(np.tile(np.arange(6), (8, 1)), axis=1)
    expected = handshake.stable(men.tolist(), women.tolist()).tolist()
    assert handshake.stable(men, women).tolist() == expected
    assert handshake.stable(men.astype(np.int32), women).tolist() == expected
    indptr = np.arange(0, 49, 8, dtype=np.int32)
    assert handshake.stable((indptr, men.ravel()), women).tolist() == expected


@pytest.mark.parametrize("dtype", TYPES)
def test_every_form_of_a_graph_gives_the_same_matching(dtype):
    A = random_graph(np.random.default_rng(3), 40, dtype)
    expected = handshake.match(A).tolist()
    assert handshake.match(A.tocsc()).tolist() == expected
    assert handshake.match(A.tocoo()).tolist() == expected
    assert handshake.match(sp.csr_matrix(A)).tolist() == expected
    wide = (A.indptr.astype(np.int64), A.indices.astype(np.int64), A.data)
    assert handshake.match(wide).tolist() == expected
    narrow = (A.indptr.astype(np.int32), A.indices.astype(np.int32), A.data)
    assert handshake.match(narrow).tolist() == expected
    assert handshake.match(narrow, symmetric="trust").tolist() == expected
    assert handshake.match(nx.from_scipy_sparse_array(A)).tolist() == expected


def test_networkx_nodes_are_numbered_in_their_order():
    G = nx.Graph()
    G.add_nodes_from("zebra")
    G.add_edge("z", "a", weight=3)
    G.add_edge("a", "b", weight=5)
    assert handshake.match(G).tolist() == [-1, -1, 4, -1, 2]
    assert handshake.match(G, weight=None).tolist() == [4, -1, -1, -1, 0]


def test_edges_without_weights_are_equal():
    A = random_graph(np.random.default_rng(4), 30, np.float32)
    ones = sp.csr_array((np.ones(A.nnz, np.float32), A.indices, A.indptr), shape=A.shape)
    found = handshake.match((A.indptr, A.indices, None))
    assert found.tolist() == handshake.match(ones).tolist()
    small = sp.csr_array((np.ones(A.nnz, np.int8), A.indices, A.indptr), shape=A.shape)
    assert handshake.match(small).tolist() == found.tolist()


@pytest.mark.parametrize("how", ["max", "sum"])
def test_a_graph_is_made_symmetric(how):
    random = np.random.default_rng(5)
    for dtype in TYPES:
        for _ in range(20):
            dense = random.integers(-4, 5, (12, 12)) * (random.random((12, 12)) < 0.3)
            A = sp.csr_array(dense.astype(dtype))
            entries = {}
            for u, v in zip(*A.nonzero(), strict=True):
                if u != v:
                    entries.setdefault((min(u, v), max(u, v)), []).append(A[u, v])
            expected = sp.lil_array((12, 12), dtype=np.float64)
            stored = sp.coo_array(
                (
                    [(max if how == "max" else sum)(w) for w in entries.values()] * 2,
                    (
                        [u for u, _ in entries] + [v for _, v in entries],
                        [v for _, v in entries] + [u for u, _ in entries],
                    ),
                ),
                shape=expected.shape,
                dtype=np.float64,
            ).tocsr()
            stored.sort_indices()
            assert handshake.match(A, symmetric=how).tolist() == handshake.match(stored).tolist()


def test_the_answer_goes_into_the_array_of_the_caller():
    A = random_graph(np.random.default_rng(6), 30, np.float32)
    out = np.empty(30, np.int32)
    assert handshake.match(A, out=out) is out
    assert out.tolist() == handshake.match(A).tolist()


def test_graphs_without_nodes_or_edges():
    for nodes in (0, 1, 5):
        A = sp.csr_array((nodes, nodes))
        assert handshake.match(A).tolist() == [-1] * nodes
        assert handshake.b_match(A, 2)[0].tolist() == [0] * (nodes + 1)
        assert handshake.louvain(A).labels.tolist() == list(range(nodes))
        assert handshake.match(A, symmetric="max").tolist() == [-1] * nodes
    assert handshake.stable([], []).tolist() == []
