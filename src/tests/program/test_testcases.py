"""The expected outputs in testcases/ are right, and no file there was changed by hand."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from program import ROOT, TESTCASES, numbers_of_testcases, run

sys.path.insert(0, str(TESTCASES))
sys.path.insert(0, str(ROOT / "grader"))
import oracle
from skeleton import emptied, with_blocks


def read(number: int) -> tuple[oracle.Neighbors, list[int]]:
    neighbors = oracle.parse((TESTCASES / f"input{number}.mtx").read_bytes())
    matches = [int(line) for line in (TESTCASES / f"output{number}.txt").read_text().split()]
    return neighbors, matches


def generate(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, folder / "generate.py", "--check"], capture_output=True, text=True
    )


def test_the_files_of_the_test_cases_are_those_that_the_generator_makes() -> None:
    done = generate(TESTCASES)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("change", ["edited", "missing", "added"])
def test_generate_with_check_says_which_file_differs(change: str, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(TESTCASES, tmp_path / "testcases"))
    name = "input999.mtx" if change == "added" else "output7.txt"
    if change == "missing":
        (copy / name).unlink()
    else:
        (copy / name).write_text("0\n")

    done = generate(copy)

    assert done.returncode == 1
    assert name in done.stderr


def compare(tree: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "testcases/compare.py", "--threads", "256", *words]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True)


def test_compare_builds_changed_files_again_and_skips_parts_that_are_not_begun(
    built: Path,
) -> None:
    kernel = built / "src/gpu_required/check_handshaking.cu"
    extra = built / "src/gpu_extra_credit/extra.cu"
    wrapper = built / "src/onewaywrapper.cu"
    extra.write_text(emptied(extra.read_text()))
    text = wrapper.read_text()
    wrapper.write_text(with_blocks(text, lambda number, old: "" if number == 1 else old))

    right = compare(built)
    kernel.write_text("__global__ void check_handshaking_gpu(int*, int*, int) {}\n")
    wrong = compare(built)

    assert (right.returncode, wrong.returncode) == (0, 1), right.stdout + wrong.stdout
    assert "42 of 42 runs" in right.stdout and "without -extra" in right.stdout


@pytest.mark.parametrize("number", numbers_of_testcases())
def test_the_expected_output_is_the_only_stable_matching(number: int) -> None:
    neighbors, matches = read(number)

    assert len(matches) == len(neighbors)
    assert oracle.why_not_stable(neighbors, matches) == ""
    assert oracle.greedy(neighbors) == matches


@pytest.mark.parametrize("number", numbers_of_testcases())
def test_the_expected_output_has_at_least_half_the_weight_of_the_optimum(number: int) -> None:
    networkx = pytest.importorskip("networkx")
    neighbors, matches = read(number)
    if len(neighbors) > 400:
        pytest.skip("the exact optimum of a graph of this size takes too long in Python")
    if any(weight < 0 for edges in neighbors for weight in edges.values()):
        pytest.skip("the bound holds only if no weight is negative")
    graph = networkx.Graph()
    for node, edges in enumerate(neighbors):
        graph.add_weighted_edges_from((node, other, weight) for other, weight in edges.items())

    best = sum(neighbors[a][b] for a, b in networkx.max_weight_matching(graph))
    found = sum(neighbors[a][b] for a, b in enumerate(matches) if a < b)

    assert 2 * found >= best


def test_the_table_names_the_number_of_passes_that_the_program_needs(
    match: Path, tmp_path: Path
) -> None:
    rows = re.findall(
        r"^\| (\d+) \| \d+ \| \d+ \| (\d+) \|", (TESTCASES / "README.md").read_text(), re.MULTILINE
    )
    assert [int(number) for number, _ in rows] == numbers_of_testcases()

    for number, passes in rows:
        result = run(match, "-input", TESTCASES / f"input{number}.mtx", folder=tmp_path)
        assert (number, result.passes()) == (number, int(passes))
