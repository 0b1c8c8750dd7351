#!/usr/bin/env python3
"""Builds match, runs it on every test case with several thread counts, and compares the results.

python3 testcases/compare.py                      # also with -extra, if extra.cu has code
python3 testcases/compare.py --threads 1 1024 --schedules forward shuffle:7
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
sys.path.insert(0, str(ROOT / "grader"))
from skeleton import EXTRA, WRAPPER, is_begun, read_texts  # noqa: E402

THREADS = [1, 31, 32, 33, 256, 1000, 1024, 16384, 65536]


@dataclass(frozen=True)
class Run:
    case: str
    threads: int
    extra: bool
    schedule: str

    def command(self, match: str, output: Path) -> list[str]:
        words = [match, "-input", str(FOLDER / f"input{self.case}.mtx"), "-output", str(output)]
        return words + ["-threads", str(self.threads)] + (["-extra"] if self.extra else [])

    def __str__(self) -> str:
        schedule = f"CUCC_SCHEDULE={self.schedule} " if self.schedule else ""
        extra = " -extra" if self.extra else ""
        command = f"./match -input testcases/input{self.case}.mtx -threads {self.threads}"
        return f"{schedule}{command}{extra}"


def fault_of(run: Run, match: str, folder: Path, seconds: float) -> str | None:
    """Returns what is wrong with one run, or None."""
    output = folder / f"{run.case}-{run.threads}-{run.extra}-{run.schedule.replace(':', '-')}.txt"
    environment = dict(os.environ, **({"CUCC_SCHEDULE": run.schedule} if run.schedule else {}))
    try:
        done = subprocess.run(
            run.command(match, output),
            env=environment,
            timeout=seconds,
            capture_output=True,
            text=True,
            errors="replace",
        )
    except subprocess.TimeoutExpired:
        return f"did not end within {seconds:g} seconds"
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or ["it printed nothing"]
        return f"exit code {done.returncode}: {last[0]}"
    got = output.read_bytes()
    output.unlink()
    expected = (FOLDER / f"output{run.case}.txt").read_bytes()
    return None if got == expected else first_difference(got, expected)


def first_difference(got: bytes, expected: bytes) -> str:
    lines, must_be = got.decode(errors="replace").splitlines(), expected.decode().splitlines()
    if len(lines) != len(must_be):
        return f"the output has {len(lines)} lines, not {len(must_be)}"
    for node, (partner, right) in enumerate(zip(lines, must_be)):
        if partner != right:
            return f"node {node}: partner {partner}, must be {right}"
    return "the partners are right, but the line ends differ"


def build() -> str:
    done = subprocess.run(["make", "--silent", "match"], cwd=ROOT)
    if done.returncode != 0:
        sys.exit("compare.py: match does not build, so no test was run: see the messages above")
    return str(ROOT / "match")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--match", help="program to run (default: ./match, which is built first)")
    parser.add_argument(
        "--extra",
        choices=["yes", "no"],
        help="run match with -extra, too (default: yes, if extra.cu has code)",
    )
    parser.add_argument("--threads", type=int, nargs="+", default=THREADS)
    parser.add_argument(
        "--schedules",
        nargs="+",
        default=[""],
        help="the orders of threads on the CPU: forward, reverse, shuffle:SEED",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=60, help="time limit of one run")
    arguments = parser.parse_args()

    match = arguments.match or build()
    has_extra = arguments.extra == "yes"
    if arguments.extra is None:
        has_extra = is_begun(EXTRA, read_texts(ROOT / "src", "src", (EXTRA, WRAPPER)))
    cases = sorted((p.stem[len("input") :] for p in FOLDER.glob("input*.mtx")), key=int)
    ways = [False, True] if has_extra else [False]
    runs = [Run(*c) for c in product(cases, arguments.threads, ways, arguments.schedules)]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        faults = list(
            pool.map(lambda run: fault_of(run, match, Path(folder), arguments.seconds), runs)
        )
    wrong = [(run, fault) for run, fault in zip(runs, faults) if fault]
    for run, fault in wrong[:20]:
        print(f"{run}\n    {fault}")
    if len(wrong) > 20:
        print(f"... and {len(wrong) - 20} more")
    print(
        f"{len(runs) - len(wrong)} of {len(runs)} runs gave the right answer "
        f"({len(cases)} test cases, {len(arguments.threads)} numbers of threads, "
        + ("with and without -extra)" if has_extra else "without -extra)")
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
