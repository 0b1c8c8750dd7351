#!/usr/bin/env python3
"""Grades submissions with one typical mistake each, with the default settings, and makes the table
of what each mistake costs: the page for students (docs/grading_policy.md) shows it.

    .venv/bin/python grader/tests/typical_mistakes.py           # prints the table; about 6 CPU seconds per mistake
    .venv/bin/python grader/tests/typical_mistakes.py --write   # puts it into the page
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS / "submissions"), str(TESTS.parent)]

import matrix_corpus  # noqa: E402
from handshake_grader.cli import main as grade  # noqa: E402
from handshake_grader.commands import open_journal  # noqa: E402
from handshake_grader.intake.class_folder import read_class  # noqa: E402
from handshake_grader.intake.submission import PATHS  # noqa: E402
from handshake_grader.marks.class_marks import score_class  # noqa: E402
from handshake_grader.marks.score import StudentScore  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from pack import make_tar  # noqa: E402

PAGE = matrix_corpus.TREE / "docs/grading_policy.md"
BEGIN = "<!-- made by grader/tests/typical_mistakes.py -->\n"
END = "<!-- end -->\n"


@dataclass(frozen=True)
class Mistake:
    what: str  # as a student would say it
    entries: tuple[str, ...]  # of the corpus in kernels/wrong


def _one(what: str, *entries: str) -> Mistake:
    return Mistake(what, entries)


MISTAKES = (
    _one("`check_handshaking_gpu`: `<=` for `<` at the end of the loop", "handshaking/bound_includes_end"),
    _one("`check_handshaking_gpu`: one node per thread, without a loop", "handshaking/one_node_per_thread"),
    _one("`check_handshaking_gpu`: `threadIdx.x` alone as the index of the thread", "handshaking/thread_of_one_block"),
    _one("`check_handshaking_gpu`: matches a node without asking whether its strongest neighbor wants it, too", "handshaking/one_sided"),
    _one("`check_handshaking_gpu`: changes nodes that were matched earlier", "handshaking/overwrites_earlier_match"),
    _one("`check_handshaking_gpu`: `-2` for `UNMATCHED`", "handshaking/free_means_minus_two"),
    _one("`markFilterEdges_gpu`: looks at only one end of each edge", "filter/only_src"),
    _one("`markFilterEdges_gpu`: one edge per thread, without a loop", "filter/one_edge_per_thread"),
    _one("`markFilterEdges_gpu`: 0 and 1 exchanged", "filter/inverted"),
    _one("`markFilterEdges_gpu`: writes only the edges that are kept", "filter/never_writes_zero"),
    _one("`exclusive_prefix_sum_gpu`: `<=` for `<` at the end of the loop", "scan/bound_includes_end"),
    _one("`exclusive_prefix_sum_gpu`: `index - distance > 0` for `>= 0`", "scan/difference_greater_zero"),
    _one("`exclusive_prefix_sum_gpu`: nothing special for distance 0", "scan/shift_is_missing"),
    _one("`exclusive_prefix_sum_gpu`: the first elements are not copied", "scan/head_not_copied"),
    _one("`exclusive_prefix_sum_gpu`: a data race, because it changes `oldSum` in place", "scan/in_place"),
    _one("all three kernels: one element per thread, without a loop",
         "handshaking/one_node_per_thread", "filter/one_edge_per_thread", "scan/one_element_per_thread"),
    _one("all three kernels: `<=` for `<` at the end of the loop",
         "handshaking/bound_includes_end", "filter/bound_includes_end", "scan/bound_includes_end"),
    _one("GPU memory: one array is never freed", "memory/matches_never_freed"),
    _one("GPU memory: an array is freed twice", "memory/array_freed_twice"),
    _one("GPU memory: an array is one element too short", "memory/prefix_sum_one_short"),
    _one("GPU memory: an array is not copied to the GPU", "memory/weight_not_copied"),
    _one("extra credit: the larger index wins among equally heavy edges", "extra/tie_takes_larger_index"),
    _one("extra credit: negative weights are not found", "extra/starts_at_weight_zero"),
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", default="2")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = made_table(Path(folder), options.jobs)
    if options.write:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        PAGE.write_text(before + BEGIN + table + END + rest.partition(END)[2])
    else:
        print(table, end="")
    return 0


def shown_table() -> str:
    """The table on the page."""
    return PAGE.read_text().partition(BEGIN)[2].partition(END)[0]


def made_table(folder: Path, jobs: str = "2") -> str:
    points = graded(folder, jobs)
    rows = ["| mistake | costs | where |", "|---|--:|---|"]
    for mistake, lost in zip(MISTAKES, points, strict=True):
        where = ", ".join(f"{name} {_given(-cost)}" for name, cost in lost.items())
        rows.append(f"| {mistake.what} | {_given(sum(lost.values()))} | {where} |")
    return "\n".join(rows) + "\n"


def _given(points: float) -> str:
    return f"{round(2 * points) / 2:g}".replace("-", "\N{MINUS SIGN}")


def graded(folder: Path, jobs: str) -> list[dict[str, float]]:
    """For each mistake, the properties that lose at least half a point, and how many points."""
    tree = matrix_corpus.TREE
    solved = {path: (tree / path).read_text() for path in PATHS}
    for number, mistake in enumerate(MISTAKES):
        files = dict(solved)
        for name in mistake.entries:
            files |= matrix_corpus.apply(_entry(name)).files
        place = folder / "in" / f"m{number:02}"
        place.mkdir(parents=True)
        packed = make_tar({path: text.encode() for path, text in files.items()})
        (place / "submit_me.tar").write_bytes(packed)
    secret = folder / "secret"  # always the same, so that the table is always the same
    secret.touch(mode=0o600)
    secret.write_text("5e" * 32 + "\n")
    words = ["class", folder / "in", "--out", folder / "out", "--secret", secret]
    grade([str(word) for word in [*words, "--tree", tree, "--jobs", jobs]])
    settings = read_settings(tree / "grader/settings/matching.toml")
    intake = read_class(folder / "in", settings.assignment.zone)
    with closing(open_journal(folder / "out")) as journal:
        scores = score_class(settings, intake, journal)
    return [_lost(one) for one in sorted(scores, key=lambda one: one.attempt.student.id)]


def _lost(score: StudentScore) -> dict[str, float]:
    lost = {
        f"{part.part.id}.{one.property.id}": one.property.points - one.points
        for part in score.parts
        for one in part.properties
    }
    return {name: points for name, points in lost.items() if points >= 0.25}


def _entry(name: str) -> matrix_corpus.Entry:
    return next(one for one in matrix_corpus.load() if one.wrong and one.name == name)


if __name__ == "__main__":
    sys.exit(main())
