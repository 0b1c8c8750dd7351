"""The first minutes with the kit: `make check`, `make watch`, and what an editor shows."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "grader/handout"))

from make_handout import make_handout  # noqa: E402

COMMANDS = "build/compile_commands.json"
KERNEL = "src/gpu_required/markFilterEdges.cu"


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    return make_handout(ROOT, tmp_path)


def make(kit: Path, *words: str) -> str:
    command = ["make", "BACKEND=cpu", *words]
    return subprocess.run(command, cwd=kit, capture_output=True, text=True).stdout


@contextmanager
def making(kit: Path, *words: str) -> Iterator[Iterator[str]]:
    """Starts `make` and yields the lines that it prints. Ends `make` when the `with` block ends."""
    with subprocess.Popen(
        ["make", "BACKEND=cpu", *words],
        cwd=kit,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield iter(process.stdout.readline, "")
        finally:
            os.killpg(process.pid, signal.SIGTERM)


@pytest.mark.parametrize("target", ["check", "check-filter"])
def test_nothing_is_built_before_the_student_has_written_code(kit: Path, target: str) -> None:
    said = make(kit, target)

    assert said.startswith("NOT STARTED")
    assert (KERNEL in said) == (target == "check-filter")
    assert not list(kit.rglob("*.o"))


def test_the_first_line_is_printed_before_the_first_build(kit: Path) -> None:
    kernel = kit / KERNEL
    kernel.write_text(kernel.read_text().replace("GOES BELOW **/", "GOES BELOW **/ int tid;"))
    compiler = kit / "slow_compiler"
    compiler.write_text('#!/bin/sh\ncase "$*" in *build/*.o*) sleep 30 ;; esac\nexec g++ "$@"\n')
    compiler.chmod(0o755)
    with making(kit, "check", f"CXX={compiler}") as lines:
        first = next(lines)
        built = list(kit.rglob("*.o"))

    assert "built first" in first
    assert not built


def test_a_given_file_that_was_changed_is_named(kit: Path) -> None:
    (kit / "src/main.cu").write_text("// mine\n")
    (kit / "src/gpu_given/packGraph.cu").unlink()
    (kit / KERNEL).write_text((kit / KERNEL).read_text() + "// mine as well\n")

    named = re.findall(r"(?m)^Note: (\S+) has changed since it was handed out", make(kit, "check"))

    assert sorted(named) == ["src/gpu_given/packGraph.cu", "src/main.cu"]


def test_make_watch_checks_again_after_a_change(kit: Path) -> None:
    with making(kit, "watch", "PART=filter") as lines:
        seen = 0
        for line in lines:
            if "waiting" not in line:
                seen += line.startswith("NOT STARTED")
                continue
            if seen == 2:
                break
            later = (kit / "build/check/watched").stat().st_mtime_ns + 10**9
            os.utime(kit / KERNEL, ns=(later, later))

    assert seen == 2


# ---- Visual Studio Code: .vscode/tasks.json, which may hold comments


def matchers(kit: Path) -> dict[str, dict]:
    text = re.sub(r"(?m)^//.*", "", (kit / ".vscode/tasks.json").read_text())
    found = [one for task in json.loads(text)["tasks"] for one in task["problemMatcher"]]
    return {one["owner"]: one for one in found}


def test_a_task_of_the_editor_finds_the_file_and_line_of_a_compiler_message(kit: Path) -> None:
    pattern = matchers(kit)["compiler"]["pattern"]
    found = re.search(pattern["regexp"], f"  {KERNEL}:19:7: error: 'x' was not declared")

    assert found[pattern["file"]] == KERNEL
    assert (found[pattern["line"]], found[pattern["column"]]) == ("19", "7")
    assert (found[pattern["severity"]], found[pattern["message"]][:3]) == ("error", "'x'")


def test_a_task_of_the_editor_finds_the_lines_that_the_check_quotes(kit: Path) -> None:
    file, line = matchers(kit)["check"]["pattern"]

    assert re.search(file["regexp"], f"  {KERNEL}")[file["file"]] == KERNEL
    assert re.search(line["regexp"], "    15 | matches[tid] = -1;")[line["line"]] == "15"


# ---- editors that ask clangd: build/compile_commands.json


def entries(tree: Path) -> dict[str, dict]:
    make(tree, "build/compile_commands.json")
    return {one["file"]: one for one in json.loads((tree / COMMANDS).read_text())}


def errors_of_clang(entry: dict) -> list[str]:
    if shutil.which("clang++") is None:
        pytest.skip("clang++ is not there")
    command = [*entry["arguments"], "-fsyntax-only"]
    done = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
    return [line for line in done.stderr.splitlines() if " error: " in line]


@pytest.mark.parametrize("file", ["src/onewaywrapper.cu", "src/gpu_extra_credit/extra.cu", KERNEL])
def test_an_editor_sees_no_error_in_a_right_file(tmp_path: Path, file: str) -> None:
    folder = tmp_path / 'my "own" kit'
    make_handout(ROOT, tmp_path / "out").rename(folder)
    for one in ("src/onewaywrapper.cu", "src/gpu_extra_credit/extra.cu", KERNEL):
        shutil.copy(ROOT / one, folder / one)

    entry = entries(folder)[file]

    assert entry["directory"] == str(folder)
    assert errors_of_clang(entry) == []


def test_an_editor_sees_an_error_if_a_kernel_calls_host_code(kit: Path) -> None:
    kernel = kit / KERNEL
    given = kernel.read_text().replace("__global__", "int helper(int x) { return x; }\n__global__")
    kernel.write_text(given.replace("GOES BELOW **/", "GOES BELOW **/ keepEdges[0] = helper(1);"))

    errors = errors_of_clang(entries(kit)[KERNEL])

    assert len(errors) == 1 and "helper" in errors[0]
