"""An object of cucc is taken from the cache only if all that it was made of is as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

WRAPPER = Path(__file__).with_name("cucc_by_ccache")
CUCC = """#!/bin/sh
echo run >>runs
for word; do
  case $last in -o) object=$word ;; -MF) rules=$word ;; esac
  case $word in *.cu) source=$word ;; esac  # ccache 4.11 puts it behind all options
  last=$word
done
if grep -q wrong x.cuh; then echo "x.cuh is wrong" >&2; exit 1; fi
echo "$object: $source x.cuh" >"$rules"
cat "$source" x.cuh >"$object" && echo "a warning" >&2
"""
TOOLS = ("x.cu", "x.cuh", "runtime/cuda_on_cpu_translate", "runtime/cuda_on_cpu_inspect")
WORDS = ("--runtime", "runtime", "--cxx", "g++", "-c", "x.cu", "-o", "x.o", "-MF", "x.d")


class Tree:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self.cache = folder / "cache"
        for name in TOOLS:
            self.write(name, f"// {name}\n")
        self.write("cucc", CUCC)
        (self.folder / "cucc").chmod(0o755)

    def write(self, name: str, text: str) -> None:
        """ccache does not trust a file that changes while it looks."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (time.time() - 9,) * 2)

    def is_run(self, *words: str) -> bool:
        """Whether cucc itself made the object of these words."""
        runs = self.folder / "runs"
        runs.unlink(missing_ok=True)
        (self.folder / "x.o").unlink(missing_ok=True)
        environment = {**os.environ, "CCACHE_DIR": str(self.cache), "CCACHE_DEPEND": "1"}
        environment |= {"CCACHE_BASEDIR": str(self.folder)}
        environment |= {"PATH": f"{self.folder}/bin:{environment['PATH']}"}
        self.done = subprocess.run(
            [WRAPPER, "./cucc", *words, *WORDS],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        return runs.exists()


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    if shutil.which("ccache") is None:
        pytest.skip("ccache is not installed")
    tree = Tree(tmp_path)
    assert tree.is_run("-MMD")
    return tree


def test_the_same_object_with_the_same_warning_comes_from_the_cache(tree: Tree) -> None:
    assert not tree.is_run("-MMD")
    assert (tree.folder / "x.o").read_text() == "// x.cu\n// x.cuh\n"
    assert (tree.done.returncode, tree.done.stderr) == (0, "a warning\n")


@pytest.mark.parametrize("name", [*TOOLS, "cucc"])
def test_a_change_of_a_file_or_a_tool_is_noticed(tree: Tree, name: str) -> None:
    tree.write(name, (tree.folder / name).read_text() + "# changed\n")

    assert tree.is_run("-MMD")


@pytest.mark.parametrize("word", ["-O0", "--diagnose", "--device-only", "-DX", "--remote"])
def test_another_option_makes_another_object(tree: Tree, word: str) -> None:
    assert tree.is_run("-MMD", word)
    assert not tree.is_run("-MMD", word)


def test_another_version_of_the_compiler_makes_another_object(tree: Tree) -> None:
    tree.write("bin/g++", "#!/bin/sh\n")
    (tree.folder / "bin/g++").chmod(0o755)

    assert tree.is_run("-MMD")


def test_what_does_not_compile_is_tried_again(tree: Tree) -> None:
    tree.write("x.cuh", "wrong")

    for _ in range(2):
        assert tree.is_run("-MMD")
        assert (tree.done.returncode, tree.done.stderr) == (1, "x.cuh is wrong\n")


@pytest.mark.parametrize("words", [(), ("-MMD", "--variants")])
def test_an_object_whose_headers_or_products_ccache_does_not_know_is_made_again(
    tree: Tree, words: tuple[str, ...]
) -> None:
    assert tree.is_run(*words)
    assert tree.is_run(*words)
