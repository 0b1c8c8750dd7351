"""Graphs of igraph, and graphs in files."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import igraph
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp
from oracles import random_graph

import handshake
from handshake import GraphError


def igraph_of(A: sp.csr_array, weight: str = "weight") -> igraph.Graph:
    upper = sp.coo_array(sp.triu(A))
    edges = list(zip(upper.coords[0].tolist(), upper.coords[1].tolist(), strict=True))
    order = np.random.default_rng(len(edges)).permutation(len(edges))  # in no order
    G = igraph.Graph(n=A.shape[0], edges=[edges[i][:: 1 - 2 * (i % 2)] for i in order])
    G.es[weight] = upper.data[order].tolist()
    return G


@pytest.mark.parametrize("dtype", [np.float64, np.int64])
def test_an_igraph_graph_gives_the_matching_of_its_matrix(dtype):
    random = np.random.default_rng(31)
    for i in range(40):
        A = random_graph(random, i, dtype)
        A.data[A.data == 0] = 1  # triu() drops no entry, but let every edge have a weight
        expected = handshake.match(A).tolist()
        assert handshake.match(igraph_of(A)).tolist() == expected
        other = igraph_of(A, "strength")
        assert handshake.match(other, weight="strength").tolist() == expected
        ones = handshake.match((A.indptr, A.indices, None)).tolist()
        assert handshake.match(other).tolist() == ones  # there is no attribute "weight"
        assert handshake.match(other, weight=None).tolist() == ones


def test_an_edge_of_igraph_without_a_weight_has_the_weight_1():
    G = igraph.Graph(n=3)
    G.add_edge(0, 1)
    G.add_edge(1, 2, weight=2)
    assert handshake.match(G).tolist() == [-1, 2, 1]


def test_a_pipe_is_refused_because_reading_it_could_not_be_stopped(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(handshake.GraphError, match="not a regular file"):
        handshake.match(tmp_path / "pipe")


def test_igraph_graphs_that_do_not_fit():
    for G in (igraph.Graph([(0, 1), (1, 0)]), igraph.Graph([(0, 1)], directed=True)):
        with pytest.raises(GraphError, match="simplify"):
            handshake.match(G)
    loop = igraph.Graph([(0, 1), (1, 1)])
    with pytest.raises(GraphError) as caught:
        handshake.match(loop)
    assert (caught.value.row, caught.value.column) == (1, 1)
    assert handshake.match(loop, symmetric="max").tolist() == [1, 0]
    assert handshake.coarsen(loop).shape == (2, 1)
    words = igraph.Graph([(0, 1)])
    words.es["weight"] = ["heavy"]
    with pytest.raises(TypeError, match="data has the type"):
        handshake.match(words)
    assert handshake.match(igraph.Graph(3)).tolist() == [-1, -1, -1]


def test_igraph_finds_the_same_modularity():
    for seed in range(5):
        random = np.random.default_rng(seed)
        G = igraph.Graph(100, [(int(u), int(v)) for u, v in random.integers(0, 100, (300, 2))])
        G.simplify()
        labels, modularity = handshake.louvain(G)
        assert modularity == pytest.approx(G.modularity(labels.tolist()), abs=1e-12)


def test_a_file_gives_the_matching_of_its_matrix(tmp_path: Path):
    random = np.random.default_rng(32)
    for i in range(20):
        A = random_graph(random, 2 + i, (np.float64, np.int64)[i % 2])
        A.data %= 1000
        path = tmp_path / f"graph{i}.mtx"
        scipy.io.mmwrite(path, sp.coo_array(A), symmetry="symmetric", precision=17)
        expected = handshake.match(A).tolist()
        assert handshake.match(path).tolist() == expected
        assert handshake.match(str(path)).tolist() == expected
        packed = tmp_path / f"graph{i}.mtx.gz"
        packed.write_bytes(gzip.compress(path.read_bytes()))
        assert handshake.match(packed).tolist() == expected


def test_files_that_are_not_graphs(tmp_path: Path):
    with pytest.raises(FileNotFoundError):
        handshake.match(tmp_path / "nothing.mtx")
    path = tmp_path / "text.mtx"
    path.write_text("This is not a graph.\n")
    with pytest.raises(GraphError, match="text.mtx"):
        handshake.match(path)
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
    assert handshake.match(path).tolist() == []
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 1\n2 1\n")
    assert handshake.match(path).tolist() == [1, 0, -1]
