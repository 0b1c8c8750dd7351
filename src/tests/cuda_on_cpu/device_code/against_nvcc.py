#!/usr/bin/env python3
"""Compiles the programs of this folder with nvcc, and with cucc if it is built.

Checks whether each compiler refuses the programs in refused/ on the line that ends in "// REFUSED",
and accepts the programs in accepted/. nvcc gets many programs in one file, each in its own
namespace, because it needs most of its time for headers. If the result of a program in this common
file is wrong, the program is compiled again alone.

    src/tests/cuda_on_cpu/device_code/against_nvcc.py [--runtime FOLDER] [> docs/results/...]

Needs nvcc and Python. --runtime: the folder of cuda_on_cpu_driver; with this option, cucc
compiles the programs as well. --remember: if all results agree, this nvcc does not compile the same
programs again on this machine. Exit code 0: all results agree.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
CUCC = ROOT / "src/cuda_on_cpu/cucc"
sys.path.insert(0, str(ROOT / ".ci"))
import caches  # noqa: E402

MARK = "// REFUSED"


def compiled(command: list[str], file: Path) -> tuple[bool, str]:
    """Whether the compiler accepted the file, and its messages."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*command, "-c", str(file), "-o", f"{folder}/x.o"]
        done = subprocess.run(words, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def lines_named(text: str, program: Path) -> set[int]:
    place = re.escape(str(program)) + r"(?:\((\d+)\)|:(\d+):(?:\d+:)?) ?:? ?(?:fatal )?error"
    return {int(one or other) for one, other in re.findall(place, text)}


def marked(program: Path) -> set[int]:
    texts = program.read_text().splitlines()
    return {number for number, line in enumerate(texts, 1) if line.endswith(MARK)}


def right_in_company(command: list[str], programs: list[Path]) -> set[Path]:
    """Compiles the programs together in one file, and returns those with a right result. A mistake
    of one kind hides others, so the compiler runs again without the programs in which it found a
    mistake."""
    found = right_in_one_file(command, [one for one in programs if not marked(one)])
    left = [one for one in programs if marked(one)]
    while right := right_in_one_file(command, left):
        found |= right
        left = [one for one in left if one not in right]
    return found


def right_in_one_file(command: list[str], programs: list[Path]) -> set[Path]:
    texts = [program.read_text() for program in programs]
    headers = sorted(
        {one for text in texts for one in re.findall(r"^ *#include <(.*)>", text, re.M)}
    )
    lines = [f"#if __has_include(<{one}>)\n#include <{one}>\n#endif" for one in headers]
    lines += [f'namespace n{i} {{\n#include "{one}"\n}}' for i, one in enumerate(programs)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "all.cu")
        file.write_text("\n".join(lines) + "\n")
        is_taken, text = compiled(command, file)
    return {
        one
        for one in programs
        if (marked(one) <= lines_named(text, one) if marked(one) else is_taken)
    }


def compare(
    program: Path, compilers: dict[str, list[str]], known_right: set[Path]
) -> tuple[bool, str]:
    wanted = marked(program)
    is_right, row = True, f"{program.parent.name + '/' + program.stem:<42}"
    row += f" {'line ' + str(min(wanted)) if wanted else 'accepted':<8}"
    for name, command in compilers.items():
        if name == "nvcc" and program in known_right:
            row += f"  {name}: the same"
            continue
        is_taken, text = compiled(command, program)
        lines = lines_named(text, program)
        agrees = (not is_taken and wanted <= lines) if wanted else is_taken
        is_right &= agrees
        others = ", ".join(map(str, sorted(lines))) or "no line"
        row += f"  {name}: " + ("the same" if agrees else "accepted" if is_taken else others)
    return is_right, row


def remembered(versions: str, programs: list[Path]) -> Path:
    """The file that records that all results agree. Its name is a digest of everything on which the
    results depend."""
    texts = [versions, *(one.read_text() for one in (Path(__file__), *programs))]
    digest = hashlib.sha256("\0".join(texts + [one.name for one in programs]).encode()).hexdigest()
    return caches.folder() / "handshake/device_code" / digest


def version_of(compiler: str) -> str:
    return subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runtime", metavar="FOLDER")
    parser.add_argument("--nvcc", default="nvcc")
    parser.add_argument("--remember", action="store_true")
    options = parser.parse_args()
    compilers = {"nvcc": [options.nvcc, "-std=c++17", "-O2"]}
    if options.runtime:
        cucc = [str(CUCC), "--runtime", options.runtime]
        compilers["cucc"] = cucc
        compilers["cucc --device-only"] = [*cucc, "--device-only"]
    programs = sorted([*HERE.glob("refused/*.cu"), *HERE.glob("accepted/*.cu")])
    version = version_of(options.nvcc)
    all_agree = remembered(version + version_of("g++"), programs)
    if options.remember and not options.runtime and all_agree.exists():
        print(f"an earlier run with this nvcc and these programs agreed: {all_agree}")
        return 0
    print(f"{datetime.date.today()}, {version.splitlines()[-1]}")
    print(f"command: {' '.join(sys.argv)}\n")
    known_right = right_in_company(compilers["nvcc"], programs)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda one: compare(one, compilers, known_right), programs))
    for _, row in rows:
        print(row)
    wrong = [row for is_right, row in rows if not is_right]
    print(f"\n{len(rows)} programs, {len(wrong)} on which a compiler disagrees")
    if wrong or not programs:
        return 1
    if options.remember:
        all_agree.parent.mkdir(parents=True, exist_ok=True)
        all_agree.touch()
    return 0


if __name__ == "__main__":
    sys.exit(main())
