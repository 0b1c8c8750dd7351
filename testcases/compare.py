#!/usr/bin/env python3
"""Runs match on every test case, at several numbers of threads, and compares the answers.

python3 testcases/compare.py                      # ./match, with and without -extra
python3 testcases/compare.py --threads 1 1024 --schedules forward shuffle:7
"""

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
        schedule = f"HANDSHAKE_SCHEDULE={self.schedule} " if self.schedule else ""
        extra = " -extra" if self.extra else ""
        command = f"./match -input testcases/input{self.case}.mtx -threads {self.threads}"
        return f"{schedule}{command}{extra}"


def fault_of(run: Run, match: str, folder: Path, seconds: float) -> str | None:
    """What is wrong with one run, or None."""
    output = folder / f"{run.case}-{run.threads}-{run.extra}-{run.schedule.replace(':', '-')}.txt"
    environment = dict(os.environ, **({"HANDSHAKE_SCHEDULE": run.schedule} if run.schedule else {}))
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--match", default="./match", help="the program (default: ./match)")
    parser.add_argument("--threads", type=int, nargs="+", default=THREADS)
    parser.add_argument(
        "--schedules",
        nargs="+",
        default=[""],
        help="orders of threads on the CPU: forward, reverse, shuffle:SEED",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=60, help="time limit of one run")
    arguments = parser.parse_args()

    cases = sorted((p.stem.removeprefix("input") for p in FOLDER.glob("input*.mtx")), key=int)
    runs = [Run(*c) for c in product(cases, arguments.threads, [False, True], arguments.schedules)]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as pool:
        faults = list(
            pool.map(
                lambda run: fault_of(run, arguments.match, Path(folder), arguments.seconds), runs
            )
        )
    wrong = [(run, fault) for run, fault in zip(runs, faults) if fault]
    for run, fault in wrong[:20]:
        print(f"{run}\n    {fault}")
    if len(wrong) > 20:
        print(f"... and {len(wrong) - 20} more")
    print(
        f"{len(runs) - len(wrong)} of {len(runs)} runs gave the right answer "
        f"({len(cases)} test cases, {len(arguments.threads)} numbers of threads, "
        f"with and without -extra)"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
