"""The broker is linked without shared libraries; where this is not possible, make says so."""

import os
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[3]
COMPILER = """#!/bin/sh
echo "$@" >>words
case "$*" in *-static*) test -n "$HAS_STATIC" || { echo "no libc.a" >&2; exit 1; };; esac
while [ "$1" != -o ]; do shift; done
: >"$2"
"""


def link(folder: Path, has_static: str) -> subprocess.CompletedProcess:
    """In a folder without sources, with a compiler that records its arguments."""
    (folder / "compiler").write_text(COMPILER)
    (folder / "compiler").chmod(0o755)
    (folder / "build/grader").mkdir(parents=True)
    words = ["make", "-s", "-f", TREE / "grader/broker/broker.mk", "OUT=build"]
    words += [f"CXX={folder}/compiler", "build/grader/broker_program"]
    environment = {**os.environ, "HAS_STATIC": has_static, "MAKEFLAGS": ""}
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )


def test_a_static_link_says_nothing(tmp_path):
    done = link(tmp_path, "yes")

    assert done.stderr == ""
    assert (tmp_path / "words").read_text().count("-o") == 1


@pytest.mark.parametrize("file", ["build/grader/broker_program", "build/grader/broker_program.log"])
def test_a_link_with_shared_libraries_instead_is_told(tmp_path, file):
    done = link(tmp_path, "")

    assert "cannot link broker_program statically" in done.stderr
    assert "-static" not in (tmp_path / "words").read_text().splitlines()[-1]
    assert (tmp_path / file).exists()
