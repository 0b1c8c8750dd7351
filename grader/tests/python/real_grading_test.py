"""Grades a small class with the real compiler, sandbox and suite.

The tests build the kit, which takes minutes the first time.
"""

import csv
import io
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import needs
from handshake_grader.cli import main
from handshake_grader.course.examining import examined
from handshake_grader.errors import GraderError
from handshake_grader.examine.examiner import KitExaminer
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import (
    EXTRA,
    FILTER,
    HANDSHAKING,
    PATHS,
    SCAN,
    WRAPPER,
    Submission,
)
from handshake_grader.kit.build import require_that_ours_builds
from handshake_grader.kit.kit import build_kit
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import Verdict
from pack import make_tar
from sample_class import small_settings
from skeleton import emptied, with_blocks

pytestmark = needs.sandbox


def with_block(text: str, code: str) -> str:
    return with_blocks(text, lambda number, old: old if number else code + "\n")


@pytest.fixture(scope="module")
def marks(tmp_path_factory, request):
    tree = Path(request.config.getoption("--tree"))
    right = {path: (tree / path).read_text() for path in PATHS}
    endless = with_block(right[SCAN], "volatile int go = 1; while (go) { }")
    forged = right[FILTER] + (
        "\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
        "__attribute__((constructor)) static void forge() "
        '{ puts("100 points"); FILE* f = fopen("out.txt", "w"); '
        'fputs("1\\n0\\n", f); fclose(f); _exit(0); }\n'
    )
    no_marks = (
        right[HANDSHAKING]
        .replace("/** YOUR CODE GOES BELOW **/", "")
        .replace("/** YOUR CODE GOES ABOVE **/", "")
    )
    students = {
        "right": right,
        "without_marks": {**right, HANDSHAKING: no_marks},
        "skeleton": {path: emptied(text) for path, text in right.items()},
        "no_build": {**right, FILTER: right[FILTER] + "\nint x = ;\n"},
        "endless": {**right, SCAN: endless},
        "forged": {**right, FILTER: forged},
        "extra_broken": {
            **right,
            EXTRA: right[EXTRA] + "\nint x = ;\n",
            WRAPPER: emptied_branch(right[WRAPPER]),
        },
        "one_file": {HANDSHAKING: right[HANDSHAKING]},
        "minus_two": {**right, HANDSHAKING: right[HANDSHAKING].replace("UNMATCHED", "-2")},
    }
    folder = tmp_path_factory.mktemp("class")
    (folder / "small.toml").write_text(small_settings())
    for name, files in students.items():
        (folder / "in" / name).mkdir(parents=True)
        tar = make_tar({path: text.encode() for path, text in files.items()})
        (folder / "in" / name / "submit_me.tar").write_bytes(tar)
    code = main(
        [
            "class",
            str(folder / "in"),
            "--out",
            os.path.relpath(folder / "out"),
            "--settings",
            str(folder / "small.toml"),
        ]
        + ["--secret", str(folder / "secret"), "--tree", str(tree), "--jobs", "2"]
    )
    assert code == 0  # no mark needs a decision of a person
    rows = csv.DictReader(io.StringIO((folder / "out/marks.csv").read_text()))
    return folder / "out", {row["student"]: row for row in rows}


def emptied_branch(text: str) -> str:
    """The same file, but its -extra branch is empty."""
    return with_blocks(text, lambda number, old: "\n" if number == 1 else old)


def points(row: dict) -> dict[str, str]:
    return {
        name: value
        for name, value in row.items()
        if name not in ("student", "name", "section", "late")
    }


def report(out: Path, student: str) -> str:
    return (out / "students" / student / "report.txt").read_text()


FULL = {
    "total": "110",
    "handshaking": "20",
    "filter": "20",
    "scan": "20",
    "memory": "15",
    "together": "25",
    "extra": "10",
}


@pytest.mark.parametrize(
    "student, lost",
    [
        ("right", {}),
        ("without_marks", {}),
        ("skeleton", dict.fromkeys(FULL, "0")),
        ("no_build", {"filter": "0", "together": "4", "total": "69"}),
        ("endless", {"scan": "0", "together": "4", "total": "69"}),
        ("forged", {"filter": "0", "together": "4", "total": "69"}),
        ("extra_broken", {"extra": "0", "total": "100"}),
        ("one_file", {**dict.fromkeys(FULL, "0"), "handshaking": "20", "total": "20"}),
        ("minus_two", {"handshaking": "0", "together": "4", "total": "69"}),
    ],
)
def test_each_mistake_costs_only_points_of_the_parts_that_it_makes_wrong(marks, student, lost):
    _, rows = marks

    assert points(rows[student]) == {**FULL, **lost}


@pytest.mark.parametrize(
    "student, words",
    [
        ("skeleton", ["NOT_STARTED"]),
        ("no_build", ["NO_BUILD", "markFilterEdges.cu:", "expected primary-expression"]),
        ("endless", ["SLOW", "did not end within"]),
        ("extra_broken", ["NO_BUILD"]),
        ("one_file", ["is not in your archive"]),
        ("minus_two", ["UNMATCHED is -1"]),
    ],
)
def test_the_report_says_what_is_wrong(marks, student, words):
    out, _ = marks

    for word in words:
        assert word in report(out, student), word


def test_a_kernel_file_that_forges_output_does_not_build(marks):
    out, _ = marks

    assert "the attribute constructor is not allowed in a kernel file" in report(out, "forged")
    # The report contains "100 points" only where the message quotes the line of the file.
    quotes = [line for line in report(out, "forged").splitlines() if "100 points" in line]
    assert all(re.fullmatch(r"[ |]+\d+ \| .*puts\(\"100 points\"\).*", line) for line in quotes)
    assert "code that runs before or after main" in (out / "class.html").read_text()


def test_a_students_page_contains_the_report_of_make_check(marks):
    out, _ = marks

    page = (out / "students/minus_two/report.html").read_text()
    assert 'id="part-handshaking"' in page and "Your code compares with -2." in page
    assert "make trace INPUT=build/check/failing.mtx" in page.replace("<wbr>", "")
    assert 'class="stepper"' in page and "Pass 1: matches" in page
    assert "gave no result here" not in page  # our own kernels gave results
    right = (out / "students/right/report.html").read_text()
    assert 'class="stepper"' not in right and "How the kernels use the GPU" in right


def test_no_report_names_a_path_of_this_machine(marks):
    out, _ = marks

    for path in (out / "students").rglob("report.*"):
        assert (
            "/tmp" not in path.read_text()
            and "/box" not in path.read_text()
            and str(out) not in path.read_text()
        )


@pytest.fixture
def broken(tmp_path, request):
    """A kit with a missing header in the folder where submissions are compiled."""
    kit = build_kit(Path(request.config.getoption("--tree")))
    shutil.copytree(kit.view, tmp_path / "view")
    (tmp_path / "view/src/util/utils.hpp").unlink()
    return replace(kit, view=tmp_path / "view", digest="broken")


def test_no_class_is_graded_if_our_own_solution_does_not_build(broken):
    with pytest.raises(GraderError, match=r"our own .* does not compile: .*utils\.hpp"):
        require_that_ours_builds(broken, parse_settings(small_settings(), "small"))


def test_variables_of_the_shell_do_not_change_the_compiler_of_the_grader(monkeypatch, request):
    tree = Path(request.config.getoption("--tree"))
    before = build_kit(tree)
    for name in ("CXX", "CXXFLAGS", "CPATH", "MAKEFLAGS", "LD_LIBRARY_PATH"):
        monkeypatch.setenv(name, "/opt/not/in/the/sandbox")
    monkeypatch.setenv("PATH", "/opt/not/in/the/sandbox/bin")

    assert build_kit(tree) == before


def test_no_student_is_blamed_if_our_fault_breaks_the_build(broken, tmp_path):
    settings = parse_settings(small_settings(), "small")
    files = {FILTER: (broken.root / FILTER).read_bytes()}
    attempt = Attempt(Student("ab123"), "submit_me.tar", None, Submission(files))
    items = [item for item in items_of(settings) if item.id in ("filter.enough", "filter.alone")]

    with KitExaminer(broken, settings, CaseSeeds(b"s" * 32, "x"), tmp_path).open(attempt) as found:
        verdicts = [examined(found, item).verdict for item in items]

    assert verdicts == [Verdict.JE, Verdict.JE]


def test_grading_leaves_no_scratch_file(marks):
    out, _ = marks

    assert list((out / "private/scratch").iterdir()) == []
