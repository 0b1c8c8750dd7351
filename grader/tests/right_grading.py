#!/usr/bin/env python3
"""Grades every right program of the corpus (grader/tests/kernels/right) as a submission of one
class. The exit code is 1 if a program does not get all points.

    grader/tests/right_grading.py [--jobs 2] [NAME...]     # about 8 CPU seconds per program
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS / "submissions"), str(TESTS.parent)]

import matrix_corpus  # noqa: E402
from handshake_grader.cli import main as grade  # noqa: E402
from handshake_grader.intake.submission import PATHS  # noqa: E402
from pack import make_tar  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--jobs", default="2")
    parser.add_argument("names", nargs="*", metavar="NAME", help="like extra/first_edge_walks")
    options = parser.parse_args()
    entries = [one for one in matrix_corpus.load() if not one.wrong]
    chosen = [one for one in entries if one.name in (options.names or [one.name])]
    with tempfile.TemporaryDirectory() as folder:
        rows = graded(chosen, Path(folder), options.jobs)
    most = max(int(row["total"]) for row in rows)
    short = [row for row in rows if int(row["total"]) < most]
    for row in short:
        print({name: value for name, value in row.items() if value not in ("", "late")})
    print(f"{len(rows)} right programs, {len(short)} of them with fewer than {most} points")
    return 1 if short or not rows else 0


def graded(entries: list[matrix_corpus.Entry], folder: Path, jobs: str) -> list[dict[str, str]]:
    tree = matrix_corpus.TREE
    for entry in entries:
        files = {path: (tree / path).read_text() for path in PATHS}
        files |= matrix_corpus.apply(entry).files
        place = folder / "in" / entry.name.replace("/", "-")
        place.mkdir(parents=True)
        packed = make_tar({path: text.encode() for path, text in files.items()})
        (place / "submit_me.tar").write_bytes(packed)
    words = ["class", folder / "in", "--out", folder / "out", "--secret", folder / "secret"]
    grade([str(word) for word in [*words, "--tree", tree, "--jobs", jobs]])
    return list(csv.DictReader((folder / "out/marks.csv").open()))


if __name__ == "__main__":
    sys.exit(main())
