#!/usr/bin/env python3
"""Compares the grader's points with those of people, for submissions with natural mistakes.

    .venv/bin/python grader/benchmarks/natural_marks.py 3 4 --jobs 2     # about 10 CPU minutes each

Each sample in natural/ has forty submissions, written by readers of the handout only, and
`marks.tsv`: the points that two other readers gave, who knew the points of each part and the rule
"one mistake is charged once", and who judged by reading, before a submission was graded. The report
for the extra credit is left out. A sample is fresh until the points of the settings are changed in
view of it.
"""

from __future__ import annotations

import argparse
import csv
import io
import statistics
import sys
import tarfile
import tempfile
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "grader"))

from handshake_grader import __version__  # noqa: E402
from handshake_grader.cli import main as grade  # noqa: E402

COLUMNS = ("handshaking", "filter", "scan", "memory", "together", "extra")
WIDTH = 60  # of the column of mistakes
LARGE = 5  # points: with a larger difference, the points of each part are shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("samples", nargs="+", type=int, metavar="SAMPLE")
    parser.add_argument("--jobs", default="2")
    options = parser.parse_args()
    for number in options.samples:
        with tempfile.TemporaryDirectory(prefix="natural_marks.") as folder:
            print(f"\nSample {number}, graded by version {__version__}")
            _compare(HERE / f"natural/sample_{number}.tar.xz", Path(folder), options.jobs)
    return 0


def _compare(sample: Path, folder: Path, jobs: str) -> None:
    readers = _unpack(sample, folder / "in")
    settings = ROOT / "grader/settings/matching.toml"
    words = ["class", folder / "in", "--out", folder / "out", "--settings", settings]
    if grade([str(word) for word in [*words, "--tree", ROOT, "--jobs", jobs]]) not in (0, 1):
        sys.exit("natural_marks: the grader ended with an error")
    marks = csv.DictReader(io.StringIO((folder / "out/marks.csv").read_text()))
    given = {row["student"]: [float(row[name]) for name in COLUMNS] for row in marks}
    print("\n".join(_table(readers, given)))


def _unpack(sample: Path, folder: Path) -> dict[str, list[dict[str, str]]]:
    """Writes the submissions as one class. Returns what each reader said of each of them."""
    readers: dict[str, list[dict[str, str]]] = {}
    with tarfile.open(sample) as archive:
        table = archive.extractfile("marks.tsv")
        assert table is not None
        for row in csv.DictReader(io.TextIOWrapper(table), dialect="excel-tab"):
            readers.setdefault(f"s{row['submission']}", []).append(row)
        for member in archive:
            number, _, path = member.name.partition("/")
            file = archive.extractfile(member)
            if path and file:
                target = folder / f"s{number}" / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.read())
    return readers


def _table(readers: dict[str, list[dict[str, str]]], given: dict[str, list[float]]) -> list[str]:
    lines = [" n  reader reader  grader   diff  mistakes, in the words of the first reader"]
    between, beside = [], []
    for student, rows in sorted(readers.items()):
        parts = [[float(row[name]) for name in COLUMNS] for row in rows]
        one, other = map(sum, parts)
        total = sum(given[student])
        between.append(abs(one - other))
        beside.append(total - (one + other) / 2)
        first, *rest = textwrap.wrap(rows[0]["mistakes"], WIDTH) or [""]
        points = f"{one:6.1f} {other:6.1f}  {total:6.1f}  {beside[-1]:+5.1f}"
        lines.append(f"{student[1:]}  {points}  {first}")
        lines += [" " * 34 + line for line in rest]
        if abs(beside[-1]) > LARGE:
            for who, points_of in (
                ("readers", map(statistics.mean, zip(*parts, strict=True))),
                ("grader", given[student]),
            ):
                shown = zip(COLUMNS, points_of, strict=True)
                lines.append(f"    {who:8}" + ", ".join(f"{name} {of:.1f}" for name, of in shown))
    size = [abs(one) for one in beside]
    lines += [
        f"between the readers: median {statistics.median(between):.1f}, largest {max(between):.1f}",
        f"grader against their mean: median {statistics.median(size):.1f}, "
        f"largest {max(size):.1f}, mean {statistics.mean(beside):+.1f}",
    ]
    return lines


if __name__ == "__main__":
    sys.exit(main())
