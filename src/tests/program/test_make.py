"""The targets of the Makefile do what the handout says, in a clean copy of the tree."""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path

import pytest

from conftest import Builds
from program import CUDA, KERNELS, TESTCASES, make, run

SUBMISSION = [
    "src/gpu_extra_credit/extra.cu",
    "src/gpu_extra_credit/ld_extension.cu",
    "src/gpu_required/check_handshaking.cu",
    "src/gpu_required/exclusive_prefix_sum.cu",
    "src/gpu_required/markFilterEdges.cu",
    "src/onewaywrapper.cu",
]


def files(tree: Path) -> set[str]:
    return {str(p.relative_to(tree)) for p in tree.rglob("*") if not p.is_dir()}


def answers_right(tree: Path, *flags: str) -> bool:
    result = run(
        tree / "match",
        "-input",
        TESTCASES / "input5.mtx",
        "-output",
        "five.txt",
        *flags,
        folder=tree,
    )
    assert result.code == 0, result.stderr
    answer = (tree / "five.txt").read_bytes()
    (tree / "five.txt").unlink()
    return answer == (TESTCASES / "output5.txt").read_bytes()


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_builds_without_a_warning_with_either_compiler(compiler: str, builds: Builds) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not here")
    variables = f"BACKEND=cpu CXX={compiler}"

    tree = builds.tree(variables)

    assert "warning" not in builds.printed[variables].lower()
    assert answers_right(tree) and answers_right(tree, "-extra")


def test_make_twice_builds_nothing_again(built: Path) -> None:
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


def test_what_is_built_does_not_depend_on_the_name_of_the_folder(
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


def test_switching_the_back_end_replaces_match(built: Path) -> None:
    if shutil.which("nvcc") is None:
        pytest.skip("nvcc is not here")
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


@pytest.fixture(scope="module")
def submitted(builds: Builds, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A tree after make submit, and what it printed."""
    tree = tmp_path_factory.mktemp("submitted") / "tree"
    shutil.copytree(builds.tree("BACKEND=cpu CXX=g++"), tree)
    return tree, make(tree, "BACKEND=cpu", "CXX=g++", "submit")


def test_submit_packs_exactly_what_is_handed_in(submitted: tuple[Path, str]) -> None:
    tree, printed = submitted

    with tarfile.open(tree / "submit_me.tar") as archive:
        members = {member.name: archive.extractfile(member).read() for member in archive}
    assert sorted(members) == SUBMISSION
    for name, content in members.items():
        assert content == (tree / name).read_bytes()
        assert name in printed


def test_submit_does_not_tell_when_and_by_whom_it_was_packed(submitted: tuple[Path, str]) -> None:
    with tarfile.open(submitted[0] / "submit_me.tar") as archive:
        for member in archive:
            assert (member.mtime, member.uid, member.gid, member.uname) == (0, 0, 0, "")


def test_submission_unpacks_over_a_tree_and_builds(
    submitted: tuple[Path, str], built: Path
) -> None:
    for name in SUBMISSION:
        (built / name).unlink()
    with tarfile.open(submitted[0] / "submit_me.tar") as archive:
        for member in archive:
            (built / member.name).write_bytes(archive.extractfile(member).read())

    make(built, "BACKEND=cpu", "CXX=g++")

    assert answers_right(built) and answers_right(built, "-extra")


@pytest.mark.parametrize(
    "name",
    [
        "src/gpu_required/check_handshaking.cu",
        "src/gpu_extra_credit/ld_extension.cu",
    ],
)
def test_submit_refuses_files_that_do_not_build(built: Path, name: str) -> None:
    (built / name).write_text("this is no kernel\n")

    printed = make(built, "BACKEND=cpu", "CXX=g++", "submit", code=2)

    assert "does not build" in printed
    assert not (built / "submit_me.tar").exists()


def test_clean_removes_everything_that_make_made(
    pristine_tree: Path, tmp_path: Path, submitted: tuple[Path, str]
) -> None:
    tree = Path(shutil.copytree(submitted[0], tmp_path / "tree"))
    for target in ("generate_graph", "demo"):
        make(tree, "BACKEND=cpu", "CXX=g++", target)
    assert files(tree) > files(pristine_tree)

    make(tree, "clean")

    assert files(tree) == files(pristine_tree)
    assert not (tree / "build").exists()


def test_demo_runs_a_testcase_and_compares(built: Path) -> None:
    assert "right" in make(built, "BACKEND=cpu", "CXX=g++", "demo")


def test_help_lists_the_targets(tree: Path) -> None:
    printed = make(tree, "help")

    for target in ("make ", "make debug", "make submit", "make clean", "BACKEND"):
        assert target in printed
    assert not (tree / "match").exists()
