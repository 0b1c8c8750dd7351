#!/usr/bin/env python3
"""Measures ./stable_marriage on the sets of the paper and on complete lists, and prints a table.

    measure.py cpu|gpu|auto [--easy N,N..] [--hard N,N..] [--complete N,N..] [--threads T,T..]
               [--repeat R]

Every run uses -verify. `cpu` and `gpu` print one line per run. `cpu` compares one thread with
OpenMP, and compares Gale-Shapley with McVitie-Wilson; `gpu` compares the GPU with OpenMP. `auto`
prints one line per instance, with the milliseconds of each way to solve it, including copies to the
GPU. The choices of `-engine auto` follow from these times.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COLUMNS = ("instance", "run", "ms", "M TEPS", "considered/n", "placements/n", "rounds", "matched %")
WORKLOADS = ("random", "perfect", "congested", "solo", "group")


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split(",") if word]


def measure(spec: str, repeat: int, *flags: str) -> dict[str, float]:
    command = [str(ROOT / "stable_marriage"), "-input", spec, "-repeat", str(repeat), "-verify"]
    done = subprocess.run(
        [*command, "-json", "-", *flags], stdout=subprocess.PIPE, check=True, text=True
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def show(spec: str, run: str, found: dict[str, float]) -> None:
    men = found["men"]
    cells = (
        spec,
        run,
        f"{found['milliseconds']:.1f}",
        f"{found['million_teps']:.1f}",
        f"{found['considered'] / men:.2f}",
        f"{found['placements'] / men:.2f}",
        f"{found['rounds']:.0f}" if found["rounds"] else "",
        f"{100 * found['matched'] / men:.2f}",
    )
    print("| " + " | ".join(cells) + " |", flush=True)


def choices() -> list[tuple[str, list[str]]]:
    """The ways between which `auto` chooses, and `auto` itself: the title and flags of each."""
    on_cpu = [(engine, algorithm) for engine in ("serial", "omp") for algorithm in ("gs", "mw")]
    ways = [(f"{e} {a}", ["-engine", e, "-algorithm", a]) for e, a in on_cpu]
    return [*ways, ("gpu", ["-engine", "gpu"]), ("auto", [])]


def show_choices(specs: list[str], repeat: int) -> None:
    titles = ["instance", *(title for title, _ in choices())]
    print("| " + " | ".join(titles) + " |\n" + "|---" * len(titles) + "|")
    for spec in specs:
        found = [measure(spec, repeat, *flags)["whole_call"] for _, flags in choices()]
        print("| " + " | ".join([spec, *(f"{ms:.2f}" for ms in found)]) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("where", choices=("cpu", "gpu", "auto"))
    parser.add_argument("--easy", type=numbers, default=[5_000_000, 25_000_000])
    parser.add_argument("--hard", type=numbers, default=[100_000, 500_000])
    parser.add_argument("--complete", type=numbers, default=[10_000])
    parser.add_argument("--threads", type=numbers, default=[os.cpu_count() or 1])
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()

    print(f"date:     {date.today()}")
    print(f"machine:  {os.cpu_count()} cores ({platform.processor() or platform.machine()})")
    print(f"load:     {os.getloadavg()[0]:.1f} when this run began")
    print(f"command:  {shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]])}\n")
    specs = [f"easy:{n}" for n in options.easy] + [f"hard:{n}" for n in options.hard]
    specs += [f"{kind}:{n}" for kind in WORKLOADS for n in options.complete]
    if options.where == "auto":
        show_choices(specs, options.repeat)
        return
    print("| " + " | ".join(COLUMNS) + " |\n" + "|---" * len(COLUMNS) + "|")
    runs = [("GPU", ["-engine", "gpu"])] if options.where == "gpu" else []
    for algorithm in ("gs", "mw"):
        if options.where == "cpu":
            runs.append((f"{algorithm}, serial", ["-engine", "serial", "-algorithm", algorithm]))
        for count in options.threads:
            words = ["-engine", "omp", "-algorithm", algorithm, "-threads", str(count)]
            runs.append((f"{algorithm}, {count} threads", words))
    for spec in specs:
        for run, flags in runs:
            show(spec, run, measure(spec, options.repeat, *flags))


if __name__ == "__main__":
    main()
