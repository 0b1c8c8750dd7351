#!/usr/bin/env python3
"""Grades a class of 200 students, and prints how long the grading took. The submissions are made
from the corpora of this tree.

    .venv/bin/python grader/benchmarks/class_of_200.py --jobs 8
    .venv/bin/python grader/benchmarks/class_of_200.py --count 12

Any Python that has the packages of grader/requirements.txt can run this script. For each
submission, the result of the grader is compared with the result that the corpora expect. The last
lines show the differences; if there are any, the exit code is 1. The kit is built before the clock
starts.
"""

from __future__ import annotations

import argparse
import collections
import csv
import io
import os
import platform
import resource
import secrets
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(ROOT / "grader")]

from handshake_grader import __version__  # noqa: E402
from handshake_grader.cli import main as grade  # noqa: E402
from handshake_grader.kit.kit import build_kit  # noqa: E402
from handshake_grader.marks.journal import Journal  # noqa: E402
from handshake_grader.marks.timing import Timing  # noqa: E402
from handshake_grader.sandbox.sandbox import LEVELS, level  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from handshake_grader.verdict import Verdict  # noqa: E402
from made_class import MIX, Work, make_class, mistakes, sakai_download  # noqa: E402
from matching import LAB  # noqa: E402

# made_class makes the corpora importable.
from corpus import settings_that_accept  # noqa: E402 isort: skip

MIB = 1 << 20


def main() -> int:
    options = _options()
    build_kit(options.tree, LAB)
    with tempfile.TemporaryDirectory(prefix="class_of_200.") as name:
        folder = options.keep or Path(name)
        works = _hand_in(options, folder)
        started, own = time.monotonic(), time.process_time()
        code = grade(_words(options, folder))
        wall_s, own_s = time.monotonic() - started, time.process_time() - own
        if code not in (0, 1):
            print(f"class_of_200: the grader ended with exit code {code}", file=sys.stderr)
            return code
        return _report(options, folder, works, wall_s, own_s)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200, help="submissions (200)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="submissions at once")
    parser.add_argument("--seed", type=int, default=1, help="each number gives a different class")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the tree with the kit to use")
    parser.add_argument("--settings", type=Path, help="default: those of the assignment")
    parser.add_argument("--keep", type=Path, help="keep class and marks in this new folder")
    options = parser.parse_args()
    options.tree = options.tree.resolve()
    options.settings = options.settings or options.tree / "grader/settings/matching.toml"
    if options.keep:
        options.keep.mkdir(parents=True)
        options.keep = options.keep.resolve()
    return options


def _words(options: argparse.Namespace, folder: Path) -> list[str]:
    words = ["class", folder / "download.zip", "--out", folder / "marks"]
    words += ["--settings", folder / "settings.toml", "--secret", folder / "secret"]
    return [str(word) for word in [*words, "--tree", options.tree, "--jobs", options.jobs]]


def _hand_in(options: argparse.Namespace, folder: Path) -> list[Work]:
    secret = folder / "secret"
    secret.write_text(secrets.token_hex(32) + "\n")
    secret.chmod(0o600)
    names = {"SECRET": str(secret), "OUT": str(folder / "marks"), "PORT": "9", "MARK": "handshake"}
    works = make_class(options.count, options.seed, options.tree, names)
    (folder / "download.zip").write_bytes(sakai_download(works))
    hostile = [one for one in works if one.verdict not in ("", Verdict.HELD.value)]
    accepted = settings_that_accept(data for one in hostile for data in one.files.values())
    (folder / "settings.toml").write_text(options.settings.read_text() + accepted)
    return works


def _report(options, folder: Path, works: list[Work], wall_s: float, own_s: float) -> int:
    settings = read_settings(folder / "settings.toml")
    rows = csv.DictReader(io.StringIO((folder / "marks/marks.csv").read_text()))
    marks = {row["student"]: row for row in rows}
    journal = Journal(folder / "marks/private/journal.sqlite")
    results = {
        one.student: {item: found.result for item, found in journal.newest(one.student).items()}
        for one in works
    }
    costs = journal.costs(1)
    journal.close()
    timing = Timing.of(costs, own_s, wall_s)
    log = _machine(options) + _figures(works, timing) + _verdicts(works, results, settings)
    print("\n".join(log))
    said = [
        line for one in works
        for line in mistakes(one, marks[one.student], results[one.student], settings)
    ]  # fmt: skip
    print("".join(f"\nDIFFERS FROM THE CORPUS: {line}" for line in said))
    print(f"{len(works)} submissions, {len(said)} differences from the corpora")
    return 1 if said else 0


def _machine(options: argparse.Namespace) -> list[str]:
    about = Path("/proc/cpuinfo").read_text()
    cpu = about.partition("model name")[2].partition("\n")[0].strip(" \t:")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 30
    return [
        f"\n{time.strftime('%Y-%m-%d')}, {platform.platform()}",
        f"{os.cpu_count()} processors, {cpu}, {memory} GiB, Python {platform.python_version()}",
        f"grader {__version__}, sandbox level {level()} ({LEVELS[level()]})",
        f"command: {' '.join(['grader/benchmarks/class_of_200.py', *sys.argv[1:]])}"
        f" (jobs {options.jobs}, seed {options.seed})",
    ]


def _figures(works: list[Work], timing: Timing) -> list[str]:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    own = resource.getrusage(resource.RUSAGE_SELF)
    each = sorted(timing.each_s) or [0.0]
    counts = collections.Counter(one.kind for one in works)
    late = sum(one.share < 1 for one in works)
    return [
        "mix: " + ", ".join(f"{counts[kind]} {kind}" for kind, _ in MIX) + f"; {late} of them late",
        "",
        f"wall time                 {timing.wall_s:8.0f} s",
        f"submissions per hour      {3600 * len(works) / timing.wall_s:8.0f}",
        f"one submission            {each[len(each) // 2]:8.1f} s in the median, "
        f"{each[-1]:.1f} s at most",
        f"compiler                  {timing.in_words(timing.compiler_s):>16}",
        f"kernels                   {timing.in_words(timing.kernels_s):>16}",
        f"the grader's own code     {timing.in_words(timing.grader_s):>16}",
        f"CPU time                  {used.ru_utime + used.ru_stime + timing.grader_s:8.0f} s",
        f"largest process           {used.ru_maxrss * 1024 / MIB:8.0f} MiB",
        f"the grader's process      {own.ru_maxrss * 1024 / MIB:8.0f} MiB",
        "",
    ]


def _verdicts(works: list[Work], results: dict, settings) -> list[str]:
    """A table: for each part and each verdict, the number of properties."""
    counts = {part.id: collections.Counter() for part in settings.parts}
    for one in works:
        for item, result in results[one.student].items():
            counts[item.partition(".")[0]][result.verdict] += 1
    shown = [one for one in Verdict if any(count[one] for count in counts.values())]
    lines = ["properties  " + " ".join(f"{one.value:>11}" for one in shown)]
    for part, count in counts.items():
        lines.append(f"{part:11} " + " ".join(f"{count[one]:>11}" for one in shown))
    return lines


if __name__ == "__main__":
    sys.exit(main())
