#!/usr/bin/env python3
"""Measures generated graphs, and draws the figures of the GPU-Suitor paper for these graphs.

    make BACKEND=cuda build/cuda-release/profile_suitor
    profiles.py measure build/cuda-release/profile_suitor [--limit SECONDS] [--beside LOG] > LOG2
    profiles.py plot LOG -o NAME      NAME-variants.svg, -parameters.svg, -speedups.svg, -bars.svg

`measure` runs every algorithm, with all its parameters, on 60 graphs. It leaves out the graphs that
LOG already contains, and needs no Python package. `plot` needs matplotlib. It draws the figures,
and prints which trends of the paper also hold here.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

# graph -> way -> milliseconds; a way is an algorithm with its parameters
Times = dict[str, dict[str, float]]

BASE = "gpu-suitor nosync 8 128"  # the variant that the paper compares with all others
VARIANTS = ("nosync", "syncnolb", "synclb", "hybrid")
VERTICES = (4, 8, 16, 32, 64, 128, 256)
BLOCKS = (128, 192, 256)


def graphs() -> list[str]:
    """Generated graphs with 0.3 to 40 million directed edges. The smaller half of the graphs in the
    paper have such sizes."""
    specs = [f"urand:{size}:ef={ef}" for size in (16, 17, 18) for ef in (4, 16, 48)]
    specs += [f"kron:{size}:ef={ef}" for size in (15, 16, 17) for ef in (8, 16, 48)]
    specs += [f"rmatu:{size}:ef={ef}" for size in (16, 17) for ef in (8, 24)]
    specs += [f"rgg:{size}:deg={degree}" for size in (16, 17, 18) for degree in (8, 24, 60)]
    specs += [f"mesh27:{side}:w={weights}" for side in (32, 48, 64) for weights in ("unif", "int")]
    specs += [f"mesh81:{side}:w={weights}" for side in (20, 28) for weights in ("unif", "int")]
    specs += [f"kmer:{size}:x={more}" for size in (18, 19, 20) for more in (3, 100)]
    specs += [f"kmerl:{size}:x={more}" for size in (18, 20) for more in (3, 100)]
    specs += [f"myc:{size}" for size in (11, 12, 13)]
    specs += ["path:19", "path:20", "urand:20", "kron:19", "rgg:20", "mesh27:96"]
    return [spec if "w=" in spec else f"{spec}:type=float" for spec in specs]


def measure(program: Path, limit: float | None, threads: Iterable[int], beside: Times) -> None:
    left = [spec for spec in graphs() if spec not in beside]
    words = [word for count in threads for word in ("-threads", str(count))]
    # One process for all graphs, because starting a GPU takes longer than matching a small graph.
    try:
        subprocess.run([program, *left, *words], check=True, timeout=limit)
    except subprocess.TimeoutExpired:
        print(f"stopped after {limit} s; the missing graphs were not measured", file=sys.stderr)


def read_times(log: Path) -> Times:
    times: Times = defaultdict(dict)
    for line in log.read_text().splitlines():
        if line.startswith('{"graph"'):
            found = json.loads(line)
            times[found["graph"]][found["way"]] = found["milliseconds"]
    # A graph counts only if GPU-Suitor was measured with all its parameters.
    return {graph: ways for graph, ways in times.items() if set(parameter_ways()) <= ways.keys()}


def profile(times: Times, ways: list[str]) -> dict[str, list[float]]:
    """For each way: its times, as multiples of the best time on the same graph, in rising order."""
    best = {graph: min(found[way] for way in ways) for graph, found in times.items()}
    return {way: sorted(found[way] / best[graph] for graph, found in times.items()) for way in ways}


def share(ratios: list[float], holds: Callable[[float], bool]) -> float:
    return sum(map(holds, ratios)) / len(ratios)


def ratios_to(times: Times, way: str) -> list[float]:
    return [found[way] / found[BASE] for found in times.values() if way in found]


def parameter_ways() -> list[str]:
    return [f"gpu-suitor nosync {v} {t}" for v in VERTICES for t in BLOCKS]


def trends(times: Times) -> list[tuple[str, str, bool]]:
    """Each statement of the paper, the result here, and whether the two agree."""
    variants = profile(times, [f"gpu-suitor {name} 8 128" for name in VARIANTS])
    best = share(variants[BASE], lambda ratio: ratio <= 1.02)
    worst = variants[BASE][-1]
    found = [
        (
            "nosync is the best variant on about 90 % of the graphs",
            f"on {best:.0%}, it is the best variant or at most 2 % slower",
            best >= 0.8,
        ),
        (
            "nosync is at most 4 times slower than the best variant",
            f"at most {worst:.2f} times",
            worst <= 4,
        ),
    ]
    others = [mean(variants[f"gpu-suitor {name} 8 128"]) for name in VARIANTS[1:]]
    said = ", ".join(
        f"{name} {value:.2f}" for name, value in zip(VARIANTS[1:], others, strict=True)
    )
    alike = max(others) <= 1.15 * min(others)
    result = f"mean time, as a multiple of the best time: {said}"
    found.append(("the other three variants take about the same time", result, alike))

    parameters = profile(times, parameter_ways())
    of_vertices = {
        v: mean([r for t in BLOCKS for r in parameters[f"gpu-suitor nosync {v} {t}"]])
        for v in VERTICES
    }
    said = ", ".join(f"{v}: {value:.2f}" for v, value in of_vertices.items())
    rising = [v for v in VERTICES if v >= 8]
    found += [
        (
            "8 vertices per warp are best",
            f"mean times as multiples of the best time: {said}",
            min(of_vertices, key=key(of_vertices)) == 8,
        ),
        ("256 are worst", "the same numbers", max(rising, key=key(of_vertices)) == 256),
        (
            "fewer than 8 are worse than 8",
            f"mean time with 4: {of_vertices[4]:.2f}, with 8: {of_vertices[8]:.2f}",
            of_vertices[4] > of_vertices[8],
        ),
    ]
    of_blocks = [
        mean([r for v in VERTICES for r in parameters[f"gpu-suitor nosync {v} {t}"]])
        for t in BLOCKS
    ]
    said = ", ".join(f"{t}: {value:.2f}" for t, value in zip(BLOCKS, of_blocks, strict=True))
    minor = max(of_blocks) <= 1.15 * min(of_blocks)
    result = f"mean times as multiples of the best time, for each number of threads: {said}"
    found.append(("threads per block hardly matter", result, minor))

    ld = sorted(ratios_to(times, "gpu-ld"))
    faster = share(ld, lambda ratio: ratio >= 1)
    far = share(ld, lambda ratio: ratio >= 10)
    said = (
        f"faster on {faster:.0%} of the graphs, at least 10 times faster on {far:.0%}, "
        f"at most {ld[-1]:.0f} times faster"
    )
    statement = "faster than GPU-LD, and 10 to 1000 times faster on 43 % of the graphs"
    found.append((statement, said, faster >= 0.9 and far >= 0.3))
    for way, most in (
        ("omp-suitor 2", 20),
        ("omp-suitor 16", 5),
        ("omp-ld 2", 40),
        ("omp-ld 16", 16),
    ):
        ratios = ratios_to(times, way)
        if ratios:
            said = f"{min(ratios):.1f} to {max(ratios):.1f} times, median {median(ratios):.1f}"
            found.append((f"up to {most} times faster than {way}", said, max(ratios) >= most))
    return found


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def median(ratios: list[float]) -> float:
    return sorted(ratios)[len(ratios) // 2]


def key(values: dict[int, float]) -> Callable[[int], float]:
    return lambda name: values[name]


def plot(times: Times, name: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "suitor"  # the same data give the same file
    import matplotlib.pyplot as plt

    def save(figure, kind: str) -> None:
        figure.tight_layout()
        figure.savefig(f"{name}-{kind}.svg", metadata={"Date": None})
        plt.close(figure)

    def plot_profile(ways: dict[str, str], kind: str) -> None:
        """Figures 4 and 5: for each factor f, the share of the graphs on which a variant takes at
        most f times as long as the fastest variant."""
        figure, axes = plt.subplots(figsize=(6, 4))
        for way, ratios in profile(times, list(ways)).items():
            shares = [(i + 1) / len(ratios) for i in range(len(ratios))]
            axes.step([math.log2(r) for r in ratios], shares, where="post", label=ways[way])
        axes.set_xlabel("time / best time, log2")
        axes.set_ylabel("share of the graphs")
        axes.legend(fontsize="small", ncols=1 if len(ways) < 8 else 2)
        save(figure, kind)

    def plot_speedups(kind: str) -> None:
        """Figure 3: how many times faster GPU-Suitor is than each of the other algorithms. The
        graphs of each curve are sorted separately."""
        figure, both = plt.subplots(1, 2, figsize=(9, 4))
        for axes, ways in zip(both, (LD_WAYS, SUITOR_WAYS), strict=True):
            for way in ways:
                ratios = sorted(ratios_to(times, way), reverse=True)
                if ratios:
                    axes.plot(range(1, len(ratios) + 1), ratios, label=way)
            axes.axhline(1, color="gray", linestyle=":")
            axes.set_yscale("log")
            axes.set_xlabel("graphs")
            axes.set_ylabel("times faster: GPU-Suitor")
            axes.legend()
        save(figure, kind)

    def plot_bars(kind: str) -> None:
        """Plots the milliseconds of each algorithm, for every third graph."""
        shown = sorted(times, key=lambda graph: times[graph][BASE])[::3]
        ways = [
            way for way in (BASE, "gpu-ld", "omp-suitor 16", "omp-ld 16") if way in times[shown[0]]
        ]
        figure, axes = plt.subplots(figsize=(9, 4))
        for number, way in enumerate(ways):
            at = [row + (number - 1.5) * 0.2 for row in range(len(shown))]
            axes.bar(at, [times[graph][way] for graph in shown], 0.2, label=way)
        axes.set_yscale("log")
        axes.set_ylabel("milliseconds")
        axes.set_xticks(range(len(shown)), shown, rotation=60, ha="right", fontsize="small")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4)
        save(figure, kind)

    plot_profile({f"gpu-suitor {variant} 8 128": variant for variant in VARIANTS}, "variants")
    plot_profile({f"gpu-suitor nosync {v} 128": f"{v} per warp" for v in VERTICES}, "parameters")
    plot_speedups("speedups")
    plot_bars("bars")


LD_WAYS = ("gpu-ld", "omp-ld 2", "omp-ld 16")
SUITOR_WAYS = ("omp-suitor 2", "omp-suitor 16")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("program", type=Path)
    measuring.add_argument("--limit", type=float, help="stop after this many seconds")
    measuring.add_argument("--beside", type=Path, help="leave out the graphs of this log")
    measuring.add_argument("--threads", type=int, nargs="*", default=[2, 16])
    plotting = commands.add_parser("plot")
    plotting.add_argument("log", type=Path)
    plotting.add_argument("-o", "--output", required=True, help="how the plots' names begin")
    arguments = parser.parse_args()
    if arguments.command == "measure":
        beside = read_times(arguments.beside) if arguments.beside else {}
        measure(arguments.program.resolve(), arguments.limit, arguments.threads, beside)
        return
    times = read_times(arguments.log)
    plot(times, arguments.output)
    print(f"{len(times)} graphs\n\n| the paper | here | holds |\n|---|---|---|")
    for paper, here, holds in trends(times):
        print(f"| {paper} | {here} | {'yes' if holds else 'no'} |")


if __name__ == "__main__":
    main()
