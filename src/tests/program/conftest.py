"""Options and fixtures of the end-to-end tests.

    python3 -m pytest src/tests/program            everything
    python3 -m pytest src/tests/program --quick    fewer combinations in test_answers.py

MATCH=path names the program to test. Without it, the tests use ./match of this checkout.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from built import built_program
from program import ROOT, make

PARTS = (".", ":!docs", ":!src/tests", ":!grader/tests")


class Builds:
    """Built copies of the checkout, one for each set of make variables. A test must not change
    these trees, but it may change its own copy of a tree."""

    def __init__(self, pristine: Path, folders: pytest.TempPathFactory) -> None:
        self.pristine = pristine
        self.folders = folders
        self.trees: dict[str, Path] = {}
        self.printed: dict[str, str] = {}

    def tree(self, variables: str) -> Path:
        if variables not in self.trees:
            # The folder name has a space, like the folder names of many students.
            tree = self.folders.mktemp("built") / "CS 314"
            shutil.copytree(self.pristine, tree)
            self.printed[variables] = make(tree, *variables.split())
            self.trees[variables] = tree
        return self.trees[variables]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="run fewer combinations of test case, threads, -extra and schedule; each value still "
        "occurs with every value of the other three",
    )


@pytest.fixture(scope="session")
def match() -> Path:
    return built_program("match")


@pytest.fixture(scope="session")
def pristine_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout without anything that was built, for tests that run make. It contains
    neither our tests nor docs/, because make does not need them."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs git and a checkout, to know which files belong to the tree")
    tree = tmp_path_factory.mktemp("pristine") / "tree"
    listed = (
        subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *PARTS],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        .stdout.decode()
        .split("\0")
    )
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    return tree


@pytest.fixture(scope="session")
def builds(pristine_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Builds:
    return Builds(pristine_tree, tmp_path_factory)


@pytest.fixture
def tree(pristine_tree: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pristine_tree, tmp_path / "tree"))


@pytest.fixture
def built(builds: Builds, tmp_path: Path) -> Path:
    """A tree in which make has run, and which the test may change. The copy keeps the times of the
    files, so that make builds only what the test changes."""
    return Path(shutil.copytree(builds.tree("BACKEND=cpu CXX=g++"), tmp_path / "built"))
