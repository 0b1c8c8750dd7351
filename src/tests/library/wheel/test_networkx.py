"""backend="handshake" of NetworkX keeps what NetworkX promises for each function."""

from __future__ import annotations

import logging
import subprocess
import sys
import warnings
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import handshake

BACKEND = {"backend": "handshake"}
COMMUNITY = nx.community


@pytest.fixture(autouse=True)
def no_words_about_the_cache():
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Note: conversions to backend graphs")
        yield


def graphs(count: int):
    """Graphs whose nodes are not numbers and are in no order, some with loops."""
    random = np.random.default_rng(11)
    for i in range(count):
        nodes = [f"node {v}" for v in random.permutation(3 + i % 40)]
        G = nx.Graph()
        G.add_nodes_from(nodes)
        for _ in range(3 * len(nodes)):
            u, v = random.choice(nodes, 2)
            if u != v or i % 2 == 0:
                G.add_edge(str(u), str(v), weight=int(random.integers(1, 9)) / (1 + i % 3))
        G.add_edge(nodes[0], nodes[1])  # an edge without a weight, which counts as 1
        yield G


def is_union_of(coarse: list[set], fine: list[set]) -> bool:
    return all(any(small <= large for large in coarse) for small in fine)


# These tests expect the very partition to which NetworkX comes with the random numbers of one seed.
OF_ONE_SEED = ("karate_club_partition", "undirected_selfloops", "none_weight_param", "multigraph")


def test_the_tests_of_networkx_pass_through_the_backend():
    folder = Path(nx.__file__).parent
    files = ("community/tests/test_louvain.py", "community/tests/test_quality.py",
             "tests/test_matching.py")  # fmt: skip
    others = " and ".join(f"not test_{name}" for name in OF_ONE_SEED)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", others,
               "--rootdir", ".", "--backend", "handshake", "--fallback-to-nx",
               *(f"algorithms/{file}" for file in files)]  # fmt: skip
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " failed" not in done.stdout and " xfailed" not in done.stdout
    assert " passed" in done.stdout


def test_the_backend_has_these_functions_and_no_others():
    ours = {name for name, function in nx.utils.backends._registered_algorithms.items()
            if "handshake" in function.backends}  # fmt: skip
    expected = {"louvain_communities", "louvain_partitions", "maximal_matching", "modularity"}
    assert ours == expected
    with pytest.raises(NotImplementedError):
        nx.max_weight_matching(nx.path_graph(3), **BACKEND)


def test_modularity_is_that_of_networkx():
    random = np.random.default_rng(12)
    for G in graphs(60):
        names = random.integers(0, 4, len(G))
        sets = [{v for v, name in zip(G, names, strict=True) if name == i} for i in range(4)]
        for weight in ("weight", None, "other"):
            for resolution in (0, 0.5, 1, 2.25):
                options = {"weight": weight, "resolution": resolution}
                expected = COMMUNITY.modularity(G, sets, **options)
                found = COMMUNITY.modularity(G, sets, **options, **BACKEND)
                assert type(found) is float
                assert found == pytest.approx(expected, abs=1e-12)


def test_communities_are_those_of_louvain_with_the_best_modularity_of_all_levels():
    for G in graphs(60):
        found = COMMUNITY.louvain_communities(G, seed=1, **BACKEND)
        assert COMMUNITY.is_partition(G, found)
        assert found == COMMUNITY.louvain_communities(G, seed=2, **BACKEND)
        assert found == list(COMMUNITY.louvain_partitions(G, **BACKEND))[-1]
        if nx.number_of_selfloops(G) == 0:
            labels = handshake.louvain(G).labels
            assert [labels[list(G).index(min(s, key=list(G).index))] for s in found] == list(
                range(len(found))
            )


def test_partitions_are_unions_of_those_before_except_the_last():
    several = 0
    for seed in range(10):
        G = nx.connected_watts_strogatz_graph(300, 6, 0.1, seed=seed)
        levels = list(COMMUNITY.louvain_partitions(G, **BACKEND))
        values = [COMMUNITY.modularity(G, level) for level in levels]
        assert values == sorted(values)
        assert all(is_union_of(b, a) for a, b in zip(levels[:-2], levels[1:-1], strict=True))
        several += len(levels) > 3
        for k in range(1, len(levels) + 1):
            assert COMMUNITY.louvain_communities(G, max_level=k, **BACKEND) == levels[k - 1]
        gains = np.diff(values)
        stopped = list(COMMUNITY.louvain_partitions(G, threshold=max(gains) + 1e-9, **BACKEND))
        assert stopped == levels[:2] or len(levels) == 1
    assert several > 0


def test_communities_are_at_least_as_good_as_those_of_networkx():
    ours, theirs = [], []
    for seed in range(10):
        G = nx.planted_partition_graph(8, 30, 0.25, 0.02, seed=seed)
        ours.append(COMMUNITY.modularity(G, COMMUNITY.louvain_communities(G, **BACKEND)))
        theirs.append(COMMUNITY.modularity(G, COMMUNITY.louvain_communities(G, seed=seed)))
    assert np.mean(ours) > np.mean(theirs) - 0.002


def test_maximal_matchings_are_maximal_and_do_not_depend_on_what_was_converted_before():
    for G in graphs(60):
        found = nx.maximal_matching(G, **BACKEND)
        assert nx.is_maximal_matching(G, found)
        COMMUNITY.louvain_communities(G, **BACKEND)  # now the converted graph has weights
        assert nx.maximal_matching(G, **BACKEND) == found
        place = {v: i for i, v in enumerate(G)}
        assert all(place[u] < place[v] for u, v in found)


def used_by(caplog, call) -> set[str]:
    """The backends whose functions NetworkX calls in call()."""
    caplog.clear()
    with caplog.at_level(logging.DEBUG, "networkx"):
        call()
    return {"handshake" for record in caplog.records if "Using backend 'handshake'" in
            record.getMessage()}  # fmt: skip


@pytest.fixture
def automatic():
    with nx.config.backend_priority(algos=["handshake"]):
        yield


def test_a_graph_is_converted_for_communities_but_not_for_a_maximal_matching(automatic, caplog):
    G = nx.path_graph(6)
    assert used_by(caplog, lambda: nx.maximal_matching(G)) == set()
    assert used_by(caplog, lambda: COMMUNITY.louvain_communities(G)) == {"handshake"}
    assert used_by(caplog, lambda: nx.maximal_matching(G)) == {"handshake"}


def test_networkx_takes_over_what_the_engines_cannot_do(automatic):
    negative = nx.path_graph(4)
    negative[0][1]["weight"] = -1
    words = nx.path_graph(4)
    words[0][1]["weight"] = "heavy"
    for G in (nx.DiGraph([(0, 1)]), nx.MultiGraph([(0, 1), (0, 1)]), negative):
        assert COMMUNITY.is_partition(G, COMMUNITY.louvain_communities(G))
        with pytest.raises(NotImplementedError):
            COMMUNITY.louvain_communities(G, **BACKEND)
    half = [{0, 1}, {2, 3}]
    expected = COMMUNITY.modularity(nx.path_graph(4), half, resolution=1 / 3, backend="networkx")
    assert COMMUNITY.modularity(nx.path_graph(4), half, resolution=1 / 3) == expected
    with pytest.raises(NotImplementedError):
        COMMUNITY.louvain_communities(words, **BACKEND)


def test_errors_are_those_of_networkx():
    G = nx.path_graph(4)
    for sets in ([{0, 1}], [{0, 1}, {1, 2, 3}], [{0, 1}, {2, 3, 4}]):
        with pytest.raises(COMMUNITY.quality.NotAPartition):
            COMMUNITY.modularity(G, sets, **BACKEND)
    with pytest.raises(ZeroDivisionError):
        COMMUNITY.modularity(nx.empty_graph(2), [{0}, {1}], **BACKEND)
    weightless = nx.Graph()
    weightless.add_edge(0, 1, weight=0)
    with pytest.raises(ZeroDivisionError):
        COMMUNITY.modularity(weightless, [{0}, {1}], **BACKEND)
    with pytest.raises(ValueError, match="max_level"):
        COMMUNITY.louvain_communities(G, max_level=0, **BACKEND)
    assert COMMUNITY.louvain_communities(nx.empty_graph(3), **BACKEND) == [{0}, {1}, {2}]
    assert COMMUNITY.louvain_communities(nx.Graph(), **BACKEND) == []


def test_a_converted_graph_becomes_the_same_networkx_graph_again():
    backend = pytest.importorskip("handshake_networkx.backend")
    for G in graphs(10):
        converted = backend.convert_from_nx(G, edge_attrs={"weight": 1})
        back = backend.convert_to_nx(converted)
        nx.set_edge_attributes(G, {e: G.edges[e].get("weight", 1) for e in G.edges}, "weight")
        assert list(back) == list(G)
        assert nx.utils.graphs_equal(back, G)


def test_networkx_starts_without_the_engines():
    code = "import sys, networkx; sys.exit('handshake' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
