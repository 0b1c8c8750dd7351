"""An object file of the compiler driver cucc comes from the cache only if its source files, options
and tools have not changed."""

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
  case $word in *.cu) source=$word ;; esac  # ccache 4.11 puts the source file after all options
  last=$word
done
echo "$object: $source x.cuh" >"$rules"
if grep -q wrong x.cuh; then echo "x.cuh:1:1: error: $(cat x.cuh)" >&2; exit 1; fi
cat "$source" x.cuh >"$object" && echo "a warning" >&2
"""
TOOLS = ("x.cu", "x.cuh", "runtime/cuda_on_cpu_driver", "runtime/cuda_on_cpu_inspect")
WORDS = ("--runtime", "runtime", "--cxx", "g++", "-o", "x.o", "-c", "x.cu")
RULES = ("-MMD", "-MF", "x.d")


class Tree:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "tree"
        self.cache = folder / "cache"
        for name in TOOLS:
            self.write(name, f"// {name}\n")
        self.write("cucc", CUCC)
        (self.folder / "cucc").chmod(0o755)

    def write(self, name: str, text: str) -> None:
        """Writes a file with an old date: ccache does not store results of files that have just
        changed."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (time.time() - 9,) * 2)

    def is_run(self, *words: str) -> bool:
        """Compiles with these options, and returns whether cucc itself ran. If cucc did not run,
        the object came from the cache."""
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
    assert tree.is_run(*RULES)
    return tree


def test_a_second_run_takes_the_object_and_its_warning_from_the_cache(tree: Tree) -> None:
    assert not tree.is_run(*RULES)
    assert (tree.folder / "x.o").read_text() == "// x.cu\n// x.cuh\n"
    assert (tree.done.returncode, tree.done.stderr) == (0, "a warning\n")


@pytest.mark.parametrize("name", [*TOOLS, "cucc"])
def test_a_change_of_a_file_or_a_tool_is_noticed(tree: Tree, name: str) -> None:
    tree.write(name, (tree.folder / name).read_text() + "# changed\n")

    assert tree.is_run(*RULES)


@pytest.mark.parametrize("word", ["-O0", "--diagnose", "--device-only", "-DX", "--remote"])
def test_another_option_makes_another_object(tree: Tree, word: str) -> None:
    assert tree.is_run(*RULES, word)
    assert not tree.is_run(*RULES, word)


def test_another_version_of_the_compiler_makes_another_object(tree: Tree) -> None:
    tree.write("bin/g++", "#!/bin/sh\n")
    (tree.folder / "bin/g++").chmod(0o755)

    assert tree.is_run(*RULES)


def test_the_messages_about_a_file_that_does_not_compile_come_from_the_cache(tree: Tree) -> None:
    tree.write("x.cuh", "wrong")

    assert tree.is_run(*RULES)
    for _ in range(2):
        assert (tree.done.returncode, tree.done.stderr) == (1, "x.cuh:1:1: error: wrong\n")
        assert not (tree.folder / "x.o").exists()
        assert not tree.is_run(*RULES)
    tree.write("x.cuh", "right")
    assert tree.is_run(*RULES)
    assert (tree.done.returncode, tree.done.stderr) == (0, "a warning\n")


def test_a_compilation_that_was_killed_is_tried_again(tree: Tree) -> None:
    tree.write("x.cuh", "wrong: Killed signal terminated program cc1plus")

    for _ in range(2):
        assert tree.is_run(*RULES)
        assert tree.done.returncode == 1


def test_cucc_runs_again_if_it_has_a_second_output_that_ccache_cannot_store(tree: Tree) -> None:
    assert tree.is_run(*RULES, "--variants")
    assert tree.is_run(*RULES, "--variants")


@pytest.mark.parametrize("words", [["-optf", "options"], ["--options-file=options"]])
def test_cucc_runs_again_if_a_file_contains_options(tree: Tree, words: list[str]) -> None:
    assert tree.is_run(*RULES, *words)
    assert tree.is_run(*RULES, *words)


@pytest.mark.parametrize("name", ["NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"])
def test_cucc_runs_again_if_the_environment_contains_options(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "-DX")

    assert tree.is_run(*RULES)
    assert tree.is_run(*RULES)


def test_a_changed_header_is_noticed_even_if_no_list_of_headers_is_requested(tree: Tree) -> None:
    assert not tree.is_run()
    assert {file.name for file in tree.folder.iterdir() if file.is_file()} == {
        *("cucc", "x.cu", "x.cuh", "x.o", "x.d")
    }
    tree.write("x.cuh", "// another\n")
    assert tree.is_run()
