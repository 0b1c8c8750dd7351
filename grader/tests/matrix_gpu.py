#!/usr/bin/env python3
"""Checks the corpus on a real GPU. For each kernel, a table shows the verdict of `make check` with
nvcc, whether the entry names this verdict, and the findings of the tools of compute-sanitizer.

    python3 grader/tests/matrix_gpu.py --report table.txt               needs a GPU
    python3 grader/tests/matrix_gpu.py --tools memcheck,racecheck       the same, and two tools
    python3 grader/tests/matrix_gpu.py --build-only --jobs 2            needs nvcc, but no GPU

`make test-gpu` runs this. The environment variable ARCH names the kind of GPU, such as -arch=sm_90.
Exit code 0: every entry has a verdict that it names. 1: an entry has another verdict, does not
build, or was not run before the deadline. 70: the comparison could not be made.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path

import matrix_check
from matrix import add_choices, choose
from matrix_check import MatrixError, Settings
from matrix_corpus import PARTS, CorpusError, Entry
from matrix_sanitizer import TOOLS, Heard, is_there, listen

RUNNERS = {"handshaking": "run_handshaking", "filter": "run_filter", "scan": "run_scan"}
# Each run of `match` is a process. Several processes that start to use a GPU wait for each other,
# a fifth of a second each, so the part `match` has only this case here: 3000 nodes, 1024 threads.
CASE_OF_MATCH = 16


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the table here as well")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the results as XML")
    parser.add_argument("--jobs", type=int, default=12, help="entries at a time (default 12)")
    add_choices(parser)
    parser.add_argument("--tools", default="", help=f"of compute-sanitizer: {','.join(TOOLS)}")
    parser.add_argument(
        "--deadline",
        type=int,
        default=460,
        metavar="SECONDS",
        help="start nothing new after this many seconds (default 460)",
    )
    parser.add_argument(
        "--make", action="append", default=[], metavar="WORD", help="one more word for make"
    )
    parser.add_argument("--build-only", action="store_true")
    return parser.parse_args()


NOT_RUN = "not run"


@dataclass
class Seen:
    """The result of one entry on the GPU."""

    entry: Entry
    verdict: str = NOT_RUN
    blamed: str = ""  # the part that the check blames
    summary: str = ""
    seconds: float = 0.0
    trouble: str = ""
    heard: list[Heard] = field(default_factory=list)

    @property
    def key(self) -> str:
        return ("wrong " if self.entry.wrong else "right ") + self.entry.name

    @property
    def was_run(self) -> bool:
        return self.verdict != NOT_RUN

    @property
    def is_expected(self) -> bool:
        """Whether the entry names this verdict, and the part that is blamed."""
        is_named = self.verdict in expected(self.entry)
        return is_named and (self.verdict == "OK" or self.blamed in self.entry.blame)


def expected(entry: Entry) -> tuple[str, ...]:
    return entry.verdicts_on_gpu or entry.verdicts or ("OK",)


def build(entry: Entry, settings: Settings) -> str:
    """Builds the programs of the entry. Returns "", or the reason why they cannot be built."""
    room, _ = matrix_check.prepare(entry, settings)
    words = [*matrix_check.make_words("check-build", room, settings), f"PART={entry.part}"]
    log = room / "build.log"
    return "" if matrix_check.run_make(words, log) == 0 else f"does not build; see {log}"


def look(seen: Seen, settings: Settings) -> None:
    """Adds the verdict of `make check` on the entry. Diagnostic mode, which runs on the CPU, names
    the cause of a mistake, so right kernels do not need it here."""
    if not seen.entry.wrong:
        settings = replace(settings, modes=("plain",))
    try:
        row = matrix_check.check_entry(seen.entry, settings)
        seen.verdict, seen.blamed, seen.summary = row.verdict, row.blamed, row.summary
        seen.seconds = row.seconds
    except (MatrixError, OSError) as error:
        seen.trouble = str(error)


def hear(seen: Seen, settings: Settings, tools: list[str]) -> None:
    """Runs the tools of compute-sanitizer, and adds their findings."""
    entry = seen.entry
    room = matrix_check.room_of(entry, settings)
    programs = room / "out" / "plain"
    runner = RUNNERS.get(entry.part, "match")
    seen.trouble = ""
    try:
        if not programs.is_dir() and (trouble := build(entry, settings)):
            raise MatrixError(trouble)
        if runner == "match":
            build_match(room, settings)
        for tool in tools:
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


def table(all_seen: list[Seen], tools: list[str]) -> str:
    head = f"{'kernel':<52}{'verdict':<12}{'':<12}"
    lines = [head + "".join(f"{tool:>11}" for tool in tools)]
    for seen in all_seen:
        word = "" if seen.is_expected or not seen.was_run else "UNEXPECTED"
        said = {heard.tool: heard for heard in seen.heard}
        line = f"{seen.key:<52}{seen.verdict:<12}{word:<12}"
        line += "".join(f"{said[tool].short() if tool in said else '-':>11}" for tool in tools)
        first = next((heard.first for heard in seen.heard if heard.first), seen.trouble)
        lines.append(f"{line}  {first}".rstrip())
    return "\n".join(lines)


def totals(all_seen: list[Seen], tools: list[str]) -> str:
    """How much `make check` and each tool find. An entry that was not run counts nowhere else."""
    run = [seen for seen in all_seen if seen.was_run]
    asked = [seen for seen in run if tools and len(seen.heard) == len(tools)]
    lines = ["", f"{'':<34}{'wrong ones found':>18}{'right ones accused':>20}"]

    def add(name: str, finds, among: list[Seen]) -> None:
        cells = []
        for kind in (True, False):
            seen_of_kind = [seen for seen in among if seen.entry.wrong == kind]
            cells.append(f"{sum(map(finds, seen_of_kind))} of {len(seen_of_kind)}")
        lines.append(f"{name:<34}{cells[0]:>18}{cells[1]:>20}")

    add("make check", lambda seen: seen.verdict != "OK", run)
    for tool in tools:
        add(
            f"compute-sanitizer {tool}",
            lambda seen, tool=tool: any(one.tool == tool and one.accuses for one in seen.heard),
            asked,
        )
    unexpected = [seen for seen in run if not seen.is_expected]
    lines += ["", f"a verdict that the entry names: {len(run) - len(unexpected)} of {len(run)}"]
    lines += [f"  another one: {seen.key} {seen.verdict} {seen.blamed}" for seen in unexpected]
    lines += [f"not run: {len(all_seen) - len(run)}"]
    return "\n".join(lines)


def write_junit(all_seen: list[Seen], file: Path) -> None:
    suite = xml.Element("testsuite", name="corpus")
    for seen in all_seen:
        case = xml.SubElement(suite, "testcase", name=seen.key)
        if not seen.was_run:
            xml.SubElement(case, "skipped", message=seen.trouble or "the time was up")
        elif not seen.is_expected:
            words = f"{seen.verdict} {seen.blamed}, not {' or '.join(expected(seen.entry))}"
            xml.SubElement(case, "failure", message=words)
    xml.ElementTree(suite).write(file)


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
        raise MatrixError("compute-sanitizer is not on the PATH")
    if unknown := set(tools) - set(TOOLS):
        raise MatrixError(f"--tools: compute-sanitizer has no {', '.join(unknown)}")
    all_seen = run_all(entries, settings, tools, arguments)
    text = f"{gpu_name()}\n{' '.join(sys.argv)}\n\n{table(all_seen, tools)}\n"
    text += f"{totals(all_seen, tools)}\n"
    print(text)
    if arguments.report:
        arguments.report.write_text(text)
    if arguments.junit:
        write_junit(all_seen, arguments.junit)
    return 0 if all(seen.is_expected for seen in all_seen) else 1


def run_all(
    entries: list[Entry], settings: Settings, tools: list[str], arguments: argparse.Namespace
) -> list[Seen]:
    deadline = time.monotonic() + arguments.deadline
    all_seen = [Seen(entry) for entry in entries]

    def run(step, some: list[Seen], jobs: int, *more) -> None:
        def work(seen: Seen) -> Seen:
            if time.monotonic() < deadline:
                step(seen, settings, *more)
            return seen

        with ThreadPoolExecutor(jobs) as pool:
            for done in as_completed([pool.submit(work, seen) for seen in some]):
                tell(done.result())

    parts = {entry.part for entry in entries}
    matrix_check.build_base(settings, [*(part for part in PARTS if part in parts), "match"])
    # Races take longest, so these entries start first.
    run(look, sorted(all_seen, key=lambda seen: "RACE" not in seen.entry.verdicts), arguments.jobs)
    # On a machine with too much work, an entry may wrongly be SLOW.
    slow = [seen for seen in all_seen if seen.verdict == "SLOW" and not seen.is_expected]
    run(look, slow, 2)
    if tools:
        run(hear, all_seen, arguments.jobs, tools)
    return all_seen


def tell(seen: Seen) -> None:
    said = " ".join(heard.short() for heard in seen.heard)
    now = time.strftime("%X")
    print(
        f"{now} {seen.key:<52}{seen.verdict:<12}{seen.seconds:5} s  {said}{seen.trouble}",
        flush=True,
    )


def gpu_name() -> str:
    asked = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    arguments = parse_arguments()
    settings = Settings(
        # The search for a small graph on which a kernel fails takes minutes if several programs use
        # the GPU in turn, and does not change the verdict.
        make=("CHECK_FLAGS=--table", *arguments.make),
        backend="cuda",
        keeps_programs=bool(arguments.tools) or arguments.build_only,
        case_of_match=CASE_OF_MATCH,
    )
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
