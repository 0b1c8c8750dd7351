"""Starts programs for the tests and returns how they ended: exit code, output, memory, time."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TESTCASES = ROOT / "testcases"

USAGE, INPUT, CUDA, KERNELS, OUTPUT = 2, 3, 4, 5, 6

# The lines that ./match prints on stderr if there is no fault.
PROGRESS = re.compile(
    r"Start Reading Matrix .*|Done reading\.|Start One Way Matching \.\.\.|Done matching\."
    r"|Performed matching for \d+ iterations|One Way Handshaking Matching Time: \d+\.\d\d ms"
    r"|Start Writing Matching Results to .*|Done writing\."
)


@dataclass(frozen=True)
class Run:
    code: int  # -N if signal N ended the program
    stdout: bytes
    stderr: str
    memory: int  # the peak of the resident memory, in bytes
    seconds: float

    def complaints(self) -> list[str]:
        """Returns the lines on stderr that do not report progress."""
        return [line for line in self.stderr.splitlines() if line and not PROGRESS.match(line)]

    def passes(self) -> int:
        return int(re.search(r"Performed matching for (\d+) iterations", self.stderr)[1])


def run(
    *words: str | Path,
    folder: Path,
    timeout: float = 60,
    stdin=subprocess.DEVNULL,
    environment: dict[str, str] | None = None,
    **popen_options,
) -> Run:
    """Runs the program in `folder`. A program that still runs after `timeout` seconds fails the
    test."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        process = subprocess.Popen(
            [str(word) for word in words],
            cwd=folder,
            stdin=stdin,
            stdout=out,
            stderr=err,
            env={**os.environ, **(environment or {})},
            **popen_options,
        )
        expired = threading.Event()
        timer = threading.Timer(timeout, lambda: (expired.set(), process.kill()))
        timer.start()
        # os.wait4 returns how much memory this process used; the module subprocess does not.
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        out.seek(0)
        err.seek(0)
        result = Run(
            process.returncode,
            out.read(),
            err.read().decode(errors="replace"),
            usage.ru_maxrss * 1024,
            seconds,
        )
    assert not expired.is_set(), f"{words} ran longer than {timeout} s\n{result.stderr}"
    return result


def listing(folder: Path) -> dict[str, bytes | None]:
    return {p.name: p.read_bytes() if p.is_file() else None for p in folder.iterdir()}


def assert_refused(result: Run, code: int, *patterns: str) -> None:
    """Requires the exit code `code`, no output on stdout, and on stderr exactly one line that says
    what is wrong. Every pattern must occur in this line."""
    assert result.code == code, f"exit code {result.code} instead of {code}: {result.stderr}"
    complaints = result.complaints()
    assert len(complaints) == 1, f"not one line: {result.stderr}"
    assert result.stdout == b""
    for pattern in patterns:
        assert re.search(pattern, complaints[0]), f"no {pattern!r} in {complaints[0]!r}"


def numbers_of_testcases() -> list[int]:
    return sorted(int(p.stem.removeprefix("input")) for p in TESTCASES.glob("input*.mtx"))


def make(tree: Path, *words: str, code: int = 0) -> str:
    """Runs make, and returns what it printed. The test fails if make does not end with `code`."""
    done = subprocess.run(
        ["make", *words],
        cwd=tree,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=1800,
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def files(tree: Path) -> set[str]:
    return {str(p.relative_to(tree)) for p in tree.rglob("*") if not p.is_dir()}


def answers_right(tree: Path, *flags: str) -> bool:
    """Returns whether the program match in `tree` gives the right answer to test case 5."""
    result = run(
        tree / "match",
        "-input",
        TESTCASES / "input5.mtx",
        "-output",
        "five.txt",
        *flags,
        folder=tree,
    )
    assert result.code == 0, result.stderr
    answer = (tree / "five.txt").read_bytes()
    (tree / "five.txt").unlink()
    return answer == (TESTCASES / "output5.txt").read_bytes()
