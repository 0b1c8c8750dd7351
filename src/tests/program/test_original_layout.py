"""A submission that was written for the kit of an earlier year works without changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import Builds
from program import TESTCASES, make, numbers_of_testcases, run

SUBMISSION = Path(__file__).parent / "original_layout_submission" / "src"


def with_submission(tree: Path, copy: Path) -> Path:
    shutil.copytree(tree, copy)
    for path in SUBMISSION.rglob("*.cu"):
        # copyfile gives each copy the present time, so that make sees that the copy is new.
        shutil.copyfile(path, copy / "src" / path.relative_to(SUBMISSION))
    return copy


@pytest.fixture(scope="module", params=["g++", "clang++"])
def old_match(
    request: pytest.FixtureRequest, builds: Builds, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    built = builds.tree(f"BACKEND=cpu CXX={request.param}")
    tree = with_submission(built, tmp_path_factory.mktemp("old") / "tree")
    make(tree, "BACKEND=cpu", f"CXX={request.param}")
    return tree / "match"


@pytest.mark.parametrize("extra", [[], ["-extra"]], ids=["serial", "extra"])
@pytest.mark.parametrize("threads", ["1", "1000", "16384"])
def test_an_old_submission_gives_the_right_answer_to_every_test_case(
    threads: str, extra: list[str], old_match: Path, tmp_path: Path
) -> None:
    for number in numbers_of_testcases():
        result = run(
            old_match,
            "-input",
            TESTCASES / f"input{number}.mtx",
            "-threads",
            threads,
            *extra,
            folder=tmp_path,
        )

        assert result.code == 0, f"case {number}: {result.stderr}"
        expected = (TESTCASES / f"output{number}.txt").read_bytes()
        assert (tmp_path / "out.txt").read_bytes() == expected, f"case {number}"


def test_an_old_submission_compiles_with_nvcc(pristine_tree: Path, tmp_path: Path) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("nvcc is not installed")
    tree = with_submission(pristine_tree, tmp_path / "tree")
    compiled = [
        path.relative_to(SUBMISSION) for path in SUBMISSION.rglob("*.cu") if path.name != "extra.cu"
    ]  # onewaywrapper.cu includes extra.cu

    make(tree, "BACKEND=cuda", *(f"build/cuda-release/{path}.o" for path in compiled))
