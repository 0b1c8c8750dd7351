"""`make submit` packs the files to hand in, and `make clean` keeps the files that were handed
out."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
from pathlib import Path

import pytest

from conftest import Builds
from program import answers_right, files, make

KERNEL = "src/gpu_required/check_handshaking.cu"
EXTRA = "src/gpu_extra_credit/extra.cu"
SUBMISSION = [
    "src/gpu_extra_credit/extra.cu",
    "src/gpu_extra_credit/ld_extension.cu",
    "src/gpu_required/check_handshaking.cu",
    "src/gpu_required/exclusive_prefix_sum.cu",
    "src/gpu_required/markFilterEdges.cu",
    "src/onewaywrapper.cu",
]


@pytest.fixture(scope="module")
def submitted(builds: Builds, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A tree in which make submit has run, and the output of make submit."""
    tree = tmp_path_factory.mktemp("submitted") / "tree"
    shutil.copytree(builds.tree("BACKEND=cpu CXX=g++"), tree)
    return tree, make(tree, "BACKEND=cpu", "CXX=g++", "submit")


def test_submit_packs_exactly_the_files_to_hand_in(submitted: tuple[Path, str]) -> None:
    tree, printed = submitted

    with tarfile.open(tree / "submit_me.tar") as archive:
        members = {member.name: archive.extractfile(member).read() for member in archive}
    assert sorted(members) == SUBMISSION
    for name, content in members.items():
        assert content == (tree / name).read_bytes()
        assert name in printed


def test_submit_says_that_the_kernels_were_not_checked(submitted: tuple[Path, str]) -> None:
    assert "make check" in submitted[1]


def test_the_archive_has_no_times_and_no_user_names(
    submitted: tuple[Path, str],
) -> None:
    with tarfile.open(submitted[0] / "submit_me.tar") as archive:
        for member in archive:
            assert (member.mtime, member.uid, member.gid, member.uname) == (0, 0, 0, "")


def test_a_submission_can_be_unpacked_over_a_tree_and_built_there(
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
    (built / name).write_text("this is not a kernel\n")

    printed = make(built, "BACKEND=cpu", "CXX=g++", "submit", code=2)

    assert "does not build" in printed
    assert not (built / "submit_me.tar").exists()


def test_submit_builds_for_the_grader_on_a_machine_with_a_gpu_as_well(built: Path) -> None:
    """nvcc compiles this file, but the grader does not accept it."""
    nvcc = built / "build/nvcc"
    nvcc.write_text(
        "#!/bin/bash\nshift 2  # -ccbin and its compiler\n"
        f'exec src/cuda_on_cpu/cucc --runtime "{built}/build/cpu-release/cuda_on_cpu"'
        ' "${@/#-lineinfo/-g}"\n'
    )
    nvcc.chmod(0o755)
    gpu = ("BACKEND=cuda", f"NVCC={nvcc}", "OPENMP=", "CXX=g++")
    kernel = (built / KERNEL).read_text()
    make(built, *gpu, "submit")
    assert (built / "submit_me.tar").exists()

    (built / KERNEL).write_text(f"{kernel}\n__attribute__((constructor)) static void f() {{}}\n")
    make(built, *gpu)
    printed = make(built, *gpu, "submit", code=2)

    assert "the attribute constructor is not allowed in a kernel file" in printed
    assert not (built / "submit_me.tar").exists()


def test_submit_packs_the_file_to_which_a_link_leads(built: Path) -> None:
    own = built.parent / "own"
    own.mkdir()
    for name, link in ((KERNEL, os.symlink), (EXTRA, os.link)):
        (built / name).rename(own / Path(name).name)
        link(own / Path(name).name, built / name)
    os.link(own / "extra.cu", own / "second name")

    make(built, "BACKEND=cpu", "CXX=g++", "submit")

    with tarfile.open(built / "submit_me.tar") as archive:
        packed = {member.name: member for member in archive}
        assert all(member.isreg() for member in packed.values())
        assert archive.extractfile(packed[KERNEL]).read() == (own / Path(KERNEL).name).read_bytes()


def test_submit_packs_nothing_if_a_link_leads_nowhere(built: Path) -> None:
    (built / KERNEL).unlink()
    (built / KERNEL).symlink_to("/does/not/exist")

    printed = make(built, "BACKEND=cpu", "CXX=g++", "submit", code=2)

    assert KERNEL in printed
    assert not (built / "submit_me.tar").exists()


def test_submit_refuses_a_file_that_needs_a_header_of_the_student(built: Path) -> None:
    given = [path for path in sorted(files(built)) if path.startswith(("Makefile", "src/"))]
    sums = [
        f"{hashlib.sha256((built / path).read_bytes()).hexdigest()}  {path}\n"
        for path in given
        if path not in SUBMISSION
    ]
    (built / "grader/given.sha256").write_text("".join(sums))
    (built / "src/gpu_extra_credit/mine.h").write_text("#define MINE 1\n")
    extra = built / "src/gpu_extra_credit/extra.cu"
    extra.write_text('#include "mine.h"\n' + extra.read_text())

    make(built, "BACKEND=cpu", "CXX=g++")
    printed = make(built, "BACKEND=cpu", "CXX=g++", "submit", code=2)

    assert "mine.h" in printed and "Only these files are handed in: " in printed
    assert not (built / "submit_me.tar").exists()


def test_a_file_with_the_date_of_the_archive_is_built_again(built: Path) -> None:
    kernel = built / "src/gpu_required/check_handshaking.cu"
    kernel.write_text("this is not a kernel\n")
    os.utime(kernel, (0, 0))

    assert "this is not a kernel" in make(built, "BACKEND=cpu", "CXX=g++", code=2)


def test_clean_removes_everything_that_make_has_built(
    pristine_tree: Path, tmp_path: Path, submitted: tuple[Path, str]
) -> None:
    tree = Path(shutil.copytree(submitted[0], tmp_path / "tree"))
    for target in ("generate_graph", "demo"):
        make(tree, "BACKEND=cpu", "CXX=g++", target)
    assert files(tree) > files(pristine_tree)

    make(tree, "clean")

    assert files(tree) == files(pristine_tree)
    assert not (tree / "build").exists()
