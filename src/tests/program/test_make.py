"""The targets of the Makefile do what the handout says, in a clean copy of the tree."""

from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from program import KERNELS, TESTCASES, answers_right, files, make, run

AR = shutil.which("ar")


def test_a_second_make_builds_nothing(built: Path) -> None:
    # `built` is a copy of a tree, but its compile_commands.json has the path of the original. So
    # this make writes the file again.
    make(built, "BACKEND=cpu", "CXX=g++")
    before = {name: (built / name).stat().st_mtime_ns for name in files(built)}

    make(built, "BACKEND=cpu", "CXX=g++")

    assert {name: (built / name).stat().st_mtime_ns for name in files(built)} == before


def test_two_runs_of_make_at_the_same_time_compile_each_library_file_once(tree: Path) -> None:
    library = "build/cpu-release/cuda_on_cpu/libcuda_on_cpu.a"
    with ThreadPoolExecutor() as pool:
        printed = pool.map(lambda _: make(tree, "BACKEND=cpu", "CXX=g++", library), range(2))
        lines = "".join(printed).splitlines()

    compiled = [line for line in lines if line.startswith("compile src/cuda_on_cpu/")]
    assert len(compiled) == len(set(compiled)) > 0


def test_the_old_library_stays_until_the_new_one_is_complete(built: Path, tmp_path: Path) -> None:
    """Another make may link to the old library while the new one is written."""
    folder = built / "build/cpu-release/cuda_on_cpu"
    (tmp_path / "bin").mkdir()
    archiver = tmp_path / "bin/ar"
    archiver.write_text(f"#!/bin/sh\nls '{folder}'/*.a >>'{tmp_path}/seen'\nexec {AR} \"$@\"\n")
    archiver.chmod(0o755)
    libraries = sorted(str(one) for one in folder.glob("*.a"))
    (built / "src/cuda_on_cpu/exported_names").touch()

    make(built, "BACKEND=cpu", "CXX=g++", f"PATH={archiver.parent}:{os.environ['PATH']}")

    seen = (tmp_path / "seen").read_text().splitlines()
    assert len(libraries) == 3 and sorted(seen) == sorted(3 * libraries)


def test_a_changed_kernel_is_built_again(built: Path) -> None:
    kernel = built / "src/gpu_required/check_handshaking.cu"
    kernel.write_text("__global__ void check_handshaking_gpu(int*, int*, int) {}\n")
    make(built, "BACKEND=cpu", "CXX=g++")

    result = run(built / "match", "-input", TESTCASES / "input5.mtx", folder=built)

    assert result.code == KERNELS, result.stderr


def test_a_changed_file_of_the_extra_credit_is_built_again(built: Path) -> None:
    extra = built / "src/gpu_extra_credit/extra.cu"
    extra.write_text(extra.read_text() + "\n#error this line is new\n")

    assert "this line is new" in make(built, "BACKEND=cpu", "CXX=g++", code=2)


def test_make_succeeds_after_a_header_was_renamed(built: Path) -> None:
    for file in (built / "src").rglob("*"):
        if file.suffix in (".cu", ".hpp", ".cuh") and '"gpu/cuda_check.cuh"' in file.read_text():
            file.write_text(file.read_text().replace('"gpu/cuda_check.cuh"', '"gpu/check.cuh"'))
    (built / "src/gpu/cuda_check.cuh").rename(built / "src/gpu/check.cuh")

    make(built, "BACKEND=cpu", "CXX=g++")

    assert answers_right(built)


def test_make_demo_runs_a_test_case_and_compares_the_output(built: Path) -> None:
    assert "right" in make(built, "BACKEND=cpu", "CXX=g++", "demo")


def test_make_help_lists_the_targets(tree: Path) -> None:
    printed = make(tree, "help")

    for target in ("make ", "make debug", "make submit", "make clean", "BACKEND"):
        assert target in printed
    assert not (tree / "match").exists()


def path_without(program: str, folder: Path) -> str:
    """A PATH with all programs of this machine except those whose names begin with `program`."""
    for one in os.environ["PATH"].split(":"):
        for known in Path(one).glob("*"):
            if not known.name.startswith(program) and not (folder / known.name).exists():
                (folder / known.name).symlink_to(known)
    return f"PATH={folder}"


@pytest.mark.parametrize("target", ["check", "check-scan", "trace", "report", "submit"])
def test_a_target_that_needs_python_says_so_if_there_is_none(
    target: str, tree: Path, tmp_path: Path
) -> None:
    printed = make(tree, "BACKEND=cpu", target, path_without("python", tmp_path), code=2)
    assert f"make {target} needs Python 3.8 or newer: install python3\n" in printed


def test_make_for_a_gpu_names_the_missing_compiler_of_the_toolkit(
    tree: Path, tmp_path: Path
) -> None:
    printed = make(tree, "BACKEND=cuda", "NVCC=nvcc", path_without("nvcc", tmp_path), code=2)
    assert "BACKEND=cuda needs nvcc of the CUDA toolkit, which is not installed" in printed


def test_the_check_builds_its_objects_again_after_each_change_of_the_back_end(tree: Path) -> None:
    """Every object of build/check depends on this file."""
    flags = tree / "build/check/flags"

    def written(*words: str) -> tuple[str, int]:
        make(tree, *words, "build/check/flags")
        return flags.read_text(), flags.stat().st_mtime_ns

    cpu = written("BACKEND=cpu")
    assert written("BACKEND=cpu") == cpu
    gpu = written("BACKEND=cuda", "NVCC=true")
    again = written("BACKEND=cpu")
    assert gpu[0] != again[0] == cpu[0]
    assert cpu[1] < gpu[1] < again[1]


def test_make_watch_refuses_a_part_that_does_not_exist(tree: Path) -> None:
    printed = make(tree, "BACKEND=cpu", "watch", "PART=filtr", code=2)
    assert "make watch PART=filtr: there is no such part; write handshaking, filter" in printed
