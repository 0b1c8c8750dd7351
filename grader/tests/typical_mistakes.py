#!/usr/bin/env python3
"""Grades submissions with one typical mistake each, with the default settings, and makes the table
of what each mistake costs: the page for students (docs/grading_policy.md) shows it.

    .venv/bin/python grader/tests/typical_mistakes.py           # prints the table; minutes
    .venv/bin/python grader/tests/typical_mistakes.py --write   # puts it into the page
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

TESTS = Path(__file__).resolve().parent
sys.path[:0] = [str(TESTS), str(TESTS / "submissions"), str(TESTS.parent)]

import matrix_corpus  # noqa: E402
from handshake_grader.course.examining import examined  # noqa: E402
from handshake_grader.examine.examiner import KitExaminer  # noqa: E402
from handshake_grader.intake.class_folder import Attempt, Student  # noqa: E402
from handshake_grader.intake.submission import Submission  # noqa: E402
from handshake_grader.kit.kit import build_kit  # noqa: E402
from handshake_grader.marks.score import score  # noqa: E402
from handshake_grader.secret.case_seed import CaseSeeds  # noqa: E402
from handshake_grader.settings.plan import items_of  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from handshake_grader.verdict import ItemResult, Verdict  # noqa: E402
from matching import LAB, PATHS  # noqa: E402

SETTINGS = matrix_corpus.TREE / "grader/settings/matching.toml"
PAGE = matrix_corpus.TREE / "docs/grading_policy.md"
BEGIN = "<!-- typical_mistakes.py makes this table -->\n"
END = "<!-- end -->\n"


@dataclass(frozen=True)
class Mistake:
    what: str  # as a student would say it
    entries: list[str]  # of the corpus in kernels/wrong


HANDSHAKING, FILTER, SCAN = (
    f"`{name}`"
    for name in ("check_handshaking_gpu", "markFilterEdges_gpu", "exclusive_prefix_sum_gpu")
)
ALL, MEMORY, EXTRA = "all three kernels", "GPU memory", "extra credit"
BOUND = "`<=` for `<` at the end of the loop"
NO_LOOP = "one element per thread, without a loop"

MISTAKES = tuple(
    Mistake(f"{where}: {what}", entries)
    for where, what, *entries in (
        (HANDSHAKING, BOUND, "handshaking/bound_includes_end"),
        (HANDSHAKING, NO_LOOP, "handshaking/one_node_per_thread"),
        (HANDSHAKING, "`threadIdx.x` alone as the index", "handshaking/thread_of_one_block"),
        (HANDSHAKING, "the neighbor is not asked for its hand", "handshaking/one_sided"),
        (HANDSHAKING, "changes earlier matches", "handshaking/overwrites_earlier_match"),
        (HANDSHAKING, "`-2` for `UNMATCHED`", "handshaking/free_means_minus_two"),
        (FILTER, "looks at only one end of each edge", "filter/only_src"),
        (FILTER, NO_LOOP, "filter/one_edge_per_thread"),
        (FILTER, "0 and 1 exchanged", "filter/inverted"),
        (FILTER, "writes only the edges to keep", "filter/never_writes_zero"),
        (SCAN, BOUND, "scan/bound_includes_end"),
        (SCAN, "`index - distance > 0` for `>= 0`", "scan/difference_greater_zero"),
        (SCAN, "no case for distance 0", "scan/shift_is_missing"),
        (SCAN, "the first elements are not copied", "scan/head_not_copied"),
        (SCAN, "a data race: changes `oldSum` in place", "scan/in_place"),
        (ALL, NO_LOOP, "handshaking/one_node_per_thread", "filter/one_edge_per_thread",
         "scan/one_element_per_thread"),
        (ALL, BOUND, "handshaking/bound_includes_end", "filter/bound_includes_end",
         "scan/bound_includes_end"),
        (MEMORY, "an array is never freed", "memory/matches_never_freed"),
        (MEMORY, "an array is freed twice", "memory/array_freed_twice"),
        (MEMORY, "an array is one element too short", "memory/prefix_sum_one_short"),
        (MEMORY, "an array is not copied to the GPU", "memory/weight_not_copied"),
        (EXTRA, "the larger index wins among equal weights", "extra/tie_takes_larger_index"),
        (EXTRA, "the search begins with weight 0", "extra/starts_at_weight_zero"),
    )
)  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
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


def made_table(folder: Path, jobs: int = 2) -> str:
    points = graded(folder, jobs)
    rows = ["| mistake | costs | where |", "|---|--:|---|"]
    for mistake, lost in zip(MISTAKES, points, strict=True):
        where = ", ".join(f"{name} {_given(-cost)}" for name, cost in lost.items())
        rows.append(f"| {mistake.what} | {_given(sum(lost.values()))} | {where} |")
    return "\n".join(rows) + "\n"


def _given(points: float) -> str:
    return f"{round(2 * points) / 2:g}".replace("-", "\N{MINUS SIGN}")


def graded(folder: Path, jobs: int) -> list[dict[str, float]]:
    """For each mistake, the properties that lose at least a quarter of a point, and how many points
    they lose."""
    settings = read_settings(SETTINGS)
    seeds = CaseSeeds(b"typical mistakes", settings.assignment.id)  # always the same graphs
    examiner = KitExaminer(build_kit(matrix_corpus.TREE, LAB), settings, seeds, folder)
    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(lambda one: _lost(examiner, one), MISTAKES))


def _lost(examiner: KitExaminer, mistake: Mistake) -> dict[str, float]:
    tree, settings = matrix_corpus.TREE, examiner.settings
    files = {path: (tree / path).read_text() for path in PATHS}
    for name in mistake.entries:
        files |= matrix_corpus.apply(_entry(name)).files
    submission = Submission(LAB, {path: text.encode() for path, text in files.items()})
    attempt = Attempt(Student("typical"), "submit_me.tar", None, submission)
    # All other parts are right.
    parts = {name.split("/")[0] for name in mistake.entries} | {"together"}
    parts |= {"extra"} if "memory" in parts else set()
    results = {}
    with examiner.open(attempt) as examination:
        for item in items_of(settings):
            is_concerned = item.part.id in parts
            right = ItemResult(item.id, Verdict.OK)
            results[item.id] = examined(examination, item) if is_concerned else right
    lost = {
        f"{part.part.id}.{one.property.id}": one.property.points - (one.points or 0)
        for part in score(settings, attempt, results, {}).parts
        for one in part.properties
    }
    return {name: points for name, points in lost.items() if points >= 0.25}


def _entry(name: str) -> matrix_corpus.Entry:
    return next(one for one in matrix_corpus.load() if one.wrong and one.name == name)


if __name__ == "__main__":
    sys.exit(main())
