"""Plots the logs of measure.sh: times on one GPU, strong scaling, and the times of components."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
matplotlib.rcParams["svg.hashsalt"] = "multi_gpu_ld"  # makes the plots reproducible
import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.patches import Patch  # noqa: E402

MARKS = "osD^vPX*"


def read_runs(paths: list[Path]) -> list[dict]:
    """Returns all measurements, each with the words of its command."""
    runs, command = [], []
    for path in paths:
        for line in path.read_text().splitlines():
            if line.startswith("$ "):
                command = line.split()[2:]
            elif line.startswith(('{"program"', '{"input"')):
                runs.append({**json.loads(line), "command": command})
    return runs


def name_of(run: dict) -> str:
    name = run["input"].replace(":type=float", "")
    if "-ties" in run["command"]:
        name += " " + run["command"][run["command"].index("-ties") + 1]
    return name


def is_plain(run: dict) -> bool:
    return not {"-memory", "-batches", "-components"} & set(run["command"])


def save(figure, file: Path) -> None:
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})
    plt.close(figure)


def plot_times(runs: list[dict], file: Path) -> None:
    best: dict[str, dict[str, float]] = defaultdict(dict)
    for run in filter(is_plain, runs):
        if run["gpus"] == 1:
            times = best[name_of(run)]
            times[run["engine"]] = min(run["milliseconds"], times.get(run["engine"], float("inf")))
    names = sorted(best, key=lambda name: min(best[name].values()))
    figure, axes = plt.subplots(figsize=(8, 0.24 * len(names) + 1))
    for engine, mark in (("fast", "o"), ("paper", "s")):
        points = [
            (best[name][engine], row) for row, name in enumerate(names) if engine in best[name]
        ]
        axes.plot(*zip(*points, strict=True), mark, label=f"-engine {engine}")
    axes.set_yticks(range(len(names)), names)
    axes.set_xscale("log")
    axes.grid(axis="x", alpha=0.4)
    axes.set_xlabel("milliseconds on one GPU")
    axes.legend()
    save(figure, file)


def plot_scaling(runs: list[dict], file: Path) -> None:
    times: dict[str, dict[int, float]] = defaultdict(dict)
    for run in filter(is_plain, runs):
        if run["engine"] == "fast":
            old = times[name_of(run)].get(run["gpus"], float("inf"))
            times[name_of(run)][run["gpus"]] = min(run["milliseconds"], old)
    scaled = {name: by_gpus for name, by_gpus in sorted(times.items()) if len(by_gpus) > 1}
    figure, axes = plt.subplots(figsize=(5, 4))
    for (name, by_gpus), mark in zip(scaled.items(), MARKS, strict=False):
        counts = sorted(by_gpus)
        axes.plot(counts, [by_gpus[counts[0]] / by_gpus[n] for n in counts], mark + "-", label=name)
    counts = sorted({count for by_gpus in scaled.values() for count in by_gpus})
    axes.plot(counts, counts, ":", color="gray", label="ideal")
    axes.set_xticks(counts)
    axes.set_xlabel("GPUs")
    axes.set_ylabel("times faster than one GPU")
    axes.legend()
    save(figure, file)


def plot_components(runs: list[dict], file: Path) -> None:
    measured = [run for run in runs if "-components" in run["command"]]
    if not measured:
        return
    names = list(dict.fromkeys(n for run in measured for n in run["component_milliseconds"]))
    shades = matplotlib.colormaps["viridis"].resampled(len(names))  # from dark to light
    figure, axes = plt.subplots(figsize=(8, 0.35 * len(measured) + 1.5))
    for row, run in enumerate(measured):
        left, whole = 0.0, sum(run["component_milliseconds"].values())
        for number, name in enumerate(names):
            share = run["component_milliseconds"].get(name, 0) / whole
            axes.barh(row, share, left=left, color=shades(number), edgecolor="white")
            left += share
    labels = [f"{name_of(run)}, {run['engine']}, {run['milliseconds']:.3g} ms" for run in measured]
    axes.set_yticks(range(len(measured)), labels)
    axes.set_xlabel("share of the time")
    axes.legend(
        [Patch(color=shades(number)) for number in range(len(names))],
        names,
        loc="lower center",
        bbox_to_anchor=(0.4, 1),
        ncols=4,
    )
    save(figure, file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    parser.add_argument("-o", "--output", required=True, help="the prefix of the file names")
    arguments = parser.parse_args()
    runs = read_runs(arguments.logs)
    for name, plot in (
        ("times", plot_times),
        ("scaling", plot_scaling),
        ("components", plot_components),
    ):
        plot(runs, Path(f"{arguments.output}-{name}.svg"))


if __name__ == "__main__":
    main()
