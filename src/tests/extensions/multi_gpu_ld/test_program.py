"""Tests of the multi_gpu_ld program. After a fault, the program prints one line, ends with the exit
code for this kind of fault, and writes no file. Otherwise it finds the one right matching.

The environment variable MULTI_GPU_LD is the path of the program; the default is ./multi_gpu_ld of
this checkout.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "src/tests/program"))
from built import built_program  # noqa: E402
from program import TESTCASES, run  # noqa: E402

USAGE, INPUT, CUDA, OUTPUT = 2, 3, 4, 6
REAL = "%%MatrixMarket matrix coordinate real symmetric\n"


@pytest.fixture(scope="session")
def program() -> Path:
    return built_program("multi_gpu_ld")


def refuse(program: Path, folder: Path, code: int, told: str, *words: str | Path, **settings: str):
    before = set(folder.iterdir())
    result = run(program, *words, folder=folder, environment=settings)
    assert result.code == code, result.stderr
    [line] = result.stderr.splitlines()
    assert line.startswith("multi_gpu_ld: ") and told in line
    assert set(folder.iterdir()) == before


@pytest.mark.parametrize(
    "words, told",
    [
        ([], "-input is missing"),
        (["-input"], "the value is missing"),
        (["-input", "urand:4", "-gpu", "1"], "unknown flag: -gpu"),
        (["-input", "urand:4", "more"], "unexpected word: more"),
        (["-input", "urand:4", "-gpus", "0"], "from 1 to 8"),
        (["-input", "urand:4", "-gpus", "9"], "from 1 to 8"),
        (["-input", "urand:4", "-passes", "65"], "from 0 to 64"),
        (["-input", "urand:4", "-gpus", "2x"], "from 1 to 8"),
        (["-input", "urand:4", "-batches", "-1"], "-batches -1"),
        (["-input", "urand:4", "-memory", "99999999999999999999"], "-memory"),
        (["-input", "urand:4", "-memory", "1.5G"], "-memory 1.5G: not a whole number"),
        (["-input", "urand:4", "-repeat", "0"], "-repeat 0"),
        (["-input", "urand:4", "-ties", "size"], "index, hash or degree"),
        (["-input", "urand:4", "-engine", "slow"], "fast or paper"),
    ],
)
def test_refuses_unknown_flags_and_wrong_values(words, told, program, tmp_path):
    refuse(program, tmp_path, USAGE, told, *words)


@pytest.mark.parametrize(
    "spec, told",
    [
        ("urand:99", "out of range"),
        ("urand:8:w=heavy", "unknown weight rule"),
        ("nothing.mtx", "cannot open"),
        (".", "folder"),
    ],
)
def test_refuses_graphs_that_cannot_be_read_or_generated(spec, told, program, tmp_path):
    refuse(program, tmp_path, INPUT, told, "-input", spec, "-output", "out.txt")


@pytest.mark.parametrize("weight", ["nan", "inf", "-inf", "1e999", "two"])
def test_refuses_weights_that_are_not_finite_numbers(weight, program, tmp_path):
    (tmp_path / "graph.mtx").write_text(f"{REAL}3 3 2\n2 1 1.5\n3 1 {weight}\n")
    refuse(program, tmp_path, INPUT, "graph.mtx:4", "-input", "graph.mtx", "-output", "out.txt")


def write_binary(folder: Path) -> bytes:
    """Writes a graph in our binary format, and returns the bytes of the file."""
    generate = os.environ.get("GENERATE_GRAPH", str(ROOT / "generate_graph"))
    if not Path(generate).is_file():
        pytest.skip(f"{generate} is not there: run make generate_graph, or set GENERATE_GRAPH")
    result = run(generate, "urand:6:w=int", "-output", "graph.hsg", folder=folder)
    assert result.code == 0, result.stderr
    return (folder / "graph.hsg").read_bytes()


def test_refuses_a_binary_file_whose_end_is_missing(program, tmp_path):
    whole = write_binary(tmp_path)
    for length in (10, 71, 72, 200, len(whole) - 1):
        (tmp_path / "graph.hsg").write_bytes(whole[:length])
        refuse(program, tmp_path, INPUT, "graph.hsg", "-input", "graph.hsg", "-output", "out.txt")


def test_refuses_a_binary_file_in_which_one_byte_has_changed(program, tmp_path):
    whole = write_binary(tmp_path)
    for place in range(72, len(whole), 1 + len(whole) // 40):
        changed = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        (tmp_path / "graph.hsg").write_bytes(changed)
        refuse(program, tmp_path, INPUT, "graph.hsg", "-input", "graph.hsg", "-output", "out.txt")


def test_an_edge_that_is_given_in_one_direction_is_read_as_undirected(program, tmp_path):
    (tmp_path / "graph.mtx").write_text(
        REAL.replace("symmetric", "general") + "4 4 3\n1 2 1.5\n3 2 2.5\n3 4 1.25\n"
    )
    result = run(program, "-input", "graph.mtx", "-output", "out.txt", folder=tmp_path)
    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_text() == "-1\n2\n1\n-1\n"


def test_refuses_more_gpus_than_there_are(program, tmp_path):
    refuse(
        program,
        tmp_path,
        CUDA,
        "4 GPUs were requested, but there are only 2",
        "-input",
        "urand:6",
        "-gpus",
        "4",
        "-output",
        "out.txt",
        CUCC_DEVICES="2",
    )


@pytest.mark.parametrize(
    "links, told",
    [
        ("none", "GPU 0 cannot access the memory of GPU 1 (peer access is not supported"),
        (
            "pcie",
            "GPU 0 cannot use atomic operations on the memory of GPU 1 (the link does not support",
        ),
    ],
)
@pytest.mark.parametrize("batches", ["1", "3"])
def test_refuses_gpus_that_lack_the_links_that_the_fast_engine_needs(
    links, told, batches, program, tmp_path
):
    words = ["-input", "urand:6", "-output", "out.txt"]
    refuse(
        program,
        tmp_path,
        CUDA,
        told,
        *words,
        "-gpus",
        "2",
        "-batches",
        batches,
        CUCC_LINKS=links,
    )
    refuse(
        program,
        tmp_path,
        CUDA,
        "use -engine paper or fewer GPUs",
        *words,
        "-gpus",
        "2",
        CUCC_LINKS=links,
    )
    for way_out in (["-gpus", "2", "-engine", "paper"], ["-gpus", "1"]):
        result = run(program, *words, *way_out, folder=tmp_path, environment={"CUCC_LINKS": links})
        assert result.code == 0, result.stderr


@pytest.mark.parametrize("engine", ["fast", "paper"])
@pytest.mark.parametrize("graph", ["urand:9", "kmer:10", "kron:9:w=const", "path:6:w=const"])
@pytest.mark.parametrize("ties", ["index", "hash", "degree"])
def test_never_allocates_more_memory_than_the_flag_allows(engine, graph, ties, program, tmp_path):
    """The device has exactly as much memory as -memory allows. The test first tries the smallest
    amount that is enough, and then larger amounts."""
    words = ["-input", graph, "-engine", engine, "-ties", ties, "-gpus", "2", "-output", "out.txt"]
    refused = run(program, *words, "-memory", "1", folder=tmp_path)
    least = int(re.search(r"needs at least (\d+) for", refused.stderr)[1])
    assert run(program, *words, folder=tmp_path).code == 0
    expected = (tmp_path / "out.txt").read_bytes()
    refuse(program, tmp_path, CUDA, "give more -memory", *words, "-memory", str(least - 1))
    for memory in (least, least * 5 // 4, least * 2):
        result = run(
            program,
            *words,
            "-memory",
            str(memory),
            folder=tmp_path,
            environment={"CUCC_DEVICE_MEMORY": str(memory)},
        )
        assert result.code == 0, result.stderr
        assert (tmp_path / "out.txt").read_bytes() == expected


@pytest.mark.parametrize("engine", ["fast", "paper"])
def test_refuses_too_little_memory_for_one_batch(engine, program, tmp_path):
    refuse(
        program,
        tmp_path,
        CUDA,
        "a GPU may use 4096 bytes and needs at least",
        "-input",
        "urand:8",
        "-memory",
        "4k",
        "-engine",
        engine,
        "-output",
        "out.txt",
    )


@pytest.mark.parametrize("flag", ["-output", "-json"])
@pytest.mark.parametrize("place", ["missing/file", "/dev/full", "."])
def test_reports_an_output_that_cannot_be_written(flag, place, program, tmp_path):
    refuse(program, tmp_path, OUTPUT, place, "-input", "urand:6", flag, place)


@pytest.mark.parametrize("engine", ["fast", "paper"])
@pytest.mark.parametrize("gpus", [1, 3])
@pytest.mark.parametrize("number", [1, 5, 10, 20, 31])
def test_gives_the_answers_of_the_handout(engine, gpus, number, program, tmp_path):
    result = run(
        program,
        "-input",
        TESTCASES / f"input{number}.mtx",
        "-output",
        "out.txt",
        "-engine",
        engine,
        "-gpus",
        str(gpus),
        folder=tmp_path,
    )
    assert result.code == 0, result.stderr
    expected = (TESTCASES / f"output{number}.txt").read_text()
    assert (tmp_path / "out.txt").read_text() == expected


def test_the_json_file_agrees_with_the_graph_and_the_flags(program, tmp_path):
    result = run(
        program, "-input", "kron:9", "-passes", "3", "-json", "measures.json", folder=tmp_path
    )
    assert result.code == 0, result.stderr
    measures = json.loads((tmp_path / "measures.json").read_text())
    assert measures["nodes"] == 512
    assert measures["milliseconds"] > 0 and measures["passes"] == 3
    assert 0 < 2 * measures["matched_edges"] <= measures["nodes"]


@pytest.mark.parametrize("engine", ["fast", "paper"])
def test_the_json_has_the_time_of_each_component(engine, program, tmp_path):
    words = ["-input", "kron:9", "-gpus", "2", "-engine", engine, "-json", "-"]
    if engine == "fast":
        words += ["-passes", "1"]
    plain = run(program, *words, "-output", "plain.txt", folder=tmp_path)
    result = run(program, *words, "-output", "out.txt", "-components", folder=tmp_path)
    assert plain.code == result.code == 0, result.stderr
    measures = json.loads(result.stdout.splitlines()[-1])
    edges = measures["edges_read_in_pass"]
    assert edges[0] == measures["directed_edges"]
    assert edges == sorted(edges, reverse=True)  # the lists of matched nodes are not read again
    names = {
        "fast": {"first pass", "pointing", "refilling", "matching", "exchange", "last phase"},
        "paper": {"transfer", "pointing", "matching", "exchange", "synchronization"},
    }[engine]
    assert set(measures["component_milliseconds"]) == names
    assert (tmp_path / "out.txt").read_bytes() == (tmp_path / "plain.txt").read_bytes()
