"""Tests of the stable_marriage program. After a fault, the program prints one line, ends with the
exit code for this kind of fault, and writes no file. Otherwise it gives the right answer.

The environment variable STABLE_MARRIAGE is the path of the program; the default is
./stable_marriage of this checkout.
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

USAGE, INPUT, OUTPUT = 2, 3, 6
ENGINES = [("gs", "serial"), ("mw", "serial"), ("gs", "omp"), ("mw", "omp"), ("", "gpu")]


@pytest.fixture(scope="session")
def program() -> Path:
    return built_program("stable_marriage")


@pytest.mark.parametrize(
    "code, words, told",
    [
        (USAGE, [], "-input is missing"),
        (USAGE, ["-input", "easy:4", "-graph", "urand:4"], "exclude each other"),
        (USAGE, ["-input", "easy:4", "-engine", "fast"], "auto, serial, omp or gpu"),
        (USAGE, ["-input", "easy:4", "-algorithm", "gale"], "gs or mw"),
        (USAGE, ["-graph", "urand:4", "-ties", "size"], "index, hash or degree"),
        (USAGE, ["-graph", "urand:4", "-b", "-1"], "-b -1"),
        (USAGE, ["-input", "easy:4", "-threads", "0"], "from 1 to 1024"),
        (USAGE, ["-input", "easy:4", "-repeat", "x"], "-repeat x"),
        (USAGE, ["-input", "random:4", "-make-ranks"], "-engine gpu"),
        (USAGE, ["-input", "random:4", "-gpus", "2"], "-engine gpu"),
        (USAGE, ["-input", "random:4", "-engine", "gpu", "-gpus", "9"], "from 1 to 8"),
        (INPUT, ["-input", "easy:99", "-engine", "gpu", "-gpus", "2"], "complete lists"),
        (INPUT, ["-input", "easy:99", "-engine", "gpu", "-make-ranks"], "complete lists"),
        (INPUT, ["-input", "missing.txt"], "missing.txt"),
        (INPUT, ["-input", "easy:0"], "from 1 to"),
        (INPUT, ["-input", "random:1000000"], "GB of memory"),
        (INPUT, ["-input", TESTCASES / "input1.mtx"], "or use -graph for a graph"),
        (INPUT, ["-graph", "urand:99"], "urand:99"),
        (OUTPUT, ["-input", "easy:4", "-output", "no/folder"], "no/folder"),
        (OUTPUT, ["-input", "easy:4", "-save", "no/folder"], "no/folder"),
    ],
)
def test_after_a_fault_the_program_prints_one_line_and_writes_no_file(
    program: Path, tmp_path: Path, code: int, words: list[str | Path], told: str
) -> None:
    result = run(program, *words, folder=tmp_path)

    assert result.code == code, result.stderr
    first, *others = result.stderr.splitlines()
    assert first.startswith("stable_marriage: ") and told in first
    assert not others
    assert ("see stable_marriage -help" in first) == (code == USAGE)
    assert not list(tmp_path.iterdir())


def test_lists_that_do_not_fit_into_memory_are_refused_before_memory_is_allocated(
    program: Path, tmp_path: Path
) -> None:
    result = run(program, "-input", "random:1000000000", folder=tmp_path)

    assert result.code == INPUT and "GB of memory" in result.stderr
    assert result.memory < 256 << 20


@pytest.mark.parametrize("algorithm, engine", ENGINES)
def test_a_test_case_of_the_handout_can_be_solved_as_a_stable_marriage(
    program: Path, tmp_path: Path, algorithm: str, engine: str
) -> None:
    way = ["-engine", engine, *(["-algorithm", algorithm] if algorithm else [])]
    words = (*way, "-output", "out.txt", "-verify")
    result = run(program, "-graph", TESTCASES / "input5.mtx", *words, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_bytes() == (TESTCASES / "output5.txt").read_bytes()


def test_in_each_line_the_best_partner_of_a_man_comes_first(program: Path, tmp_path: Path) -> None:
    lists = "%%preferences lists\n3 2\n*2 1 0\n0 1\n\n*2 0 1\n0\n"
    (tmp_path / "lists.txt").write_text(lists)
    result = run(program, "-input", "lists.txt", "-output", "out.txt", "-verify", folder=tmp_path)

    assert result.code == 0
    told = "1 entries were left out: only one of the two persons ranks the other\n"
    assert result.stderr == told
    assert (tmp_path / "out.txt").read_text() == "1 0\n0\n-1\n"


@pytest.mark.parametrize("engine", [["serial"], ["gpu"], ["gpu", "-make-ranks"]])
@pytest.mark.parametrize("men, women", [(0, 0), (0, 2), (2, 0)])
def test_there_may_be_no_men_or_no_women(
    program: Path, tmp_path: Path, engine: list[str], men: int, women: int
) -> None:
    (tmp_path / "lists.txt").write_text(
        f"%%preferences lists\n{men} {women}\n" + "\n" * (men + women)
    )
    words = ("-input", "lists.txt", "-output", "out.txt", "-verify", "-engine", *engine)
    result = run(program, *words, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_text() == "-1\n" * men


def test_an_instance_that_was_saved_and_read_has_the_same_answer(
    program: Path, tmp_path: Path
) -> None:
    answers = []
    for source, *saved in (("group:20", "-save", "a.bin"), ("a.bin", "-save", "b.txt"), ("b.txt",)):
        words = ("-input", source, *saved, "-output", "out.txt", "-json", "-")
        result = run(program, *words, folder=tmp_path)
        measured = json.loads(result.stdout.decode().splitlines()[-1])
        answers.append(((tmp_path / "out.txt").read_text(), measured["considered"]))

    assert answers[0] == answers[1] == answers[2]
    assert measured["matched"] == 20 and measured["rounds"] > 0
