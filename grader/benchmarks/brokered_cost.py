#!/usr/bin/env python3
"""Measures how much longer match takes if its host code and its device are two processes.

Runs match on secret graphs in two ways, by turns: as one program, and as two processes with the
broker between them. With --sandbox, all processes run in the sandbox, as in grading.

    .venv/bin/python grader/benchmarks/brokered_cost.py [--repeat 9] [--graph "ties 1500 6000"]...
                                                        [--sandbox]
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "grader"), str(ROOT / "grader/tests/submissions")]

from handshake_grader.examine.secret_runs import EDGES, put_graph  # noqa: E402
from handshake_grader.intake.submission import Submission  # noqa: E402
from handshake_grader.kit.build import Builder  # noqa: E402
from handshake_grader.kit.kit import build_kit  # noqa: E402
from handshake_grader.sandbox.sandbox import SINGLE, wrap  # noqa: E402
from handshake_grader.secret.graph_recipes import make_graph, parse_recipe  # noqa: E402
from handshake_grader.settings.settings import parse_settings  # noqa: E402
from matching import LAB, PATHS  # noqa: E402

GRAPHS = ("ties 30 60", "ties 1500 6000", "wide 20000 60000", "sparse 131073 33000")


def cpu_and_wall(command: list[str]) -> tuple[float, float]:
    """The CPU time of the command and of all processes that it waited for, and the wall time."""
    environment = {**os.environ, "CUCC_CPU_THREADS": "1", "OMP_NUM_THREADS": "1"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run(command, check=True, env=environment, **silent)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def boxed(command: list[str]) -> list[str]:
    """Wraps the command so that it runs in the sandbox. All files in the command have the same
    paths inside and outside of the sandbox."""
    return wrap(command, {word: word for word in command if Path(word).is_file()})


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--graph", action="append", default=[], metavar="RECIPE")
    parser.add_argument("--sandbox", action="store_true")
    options = parser.parse_args()
    settings = parse_settings((ROOT / "grader/settings/matching.toml").read_text(), "matching")
    kit = build_kit(ROOT, LAB)
    print(f"{time.strftime('%Y-%m-%d')}, {platform.platform()}, {os.cpu_count()} processors")
    print(f"command: {' '.join(['grader/benchmarks/brokered_cost.py', *sys.argv[1:]])}")
    single = SINGLE if options.sandbox else ()
    print(f"CPU seconds of {options.repeat} runs of each kind: minimum, median\n")
    print(f"{'graph':24} {'flags':7} {'one program':>15} {'with a broker':>15}  ratio of medians")
    with tempfile.TemporaryDirectory(prefix="brokered_cost.") as name:
        folder = Path(name)
        ours = Submission(LAB, {path: (ROOT / path).read_bytes() for path in PATHS})
        builder = Builder(kit, settings, ours, folder / "build")
        own = frozenset(PATHS)
        whole, host, device = (make(own).made() for make in
                               (builder.program, builder.host, builder.device))  # fmt: skip
        for recipe in options.graph or GRAPHS:
            graph = put_graph(make_graph(parse_recipe(recipe), bytes(32)), folder / "graph.mtx")
            for flags in ([], ["-extra"]):
                out = "out" if options.sandbox else str(folder / "out")
                words = ["-input", str(graph.file), "-output", out, *flags]
                edges = str(graph.file.with_suffix(EDGES))
                broker = [str(kit.program.broker), "--edges", edges, *(["--extra"] * bool(flags))]
                broker += ["--device", *single, str(device), "--host", *single, str(host), *words]
                commands = [[*single, str(whole), *words], broker]
                if options.sandbox:
                    commands = [boxed(command) for command in commands]
                pairs = [
                    tuple(cpu_and_wall(command)[0] for command in commands)
                    for _ in range(options.repeat)
                ]
                sides = [sorted(side) for side in zip(*pairs, strict=True)]
                one, two = (statistics.median(side) for side in sides)
                told = [
                    f"{side[0]:.3f} {mid:.3f}" for side, mid in zip(sides, (one, two), strict=True)
                ]
                print(
                    f"{recipe:24} {' '.join(flags):7} {told[0]:>15} {told[1]:>15}  {two / one:.2f}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
