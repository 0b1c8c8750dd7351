"""Plots the logs of measure.sh: time for each graph and tie rule, and strong scaling."""

import argparse
import json
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def read_runs(paths: list[Path]) -> list[dict]:
    lines = [line for path in paths for line in path.read_text().splitlines()]
    return [json.loads(line) for line in lines if line.startswith('{"input"')]


def plot_times(runs: list[dict], file: Path) -> None:
    best: dict[str, dict[str, float]] = defaultdict(dict)
    for run in runs:
        if run["gpus"] == 1:
            times = best[run["input"].replace(":type=float", "")]
            engine = run["engine"]
            times[engine] = min(run["milliseconds"], times.get(engine, float("inf")))
    names = sorted(best, key=lambda name: best[name].get("fast", 0))
    figure, axes = plt.subplots(figsize=(8, 0.3 * len(names) + 1))
    for engine, mark in (("fast", "o"), ("paper", "s")):
        points = [(best[name][engine], name) for name in names if engine in best[name]]
        axes.plot([x for x, _ in points], [y for _, y in points], mark, label=engine)
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds, one GPU")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file)


def plot_scaling(runs: list[dict], file: Path) -> None:
    times: dict[str, dict[int, float]] = defaultdict(dict)
    for run in runs:
        if run["engine"] == "fast":
            times[run["input"].replace(":type=float", "")][run["gpus"]] = run["milliseconds"]
    figure, axes = plt.subplots()
    for name, by_gpus in times.items():
        if len(by_gpus) > 1:
            counts = sorted(by_gpus)
            axes.plot(counts, [by_gpus[count] for count in counts], "o-", label=name)
    axes.set_xlabel("GPUs")
    axes.set_ylabel("milliseconds")
    axes.set_yscale("log")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True, help="folder for the plots")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    runs = read_runs(arguments.logs)
    plot_times(runs, arguments.output / "times.png")
    plot_scaling(runs, arguments.output / "scaling.png")


if __name__ == "__main__":
    main()
