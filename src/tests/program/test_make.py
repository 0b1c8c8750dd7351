"""The targets of the Makefile do what the handout says, in a clean copy of the tree."""

from __future__ import annotations

from pathlib import Path

from program import KERNELS, TESTCASES, answers_right, files, make, run


def test_make_twice_builds_nothing_again(built: Path) -> None:
    make(built, "BACKEND=cpu", "CXX=g++")  # editors are told in which folder this copy is
    before = {name: (built / name).stat().st_mtime_ns for name in files(built)}

    make(built, "BACKEND=cpu", "CXX=g++")

    assert {name: (built / name).stat().st_mtime_ns for name in files(built)} == before


def test_a_changed_kernel_is_built_again(built: Path) -> None:
    kernel = built / "src/gpu_required/check_handshaking.cu"
    kernel.write_text("__global__ void check_handshaking_gpu(int*, int*, int) {}\n")
    make(built, "BACKEND=cpu", "CXX=g++")

    result = run(built / "match", "-input", TESTCASES / "input5.mtx", folder=built)

    assert result.code == KERNELS, result.stderr


def test_a_changed_extra_is_built_again(built: Path) -> None:
    extra = built / "src/gpu_extra_credit/extra.cu"
    extra.write_text(extra.read_text() + "\n#error this line is new\n")

    assert "this line is new" in make(built, "BACKEND=cpu", "CXX=g++", code=2)


def test_a_header_that_is_gone_from_the_tree_does_not_stop_make(built: Path) -> None:
    for file in (built / "src").rglob("*"):
        if file.suffix in (".cu", ".hpp", ".cuh") and '"gpu/cuda_check.cuh"' in file.read_text():
            file.write_text(file.read_text().replace('"gpu/cuda_check.cuh"', '"gpu/check.cuh"'))
    (built / "src/gpu/cuda_check.cuh").rename(built / "src/gpu/check.cuh")

    make(built, "BACKEND=cpu", "CXX=g++")

    assert answers_right(built)


def test_demo_runs_a_testcase_and_compares(built: Path) -> None:
    assert "right" in make(built, "BACKEND=cpu", "CXX=g++", "demo")


def test_help_lists_the_targets(tree: Path) -> None:
    printed = make(tree, "help")

    for target in ("make ", "make debug", "make submit", "make clean", "BACKEND"):
        assert target in printed
    assert not (tree / "match").exists()
