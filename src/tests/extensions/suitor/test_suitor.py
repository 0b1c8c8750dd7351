"""Tests of the suitor program. After a fault, the program prints one line, ends with the exit code
for this kind of fault, and writes no file. Otherwise it gives the right answer.

The environment variable SUITOR is the path of the program; the default is ./suitor of this
checkout.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "src/tests/program"))
from built import built_program  # noqa: E402
from program import TESTCASES, run  # noqa: E402

USAGE, INPUT, CUDA, OUTPUT = 2, 3, 4, 6
ALGORITHMS = ("rounds", "sorted", "omp-ld", "omp-suitor", "gpu-ld", "gpu-suitor")
GRAPH = ["-input", "urand:4"]


@pytest.fixture(scope="session")
def program() -> Path:
    return built_program("suitor")


@pytest.mark.parametrize(
    "code, words, told",
    [
        (USAGE, [], "-input is missing"),
        (USAGE, [*GRAPH, "-algorithm", "ld"], "rounds or sorted"),
        (USAGE, [*GRAPH, "-variant", "sync"], "nosync, syncnolb, synclb or hybrid"),
        (USAGE, [*GRAPH, "-ties", "size"], "index, hash or degree"),
        (USAGE, [*GRAPH, "-vertices-per-warp", "257"], "from 1 to 256"),
        (
            USAGE,
            [*GRAPH, "-algorithm", "gpu-suitor", "-threads-per-block", "100"],
            "multiple of 32",
        ),
        (USAGE, [*GRAPH, "-threads", "0"], "from 1 to 1024"),
        (USAGE, [*GRAPH, "-quality", "101"], "from 0 to 100"),
        (USAGE, [*GRAPH, "-repeat", "x"], "-repeat x"),
        (INPUT, ["-input", "missing.mtx"], "missing.mtx"),
        (INPUT, ["-input", "urand:99"], "urand:99"),
        (INPUT, ["-input", "nan.mtx"], "nan"),
        (OUTPUT, [*GRAPH, "-output", "no/folder"], "no/folder"),
        (OUTPUT, [*GRAPH, "-json", "no/folder"], "no/folder"),
    ],
)
def test_after_a_fault_the_program_prints_one_line_and_writes_no_file(
    program: Path, tmp_path: Path, code: int, words: list[str], told: str
) -> None:
    graph = "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 nan\n"
    (tmp_path / "nan.mtx").write_text(graph)
    result = run(program, *words, folder=tmp_path)

    assert result.code == code, result.stderr
    [line] = result.stderr.splitlines()
    assert line.startswith("suitor: ") and told in line
    assert [path.name for path in tmp_path.iterdir()] == ["nan.mtx"]


def test_a_launch_whose_blocks_need_too_much_shared_memory_is_refused(
    program: Path, tmp_path: Path
) -> None:
    words = ["-algorithm", "gpu-suitor", "-vertices-per-warp", "256", "-threads-per-block", "1024"]
    result = run(program, *GRAPH, *words, "-output", "out.txt", folder=tmp_path)

    assert result.code == CUDA
    assert "shared memory" in result.stderr and not list(tmp_path.iterdir())


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_gives_the_answer_of_the_handout(
    program: Path, tmp_path: Path, algorithm: str
) -> None:
    words = ["-algorithm", algorithm, "-output", "out.txt", "-json", "measured.json"]
    result = run(program, "-input", TESTCASES / "input5.mtx", *words, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_text() == (TESTCASES / "output5.txt").read_text()
    measured = json.loads((tmp_path / "measured.json").read_text())
    matched = sum(line != "-1" for line in (tmp_path / "out.txt").read_text().split())
    assert measured["algorithm"] == algorithm and measured["matched_edges"] * 2 == matched
