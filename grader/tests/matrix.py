#!/usr/bin/env python3
"""The confusion matrix of the checker. The checker must find every wrong kernel of the corpus, and
name the part and the line of the fault. Every right kernel must get full marks.

    python3 grader/tests/matrix.py             all entries, two at a time
    python3 grader/tests/matrix.py --quick     a third of them, always the same
    python3 grader/tests/matrix.py --only scan/in_place
    python3 grader/tests/matrix.py --kind right --schedules 50
    python3 grader/tests/matrix.py --corpus DIR --folder other    entries that are not in kernels/

Exit code 0: all requirements are met. 1: some are not. 70: the matrix could not be made.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from matrix_check import MatrixError, Row, Settings, build_base, check_entry
from matrix_corpus import CORPUS, PARTS, CorpusError, Entry, load

LINES_REQUIRED = 0.9  # the share of wrong kernels whose wrong line the report must name
BLAMED = [*PARTS, "match", ""]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--jobs", type=int, default=2, help="entries at a time (default 2)")
    add_choices(parser)
    parser.add_argument(
        "--schedules",
        type=int,
        default=0,
        metavar="N",
        help="run right kernels in N orders of threads",
    )
    parser.add_argument(
        "--make",
        action="append",
        default=[],
        metavar="WORD",
        help="one more word for make, such as CXX=clang++; may be given again",
    )
    parser.add_argument(
        "--folder", default="matrix", help="the folder in build/ to build in (default matrix)"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all rows to this file")
    return parser.parse_args()


def add_choices(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="NAME",
        help="only entries whose name contains NAME; may be given again",
    )
    parser.add_argument(
        "--corpus", type=Path, default=CORPUS, metavar="DIR", help="the folder with the entries"
    )
    parser.add_argument("--kind", choices=["wrong", "right"], help="only entries of this kind")
    parser.add_argument(
        "--every",
        type=int,
        default=1,
        metavar="N",
        help="every Nth entry of each kind, always the same",
    )
    parser.add_argument("--quick", dest="every", action="store_const", const=3, help="--every 3")


def choose(arguments: argparse.Namespace) -> list[Entry]:
    entries = load(arguments.corpus)
    if arguments.only:
        entries = [entry for entry in entries if any(name in entry.name for name in arguments.only)]
    if arguments.kind:
        entries = [entry for entry in entries if entry.wrong == (arguments.kind == "wrong")]
    if arguments.every > 1:
        kinds: Counter = Counter()
        chosen = []
        for entry in entries:
            kind = (entry.wrong, entry.part)
            if kinds[kind] % arguments.every == 0:
                chosen.append(entry)
            kinds[kind] += 1
        entries = chosen
    if not entries:
        raise MatrixError("no entry fits these options")
    return entries


def run(entries: list[Entry], arguments: argparse.Namespace) -> list[Row]:
    settings = Settings(
        arguments.schedules,
        tuple(arguments.make),
        keeps_programs=bool(arguments.only),
        folder=arguments.folder,
    )
    parts = sorted({entry.part for entry in entries})
    build_base(settings, [*parts, "match"] if len(parts) < len(PARTS) else [""])
    rows = []
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(lambda entry: check_entry(entry, settings), entries):
            rows.append(row)
            print(describe(row), flush=True)
    return rows


def describe(row: Row) -> str:
    """One line of text for one entry; mistakes of the checker are in capitals."""
    kind = "wrong" if row.wrong else "right"
    told = [f"{kind} {row.name:<44} {row.verdict:<8}"]
    if row.wrong and not row.caught:
        told.append("NOT CAUGHT")
    elif row.wrong:
        told.append("" if row.right_part else f"BLAMED ON {row.blamed}")
        told.append("" if row.right_verdict else "OTHER VERDICT")
        told.append("line" if row.right_line else f"OTHER LINE ({', '.join(row.lines) or 'none'})")
        told.append(row.summary)
    elif row.alarms:
        told.append("FALSE ALARM: " + row.alarms[0])
    told.append(f"({row.seconds} s)")
    return "  ".join(word for word in told if word)


def matrix(rows: list[Row]) -> str:
    """A table: which part is wrong, and which part is blamed."""
    names = [name or "none" for name in BLAMED]
    lines = ["", "wrong in      " + "".join(f"{name:>12}" for name in names) + "  <- blamed"]
    for part in [*PARTS, "nothing"]:
        mine = [
            row
            for row in rows
            if (row.part == part and row.wrong) or (part == "nothing" and not row.wrong)
        ]
        counts = Counter(row.blamed for row in mine)
        lines.append(f"{part:<14}" + "".join(f"{counts[name] or '.':>12}" for name in BLAMED))
    return "\n".join(lines)


def per_part(rows: list[Row]) -> str:
    head = ("", "wrong", "caught", "blamed", "verdict", "line", "right", "alarms")
    lines = ["", "".join(f"{word:>10}" if n else f"{word:<14}" for n, word in enumerate(head))]
    for part in [*PARTS, "all"]:
        mine = [row for row in rows if part in (row.part, "all")]
        wrong = [row for row in mine if row.wrong]
        right = [row for row in mine if not row.wrong]
        counts = (
            len(wrong),
            sum(row.caught for row in wrong),
            sum(row.right_part for row in wrong),
            sum(row.right_verdict for row in wrong),
            sum(row.right_line for row in wrong),
            len(right),
            sum(bool(row.alarms) for row in right),
        )
        lines.append(f"{part:<14}" + "".join(f"{count:>10}" for count in counts))
    return "\n".join(lines)


def missed_requirements(rows: list[Row]) -> list[str]:
    wrong = [row for row in rows if row.wrong]
    needed = math.ceil(LINES_REQUIRED * len(wrong))
    lines = sum(row.right_line for row in wrong)
    requirements = {
        "every wrong kernel is caught": all(row.caught for row in wrong),
        "every wrong kernel is blamed on its own part": all(row.right_part for row in wrong),
        f"the wrong line is named for at least {needed} of {len(wrong)} kernels": lines >= needed,
        "no right kernel gets more than a note": not any(row.alarms for row in rows),
    }
    return [each for each, is_met in requirements.items() if not is_met]


def main() -> int:
    arguments = parse_arguments()
    start = time.monotonic()
    try:
        rows = run(choose(arguments), arguments)
    except (MatrixError, CorpusError) as error:
        print(f"matrix: {error}", file=sys.stderr)
        return 70
    print(matrix(rows))
    print(per_part(rows))
    missed = missed_requirements(rows)
    for requirement in missed:
        print(f"MISSED: {requirement}")
    print(
        f"\n{len(rows)} entries in {time.monotonic() - start:.0f} s; "
        + ("every requirement is met" if not missed else f"{len(missed)} requirements are missed")
    )
    if arguments.json:
        text = json.dumps({"rows": [row.as_json() for row in rows], "missed": missed}, indent=1)
        arguments.json.write_text(text + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
