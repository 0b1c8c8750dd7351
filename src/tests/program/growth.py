#!/usr/bin/env python3
"""Measures how the time and memory of match grow with the graph. For the maintainer; docs/results
has the results.

    make BACKEND=cpu match generate_graph
    python3 src/tests/program/growth.py --log growth.txt --plot growth.svg

Compares ./match with plain serial C++ (serial_passes.cpp) on the same files. --other names a third
program. It gets the arguments NODES EDGES THREADS, makes its own random graph, runs the same
kernels and prints "passes N ... time X ms". --plot needs matplotlib. With --only-plot, nothing is
measured.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from program import ROOT, Run, run

EDGES_A_NODE = 10
THREADS = (1024, 65536)
MATCH_TIME = re.compile(r"Matching Time: ([\d.]+) ms")
OTHER_TIME = re.compile(r"passes (\d+).* time ([\d.]+) ms")


@dataclass
class Series:
    """The measurements of one program on one graph."""

    name: str
    command: list[str]
    own_clock: bool = False  # the program prints passes and time like serial_passes
    compares: bool = True  # its output must be the same as that of the other programs
    passes: int = 0
    times: list[float] = field(default_factory=list)  # of the matching, in ms
    whole: list[float] = field(default_factory=list)  # from start to end, in s
    memory: list[int] = field(default_factory=list)

    def add(self, result: Run) -> None:
        if result.code != 0:
            sys.exit(f"{' '.join(self.command)} ended with {result.code}:\n{result.stderr}")
        if self.own_clock:
            passes, milliseconds = OTHER_TIME.search(result.stdout.decode()).groups()
            self.passes = int(passes)
        else:
            self.passes = result.passes()
            milliseconds = MATCH_TIME.search(result.stderr)[1]
        self.times.append(float(milliseconds))
        self.whole.append(result.seconds)
        self.memory.append(result.memory)

    def median(self) -> float:
        return statistics.median(self.times)


@dataclass
class Size:
    nodes: int
    edges: int
    series: list[Series]


def all_series(
    folder: Path, serial: Path, nodes: int, edges: int, other: str | None
) -> list[Series]:
    graph = str(folder / "graph.mtx")

    def match(threads: int, *flags: str) -> list[str]:
        return [str(ROOT / "match"), "-input", graph, "-threads", str(threads), *flags]

    series = [Series("serial C++", [str(serial), graph, "out.txt"], own_clock=True)]
    series += [Series(f"match, {t} threads", match(t)) for t in THREADS]
    series += [Series(f"match -extra, {t} threads", match(t, "-extra")) for t in THREADS]
    if other:
        series += [
            Series(
                f"{Path(other).name} (other), {t} threads",
                [other, str(nodes), str(edges), str(t)],
                own_clock=True,
                compares=False,
            )
            for t in THREADS
        ]
    return series


def measure(folder: Path, scale: int, serial: Path, repeats: int, other: str | None) -> Size:
    graph = folder / "graph.mtx"
    subprocess.run(
        [ROOT / "generate_graph", f"urand:{scale}:ef={EDGES_A_NODE}:w=int", "-output", graph],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with graph.open() as file:
        size_line = next(line for line in file if not line.startswith("%"))
    nodes, _, edges = map(int, size_line.split())
    size = Size(nodes, edges, all_series(folder, serial, nodes, edges, other))
    answers = set()
    for _ in range(repeats):
        for series in size.series:
            series.add(run(*series.command, folder=folder, timeout=600))
            if series.compares:
                answers.add((folder / "out.txt").read_bytes())
    if len(answers) != 1:
        sys.exit(f"the programs disagree at {edges} edges")
    return size


def build_serial(folder: Path) -> Path:
    program = folder / "serial_passes"
    subprocess.run(
        [
            os.environ.get("CXX", "g++"),
            "-std=c++17",
            "-O2",
            "-o",
            program,
            Path(__file__).with_name("serial_passes.cpp"),
        ],
        check=True,
    )
    return program


def machine() -> str:
    models = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    cores = len(os.sched_getaffinity(0))
    compiler = subprocess.run(
        [os.environ.get("CXX", "g++"), "--version"], capture_output=True, text=True, check=True
    ).stdout.splitlines()[0]
    name = models[0] if models else platform.machine()
    return f"{name}, {cores} cores, {platform.system()} {platform.release()}, {compiler}"


def heading(arguments: argparse.Namespace) -> str:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, text=True, capture_output=True
    ).stdout.strip()
    words = [f"--scales {' '.join(map(str, arguments.scales))}", f"--repeats {arguments.repeats}"]
    words += ["--other PROGRAM"] if arguments.other else []
    return (
        f"{datetime.date.today()}  commit {commit}\n{machine()}\n"
        f"python3 src/tests/program/growth.py {' '.join(words)}\n\n"
        "Uniform random graphs, ten edges per node, weights 1 to 100. Matching is the time that\n"
        "the program prints. Whole is the time from its start to its end, with reading and\n"
        f"writing files. Times are medians of {arguments.repeats} runs; memory is the maximum.\n"
        "The programs ran in turn.\n"
    )


def table(size: Size) -> str:
    serial = size.series[0].median()
    lines = [
        f"\n{size.nodes} nodes, {size.edges} edges\n",
        f"  {'':34}{'passes':>7}{'matching ms':>13}{'ns/edge/pass':>14}{'x serial':>10}"
        f"{'whole s':>9}{'MiB':>7}\n",
    ]
    for s in size.series:
        an_edge = s.median() * 1e6 / size.edges / s.passes
        lines.append(
            f"  {s.name:34}{s.passes:7}{s.median():13.2f}{an_edge:14.2f}"
            f"{s.median() / serial:10.1f}{statistics.median(s.whole):9.3f}"
            f"{max(s.memory) >> 20:7}\n"
        )
    return "".join(lines)


def read_log(text: str) -> dict[str, list[tuple[int, float]]]:
    """Returns the points (edges, milliseconds) of each program, from the tables of a log."""
    points: dict[str, list[tuple[int, float]]] = {}
    edges = 0
    for line in text.splitlines():
        if size := re.fullmatch(r"\d+ nodes, (\d+) edges", line):
            edges = int(size[1])
        elif row := re.fullmatch(r"  (\S.*?)  +\d+ +([\d.]+)( +[\d.]+){4}", line):
            points.setdefault(row[1], []).append((edges, float(row[2])))
    return points


def plot(report: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("svg" if path.suffix == ".svg" else "agg")
    matplotlib.rcParams["svg.hashsalt"] = "growth"  # so that a log always gives the same picture
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name, points in read_log(report).items():
        axes.plot(*zip(*points, strict=True), marker="o", label=name)
    axes.set(
        xscale="log",
        yscale="log",
        xlabel="undirected edges",
        ylabel="matching, ms",
        title="Matching on the CPU back end",
    )
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def measure_all(arguments: argparse.Namespace) -> str:
    report = heading(arguments)
    print(report, end="")
    with tempfile.TemporaryDirectory() as name:
        serial = build_serial(Path(name))
        for scale in arguments.scales:
            size = measure(Path(name), scale, serial, arguments.repeats, arguments.other)
            report += table(size)
            print(table(size), end="", flush=True)
    return report


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Measures how the time and memory of match grow with the graph."
    )
    parser.add_argument(
        "--scales",
        type=int,
        nargs="+",
        default=[10, 12, 14, 16, 18, 20],
        help="for each number N, measure a graph with 2^N nodes",
    )
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--other", help="a program to compare with")
    parser.add_argument("--log", type=Path, help="also write the table to this file")
    parser.add_argument("--plot", type=Path, help="draw a picture, .svg or .png")
    parser.add_argument("--only-plot", action="store_true", help="draw from an existing log")
    arguments = parser.parse_args()
    if arguments.only_plot:
        report = arguments.log.read_text()
    else:
        report = measure_all(arguments)
        if arguments.log:
            arguments.log.write_text(report)
    if arguments.plot:
        plot(report, arguments.plot)


if __name__ == "__main__":
    main()
