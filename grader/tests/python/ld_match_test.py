"""The program ld_match tells a student whether the matching of ld_extension.cu is right."""

import subprocess
from pathlib import Path

import pytest

from handshake_grader.kit.kit import build_kit
from matching import EXTENSION, LAB
from skeleton import emptied

ROOT = Path(__file__).resolve().parents[3]
OURS = (ROOT / EXTENSION).read_text()
CASES = ROOT / "testcases"


@pytest.fixture(scope="module")
def build(request, tmp_path_factory):
    """Returns a function that builds ld_match with a given text as ld_extension.cu."""
    kit = build_kit(Path(request.config.getoption("--tree")), LAB)
    folder = tmp_path_factory.mktemp("ld_match")
    reading = [str(file) for file in kit.program.fixed if file.parent.name == "graph"]

    def compiled(source: Path, name: str) -> str:
        words = [*kit.compile_words, "-w", "-c", str(source), "-o", str(folder / name)]
        subprocess.run(words, cwd=kit.root, check=True)
        return str(folder / name)

    given = [compiled(kit.root / "src/ld_match.cu", "main.o")]
    for name in ("matching", "verify_matching"):
        given.append(compiled(kit.root / f"src/matching/{name}.cpp", f"{name}.o"))

    def make(text: str) -> Path:
        source = folder / "ld_extension.cu"
        source.write_text(text)
        objects = [*given, compiled(source, "extension.o"), *reading]
        program = folder / "ld_match"
        words = [*kit.link_words, *objects, "-o", str(program), *kit.link_tail]
        subprocess.run(words, cwd=kit.root, check=True)
        return program

    return make


def run(program: Path, *words: object) -> subprocess.CompletedProcess:
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True)


def test_the_solution_writes_the_right_answer_for_every_test_case(build, tmp_path):
    program = build(OURS)
    graphs = sorted(CASES.glob("input*.mtx"))

    assert len(graphs) > 30
    for graph in graphs:
        answer = CASES / graph.name.replace("input", "output").replace(".mtx", ".txt")
        done = run(program, "-input", graph, "-output", tmp_path / "out.txt", "-repeat", 1)
        assert done.returncode == 0 and f"{graph}: right, " in done.stdout, done.stderr
        assert (tmp_path / "out.txt").read_bytes() == answer.read_bytes(), graph


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("weights[e] <= heaviest", "weights[e] < heaviest", "prefer each other"),
        ("weights[e] <= heaviest", "weights[e] >= heaviest", "prefer each other"),
        (" || wanted[wanted[x]] != x", "", ", but node "),
        ("if (numNodes == 0) return;", "return;", "matches[0] was not written"),
        ("    matches[x] = wanted[x];", "    matches[x] = numNodes;", "but nodes are 0 to"),
        ("    matches[x] = wanted[x];", "    matches[x] = x;", "is its own partner"),
        ("goesOn; isFirst", "goesOn && isFirst; isFirst", "neighbors and both unmatched"),
    ],
)
def test_a_wrong_matching_is_called_wrong(build, tmp_path, old, new, words):
    assert OURS.count(old) == 1
    program = build(OURS.replace(old, new))

    done = run(program, "-input", CASES / "input9.mtx", "-output", tmp_path / "out.txt")

    assert done.returncode == 5
    assert done.stderr.startswith("ld_match: the result is wrong: ") and words in done.stderr
    assert not (tmp_path / "out.txt").exists()


def test_the_result_of_an_empty_function_is_reported_as_not_written(build):
    done = run(build(emptied(OURS)), "-input", CASES / "input1.mtx")

    assert done.returncode == 5 and "was not written" in done.stderr


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["-input"], 2, "the value is missing"),
        (["-input", "x", "-repeat", "0"], 2, "not a whole number from 1"),
        (["-fast"], 2, "unknown flag: -fast"),
        (["-input", "there_is_none.mtx"], 3, "there_is_none.mtx"),
    ],
)
def test_a_mistake_on_the_command_line_is_named(build, words, code, said):
    done = run(build(OURS), *words)

    assert done.returncode == code and said in done.stderr
