#!/usr/bin/env python3
"""Checks the corpus on a real GPU. For each kernel, a table shows the verdict with CUDA on the CPU,
the verdict of the same suite with nvcc on the GPU, and the findings of the four tools of
compute-sanitizer.

    python3 grader/tests/matrix.py --json cpu.json                       on any machine
    python3 grader/tests/matrix_gpu.py --cpu cpu.json --report table.txt     needs a GPU
    python3 grader/tests/matrix_gpu.py --build-only --jobs 2             needs nvcc, but no GPU

Exit code 0: every entry has the same verdict on the GPU and on the CPU. 1: an entry has another
verdict, does not build, or was not run before the deadline. 70: the comparison could not be made.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

import matrix_check
from matrix import add_choices, choose
from matrix_check import MatrixError, Settings
from matrix_corpus import CorpusError, Entry
from matrix_sanitizer import TOOLS, Heard, is_there, listen

RUNNERS = {"handshaking": "run_handshaking", "filter": "run_filter", "scan": "run_scan"}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cpu", type=Path, metavar="FILE", help="the output of matrix.py --json")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the table here as well")
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="add each result to this file; an entry whose result is already there runs again "
        "only if its verdict differs from the verdict on the CPU",
    )
    parser.add_argument("--jobs", type=int, default=12, help="entries at a time (default 12)")
    add_choices(parser)
    parser.add_argument("--tools", default=",".join(TOOLS), help="tools of compute-sanitizer")
    parser.add_argument(
        "--deadline",
        type=int,
        default=460,
        metavar="SECONDS",
        help="start nothing new after this many seconds (default 460)",
    )
    parser.add_argument(
        "--make",
        action="append",
        default=["ARCH=-arch=sm_90"],
        metavar="WORD",
        help="one more word for make (default ARCH=-arch=sm_90)",
    )
    parser.add_argument("--build-only", action="store_true")
    return parser.parse_args()


@dataclass
class Seen:
    """The result of one entry on the GPU."""

    name: str
    wrong: bool
    verdict: str = "not run"
    summary: str = ""
    trouble: str = ""
    heard: list[Heard] = field(default_factory=list)

    @property
    def key(self) -> str:
        return ("wrong " if self.wrong else "right ") + self.name

    @staticmethod
    def read(line: str) -> Seen:
        seen = Seen(**json.loads(line))
        seen.heard = [Heard(**heard) for heard in seen.heard]
        return seen


def build(entry: Entry, settings: Settings) -> str:
    """Builds the programs of the entry. Returns "", or the reason why they cannot be built."""
    room, _ = matrix_check.prepare(entry, settings)
    words = [*matrix_check.make_words("check-build", room, settings), f"PART={entry.part}"]
    log = room / "build.log"
    return "" if matrix_check.run_make(words, log) == 0 else f"does not build; see {log}"


def look(seen: Seen, entry: Entry, settings: Settings) -> None:
    """Adds the verdict of `make check` on the entry."""
    try:
        row = matrix_check.check_entry(entry, settings)
        seen.verdict, seen.summary = row.verdict, row.summary
    except (MatrixError, OSError) as error:
        seen.trouble = str(error)


def hear(seen: Seen, entry: Entry, settings: Settings, tools: list[str]) -> None:
    """Runs those tools of compute-sanitizer that have not run yet, and adds their findings."""
    room = matrix_check.room_of(entry, settings)
    programs = room / "out" / "plain"
    runner = RUNNERS.get(entry.part, "match")
    seen.trouble = ""
    try:
        if not programs.is_dir() and (trouble := build(entry, settings)):
            raise MatrixError(trouble)
        if runner == "match":
            build_match(room, settings)
        asked = {heard.tool for heard in seen.heard}
        for tool in tools:
            if tool not in asked:
                seen.heard.append(listen(tool, entry.part, programs, room, runner))
    except (MatrixError, OSError) as error:
        seen.trouble = str(error)


def build_match(room: Path, settings: Settings) -> None:
    """Builds the program `match` for compute-sanitizer. The check of GPU memory does not build it,
    because this check runs only the wrapper."""
    matrix_check.run_make(
        matrix_check.make_words(
            f"{room.relative_to(matrix_check.TREE)}/out/plain/match", room, settings
        ),
        room / "match.log",
    )


def table(all_seen: list[Seen], cpu: dict[str, str], tools: list[str]) -> str:
    head = f"{'kernel':<52}{'on the CPU':<12}{'on the GPU':<12}"
    lines = [head + "".join(f"{tool:>11}" for tool in tools) + "  first message"]
    for seen in all_seen:
        line = f"{seen.key:<52}{cpu.get(seen.key, '?'):<12}{seen.verdict:<12}"
        said = {heard.tool: heard for heard in seen.heard}
        line += "".join(f"{said[tool].short() if tool in said else '-':>11}" for tool in tools)
        first = next((heard.first for heard in seen.heard if heard.first), seen.trouble)
        lines.append(f"{line}  {first}".rstrip())
    return "\n".join(lines)


def totals(all_seen: list[Seen], cpu: dict[str, str], tools: list[str]) -> str:
    """How much each tool finds, and what only `make check` or only compute-sanitizer finds."""
    asked = [seen for seen in all_seen if len(seen.heard) == len(tools)]
    lines = ["", f"{'':<34}{'wrong ones found':>18}{'right ones accused':>20}"]

    def add(name: str, finds, among: list[Seen]) -> None:
        cells = []
        for kind in (True, False):
            seen_of_kind = [seen for seen in among if seen.wrong == kind]
            cells.append(f"{sum(map(finds, seen_of_kind))} of {len(seen_of_kind)}")
        lines.append(f"{name:<34}{cells[0]:>18}{cells[1]:>20}")

    def checked(seen: Seen) -> bool:
        return seen.verdict != "OK"

    def any_tool(seen: Seen) -> bool:
        return any(heard.accuses for heard in seen.heard)

    add("make check, CUDA on the CPU", lambda seen: cpu.get(seen.key, "OK") != "OK", all_seen)
    add("make check, GPU", checked, all_seen)
    for tool in tools:
        add(
            f"compute-sanitizer {tool}",
            lambda seen, tool=tool: any(one.tool == tool and one.accuses for one in seen.heard),
            asked,
        )
    add("compute-sanitizer, any tool", any_tool, asked)
    same = sum(cpu.get(seen.key) == seen.verdict for seen in all_seen)
    lines += ["", f"the same verdict on the CPU and on the GPU: {same} of {len(all_seen)}"]
    lines += listed("another verdict on the GPU", differing(all_seen, cpu))
    lines += listed(
        "found by make check, but by no tool of compute-sanitizer",
        [seen for seen in asked if checked(seen) and not any_tool(seen)],
    )
    lines += listed(
        "found by compute-sanitizer, but not by make check",
        [seen for seen in asked if any_tool(seen) and not checked(seen)],
    )
    return "\n".join(lines)


def differing(all_seen: list[Seen], cpu: dict[str, str]) -> list[Seen]:
    return [seen for seen in all_seen if cpu.get(seen.key) != seen.verdict]


def listed(what: str, all_seen: list[Seen]) -> list[str]:
    return ["", f"{what}: {len(all_seen)}", *(f"  {seen.key}" for seen in all_seen)]


def build_all(entries: list[Entry], settings: Settings, jobs: int) -> int:
    failed = 0
    with ThreadPoolExecutor(jobs) as pool:
        for entry, trouble in zip(
            entries, pool.map(lambda e: build(e, settings), entries), strict=True
        ):
            failed += bool(trouble)
            print(f"{entry.name:<48}{trouble or 'builds'}", flush=True)
    print(f"{len(entries) - failed} of {len(entries)} entries build with nvcc")
    return 1 if failed else 0


def compare(entries: list[Entry], settings: Settings, arguments: argparse.Namespace) -> int:
    tools = [tool for tool in arguments.tools.split(",") if tool]
    if tools and not is_there():
        raise MatrixError("compute-sanitizer is not on the PATH; --tools '' leaves it out")
    if unknown := set(tools) - set(TOOLS):
        raise MatrixError(f"--tools: compute-sanitizer has no {', '.join(unknown)}")
    cpu = {}
    if arguments.cpu:
        rows = json.loads(arguments.cpu.read_text())["rows"]
        cpu = {Seen(row["name"], row["wrong"]).key: row["verdict"] for row in rows}
    all_seen = run_all(entries, settings, tools, arguments, cpu)
    text = f"{gpu_name()}\n{' '.join(sys.argv)}\n\n{table(all_seen, cpu, tools)}\n"
    text += f"{totals(all_seen, cpu, tools)}\n"
    print(text)
    if arguments.report:
        arguments.report.write_text(text)
    return 1 if differing(all_seen, cpu) else 0


def run_all(
    entries: list[Entry],
    settings: Settings,
    tools: list[str],
    arguments: argparse.Namespace,
    cpu: dict[str, str],
) -> list[Seen]:
    """The results of all entries. Known results come from a file; new ones are added to it."""
    deadline = time.monotonic() + arguments.deadline
    known = {}
    if arguments.json and arguments.json.exists():
        known = {seen.key: seen for seen in map(Seen.read, arguments.json.read_text().splitlines())}
    pairs = [(Seen(entry.name, entry.wrong), entry) for entry in entries]
    pairs = [
        (known[seen.key] if is_settled(known.get(seen.key), cpu) else seen, entry)
        for seen, entry in pairs
    ]

    def work(pair: tuple[Seen, Entry], step, *more) -> Seen:
        if time.monotonic() < deadline:
            step(*pair, settings, *more)
        return pair[0]

    def run(step, open_ones: list[tuple[Seen, Entry]], *more) -> None:
        with ThreadPoolExecutor(arguments.jobs) as pool:
            for seen in pool.map(lambda pair: work(pair, step, *more), open_ones):
                tell(seen, arguments.json)

    unseen = [pair for pair in pairs if pair[0].verdict == "not run"]
    unheard = [pair for pair in pairs if len(pair[0].heard) < len(tools)]
    if unseen or unheard:
        matrix_check.build_base(settings)
    run(look, unseen)
    run(hear, unheard, tools)
    return [seen for seen, _ in pairs]


def is_settled(seen: Seen | None, cpu: dict[str, str]) -> bool:
    """Whether the result of the entry is final. An entry with another verdict than on the CPU is
    run again: on a machine with too much work, it may wrongly be SLOW."""
    return seen is not None and cpu.get(seen.key, seen.verdict) == seen.verdict


def tell(seen: Seen, file: Path | None) -> None:
    said = " ".join(heard.short() for heard in seen.heard)
    now = time.strftime("%X")
    print(f"{now} {seen.key:<52}{seen.verdict:<12}{said}  {seen.trouble}", flush=True)
    if file and seen.verdict != "not run":
        with open(file, "a") as out:
            out.write(json.dumps(asdict(seen)) + "\n")


def gpu_name() -> str:
    asked = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    arguments = parse_arguments()
    settings = Settings(make=tuple(arguments.make), backend="cuda", keeps_programs=True)
    try:
        entries = choose(arguments)
        if arguments.build_only:
            return build_all(entries, settings, arguments.jobs)
        return compare(entries, settings, arguments)
    except (MatrixError, CorpusError) as error:
        print(f"matrix_gpu: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
