"""match can be built with every compiler, in every mode and for every back end. Each build replaces
the build before it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import Builds
from program import CUDA, TESTCASES, answers_right, make, run


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_gcc_and_clang_build_without_a_warning(compiler: str, builds: Builds) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    variables = f"BACKEND=cpu CXX={compiler}"

    tree = builds.tree(variables)

    assert "warning" not in builds.printed[variables].lower()
    assert answers_right(tree) and answers_right(tree, "-extra")


@pytest.mark.parametrize("missing", ["", "-lz", "-fopenmp", "-lz -fopenmp"])
def test_match_is_linked_only_with_libraries_that_the_machine_has(
    missing: str, tree: Path, tmp_path: Path
) -> None:
    compiler = tmp_path / "compiler"
    lines = [f'case " $* " in *" {one} "*) exit 1 ;; esac\n' for one in missing.split()]
    compiler.write_text(f'#!/bin/sh\n{"".join(lines)}exec g++ "$@"\n')
    compiler.chmod(0o755)

    database = make(tree, "BACKEND=cpu", f"CXX={compiler}", "-pn", "help").splitlines()

    for name, flag in (("ZLIB", "-lz"), ("OPENMP", "-fopenmp")):
        value = next(line for line in database if line.startswith(f"{name} :="))
        assert value.split()[2:] == ([] if flag in missing.split() else [flag])


def test_the_built_program_does_not_depend_on_the_name_of_the_folder(
    built: Path, builds: Builds
) -> None:
    for file in ("src/main.cu", "src/util/utils.cpp"):
        (built / file).touch()
    make(built, "BACKEND=cpu", "CXX=g++")

    elsewhere = builds.tree("BACKEND=cpu CXX=g++")
    assert (built / "match").read_bytes() == (elsewhere / "match").read_bytes()


def test_debug_and_release_replace_each_other(built: Path) -> None:
    release = (built / "match").read_bytes()

    make(built, "BACKEND=cpu", "CXX=g++", "debug")
    debug = (built / "match").read_bytes()
    assert debug != release
    assert answers_right(built)

    make(built, "BACKEND=cpu", "CXX=g++")
    assert (built / "match").read_bytes() == release


def test_match_is_built_again_for_another_back_end(built: Path) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("nvcc is not installed")
    on_cpu = (built / "match").read_bytes()

    make(built, "BACKEND=cuda", "CXX=g++")
    assert (built / "match").read_bytes() != on_cpu
    if shutil.which("nvidia-smi") is None:
        result = run(built / "match", "-input", TESTCASES / "input5.mtx", folder=built)
        assert result.code == CUDA, result.stderr
        assert "BACKEND=cpu" in result.stderr

    make(built, "BACKEND=cpu", "CXX=g++")
    assert answers_right(built)


def test_refuses_a_back_end_that_does_not_exist(tree: Path) -> None:
    assert "BACKEND=cpu" in make(tree, "BACKEND=gpu", code=2)
