"""The library is built and installed once for all tests of this folder: for programs that find it
with CMake and pkg-config, and as a wheel in a fresh environment of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
BUILD = ROOT / "build/library"
PREFIX = BUILD / "prefix"
JOBS = os.environ.get("JOBS", "2")
NEEDED = [
    "igraph==1.0.0",
    "matplotlib==3.10.3",
    "networkx==3.4.2",
    "numpy==2.2.6",
    "pytest==8.3.4",
    "scipy==1.17.1",
]


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


def build_library(folder: Path, *options: str, targets: Sequence[str] = ("all",)) -> None:
    run("cmake", "-S", ROOT, "-B", folder, "-DHANDSHAKE_ONLY_LIBRARY=ON",
        "-DHANDSHAKE_LIBRARY_TESTS=ON", "-DCMAKE_INSTALL_LIBDIR=lib", *options)  # fmt: skip
    run("cmake", "--build", folder, f"-j{JOBS}", "--target", *targets)


@pytest.fixture(scope="session")
def installed() -> Path:
    build_library(BUILD, "-DCMAKE_BUILD_TYPE=RelWithDebInfo")
    run("cmake", "--install", BUILD, "--prefix", PREFIX)
    return PREFIX


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
