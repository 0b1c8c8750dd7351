"""Tests how many commands `make` runs at the same time."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from program import ROOT


def jobs(folder: Path, *words: str, processors: int = 2, goal: str = "show", **more: str) -> str:
    """Returns the flag -j in the MAKEFLAGS of a recipe, or "" if there is none. The Makefile sees
    `processors` processors, because nproc is replaced."""
    nproc = folder / "nproc"
    nproc.write_text(f"#!/bin/sh\necho {processors}\n")
    nproc.chmod(0o755)
    names = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")
    environment = {name: value for name, value in os.environ.items() if name not in names}
    environment |= {"PATH": f"{folder}:{environment['PATH']}", **more}
    shown = subprocess.run(
        ["make", "-s", *words, "BACKEND=cpu", '--eval=show: ; @echo "$$MAKEFLAGS"', goal],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return next((word for word in shown.split() if word.startswith("-j")), "")


@pytest.mark.parametrize("processors, expected", [(1, "-j1"), (2, "-j2"), (8, "-j8"), (128, "-j8")])
def test_make_runs_one_job_per_processor_but_at_most_eight(
    tmp_path: Path, processors: int, expected: str
) -> None:
    assert jobs(tmp_path, processors=processors) == expected


@pytest.mark.parametrize("words", [("-j3",), ("-j", "3"), ("--jobs=3",), ("-kj3",)])
def test_make_runs_as_many_jobs_as_the_user_asks_for(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    assert jobs(tmp_path, *words) == "-j3"


def test_with_one_job_make_runs_one_command_at_a_time(tmp_path: Path) -> None:
    assert jobs(tmp_path, "-j1") == "-j1"


def test_make_runs_as_many_jobs_as_the_environment_asks_for(tmp_path: Path) -> None:
    assert jobs(tmp_path, MAKEFLAGS="-k -j3") == "-j3"


@pytest.mark.parametrize("words, expected", [(("-j1",), "-j1"), (("-j3",), "-j3"), ((), "-j2")])
def test_a_recursive_make_runs_as_many_jobs_as_the_outer_make(
    tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    below = "--eval=below: ; +@$(MAKE) -s BACKEND=cpu show"

    assert jobs(tmp_path, *words, below, goal="below") == expected
