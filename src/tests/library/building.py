"""Builds the library from this tree, and runs commands."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

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
