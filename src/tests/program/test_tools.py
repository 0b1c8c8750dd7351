"""make finds compilers, other tools and graphs, even if the names of their folders contain
blanks."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from program import ROOT, make

OBJECTS = [f"build/cpu-release/{name}.o" for name in ("util/utils.cpp", "main.cu")]
RECORDER = """#!/bin/sh
for word; do echo "$word" >>"$(dirname "$0")/words"; done
"""


@pytest.fixture
def blank(tmp_path: Path) -> Path:
    """A folder whose name has blanks and an umlaut."""
    folder = tmp_path / "my tools für CUDA"
    folder.mkdir()
    return folder


def told(variable: str, path: str) -> str:
    """Returns the value of a variable of the Makefile with PATH=`path` in the environment."""
    command = ["make", "-s", "BACKEND=cpu", f"--eval=told: ; echo '$({variable})'", "told"]
    done = subprocess.run(
        command, cwd=ROOT, env={"PATH": path}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_make_needs_no_option_on_a_machine_that_has_only_clang(tmp_path: Path) -> None:
    """The Makefile calls `command -v` with one name at a time, because /bin/sh of Debian and Ubuntu
    ignores all names after the first."""
    for program in ("sh", "make", "printf", "printenv", "tr", "grep", "cat", "nproc", "echo"):
        if found := shutil.which(program):
            (tmp_path / program).symlink_to(found)
    (tmp_path / "clang++").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "clang++").chmod(0o755)

    assert told("CXX", str(tmp_path)) == "clang++"


def test_make_without_a_compiler_says_what_to_install(tree: Path) -> None:
    said = make(tree, "BACKEND=cpu", "CXX=g++-99", OBJECTS[0], code=2)

    assert "g++-99 is not installed: install g++ or clang++" in said
    assert not (tree / OBJECTS[0]).parent.exists()


def test_all_tools_may_be_in_folders_whose_names_have_a_blank(built: Path, blank: Path) -> None:
    folders = os.environ["PATH"].split(":")
    for number, folder in enumerate(folders):
        (blank / str(number)).symlink_to(folder)
    path = ":".join(str(blank / str(number)) for number in range(len(folders)))

    assert told("CXX", path) == "g++"
    for name in OBJECTS:
        (built / name).unlink()
    environment = {**os.environ, "PATH": path, "TMPDIR": str(blank)}
    environment.pop("CXX", None)
    words = ["make", "-s", "BACKEND=cpu", *OBJECTS]
    done = subprocess.run(words, cwd=built, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_the_path_of_the_compiler_may_have_a_blank(built: Path, blank: Path, compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"{compiler} is not installed")
    (blank / compiler).symlink_to(shutil.which(compiler))
    (built / "src/cuda_on_cpu/object/main.cpp").touch()

    said = make(built, "BACKEND=cpu", f"CXX={blank / compiler}", *OBJECTS)

    assert "compile src/main.cu" in said
    assert "compile src/cuda_on_cpu/object/main.cpp" in said


def test_the_path_of_nvcc_may_have_a_blank(tree: Path, blank: Path) -> None:
    for name in ("nvcc", "g++"):
        (blank / name).write_text(RECORDER)
        (blank / name).chmod(0o755)
    compiler = ["ARCH=", f"NVCC={blank}/nvcc", f"CXX={blank}/g++"]

    make(tree, "BACKEND=cuda", *compiler, "build/cuda-release/main.cu.o")

    words = (blank / "words").read_text().splitlines()
    assert words[words.index("-ccbin") + 1] == f"{blank}/g++"


def test_the_variable_cxx_may_have_options_after_the_name_of_the_compiler() -> None:
    command = ["make", "-s", "BACKEND=cpu", "CXX=g++ -m64", "--eval=told: ; echo '$(CXX)'", "told"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout == "g++ -m64\n"


def test_the_path_of_the_graph_for_make_trace_may_have_a_blank(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "program").write_text(RECORDER)
    (tmp_path / "program").chmod(0o755)
    built = [f"CHECK_PROGRAM={tmp_path}/program", "CHECK_OBJECTS=", "CPU_NEEDS=", "NEEDS_all="]

    # make fails, because RECORDER writes no results from which make could write a page.
    make(tree, "trace", "BACKEND=cpu", "INPUT=my graphs/one.mtx", *built, code=2)

    words = (tmp_path / "words").read_text().splitlines()
    assert words[words.index("--trace") + 1] == "my graphs/one.mtx"
