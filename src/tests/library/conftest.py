"""The library is built and installed once for all tests of this folder: for programs that find it
with CMake and pkg-config, and as a wheel in a fresh environment of Python."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from building import BUILD, NEEDED, PREFIX, ROOT, build_library, run


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
