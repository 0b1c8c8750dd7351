"""Draws the table that match_cost prints: one bar for each graph, way and number of threads.

build/cuda-release/match_cost urand:20:w=int kron:20:w=int > log
src/tests/gpu/match_cost/draw.py log picture.svg
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "match_cost"
from matplotlib import pyplot  # noqa: E402

SHARES = {  # what a bar shows, from the left to the right
    "host code (step 1)": r"host code",
    "copies": r"cudaMemcpy",
    "allocation": r"cudaMalloc|cudaFree",
    "prefix sum": r"exclusive_prefix_sum_gpu",
    "other kernels": r"\w+_gpu",
}
ROW = re.compile(r"^  (\S.*?) +\d+((?: +[\d.]+)+)$")


def bars(text: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    graph, threads = "", []
    for line in text.splitlines():
        if about := re.match(r"(\S+?)(?::w=int)?: \d+ nodes", line):
            graph = about[1]
        elif head := re.match(r"  ms(, with -extra)? +calls((?: +\d+)+)$", line):
            threads = [f"{graph}{' -extra' if head[1] else ''}, {one}" for one in head[2].split()]
            found |= {name: [0.0] * len(SHARES) for name in threads}
        elif row := ROW.match(line):
            at = [k for k, part in enumerate(SHARES.values()) if re.match(part, row[1])][:1]
            for name, ms in zip(threads, row[2].split(), strict=True):
                for k in at:
                    found[name][k] += float(ms)
    return found


def main(log: str, picture: str) -> None:
    rows = bars(Path(log).read_text())
    figure, axes = pyplot.subplots(figsize=(8, 0.3 * len(rows) + 1), layout="constrained")
    left = [0.0] * len(rows)
    for k, share in enumerate(SHARES):
        widths = [row[k] for row in rows.values()]
        axes.barh(list(rows), widths, left=left, label=share)
        left = [one + width for one, width in zip(left, widths, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("milliseconds; threads after the comma")
    axes.legend()
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
