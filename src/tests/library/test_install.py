"""The library is installed from this tree, and used from outside of it: by C programs that find it
with CMake and pkg-config, and by Python programs that get it as a wheel in a fresh environment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build/library"
PREFIX = BUILD / "prefix"
JOBS = os.environ.get("JOBS", "2")
CONSUMER = HERE / "consumer"
NEEDED = ["igraph==1.0.0", "networkx==3.4.2", "numpy==2.2.6", "pytest==8.3.4", "scipy==1.17.1"]


def run(*command: str | Path, **more: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        env=os.environ | {"CCACHE_NOHASHDIR": "1"} | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout[-6000:]}"
    return done.stdout


@pytest.fixture(scope="session")
def installed() -> Path:
    run("cmake", "-S", ROOT, "-B", BUILD, "-DHANDSHAKE_ONLY_LIBRARY=ON",
        "-DCMAKE_BUILD_TYPE=RelWithDebInfo", "-DCMAKE_INSTALL_LIBDIR=lib")  # fmt: skip
    run("cmake", "--build", BUILD, f"-j{JOBS}")
    run("cmake", "--install", BUILD, "--prefix", PREFIX)
    return PREFIX


def test_cmake_finds_the_library(installed: Path, tmp_path: Path) -> None:
    run("cmake", "-S", CONSUMER, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={installed}")
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "consumer").endswith(": right\n")


def test_pkg_config_finds_the_library(installed: Path, tmp_path: Path) -> None:
    path = {"PKG_CONFIG_PATH": str(installed / "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "handshake", **path).split()
    program = tmp_path / "consumer"
    run("cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", CONSUMER / "main.c", "-o",
        program, *flags)  # fmt: skip
    assert run(program, LD_LIBRARY_PATH=str(installed / "lib")).endswith(": right\n")


def test_the_header_compiles_as_cpp(installed: Path, tmp_path: Path) -> None:
    source = tmp_path / "all.cpp"
    source.write_text("#include <handshake.h>\nint main() { return hs_version() == nullptr; }\n")
    run("c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
        f"-I{installed}/include", source)  # fmt: skip


def test_the_library_needs_no_openmp_and_exports_only_its_header(installed: Path) -> None:
    library = installed / "lib/libhandshake.so"
    assert "gomp" not in run("ldd", library)
    names = [line.split()[-1] for line in run("nm", "-D", "--defined-only", library).splitlines()]
    ours = {name for name in names if not name.startswith("_ZSt")}  # templates of the standard
    header = (installed / "include/handshake.h").read_text()
    assert {name for name in ours if name.startswith("hs_")} == ours
    assert ours
    assert all(f"{name}(" in header for name in ours)


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment with the wheel, which `pip install .` also makes."""
    wheels = tmp_path_factory.mktemp("wheels")
    # In a folder beside the other build, so that the cache of the compiler has all objects.
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "-w", wheels,
        "-C", f"build-dir={ROOT}/build/wheel", ROOT)  # fmt: skip
    (wheel,) = wheels.glob("*.whl")
    assert "cp310-abi3" in wheel.name
    folder = tmp_path_factory.mktemp("environment")
    run(sys.executable, "-m", "venv", folder)
    python = folder / "bin/python"
    run(python, "-m", "pip", "install", "-q", wheel, *NEEDED)
    return python


def test_the_wheel_works_without_the_repository(environment: Path, tmp_path: Path) -> None:
    copy = tmp_path / "wheel"
    run("cp", "-r", HERE / "wheel", copy)
    report = run(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", copy)
    assert " passed" in report
    assert " failed" not in report
    assert " skipped" not in report


PAGE = ROOT / "docs/library.md"


def test_the_python_examples_of_the_page_work(environment: Path, tmp_path: Path) -> None:
    run(environment, HERE / "examples.py", PAGE, tmp_path)


def test_the_c_example_of_the_page_works(installed: Path, tmp_path: Path) -> None:
    (code,) = re.findall(r"^```c\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (cmake,) = re.findall(r"^```cmake\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "main.c").write_text(code)
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.22)\nproject(example LANGUAGES C)\n"
        f"add_executable(program main.c)\n{cmake}"
    )
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={installed}")
    run("cmake", "--build", tmp_path / "build")
    assert run(tmp_path / "build/program") == "-1 2 1\n"
