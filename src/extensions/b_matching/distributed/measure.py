#!/usr/bin/env python3
"""Repeats measurements of Khan et al. 2016 (distributed b-Suitor) on one machine.

    measure.py messages|proposals|permutations [--scale K] [--ranks N]   runs ./b_matching
    measure.py scaling [--scale K] [--most N] [--repeat R] [--launcher "mpirun -n"]
                                                                         runs ./b_matching_mpi

messages: Table II, and a column for supersteps. proposals: Figure 2. permutations: Figure 3, with
messages instead of times, because messages can be counted exactly. scaling: Figures 1 and 5. The
graphs are those of the paper (ER and G500), and also G500 without permuted nodes. Each node may
have b = 10 partners.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[4]
GRAPHS = {
    "ER": "urand:{}:ef=8:w=unif",
    "G500": "kron:{}:w=unif",
    "G500 in order": "rmatu:{}:w=unif",
}
BASIC = "ball_N1_U"
STRATEGIES = (
    *("b1_N1_U", "b3_N1_U", "b5_N1_U", "b7_N1_U", "bhalf_N1_U", "bshare_N1_U", "badaptive_N1_U"),
    *("ball_N8_U", "ball_N16_U", "ball_N32_U", "ball_N64_U", "ball_N128_U"),
    *("ball_N1_S", "ball_N8_S", "ball_N16_S", "ball_N32_S", "ball_N64_S", "ball_N128_S"),
    *("b1_N4_S", "b1_N16_S", "badaptive_N4_S", "bshare_N16_S"),
)
KINDS = ("proposals", "rejections", "annulments")
Measured = dict[str, Any]


def last_json(command: list[str | Path]) -> Measured:
    done = subprocess.run(
        [str(word) for word in command], stdout=subprocess.PIPE, check=True, text=True
    )
    found: Measured = json.loads(done.stdout.splitlines()[-1])
    return found


def simulate(graph: str | Path, ranks: int, strategy: str) -> Measured:
    words = ["-input", graph, "-b", "10", "-ranks", str(ranks), "-strategy", strategy, "-json", "-"]
    found = last_json([ROOT / "b_matching", "-algorithm", "simulated", *words])
    found["all"] = sum(found[kind] for kind in KINDS)
    return found


def row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def head(*cells: str) -> None:
    row(*cells)
    row(*("---" for _ in cells))


def messages(scale: int, ranks: int) -> None:
    """Prints how many percent fewer messages are sent than with the basic strategy; a negative
    number means more messages."""
    for name, spec in GRAPHS.items():
        graph = spec.format(scale)
        basic = simulate(graph, ranks, BASIC)
        print(
            f"\n{name}: {graph}, {ranks} ranks; {BASIC}: "
            f"{basic['all'] / basic['nodes']:.2f} messages per node"
        )
        head("strategy", *KINDS, "all", "supersteps", "bundles")
        row(
            BASIC,
            *(basic[kind] for kind in KINDS),
            basic["all"],
            basic["supersteps"],
            basic["bundles"],
        )
        for strategy in STRATEGIES:
            found = simulate(graph, ranks, strategy)
            assert (
                found["matched_edges"] == basic["matched_edges"]
                and found["weight"] == basic["weight"]
            )
            saved = (f"{100 - 100 * found[kind] / basic[kind]:.2f} %" for kind in (*KINDS, "all"))
            row(strategy, *saved, found["supersteps"], found["bundles"])


def proposals(scale: int, ranks: int) -> None:
    for name, spec in GRAPHS.items():
        graph = spec.format(scale)
        print(f"\n{name}: {graph}, {BASIC}")
        head("ranks", "proposals", "per rank", "most of one rank", "supersteps")
        count = 4
        while count <= ranks:
            found = simulate(graph, count, BASIC)
            total = found["proposals"]
            row(count, total, total // count, found["most_proposals"], found["supersteps"])
            count *= 2


def permuted(lines: list[str], nodes: int, seed: int) -> list[str]:
    """Renumbers the nodes of the lines "u v weight" at random; seed 0 keeps the numbers."""
    numbers = list(range(nodes + 1))
    if seed:
        numbers[1:] = random.Random(seed).sample(numbers[1:], nodes)
    result = []
    for line in lines:
        u, v, weight = line.split()
        ends = sorted((numbers[int(u)], numbers[int(v)]), reverse=True)
        result.append(f"{ends[0]} {ends[1]} {weight}\n")
    return result


def permutations(scale: int, ranks: int) -> None:
    head("graph", "strategy", "messages, not permuted", "mean of 5 permutations", "deviation")
    for name, spec in GRAPHS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "graph.mtx"
            make = [ROOT / "generate_graph", spec.format(scale), "-output", path]
            subprocess.run([str(word) for word in make], check=True, stdout=subprocess.DEVNULL)
            lines = path.read_text().splitlines()
            start = next(i for i, line in enumerate(lines) if not line.startswith("%"))
            counts: dict[str, list[int]] = {BASIC: [], "b1_N4_S": []}
            for seed in range(6):
                body = permuted(lines[start + 1 :], int(lines[start].split()[0]), seed)
                path.write_text("\n".join(lines[: start + 1]) + "\n" + "".join(body))
                for strategy, found in counts.items():
                    found.append(simulate(path, ranks, strategy)["all"])
            for strategy, (own, *others) in counts.items():
                mean = statistics.mean(others)
                deviation = f"{100 * statistics.stdev(others) / mean:.2f} %"
                row(f"{name}, scale {scale}", strategy, own, f"{mean:.0f}", deviation)


def run_mpi(launcher: str, graph: str, ranks: int, strategy: str, repeat: int) -> Measured:
    words = ["-input", graph, "-b", "10", "-strategy", strategy, "-repeat", str(repeat)]
    start: list[str | Path] = [*shlex.split(launcher), str(ranks), ROOT / "b_matching_mpi"]
    return last_json([*start, "-algorithm", "mpi", *words, "-json", "-"])


def scaling(scale: int, most: int, repeat: int, launcher: str) -> None:
    counts = [1 << k for k in range(most.bit_length()) if 1 << k <= most]
    for name, spec in GRAPHS.items():
        for kind in ("strong", "weak"):
            print(f"\n{name}, {kind} scaling, ms of the slowest rank")
            head("ranks", "graph", BASIC, "b1_N4_S", "badaptive_N1_U", "supersteps")
            for step, ranks in enumerate(counts):
                graph = spec.format(scale if kind == "strong" else scale - len(counts) + 1 + step)
                found = [
                    run_mpi(launcher, graph, ranks, strategy, repeat)
                    for strategy in (BASIC, "b1_N4_S", "badaptive_N1_U")
                ]
                times = (f"{one['milliseconds']:.1f}" for one in found)
                row(ranks, graph, *times, ", ".join(str(one["supersteps"]) for one in found))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", choices=("messages", "proposals", "permutations", "scaling"))
    parser.add_argument("--scale", type=int, default=16)
    parser.add_argument("--ranks", type=int, default=64)
    parser.add_argument("--most", type=int, default=4)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--launcher", default="mpirun --bind-to none --oversubscribe -n")
    a = parser.parse_args()
    print("$", shlex.join(["measure.py", *sys.argv[1:]]))
    if a.what == "scaling":
        scaling(a.scale, a.most, a.repeat, a.launcher)
    else:
        {"messages": messages, "proposals": proposals, "permutations": permutations}[a.what](
            a.scale, a.ranks
        )


if __name__ == "__main__":
    main()
