#!/usr/bin/env python3
"""Grades every right program of the corpus (grader/tests/kernels/right), and our own solution as
other editors write it, as the submissions of one class. The exit code is 1 if a submission does not
get all points.

    grader/tests/right_grading.py [--jobs 2] [NAME...]     # about 8 CPU seconds per program

With HANDSHAKE_SANDBOX=container, they are graded as in a container without namespaces.
"""

from __future__ import annotations

import argparse
import csv
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS / "submissions"), str(TESTS.parent)]

import matrix_corpus  # noqa: E402
from handshake_grader.cli import main as grade  # noqa: E402
from handshake_grader.course.gradescope_zip import for_container  # noqa: E402
from handshake_grader.sandbox import own_root  # noqa: E402
from matching import PATHS  # noqa: E402
from pack import make_tar  # noqa: E402

CONTROL = "ours"
SETTINGS = TESTS.parent / "settings/matching.toml"
COMMENT = "// The Stra\u00dfe to M\u00fcnchen, f\u00fcr Graphen.\n"


def with_ends(ends: str) -> Callable[[str], bytes]:
    return lambda text: text.replace("\n", ends).encode()


# The forms in which editors write a text. The compiler reads only some of them.
EDITORS: dict[str, Callable[[str], bytes]] = {
    "editor/crlf": with_ends("\r\n"),
    "editor/cr": with_ends("\r"),
    "editor/byte_order_mark": lambda text: text.encode("utf-8-sig"),
    "editor/utf_16": lambda text: text.encode("utf-16"),
    "editor/latin_1": lambda text: (COMMENT + text).encode("latin-1"),
    "editor/utf_8": lambda text: (COMMENT + text).encode(),
    "editor/no_last_line_end": lambda text: text.rstrip().encode(),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--jobs", default="2")
    parser.add_argument("names", nargs="*", metavar="NAME", help="like extra/first_edge_walks")
    options = parser.parse_args()
    ours = {path: (matrix_corpus.TREE / path).read_bytes() for path in PATHS}
    works = {CONTROL: ours}
    works |= {name: made for name, made in submissions() if name in (options.names or [name])}
    with tempfile.TemporaryDirectory() as folder:
        rows = graded(works, Path(folder), options.jobs)
    most = next(row["total"] for row in rows if row["student"] == CONTROL)
    short = [row for row in rows if row["total"] != most]
    for row in short:
        print({name: value for name, value in row.items() if value not in ("", "late")})
    print(
        f"{len(rows)} right programs, {len(short)} of them not with {most} points, as our solution"
    )
    return 1 if short else 0


def submissions() -> Iterator[tuple[str, dict[str, bytes]]]:
    ours = {path: (matrix_corpus.TREE / path).read_text() for path in PATHS}
    for entry in matrix_corpus.load():
        if not entry.wrong:
            texts = ours | matrix_corpus.apply(entry).files
            yield entry.name, {path: text.encode() for path, text in texts.items()}
    for name, write in EDITORS.items():
        yield name, {path: write(text) for path, text in ours.items()}


def graded(
    works: dict[str, dict[str, bytes]], folder: Path, jobs: str, settings: str = ""
) -> list[dict[str, str]]:
    """The rows of marks.csv. settings: the text of the settings file; empty: that of the class."""
    for name, files in works.items():
        place = folder / "in" / name.replace("/", "-")
        place.mkdir(parents=True)
        (place / "submit_me.tar").write_bytes(make_tar(files))
    settings = settings or SETTINGS.read_text()
    if own_root.is_used():
        settings = for_container(settings, SETTINGS.name)
    (folder / "settings.toml").write_text(settings)
    words = ["class", folder / "in", "--out", folder / "out", "--secret", folder / "secret"]
    words += ["--settings", folder / "settings.toml", "--tree", matrix_corpus.TREE, "--jobs", jobs]
    grade([str(word) for word in words])
    return list(csv.DictReader((folder / "out/marks.csv").open()))


if __name__ == "__main__":
    sys.exit(main())
