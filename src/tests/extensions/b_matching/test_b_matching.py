"""Tests of the b_matching program. After a fault, the program prints one line, ends with the exit
code for this kind of fault, and writes no file. Otherwise it gives the right answer.

The environment variable B_MATCHING is the path of the program; the default is ./b_matching of this
checkout.
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "src/tests/program"))
from built import built_program  # noqa: E402
from program import TESTCASES, run  # noqa: E402

USAGE, INPUT, GPU, OUTPUT = 2, 3, 4, 6
BOUNDS = {
    "short.txt": "1 2\n3\n",
    "long.txt": "1 2 3 4 5\n",
    "words.txt": "1 2\n% fine\n3 many\n",
    "negative.txt": "1\n2\n-3\n4\n",
    "huge.txt": "1 2 3 2147483648\n",
}


@pytest.fixture(scope="session")
def program() -> Path:
    return built_program("b_matching")


@pytest.mark.parametrize(
    "code, words, told",
    [
        (USAGE, [], "-input is missing"),
        (USAGE, ["-input", "urand:4", "-b", "-1"], "-b -1: not a whole number from 0"),
        (USAGE, ["-input", "urand:4", "-b", "three"], "-b three"),
        (USAGE, ["-input", "urand:4", "-b", "1", "-b-file", "b.txt"], "exclude each other"),
        (USAGE, ["-input", "urand:4", "-algorithm", "fast"], "serial-eager, serial-delayed"),
        (USAGE, ["-input", "urand:4", "-ties", "size"], "index, hash or degree"),
        (USAGE, ["-input", "urand:4", "-threads", "0"], "from 1 to 1024"),
        (USAGE, ["-input", "urand:4", "-gpus", "9"], "from 1 to 8"),
        (USAGE, ["-input", "urand:4", "-sorting", "all"], "none, partial or full"),
        (USAGE, ["-input", "urand:4", "-memory", "much"], "-memory much"),
        (GPU, ["-input", "urand:4", "-algorithm", "gpu", "-memory", "1k"], "needs at least"),
        (INPUT, ["-input", "missing.mtx"], "missing.mtx"),
        (INPUT, ["-input", "path:2", "-b-file", "missing.txt"], "missing.txt"),
        (INPUT, ["-input", "path:2", "-b-file", "short.txt"], "3 numbers for the 4 nodes"),
        (INPUT, ["-input", "path:2", "-b-file", "long.txt"], "long.txt:1: there are more numbers"),
        (
            INPUT,
            ["-input", "path:2", "-b-file", "words.txt"],
            'words.txt:3: the number of partners "many"',
        ),
        (
            INPUT,
            ["-input", "path:2", "-b-file", "negative.txt"],
            'negative.txt:3: the number of partners "-3"',
        ),
        (INPUT, ["-input", "path:2", "-b-file", "huge.txt"], "from 0 to 2147483647"),
        (OUTPUT, ["-input", "path:2", "-output", "no/folder"], "no/folder"),
    ],
)
def test_after_a_fault_the_program_prints_one_line_and_writes_no_file(
    program: Path, tmp_path: Path, code: int, words: list[str], told: str
) -> None:
    for name in set(words) & set(BOUNDS):
        (tmp_path / name).write_text(BOUNDS[name])
    result = run(program, *words, "-json", "j.json", folder=tmp_path)

    assert result.code == code, result.stderr
    first, *others = result.stderr.splitlines()
    assert first.startswith("b_matching: ") and told in first
    assert not others
    assert {file.name for file in tmp_path.iterdir()} <= set(BOUNDS)


def test_each_line_begins_with_the_best_partner_of_its_node(program: Path, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("% of four nodes\n1 2\n\n2000000000\n0\n")
    words = ("-b-file", "b.txt", "-output", "out.txt", "-verify")
    result = run(program, "-input", "path:2:w=const", *words, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_text() == "1\n0 2\n1\n-1\n"


def test_the_binary_form_contains_the_same_matching_as_the_text(
    program: Path, tmp_path: Path
) -> None:
    for name in ("out.txt", "out.bin"):
        words = ("-b", "3", "-output", name, "-json", "-")
        result = run(program, "-input", "kron:6", *words, folder=tmp_path)
    measured = json.loads(result.stdout.decode().splitlines()[-1])
    data = (tmp_path / "out.bin").read_bytes()
    magic, order, _, nodes, count, _ = struct.unpack_from("8sIIqqQ", data)
    offsets = struct.unpack_from(f"{nodes + 1}q", data, 40)
    partners = struct.unpack_from(f"{count}i", data, 40 + 8 * (nodes + 1))

    assert (magic, order, count) == (b"HSBMAT01", 0x01020304, 2 * measured["matched_edges"])
    assert len(data) == 40 + 8 * (nodes + 1) + 4 * count
    lists = [partners[offsets[v] : offsets[v + 1]] for v in range(nodes)]
    lines = [" ".join(map(str, numbers)) or "-1" for numbers in lists]
    assert (tmp_path / "out.txt").read_text().splitlines() == lines


@pytest.mark.parametrize("algorithm", ["omp", "gpu", "serial-eager", "serial-delayed", "sorted"])
def test_with_one_partner_per_node_the_answer_is_the_matching_of_the_handout(
    program: Path, tmp_path: Path, algorithm: str
) -> None:
    words = ("-b", "1", "-algorithm", algorithm, "-output", "out.txt", "-verify")
    result = run(program, "-input", TESTCASES / "input5.mtx", *words, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_bytes() == (TESTCASES / "output5.txt").read_bytes()
