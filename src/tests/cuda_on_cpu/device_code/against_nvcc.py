#!/usr/bin/env python3
"""Compiles the programs of this folder by nvcc, and by cucc where it is built.

Does each refuse those in refused/ on the line that ends in "// REFUSED", and take those in
accepted/?

    src/tests/cuda_on_cpu/device_code/against_nvcc.py [--runtime FOLDER] [> docs/results/...]

Needs nvcc and Python. --runtime: where make put cuda_on_cpu_translate; then cucc is asked as well.
Exit code 0: all agree.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
CUCC = HERE.parents[3] / "src/cuda_on_cpu/cucc"
MARK = "// REFUSED"


def said_by(command: list[str], program: Path) -> tuple[bool, set[int]]:
    """Whether it was taken, and the lines of the program that an error names."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*command, "-c", str(program), "-o", f"{folder}/x.o"]
        done = subprocess.run(words, capture_output=True, text=True)
    place = re.escape(str(program)) + r"(?:\((\d+)\)|:(\d+):(?:\d+:)?) ?:? ?(?:fatal )?error"
    lines = {int(one or other) for one, other in re.findall(place, done.stdout + done.stderr)}
    return done.returncode == 0, lines


def compare(program: Path, compilers: dict[str, list[str]]) -> tuple[bool, str]:
    texts = program.read_text().splitlines()
    marked = [number for number, line in enumerate(texts, 1) if line.endswith(MARK)]
    is_right, row = True, f"{program.parent.name + '/' + program.stem:<42}"
    row += f" {'line ' + str(marked[0]) if marked else 'taken':<8}"
    for name, command in compilers.items():
        is_taken, lines = said_by(command, program)
        agrees = (not is_taken and set(marked) <= lines) if marked else is_taken
        is_right &= agrees
        lines_named = ", ".join(map(str, sorted(lines))) or "no line"
        row += f"  {name}: " + ("the same" if agrees else "taken" if is_taken else lines_named)
    return is_right, row


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runtime", metavar="FOLDER")
    parser.add_argument("--nvcc", default="nvcc")
    options = parser.parse_args()
    compilers = {"nvcc": [options.nvcc, "-std=c++17", "-O2"]}
    if options.runtime:
        cucc = [str(CUCC), "--runtime", options.runtime]
        compilers["cucc"] = cucc
        compilers["cucc --device-only"] = [*cucc, "--device-only"]
    programs = sorted([*HERE.glob("refused/*.cu"), *HERE.glob("accepted/*.cu")])
    version = subprocess.run([options.nvcc, "--version"], capture_output=True, text=True).stdout
    print(f"{datetime.date.today()}, {version.strip().splitlines()[-1]}")
    print(f"command: {' '.join(sys.argv)}\n")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda program: compare(program, compilers), programs))
    for _, row in rows:
        print(row)
    wrong = [row for is_right, row in rows if not is_right]
    print(f"\n{len(rows)} programs, {len(wrong)} on which a compiler disagrees")
    return 1 if wrong or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
