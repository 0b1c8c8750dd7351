#!/usr/bin/env python3
"""Checks the GPU engine on the GPU of this machine. For 300 instances of all kinds, its answers
must equal the answers of one CPU thread. For small instances, compute-sanitizer must find no fault.

    check_on_gpu.py [--program ./stable_marriage] [--sanitizer compute-sanitizer] [--instances 300]
                    [--gpus 1]

Prints one line for each fault, and then the totals. The exit code is 0 if there is no fault.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COMPLETE = ("random", "perfect", "congested", "solo", "group")
SIZES = (1, 2, 5, 31, 33, 100, 257, 1000, 1025, 2500)
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")


def instances(count: int) -> list[list[str]]:
    """The flags for `count` instances: generated instances of all kinds, and graphs. For graphs,
    the task is matching or b-matching."""
    found: list[list[str]] = []
    for seed in range(1, count):
        for kind in (*COMPLETE, "easy", "hard"):
            large = 100 if kind in ("easy", "hard") else 1
            found.append(["-input", f"{kind}:{SIZES[seed % len(SIZES)] * large}:seed={seed}"])
        for places in (1, 3):
            graph = f"{('urand', 'kron', 'rgg')[seed % 3]}:{8 + seed % 5}:seed={seed}"
            found.append(["-graph", graph, "-b", str(places)])
    return found[:count]


def ways(instance: list[str], gpus: int) -> list[list[str]]:
    """The flags for each way in which the GPUs can solve the instance."""
    if instance[1].split(":")[0] not in COMPLETE:
        return [["-engine", "gpu"]]
    flags = [["-gpus", str(count)] for count in range(1, gpus + 1)]
    return [["-engine", "gpu", *f, *m] for f in flags for m in ([], ["-make-ranks"])]


def run(words: Sequence[str | Path]) -> str:
    """The message of the program if the program fails, and otherwise an empty text."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    return f"exit code {done.returncode}: {done.stdout}{done.stderr}" if done.returncode else ""


def compare(program: Path, instance: list[str], gpus: int) -> list[str]:
    faults = []
    with tempfile.TemporaryDirectory() as name:
        expected, got = Path(name, "expected"), Path(name, "got")
        fault = run([program, *instance, "-engine", "serial", "-output", expected])
        for words in ways(instance, gpus):
            fault = fault or run([program, *instance, *words, "-verify", "-output", got])
            if not fault and got.read_bytes() != expected.read_bytes():
                fault = "the answer differs from the answer of one thread"
            if fault:
                faults.append(f"{' '.join([*instance, *words])}: {fault}")
    return faults


def sanitize(sanitizer: str, program: Path, tool: str, gpus: int) -> list[str]:
    faults = []
    for spec in ("easy:3000", "hard:3000", "random:150", "solo:60", "group:100"):
        for words in ways(["-input", spec], gpus):
            flags = ["--tool", tool, "--error-exitcode", "99"]
            fault = run([sanitizer, *flags, program, "-input", spec, *words])
            if fault:
                faults.append(f"{tool} {spec} {' '.join(words)}: {fault}")
    many = ["-graph", "urand:8", "-b", "3", "-engine", "gpu"]
    fault = run([sanitizer, "--tool", tool, "--error-exitcode", "99", program, *many])
    return faults + ([f"{tool} {' '.join(many)}: {fault}"] if fault else [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, default=Path("./stable_marriage"))
    parser.add_argument("--sanitizer", default=shutil.which("compute-sanitizer"))
    parser.add_argument("--instances", type=int, default=300)
    parser.add_argument("--gpus", type=int, default=1)
    options = parser.parse_args()
    gpus = options.gpus
    program = options.program.resolve()
    with ThreadPoolExecutor(8) as pool:
        found = [*pool.map(lambda i: compare(program, i, gpus), instances(options.instances))]
        compared = [fault for faults in found for fault in faults]
        checked: list[str] = []
        if options.sanitizer:
            for faults in pool.map(lambda t: sanitize(options.sanitizer, program, t, gpus), TOOLS):
                checked += faults
    print(*compared, *checked, sep="\n")
    said = f"{len(checked)} findings of {len(TOOLS)} tools" if options.sanitizer else "not run"
    print(f"{len(found)} instances: {len(compared)} faults; compute-sanitizer: {said}")
    return 1 if compared or checked else 0


if __name__ == "__main__":
    sys.exit(main())
