"""Programs that are started for every run are linked statically as far as possible."""

import json
import os
import subprocess
from pathlib import Path

import pytest

TREE = Path(__file__).resolve().parents[3]
COMPILER = """#!/bin/sh
echo "$@" >>"$(dirname "$0")/words"
case "$*" in *-static*) test -n "$HAS_STATIC" || { echo "no libc.a" >&2; exit 1; };; esac
while [ "$1" != -o ]; do shift; done
: >"$2"
"""


def make(folder: Path, has_static: str, *words: str | Path) -> subprocess.CompletedProcess:
    """Runs make with a compiler that records its arguments."""
    (folder / "compiler").write_text(COMPILER)
    (folder / "compiler").chmod(0o755)
    command = ["make", "-s", *words, f"CXX={folder}/compiler"]
    environment = {**os.environ, "HAS_STATIC": has_static, "MAKEFLAGS": ""}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )


def link(folder: Path, has_static: str) -> subprocess.CompletedProcess:
    """Links the broker in a folder without sources."""
    (folder / "build/grader").mkdir(parents=True)
    rules = TREE / "grader/broker/broker.mk"
    return make(folder, has_static, "-f", rules, "OUT=build", "build/grader/broker_program")


def test_a_static_link_gives_no_message(tmp_path):
    done = link(tmp_path, "yes")

    assert done.stderr == ""
    assert (tmp_path / "words").read_text().count("-o") == 1


@pytest.mark.parametrize("file", ["build/grader/broker_program", "build/grader/broker_program.log"])
def test_a_link_with_shared_libraries_is_reported(tmp_path, file):
    done = link(tmp_path, "")

    assert "cannot link broker_program statically" in done.stderr
    assert "-static" not in (tmp_path / "words").read_text().splitlines()[-1]
    assert (tmp_path / file).exists()


@pytest.mark.parametrize(("has_static", "is_static"), [("yes", True), ("", False)])
def test_host_and_device_programs_link_libstdcxx_statically_if_possible(
    tmp_path, has_static, is_static
):
    kit = ["-C", TREE, "BACKEND=cpu", f"OUT={tmp_path}/kit", f"CHECK_DIR={tmp_path}/reference"]
    printed = make(tmp_path, has_static, *kit, "STUDENT=src", "print-kit").stdout

    assert ("-static-libstdc++" in json.loads(printed)["program"]["link"]) == is_static
