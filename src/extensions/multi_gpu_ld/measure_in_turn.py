#!/usr/bin/env python3
"""Measures several builds of multi_gpu_ld in turn, so that all of them suffer alike if the machine
becomes slower.

measure_in_turn.py PROGRAM... prints one line per graph. In each round, every program matches the
graph nine times, and its best time counts. For each program, the line has the median of the best
times of all rounds, and the ratio of this median to the median of the first program.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys

ROUNDS = 3
RUNS = [
    "urand:16:w=unif",
    "kron:20",
    "urand:22:type=float",
    "kron:21:type=float",
    "myc:17:type=float",
    "mesh81:64:type=float",
    "rgg:20:w=const",
    "mesh27:128:w=const",
    "kmerl:22:w=const",
    "kron:20:w=const -ties hash",
    "mesh27:128:w=const -ties hash",
    "kron:20:w=const -ties degree",
]


def milliseconds(program: str, words: str) -> float:
    command = [program, "-repeat", "9", "-json", "-", "-input", *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout.splitlines()[-1])["milliseconds"])


def main(programs: list[str]) -> None:
    for words in RUNS:
        times: dict[str, list[float]] = {program: [] for program in programs}
        for _ in range(ROUNDS):
            for program in programs:
                times[program].append(milliseconds(program, words))
        medians = [statistics.median(times[program]) for program in programs]
        columns = [f"{ms:9.3f} ms {ms / medians[0]:6.3f}" for ms in medians]
        print(f"{words:32}", *columns, flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: measure_in_turn.py PROGRAM...")
    main(sys.argv[1:])
