"""Runs compute-sanitizer on the programs of one entry of the corpus, and reads its output.

A kernel runs in its runner, on the inputs that it gets in the passes over two random graphs. Each
array ends where its allocation ends, and outputs are not initialized. The parts `memory` and
`extra` run ./match on the graph of the handout.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from matrix_corpus import TREE

sys.path.insert(0, str(TREE / "grader"))
from protocol import message

TOOLS = {
    "memcheck": ["--leak-check", "full"],
    "initcheck": [],
    "racecheck": ["--racecheck-report", "all"],
    "synccheck": [],
}
MOST_SECONDS = 40
UNMATCHED = -1
SHAPES = [(1, 1), (1, 33), (2, 64), (3, 256), (1, 1024)]
GRAPHS = [(9, 14), (40, 120)]  # nodes, edges; larger graphs take minutes under initcheck
MATCH_INPUT = "testcases/input10.mtx"

# racecheck prints a line with totals. It calls a hazard a warning if the read came before the
# write, or if both threads are of one warp. The numbers in brackets also count the hazards that
# racecheck does not show.
SUMMARY = re.compile(
    r"ERROR SUMMARY: (\d+) error"
    r"|RACECHECK SUMMARY: \d+ hazards? displayed \((\d+) errors?, (\d+) warning"
)
FIRST = re.compile(
    r"^=+ *((?:Invalid|Uninitialized|Host API|Error: |Warning: Race|Warning: .*Potential|Barrier"
    r"|Leaked|Program hit|Malloc).*)$",
    re.MULTILINE,
)
PLACE = re.compile(r"([\w.]+\.cuh?):(\d+)")


@dataclass(frozen=True)
class Heard:
    """The result of one tool for one entry."""

    tool: str
    errors: int
    first: str  # the first message, with the file and the line that follow it
    timed_out: bool

    @property
    def accuses(self) -> bool:
        return bool(self.errors or self.first)  # a run that was ended early has no totals

    def short(self) -> str:
        return "timeout" if self.timed_out else str(self.errors) if self.errors else "."


def listen(tool: str, part: str, programs: Path, room: Path, runner: str) -> Heard:
    """Runs the program of the part under one tool."""
    log = room / f"{tool}.log"
    log.unlink(missing_ok=True)
    watched = ["compute-sanitizer", "--tool", tool, *TOOLS[tool], "--print-limit", "100"]
    line, program = command(part, programs, room, runner)
    timed_out = False
    try:
        done = subprocess.run(
            ["bash", "-c", line, "bash", *watched, *program],
            cwd=TREE,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=MOST_SECONDS,
        )
        said = done.stdout
        timed_out = done.returncode in (124, 137)  # the exit codes of `timeout`
    except subprocess.TimeoutExpired as error:
        timed_out = True
        said = error.stdout or b""
    text = said.decode(errors="replace")
    log.write_text(text)
    return Heard(tool, errors_in(text), first_message(text), timed_out)


def errors_in(text: str) -> int:
    return sum(int(count or 0) for counts in SUMMARY.findall(text) for count in counts)


def command(part: str, programs: Path, room: Path, runner: str) -> tuple[str, list[str]]:
    """A line of bash that runs its arguments as a command, and the words of this command."""
    if part in ("memory", "extra"):
        words = ["-input", MATCH_INPUT, "-output", str(room / "out.txt"), "-threads", "1024"]
        words += ["-extra"] if part == "extra" else []
        return 'exec timeout -k 1 30 "$@"', [str(programs / "match"), *words]
    requests = room / "requests"
    requests.write_bytes(b"".join(launches(part)))
    line = f'exec timeout -k 1 30 "$@" 3<"{requests}" 4>"{room / "replies"}"'
    return line, [str(programs / runner)]


def first_message(text: str) -> str:
    match = FIRST.search(text)
    if not match:
        return ""
    place = PLACE.search(text, match.end())
    return match[1].rstrip(" :") + (f" ({place[1]}:{place[2]})" if place else "")


def launches(part: str):
    """The requests to a kernel runner, as bytes."""
    for nodes, edges in GRAPHS:
        for shape in SHAPES:
            for arrays, scalars in inputs(part, nodes, edges):
                payload = message.launch(*shape, arrays, scalars)
                yield message.request(message.LAUNCH, payload)


def inputs(part: str, nodes: int, edges: int):
    """The arrays and scalars of a kernel in the passes over a random graph."""
    left = random_edges(nodes, edges)
    matches = [UNMATCHED] * nodes
    while left:
        strongest = strongest_neighbors(nodes, left)
        if part == "handshaking":
            yield [strongest, list(matches)], [nodes]
        for x, y in enumerate(strongest):
            if y != UNMATCHED and strongest[y] == x:
                matches[x] = y
        src, dst = [edge[0] for edge in left], [edge[1] for edge in left]
        keep = [int(matches[a] == matches[b] == UNMATCHED) for a, b in zip(src, dst, strict=True)]
        if part == "filter":
            yield [src, dst, list(matches), len(left)], [len(left)]
        if part == "scan":
            yield from scan_inputs([*keep, 0])
        left = [edge for edge, kept in zip(left, keep, strict=True) if kept]


def scan_inputs(sums: list[int]):
    yield [sums, len(sums)], [0, len(sums)]
    sums = [0, *sums[:-1]]
    distance = 1
    while distance < len(sums):
        yield [sums, len(sums)], [distance, len(sums)]
        sums = [
            value + (sums[x - distance] if x >= distance else 0) for x, value in enumerate(sums)
        ]
        distance *= 2


def random_edges(nodes: int, edges: int) -> list[tuple[int, int, int]]:
    numbers = random.Random(nodes)
    weights = {}
    while len(weights) < edges:
        a, b = numbers.sample(range(nodes - 1), 2)  # the last node has no edge
        weights[min(a, b), max(a, b)] = numbers.randint(-5, 5)
    both = [(a, b, w) for (a, b), w in weights.items()]
    return sorted(both + [(b, a, w) for a, b, w in both])


def strongest_neighbors(nodes: int, edges: list[tuple[int, int, int]]) -> list[int]:
    best: dict[int, tuple[int, int]] = {}
    for a, b, weight in edges:
        best[a] = min(best.get(a, (-weight, b)), (-weight, b))
    return [best[x][1] if x in best else UNMATCHED for x in range(nodes)]


def is_there() -> bool:
    return any(
        os.access(Path(folder) / "compute-sanitizer", os.X_OK)
        for folder in os.environ.get("PATH", "").split(os.pathsep)
    )
