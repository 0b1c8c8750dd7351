#!/usr/bin/env python3
"""The corpus on a real GPU: the verdicts of the same suite with nvcc's programs, and what the four
tools of compute-sanitizer say about the same kernels, beside the verdicts of CUDA on the CPU.

    python3 grader/tests/matrix.py --json cpu.json                       on any machine
    python3 grader/tests/matrix_gpu.py --cpu cpu.json --report table.txt     on one with a GPU
    python3 grader/tests/matrix_gpu.py --build-only --jobs 2             nvcc, but no GPU

Exit code 0: the GPU agrees wherever the checker claims that a kernel is wrong or right. 1: it does
not, or something does not build. 70: the comparison could not be made.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import matrix_check
from matrix import choose
from matrix_check import MatrixError, Row, Settings
from matrix_corpus import CorpusError, Entry, load
from matrix_sanitizer import TOOLS, Heard, is_there, listen

RUNNERS = {"handshaking": "run_handshaking", "filter": "run_filter", "scan": "run_scan"}


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--cpu", type=Path, metavar="FILE", help="what matrix.py --json wrote")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the table here as well")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was seen")
    parser.add_argument("--jobs", type=int, default=12, help="entries at a time (default 12)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="every third entry of each kind")
    parser.add_argument("--tools", default=",".join(TOOLS), help="tools of compute-sanitizer")
    parser.add_argument("--deadline", type=int, default=460, metavar="SECONDS",
                        help="start nothing new after so long (default 460)")
    parser.add_argument("--make", action="append", default=["ARCH=-arch=sm_90"], metavar="WORD",
                        help="one more word for make (default ARCH=-arch=sm_90)")
    parser.add_argument("--build-only", action="store_true")
    return parser.parse_args()


class Seen:
    """What came out for one entry on the GPU."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.row: Row | None = None
        self.heard: list[Heard] = []
        self.trouble = ""

    def verdict(self) -> str:
        return self.row.verdict if self.row else "not run"


def build(entry: Entry, settings: Settings) -> str:
    """An empty text, or why the programs of the entry can not be built."""
    room, _ = matrix_check.prepare(entry, settings)
    words = [*matrix_check.make_words("check-build", room, settings), f"PART={entry.part}"]
    log = room / "build.log"
    return "" if matrix_check.run_make(words, log) == 0 else f"does not build; see {log}"


def look(entry: Entry, settings: Settings, deadline: float) -> Seen:
    """What `make check` says of the entry."""
    seen = Seen(entry)
    try:
        if time.monotonic() < deadline:
            seen.row = matrix_check.check_entry(entry, settings)
        if entry.part == "memory" and time.monotonic() < deadline:
            build_match(matrix_check.room_of(entry, settings), settings)
    except (MatrixError, OSError) as error:
        seen.trouble = str(error)
    return seen


def hear(seen: Seen, settings: Settings, tools: list[str], deadline: float) -> Seen:
    """Adds what compute-sanitizer says of it."""
    room = matrix_check.room_of(seen.entry, settings)
    runner = RUNNERS.get(seen.entry.part, "match")
    for tool in tools:
        if seen.row and time.monotonic() < deadline:
            try:
                programs = room / "out" / "plain"
                seen.heard.append(listen(tool, seen.entry.part, programs, room, runner))
            except OSError as error:
                seen.trouble = str(error)
    return seen


def build_match(room: Path, settings: Settings) -> None:
    """The check of GPU memory runs the wrapper only; the sanitizer needs the whole program."""
    matrix_check.run_make(
        matrix_check.make_words(f"{room.relative_to(matrix_check.TREE)}/out/plain/match", room,
                                settings), room / "match.log")


def table(all_seen: list[Seen], cpu: dict[str, dict], tools: list[str]) -> str:
    head = f"{'kernel':<52}{'on the CPU':<12}{'on the GPU':<12}"
    lines = [head + "".join(f"{tool:>11}" for tool in tools) + "  first message"]
    for seen in all_seen:
        entry = seen.entry
        key = ("wrong " if entry.wrong else "right ") + entry.name
        line = f"{key:<52}{cpu.get(key, {}).get('verdict', '?'):<12}{seen.verdict():<12}"
        said = {heard.tool: heard for heard in seen.heard}
        line += "".join(f"{said[tool].short() if tool in said else '-':>11}" for tool in tools)
        first = next((heard.first for heard in seen.heard if heard.first), seen.trouble)
        lines.append(f"{line}  {first}".rstrip())
    return "\n".join(lines)


def totals(all_seen: list[Seen], cpu: dict[str, dict], tools: list[str]) -> tuple[str, int]:
    """Who finds how much; and the number of entries where the GPU contradicts the CPU."""
    wrong = [seen for seen in all_seen if seen.entry.wrong and seen.row]
    right = [seen for seen in all_seen if not seen.entry.wrong and seen.row]
    lines = ["", f"{'':<34}{'wrong ones found':>18}{'right ones accused':>20}"]

    def add(name: str, finds) -> None:
        found = sum(map(finds, wrong)), sum(map(finds, right))
        lines.append(f"{name:<34}{found[0]:>11} of {len(wrong):<4}{found[1]:>13} of {len(right)}")

    def on_cpu(seen: Seen) -> bool:
        key = ("wrong " if seen.entry.wrong else "right ") + seen.entry.name
        return cpu.get(key, {}).get("verdict", "OK") != "OK"

    def on_gpu(seen: Seen) -> bool:
        return seen.verdict() != "OK"

    add("make check, CUDA on the CPU", on_cpu)
    add("make check, GPU", on_gpu)
    for tool in tools:
        add(f"compute-sanitizer {tool}",
            lambda seen: any(heard.tool == tool and heard.errors for heard in seen.heard))
    add("compute-sanitizer, any tool", lambda seen: any(heard.errors for heard in seen.heard))
    lines += listed("the CPU finds, the GPU's verdict and no tool do",
                    [seen for seen in wrong if on_cpu(seen) and not on_gpu(seen)
                     and not any(heard.errors for heard in seen.heard)])
    lines += listed("the GPU finds, the CPU does not",
                    [seen for seen in wrong + right if on_gpu(seen) and not on_cpu(seen)])
    contradictions = [seen for seen in wrong + right if on_gpu(seen) and not on_cpu(seen)]
    return "\n".join(lines), len(contradictions)


def listed(what: str, all_seen: list[Seen]) -> list[str]:
    return ["", f"{what}: {len(all_seen)}", *(f"  {seen.entry.name}" for seen in all_seen)]


def build_all(entries: list[Entry], settings: Settings, jobs: int) -> int:
    failed = 0
    with ThreadPoolExecutor(jobs) as pool:
        for entry, trouble in zip(entries, pool.map(lambda e: build(e, settings), entries)):
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
        cpu = {("wrong " if row["wrong"] else "right ") + row["name"]: row for row in rows}
    deadline = time.monotonic() + arguments.deadline
    matrix_check.build_base(settings)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        all_seen = []
        for seen in pool.map(lambda e: look(e, settings, deadline), entries):
            all_seen.append(seen)
            print(f"{seen.entry.name:<48}{seen.verdict()}  {seen.trouble}", flush=True)
        for seen in pool.map(lambda s: hear(s, settings, tools, deadline), all_seen):
            print(f"{seen.entry.name:<48}" + " ".join(h.short() for h in seen.heard), flush=True)
    summary, contradictions = totals(all_seen, cpu, tools)
    text = f"{gpu_name()}\n{' '.join(sys.argv)}\n\n{table(all_seen, cpu, tools)}\n{summary}\n"
    print(text)
    if arguments.report:
        arguments.report.write_text(text)
    if arguments.json:
        arguments.json.write_text(json.dumps([as_json(seen) for seen in all_seen], indent=1) + "\n")
    return 1 if contradictions or any(seen.trouble for seen in all_seen) else 0


def as_json(seen: Seen) -> dict:
    return {"name": seen.entry.name, "wrong": seen.entry.wrong, "trouble": seen.trouble,
            "row": seen.row.as_json() if seen.row else None,
            "heard": [vars(heard) for heard in seen.heard]}


def gpu_name() -> str:
    asked = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    arguments = parse_arguments()
    settings = Settings(make=tuple(arguments.make), backend="cuda", keeps_programs=True)
    try:
        entries = choose(load(), arguments)
        if arguments.build_only:
            return build_all(entries, settings, arguments.jobs)
        return compare(entries, settings, arguments)
    except (MatrixError, CorpusError) as error:
        print(f"matrix_gpu: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
