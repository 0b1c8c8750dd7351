#!/usr/bin/env python3
"""Measures ./louvain for the figures of the paper. Prints a table for each figure, and one table
for the trends.

    measure.py FIGURE... [--graphs SPEC,SPEC..] [--threads N] [--engine omp|gpu] [--repeat R]

Figures: thresholds (1 and 2), speed (3 and 4), stages (5 and 6), teps (first pass), schemes
(compares all schemes of ./louvain). Without a GPU, the paper's scheme runs on a simulated GPU: then
its times have no meaning, but its modularity is right.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
BIN = ("1e-1", "1e-2", "1e-3", "1e-4")
FINAL = ("1e-3", "1e-4", "1e-5", "1e-6", "1e-7")
Run = dict[str, Any]


class Measurer:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options

    def run(self, spec: str, *flags: str, repeat: int | None = None) -> Run:
        command = [ROOT / "louvain", "-input", spec, "-json", "-", *flags]
        command += ["-repeat", str(repeat or self.options.repeat)]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
        found: Run = json.loads(done.stdout.splitlines()[-1])
        return found

    def ours(self, spec: str, *flags: str) -> Run:
        words = ["-engine", self.options.engine]
        if self.options.engine == "omp":
            words += ["-threads", str(self.options.threads)]
        return self.run(spec, *words, *flags)

    def paper(self, spec: str, *flags: str) -> Run:
        return self.run(spec, "-scheme", "paper", *flags)

    def sequential(self, spec: str, bin_threshold: str = "1e-6") -> Run:
        return self.run(spec, "-scheme", "sequential", "-bin", bin_threshold, repeat=1)


def row(*cells: object) -> None:
    texts = (f"{cell:.4g}" if isinstance(cell, float) else str(cell) for cell in cells)
    print("| " + " | ".join(texts) + " |", flush=True)


def head(title: str, *cells: str) -> None:
    print(f"\n{title}\n")
    row(*cells)
    print("|" + "---|" * len(cells))


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def thresholds(measure: Measurer) -> Run:
    """Modularity compared with the sequential method, and speed compared with the fastest pair of
    thresholds."""
    graphs = measure.options.graphs
    base = {spec: measure.sequential(spec) for spec in graphs}
    found = {
        (low, high, spec): measure.paper(spec, "-bin", low, "-final", high)
        for low in BIN
        for high in FINAL
        for spec in graphs
    }
    best = {
        spec: min(run["milliseconds"] for key, run in found.items() if key[2] == spec)
        for spec in graphs
    }
    head("thresholds: modularity and speed, in percent", "t_bin", *FINAL)
    shares = {}
    for low in BIN:
        cells = []
        for high in FINAL:
            runs = [(found[low, high, spec], spec) for spec in graphs]
            share = mean([run["modularity"] / base[spec]["modularity"] for run, spec in runs])
            speed = mean([best[spec] / run["milliseconds"] for run, spec in runs])
            shares[low, high] = (share, speed)
            cells.append(f"{100 * share:.2f}, {100 * speed:.0f}")
        row(low, *cells)
    return {
        "lowest modularity of all thresholds, percent of sequential (98)": 100
        * min(share for share, _ in shares.values()),
        "modularity at 1e-2, 1e-6 (99)": 100 * shares["1e-2", "1e-6"][0],
        "speed at 1e-2, 1e-6, percent of the best (63)": 100 * shares["1e-2", "1e-6"][1],
    }


def speed(measure: Measurer) -> Run:
    head(
        "speed compared with the sequential method",
        *("graph", "sequential ms", "with t_bin ms", "paper ms", "speedup", "speedup with t_bin"),
        *("loss by t_bin, percent", "relaxed ms", "relaxed loss, percent"),
    )
    times, adaptive, losses, relaxed_losses = [], [], [], []
    for spec in measure.options.graphs:
        slow, quick = measure.sequential(spec), measure.sequential(spec, "1e-2")
        paper, relaxed = measure.paper(spec), measure.paper(spec, "-relaxed")
        times.append(slow["milliseconds"] / paper["milliseconds"])
        adaptive.append(quick["milliseconds"] / paper["milliseconds"])
        losses.append(100 * (1 - quick["modularity"] / slow["modularity"]))
        relaxed_losses.append(100 * (1 - relaxed["modularity"] / paper["modularity"]))
        row(
            *(spec, slow["milliseconds"], quick["milliseconds"], paper["milliseconds"]),
            *(times[-1], adaptive[-1], losses[-1], relaxed["milliseconds"], relaxed_losses[-1]),
        )
    return {
        # In brackets: the value in the paper.
        "times faster than sequential, mean (41.7)": mean(times),
        "times faster than sequential, both methods with t_bin, mean (6.7)": mean(adaptive),
        "modularity that the sequential method loses by t_bin, percent (0.13)": mean(losses),
        "modularity that relaxed updates lose, percent (0.13)": mean(relaxed_losses),
    }


def stages(measure: Measurer) -> Run:
    shares = []
    for spec in measure.options.graphs:
        found = measure.paper(spec)
        head(f"stages of {spec}", "nodes", "directed edges", "passes", "optimize ms", "contract ms")
        for level in found["levels"]:
            row(
                *(int(level["nodes"]), int(level["directed_edges"]), int(level["passes"])),
                *(level["optimize_ms"], level["contract_ms"]),
            )
        optimize = sum(level["optimize_ms"] for level in found["levels"])
        contract = sum(level["contract_ms"] for level in found["levels"])
        shares.append(100 * optimize / (optimize + contract))
    return {"share of optimization, percent (70)": mean(shares)}


def teps(measure: Measurer) -> Run:
    head("first pass", "graph", "paper ms", "G edges/s", "ours ms", "G edges/s", "speedup")
    rates = []
    for spec in measure.options.graphs:
        paper, ours = measure.paper(spec), measure.ours(spec)
        rate = [
            run["directed_edges"] / run["first_pass_ms"] / 1e6 if run["first_pass_ms"] else 0.0
            for run in (paper, ours)
        ]
        rates.append(rate[0])
        row(
            *(spec, paper["first_pass_ms"], rate[0], ours["first_pass_ms"], rate[1]),
            rate[1] / rate[0] if rate[0] else "",
        )
    return {"best rate of the paper's scheme, G edges/s (0.225)": max(rates)}


def schemes(measure: Measurer) -> Run:
    head(
        "modularity of all schemes (pieces: communities that are not connected)",
        *("graph", "sequential", "paper", "ours", "16 colors", "pieces", "ms", "G nonzeros/s"),
        "scans",
    )
    better = 0
    for spec in measure.options.graphs:
        slow, paper, ours = measure.sequential(spec), measure.paper(spec), measure.ours(spec)
        more = measure.ours(spec, *"-colors 16 -passes 5 -refine 10".split())
        better += ours["modularity"] > slow["modularity"]
        row(
            *(spec, slow["modularity"], paper["modularity"], ours["modularity"]),
            *(more["modularity"], int(ours["disconnected"]), ours["milliseconds"]),
            ours["directed_edges"] / ours["milliseconds"] / 1e6,
            sum(level["scanned"] for level in ours["levels"]) / ours["directed_edges"],
        )
    return {
        "graphs on which our modularity is larger": f"{better} of {len(measure.options.graphs)}"
    }


FIGURES: dict[str, Callable[[Measurer], Run]] = {
    figure.__name__: figure for figure in (thresholds, speed, stages, teps, schemes)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("figures", nargs="+", choices=FIGURES, metavar="FIGURE")
    parser.add_argument(
        "--graphs",
        type=lambda text: text.split(","),
        default=[f"{spec}:w=const" for spec in ("rgg:18", "kron:17", "mesh27:50")],
    )
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--engine", default="omp", choices=("omp", "gpu"))
    parser.add_argument("--repeat", type=int, default=1)
    options = parser.parse_args()

    print(f"date:     {date.today()}")
    print(f"machine:  {os.cpu_count()} cores ({platform.processor() or platform.machine()})")
    print(f"load:     {os.getloadavg()[0]:.1f} at the start")
    print(f"command:  {shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])}")
    trends = {}
    for name in options.figures:
        trends.update(FIGURES[name](Measurer(options)))
    head("trends (in brackets: the paper's value)", "figure", "here")
    for name, value in trends.items():
        row(name, value)


if __name__ == "__main__":
    main()
