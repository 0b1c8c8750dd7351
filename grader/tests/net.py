#!/usr/bin/env python3
"""The net under changes of the checker: what `make check`, with its search for repairs, says about
each entry of the corpus and each change of net_changes.txt, in several layouts of the source.

    python3 grader/tests/net.py run before.json --every 4 --layout as_written --layout columns_80
    python3 grader/tests/net.py run after.json --every 4 --remainder 1    another fourth
    python3 grader/tests/net.py table before.json
    python3 grader/tests/net.py compare before.json after.json

`run` leaves out what its file has already, so it can be stopped at any time and started again.
Exit code 0: done. 1: `compare` finds that a right verdict, part or line is lost. 70: an entry could
not be run, or a file could not be read.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import net_table
from matrix_check import MatrixError, Settings, alarms, build_base, judge, prepare, run_parts
from matrix_corpus import TREE, CorpusError, Entry, Section, load, solution
from mutant_operators import WRAPPER, Mutant, mutants
from net_layouts import LAYOUTS, LayoutError, in_layout
from net_table import Record, Records

CHANGES = Path(__file__).resolve().parent / "net_changes.txt"
DISTANT = "distant_"  # such an entry has its mistake above the statement where it shows
CAUGHT = ("WRONG", "CRASH", "RACE", "SLOW", "MEMORY")  # any of them is right for a random change
SETTINGS = Settings(folder="net")
# Lines in a sentence: `src/a.cu:31`, `src/a.cu:31 to 38`, or `line 31`, which is in the file
# that the sentence has named last, or in the host code.
PLACE = re.compile(
    r"(?:[\w./-]+/)?\b(?P<of>(?P<file>\w+\.cuh?):|(?:at|in) line )"
    r"(?P<line>\d+)(?: to (?P<last>\d+))?"
)


class NetError(Exception):
    """The options, a file of results or net_changes.txt are not as they should be."""


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run the check, and write what it says")
    run.add_argument("out", type=Path, metavar="OUT", help="the file for the results")
    run.add_argument(
        "--layout",
        action="append",
        choices=LAYOUTS,
        help="only this layout; may be given again",
    )
    run.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="only entries whose name contains NAME, whose folders in build/net are kept",
    )
    run.add_argument("--every", type=int, default=1, metavar="N", help="every Nth entry")
    run.add_argument(
        "--remainder", type=int, default=0, metavar="R", help="begin with entry R (default 0)"
    )
    run.add_argument("--jobs", type=int, default=1, help="entries at a time (default 1)")
    table = commands.add_parser("table", help="print the table of one run")
    table.add_argument("out", type=Path)
    compare = commands.add_parser("compare", help="print what differs between two runs")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    return parser.parse_args()


def changes() -> list[Entry]:
    """The changes of net_changes.txt, as entries that hold the whole changed file."""
    known = {mutant.name: mutant for mutant in mutants()}
    lines = CHANGES.read_text().splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise NetError(f"{CHANGES.name}: not a change of the solved files: {'; '.join(unknown)}")
    return [entry_of(known[name], number) for number, name in enumerate(names, 1)]


def entry_of(mutant: Mutant, number: int) -> Entry:
    """The lines that the change replaces or adds are marked."""
    old = solution()[mutant.file]
    before, lines = old.splitlines(), mutant.applied(old).splitlines()
    first, end, longer = 0, len(lines), len(lines) - len(before)
    while before[first] == lines[first]:
        first += 1
    while end > first + max(longer, 0) and before[end - longer - 1] == lines[end - 1]:
        end -= 1
    marked = [f"{line}  // BLAME" * (first <= n < end) or line for n, line in enumerate(lines)]
    return Entry(
        name=f"{mutant.part}/change_{number:03}",
        part=mutant.part,
        wrong=True,
        file=CHANGES.with_suffix(".cu"),
        what=mutant.name,
        seen="",
        blame=(mutant.part,),
        verdicts=CAUGHT,
        verdicts_on_gpu=(),
        sections=(Section(mutant.file, None, tuple(marked)),),
    )


def group_of(entry: Entry) -> str:
    if entry.file.stem == CHANGES.stem:
        return "change"
    is_distant = entry.name.startswith(f"{entry.part}/{DISTANT}")
    return "distant" if is_distant else "wrong" if entry.wrong else "right"


def choose(arguments: argparse.Namespace) -> list[tuple[Entry, str]]:
    entries = [*load(), *changes()]
    if arguments.only:
        entries = [entry for entry in entries if any(one in entry.name for one in arguments.only)]
    entries = entries[arguments.remainder :: arguments.every]
    if not entries:
        raise NetError("no entry fits these options")
    return [(entry, layout) for layout in arguments.layout or LAYOUTS for entry in entries]


def read(path: Path) -> Records:
    try:
        records = [Record.of(one) for one in json.loads(path.read_text())]
    except (OSError, ValueError, TypeError) as error:
        raise NetError(f"{path} cannot be read: {error}") from error
    return {record.key: record for record in records}


def write(path: Path, records: Records) -> None:
    """Writes all of it or nothing: a run may be stopped at any time."""
    text = json.dumps([records[key].as_json() for key in sorted(records)], indent=1)
    beside = path.with_name(f"{path.name}.part")
    beside.write_text(text + "\n")
    beside.replace(path)


def check(entry: Entry, layout: str, commit: str, keeps: bool) -> Record:
    start = time.monotonic()
    written, origins = in_layout(entry, layout)
    room, changed = prepare(written, SETTINGS)
    parts = run_parts(written, changed, room, SETTINGS)
    row = judge(written, changed, parts, time.monotonic() - start)
    if not keeps:
        shutil.rmtree(room)
    first = next((part for part in parts if part["id"] == row.blamed), None)
    failure = first["failures"][0] if first and first["failures"] else {}
    told = [*failure.get("what", ()), failure.get("rule", "")] if failure else [row.summary]
    told += [] if entry.wrong else [alarm for part in parts for alarm in alarms(part)]
    lines_of = {Path(path).name: lines for path, lines in origins.items()}
    return Record(
        name=entry.name,
        layout=layout,
        group=group_of(entry),
        what=entry.what,
        commit=commit,
        seconds=row.seconds,
        verdict=row.verdict,
        part=row.blamed,
        is_right_verdict=row.right_verdict if entry.wrong else not row.alarms,
        is_right_part=row.right_part if entry.wrong else not row.blamed,
        marked=tuple(
            f"{Path(path).name}:{line}"
            for path, lines in changed.blamed.items()
            for line in sorted(lines)
        ),
        lines=row.lines,
        sentences=tuple(as_written(one, lines_of) for one in told if one),
        question=as_written(failure.get("hint", ""), lines_of),
    )


def as_written(sentence: str, origins: dict[str, dict[int, list[int]]]) -> str:
    """The sentence without folders, and with the numbers that its lines have in the file as
    written, so that sentences about different layouts can be compared."""

    file = Path(WRAPPER).name

    def put(match: re.Match[str]) -> str:
        nonlocal file
        file = match["file"] or file
        lines = [int(one) for one in match.group("line", "last") if one]
        was = [origins.get(file, {}).get(line, [line])[0] for line in lines]
        return match["of"] + " to ".join(map(str, was))

    return PLACE.sub(put, sentence)


def run(arguments: argparse.Namespace) -> int:
    records = read(arguments.out) if arguments.out.exists() else {}
    chosen = [
        (entry, layout)
        for entry, layout in choose(arguments)
        if (layout, group_of(entry), entry.name) not in records
    ]
    if not chosen:
        print(f"{arguments.out} has everything already")
        return 0
    build_base(SETTINGS, [*sorted({entry.part for entry, _ in chosen}), "match"])
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    commit = subprocess.run(command, cwd=TREE, capture_output=True, text=True).stdout.strip()
    failed = 0

    def check_one(one: tuple[Entry, str]) -> Record | Exception:
        try:
            return check(*one, commit, keeps=bool(arguments.only))
        except (MatrixError, LayoutError) as error:
            return error

    with ThreadPoolExecutor(arguments.jobs) as pool:
        for found in pool.map(check_one, chosen):
            if isinstance(found, Exception):
                failed += 1
                print(f"net: {found}", file=sys.stderr)
                continue
            records[found.key] = found
            write(arguments.out, records)
            print(describe(found), flush=True)
    print(net_table.table(records))
    return 70 if failed else 0


def describe(record: Record) -> str:
    told = f"{record.layout:<12} {record.group:<8} {record.name:<44} {record.verdict:<9}"
    if record.group != "right":
        told += f"{'line' if record.names_marked else 'OTHER LINE':<11}"
    return f"{told} ({record.seconds} s)"


def main() -> int:
    arguments = parse_arguments()
    try:
        if arguments.command == "run":
            return run(arguments)
        if arguments.command == "table":
            print(net_table.table(read(arguments.out)))
            return 0
        told, is_lost = net_table.compare(read(arguments.before), read(arguments.after))
    except (MatrixError, CorpusError, NetError) as error:
        print(f"net: {error}", file=sys.stderr)
        return 70
    print(told)
    return 1 if is_lost else 0


if __name__ == "__main__":
    sys.exit(main())
