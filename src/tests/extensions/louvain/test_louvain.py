"""Tests of the louvain program. The modularity that it reports equals that of NetworkX, igraph and
NetworKit for the same communities. After a fault, the program prints one line, ends with the exit
code for this kind of fault, and writes no file.

The environment variable LOUVAIN is the path of the program; the default is ./louvain of this
checkout.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "src/tests/program"))
from built import built_program  # noqa: E402
from program import TESTCASES, run  # noqa: E402

USAGE, INPUT, OUTPUT = 2, 3, 6
LOOPS = """%%MatrixMarket matrix coordinate real symmetric
7 7 9
1 1 0.5
2 1 0.25
3 2 0.125
3 1 0.3
4 3 0.001
5 4 1
6 5 0.7
6 4 0.9
6 6 2
"""


@pytest.fixture(scope="session")
def program() -> Path:
    return built_program("louvain")


@pytest.mark.parametrize(
    "code, words, told",
    [
        (USAGE, [], "-input is missing"),
        (USAGE, ["-input", "urand:4", "-engine", "fast"], "must be auto, serial"),
        (USAGE, ["-input", "urand:4", "-colors", "0"], "from 1 to 64"),
        (USAGE, ["-input", "urand:4", "-resolution", "-1"], "-resolution -1"),
        (USAGE, ["-input", "urand:4", "-threshold", "2"], "-threshold 2"),
        (
            USAGE,
            ["-input", "urand:4", "-engine", "omp", "-gpus", "2"],
            "-gpus needs -scheme exact and -engine auto or gpu",
        ),
        (USAGE, ["-input", "urand:4", "-engine", "gpu", "-gpus", "9"], "from 1 to 8"),
        (INPUT, ["-input", "missing.mtx"], "missing.mtx"),
        (INPUT, ["-input", "urand:99"], "urand:99"),
        (OUTPUT, ["-input", "urand:4", "-output", "no/folder"], "no/folder"),
        (OUTPUT, ["-input", "urand:4", "-hierarchy", "no/folder"], "no/folder"),
    ],
)
def test_after_a_fault_the_program_prints_one_line_and_writes_no_file(
    program: Path, tmp_path: Path, code: int, words: list[str | Path], told: str
) -> None:
    result = run(program, *words, folder=tmp_path)

    assert result.code == code, result.stderr
    (line,) = result.stderr.splitlines()
    assert line.startswith("louvain: ") and told in line
    assert not list(tmp_path.iterdir())


def test_several_gpus_need_no_atomic_operations_between_them(program: Path, tmp_path: Path) -> None:
    """The GPUs are linked as if by PCIe, which has no atomic operations between GPUs."""
    words = ["-input", "kron:8", "-engine", "gpu", "-output"]
    alone = run(program, *words, "alone.txt", folder=tmp_path)
    links = {"CUCC_LINKS": "pcie"}
    both = run(program, *words, "both.txt", "-gpus", "2", folder=tmp_path, environment=links)

    assert (alone.code, both.code) == (0, 0), both.stderr
    assert (tmp_path / "both.txt").read_text() == (tmp_path / "alone.txt").read_text()


def test_an_edge_of_negative_weight_is_refused_and_named(program: Path, tmp_path: Path) -> None:
    (tmp_path / "g.mtx").write_text(LOOPS.replace("0.125", "-0.125"))
    result = run(program, "-input", "g.mtx", "-output", "out.txt", folder=tmp_path)

    assert result.code == INPUT
    assert "g.mtx: the edge from node 1 to node 2 (0-based) has the weight -0.125" in result.stderr
    assert not (tmp_path / "out.txt").exists()


def find(program: Path, folder: Path, *words: str | Path) -> tuple[float, list[int]]:
    """Runs the program; returns the modularity that it reports, and the community of each node."""
    words = (*words, "-output", "out.txt", "-json", "-", "-verify")
    result = run(program, *words, folder=folder)
    assert result.code == 0, result.stderr
    measured = json.loads(result.stdout.decode().splitlines()[-1])
    return measured["modularity"], [int(line) for line in (folder / "out.txt").open()]


def edges_of(path: Path) -> tuple[int, list[tuple[int, int, float]]]:
    lines = [line for line in path.read_text().splitlines() if not line.startswith("%")]
    rows = (line.split() for line in lines[1:])
    edges = {tuple(sorted((int(a), int(b)))): float(weight) for a, b, weight in rows}
    return int(lines[0].split()[0]), [(a - 1, b - 1, weight) for (a, b), weight in edges.items()]


def networkx_modularity(nodes: int, edges: list, communities: list[int], gamma: float) -> float:
    graph = networkx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_weighted_edges_from(edges)
    members = defaultdict(set)
    for node, community in enumerate(communities):
        members[community].add(node)
    return networkx.community.modularity(graph, members.values(), resolution=gamma)


def igraph_modularity(nodes: int, edges: list, communities: list[int], gamma: float) -> float:
    igraph = pytest.importorskip("igraph", reason="igraph is not installed")
    graph = igraph.Graph(nodes, [edge[:2] for edge in edges])
    weights = [edge[2] for edge in edges]
    return graph.modularity(communities, weights=weights, resolution=gamma)


def networkit_modularity(nodes: int, edges: list, communities: list[int], _gamma: float) -> float:
    networkit = pytest.importorskip("networkit", reason="NetworKit is not installed")
    graph = networkit.Graph(nodes, weighted=True)
    for edge in edges:
        graph.addEdge(*edge)
    partition = networkit.Partition(nodes, communities)
    return networkit.community.Modularity().getQuality(partition, graph)


@pytest.mark.parametrize(
    "modularity, finer",  # NetworKit supports only resolution 1
    [(networkx_modularity, "0.75"), (igraph_modularity, "0.75"), (networkit_modularity, "1")],
)
@pytest.mark.parametrize("graph", ["loops", "input30.mtx", "kron:8"])
def test_the_modularity_equals_that_of_other_libraries(
    program: Path, tmp_path: Path, modularity, finer: str, graph: str
) -> None:
    gamma = finer if graph == "kron:8" else "1"
    path = tmp_path / "graph.mtx"
    if graph == "loops":
        path.write_text(LOOPS)
    elif ":" in graph:
        generate = Path(os.environ.get("GENERATE_GRAPH", ROOT / "generate_graph")).resolve()
        assert run(generate, graph, "-output", path, folder=tmp_path).code == 0
    else:
        path.write_bytes((TESTCASES / graph).read_bytes())
    ours, communities = find(program, tmp_path, "-input", path, "-resolution", gamma)

    nodes, edges = edges_of(path)
    assert len(communities) == nodes
    theirs = modularity(nodes, edges, communities, float(gamma))
    assert abs(ours - theirs) <= 1e-12


def test_the_hierarchy_joins_communities_and_never_splits_them(
    program: Path, tmp_path: Path
) -> None:
    words = ("-input", "rgg:9", "-hierarchy", "all.txt", "-refine", "0")
    find(program, tmp_path, *words)
    rows = [line.split() for line in (tmp_path / "all.txt").open()]

    assert len(rows) == 512 and len(set(map(len, rows))) == 1 and len(rows[0]) > 2
    for level in range(len(rows[0]) - 1):
        above = defaultdict(set)
        for row in rows:
            above[row[level]].add(row[level + 1])
        assert all(len(communities) == 1 for communities in above.values())
