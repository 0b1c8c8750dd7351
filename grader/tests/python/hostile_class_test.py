"""Grades a class of mostly hostile students, from the download to the pages.

A seed determines what the students hand in. A hostile archive or text may cost its own student
any number of points. But it must not affect another student, exceed a time limit, or put a
traceback on the terminal or on a page. Nothing is compiled: a fake examiner gives verdicts and
reports. This file is also the program that grades the class, so that the tests can limit the
processor time of this program.
"""

import os
import random
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from fake_examiner import grade
from grade_class_test import make_class, marks, submission
from matching import PATHS
from pack import make_tar
from reported_class import ReportingExaminer
from roots.files import archive_of, text_of

SEED, HOSTILE_STUDENTS = 18, 20
MOST_CPU_S = 120  # for all students; a parser that reads a text again and again needs more
HEADS = [
    f"// {verdict}\n// report: {report}\n// hostile\n"
    for verdict in ("", "scan.alone: VALUE_ERROR", "filter.alone: RECURSION_ERROR")
    for report in ("wrong_filter", "memory_fault")
]


def bound() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S + 5))


def graded(tmp_path: Path, hand_in: Callable[[random.Random], bytes]) -> Path:
    chance = random.Random(SEED)
    students = {f"evil{number:02}": hand_in(chance) for number in range(HOSTILE_STUDENTS)}
    right = {"aa_right": submission(), "zz_right": submission()}
    folder = make_class(tmp_path / "in", {**students, **right})
    words = [sys.executable, __file__, folder, tmp_path / "out"]

    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(words, capture_output=True, text=True, env=paths, preexec_fn=bound)

    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stdout + done.stderr
    return tmp_path / "out"


def test_hostile_archives_do_not_affect_other_students(tmp_path):
    out = graded(tmp_path, lambda chance: archive_of(chance, chance.choice(HEADS)))

    found = marks(out)
    assert len(found) == HOSTILE_STUDENTS + 2
    assert (found["aa_right"]["total"], found["zz_right"]["total"]) == ("110", "110")


def test_hostile_texts_affect_no_other_student_and_put_no_traceback_on_a_page(tmp_path):
    out = graded(
        tmp_path,
        lambda chance: make_tar({path: text_of(chance, chance.choice(HEADS)) for path in PATHS}),
    )

    found = marks(out)
    assert (found["aa_right"]["total"], found["zz_right"]["total"]) == ("110", "110")
    logs = {file.name: file.read_text() for file in (out / "private/logs").iterdir()}
    kept = sum("Traceback" in log for log in logs.values())
    opened = sum(row["total"] == "" for row in found.values())
    assert kept == opened > 0
    pages = [page for page in out.rglob("*") if page.suffix in (".html", ".txt", ".csv")]
    assert len(pages) > 2 * HOSTILE_STUDENTS
    assert not [page for page in pages if "Traceback" in page.read_text()]


if __name__ == "__main__":
    grade(Path(sys.argv[1]), Path(sys.argv[2]), ReportingExaminer())
