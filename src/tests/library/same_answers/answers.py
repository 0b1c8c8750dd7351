"""The answers of answers.c, by the package for Python: answers.py GRAPHS ANSWERS COUNT"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import handshake
from handshake import _core


def answer(graph: Path, start: str, threads: int) -> None:
    def write(task: str, rows: list[list[int]]) -> None:
        lines = (" ".join(map(str, row or [-1])) + "\n" for row in rows)
        Path(start + task).write_text("".join(lines))

    def write_numbers(task: str, numbers: np.ndarray) -> None:
        write(task, [[number] for number in numbers.tolist()])

    for ties in ("index", "hash", "degree"):
        write_numbers(f"match_{ties}", handshake.match(graph, ties=ties, threads=threads))
        better = handshake.match(graph, ties=ties, threads=threads, quality=2)
        write_numbers(f"quality_{ties}", better)
        indptr, partners = handshake.b_match(graph, 2, ties=ties, threads=threads)
        rows = [partners[s:e].tolist() for s, e in zip(indptr[:-1], indptr[1:], strict=True)]
        write(f"b_match_{ties}", rows)
    write_numbers("louvain", handshake.louvain(graph).labels)
    indptr, indices, _ = _core.read_graph(str(graph), 0)
    write_numbers("stable", handshake.stable((indptr, indices), (indptr, indices)))


def main() -> None:
    graphs, answers, count = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    for i in range(count):
        answer(graphs / f"{i}.hsg", f"{answers}/{i}.", 1 + i % 3)


if __name__ == "__main__":
    main()
