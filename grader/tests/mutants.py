#!/usr/bin/env python3
"""The mutation test of the checker. It makes small changes to the solved files. `make check` must
find a fault in each changed file, unless mutants_equivalent.txt says why the change has no effect.

    python3 grader/tests/mutants.py                      640 mutants, always the same ones
    python3 grader/tests/mutants.py --count 40 --seed 7  40 other mutants
    python3 grader/tests/mutants.py --part scan          only mutants of one part
    python3 grader/tests/mutants.py --table docs/results/DATE-mutants.txt

Exit code 0: all are killed or equivalent. 1: some survive. 70: the test could not be run.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from mutant_operators import PARTS, Mutant, mutants
from mutant_programs import Batch, Kit, MutantsError

EQUIVALENT = Path(__file__).resolve().parent / "mutants_equivalent.txt"
MODES = ("plain", "diagnostic")
MOST_IN_BATCH = {"memory": 50, "extra": 50}  # these mutants are long files; the others are short


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=640, help="how many mutants (default 640)")
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed that chooses the mutants (default 1)"
    )
    parser.add_argument("--part", choices=list(PARTS), help="only mutants of this part")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time (default 2)")
    parser.add_argument("--table", type=Path, help="write the results to this file")
    return parser.parse_args()


def choose(count: int, seed: int, part: str | None) -> list[Mutant]:
    """Chooses `count` mutants: the same number of each part, or all of a part that has fewer."""
    chosen: list[Mutant] = []
    everything = mutants()
    parts = [part] if part else sorted(PARTS, key=lambda one: _number_of(one, everything))
    for place, one in enumerate(parts):
        mine = [mutant for mutant in everything if mutant.part == one]
        share = (count - len(chosen)) // (len(parts) - place)
        chosen += random.Random(f"{seed} {one}").sample(mine, min(share, len(mine)))
    return chosen


def _number_of(part: str, everything: list[Mutant]) -> int:
    return sum(mutant.part == part for mutant in everything)


def batches(kit: Kit, chosen: list[Mutant]) -> Iterator[Batch]:
    for part in PARTS:
        mine = [mutant for mutant in chosen if mutant.part == part]
        size = MOST_IN_BATCH.get(part, 250)
        for first in range(0, len(mine), size):
            some = dict(enumerate(mine[first : first + size]))
            yield Batch(kit, part, f"{part}{first // size}", some)


def judge(batch: Batch, jobs: int) -> dict[Mutant, str]:
    """The verdict for each mutant; diagnostic mode runs only those that are OK in plain mode."""
    verdicts: dict[Mutant, str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        for mode in MODES:
            batch.build(mode)
            numbers = list(batch.mutants)
            found = list(pool.map(partial(batch.verdict, mode=mode), numbers))
            for number, verdict in zip(numbers, found, strict=True):
                verdicts[batch.mutants[number]] = verdict
                if verdict != "OK":
                    del batch.mutants[number]
    return verdicts | dict.fromkeys(batch.unbuilt, "NO_BUILD")


def equivalents() -> dict[str, str]:
    """The names of the mutants that behave like the solved file, each with the reason."""
    found, reason = {}, ""
    for line in EQUIVALENT.read_text().splitlines():
        if line.startswith("##"):
            continue
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            found[line] = reason
    return found


def table(verdicts: dict[Mutant, str], known: dict[str, str]) -> str:
    head = ("operator", "mutants", "no build", "killed", "equivalent", "survive")
    rows = [f"{head[0]:<16}" + "".join(f"{word:>12}" for word in head[1:])]
    for group in (lambda one: one.part, lambda one: one.operator, lambda one: "all"):
        for name in sorted({group(mutant) for mutant in verdicts}):
            counts = Counter(
                _outcome(mutant, verdict, known)
                for mutant, verdict in verdicts.items()
                if group(mutant) == name
            )
            cells = (counts.total(), *(counts[word] for word in head[2:]))
            rows.append(f"{name:<16}" + "".join(f"{cell:>12}" for cell in cells))
        rows.append("")
    return "\n".join(rows)


def _outcome(mutant: Mutant, verdict: str, known: dict[str, str]) -> str:
    if verdict == "NO_BUILD":
        return "no build"
    if verdict != "OK":
        return "killed"
    return "equivalent" if mutant.name in known else "survive"


def main() -> int:
    arguments = parse_arguments()
    start = time.monotonic()
    known = equivalents()
    verdicts: dict[Mutant, str] = {}
    try:
        kit = Kit.read()
        for batch in batches(kit, choose(arguments.count, arguments.seed, arguments.part)):
            found = judge(batch, arguments.jobs)
            verdicts |= found
            for mutant, verdict in found.items():
                if _outcome(mutant, verdict, known) == "survive":
                    print(f"SURVIVES {mutant.part}: {mutant.name}", flush=True)
    except MutantsError as error:
        print(f"mutants: {error}", file=sys.stderr)
        return 70
    told = table(verdicts, known)
    survivors = sum(_outcome(*item, known) == "survive" for item in verdicts.items())
    print(f"\n{told}\n{len(verdicts)} mutants in {time.monotonic() - start:.0f} s")
    if arguments.table:
        words = " ".join(
            word for word in sys.argv[1:] if word not in ("--table", str(arguments.table))
        )
        arguments.table.write_text(f"# python3 grader/tests/mutants.py {words}\n{told}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
