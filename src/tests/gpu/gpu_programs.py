"""Runs the programs of this repository for the tests in this folder. `make test-gpu` builds them
and starts the tests. With BACKEND=cpu, the tests use CUDA on the CPU, if `make BACKEND=cpu` has
built the programs; this shows whether the tests themselves are right."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BACKEND = os.environ.get("BACKEND", "cuda")
PROGRAMS = ROOT / f"build/{BACKEND}-release"
MOST_SECONDS = 300


def run(words: Sequence[str | Path], code: int = 0) -> str:
    """Runs a program, and returns what it prints. words[0] is the name of one of our programs, or
    the path of another one."""
    first = PROGRAMS / words[0]
    command = [first if first.is_file() else words[0], *words[1:]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=MOST_SECONDS)
    said = done.stdout + done.stderr
    assert done.returncode == code, f"{' '.join(map(str, command))}\n{said[-4000:]}"
    return said


@cache
def number_of_gpus() -> int:
    if BACKEND == "cpu" or shutil.which("nvidia-smi") is None:
        return int(os.environ.get("CUCC_DEVICES", "1"))
    done = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True)
    return max(1, len(done.stdout.splitlines()))


def on_each_number_of_gpus(words: Sequence[str]) -> list[list[str]]:
    """The command line for one GPU, and the one for all GPUs of this machine."""
    several = [["-gpus", str(number_of_gpus())]] if number_of_gpus() > 1 else []
    return [[*words, *more] for more in ([], *several)]
