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
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.build import require_that_ours_builds
from handshake_grader.kit.kit import build_kit
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import Verdict
from matching import EXTRA, FILTER, HANDSHAKING, LAB, PATHS, SCAN, WRAPPER
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
    one_past_end = right[HANDSHAKING].replace("< numNodes", "<= numNodes")
    one_freed_less = re.sub(r"  CUDA_CHECK\(cudaFree\(weight_gpu\)\);\n", "", right[WRAPPER])
    assert one_past_end != right[HANDSHAKING] and one_freed_less != right[WRAPPER]
    students = {
        "one_past_end": {**right, HANDSHAKING: one_past_end},
        "one_freed_less": {**right, WRAPPER: one_freed_less},
        "positive_extra": {**right, **positive_extra(right[WRAPPER])},
        "race_and_leak": {**right, **race_and_leak(right[WRAPPER])},
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
    # 1024 ints fill whole pages.
    graphs = '"ties 30 60"'
    settings = small_settings().replace(graphs, f'{graphs}, "wide 1024 2048"')
    (folder / "small.toml").write_text(settings)
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


ONLY_POSITIVE = """\
#include "utils.hpp"
/** YOUR CODE GOES BELOW (extra credit) **/
__global__ void find_strongest(int* src, int* dst, int* weight, int* strong, int nodes,
                                  int edges) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += blockDim.x * gridDim.x) {
    int first = 0;  // edges are sorted by src
    for (int end = edges; first < end;) {
      int middle = (first + end) / 2;
      if (src[middle] < v) first = middle + 1;
      else end = middle;
    }
    int best = 0;
    strong[v] = UNMATCHED;
    for (int e = first; e < edges && src[e] == v; e++)
      if (weight[e] > best) {
        best = weight[e];
        strong[v] = dst[e];
      }
  }
}
/** YOUR CODE GOES ABOVE (extra credit) **/
"""
LAUNCH = """
find_strongest<<<num_thread_blocks, threadsPerBlock>>>(
    src_gpu, dst_gpu, weight_gpu, strongNeighbor_gpu, numVertices, numEdges);
"""


def positive_extra(wrapper: str) -> dict[str, str]:
    """Extra credit that finds only positive weights."""
    launched = with_blocks(wrapper, lambda number, old: LAUNCH if number == 1 else old)
    return {EXTRA: ONLY_POSITIVE, WRAPPER: launched}


def race_and_leak(wrapper: str) -> dict[str, str]:
    """Extra credit whose threads race for the best edge, in an array that is never freed. Another
    array is too short, with and without -extra."""
    short = wrapper.replace("&temp2_gpu, edgeBytes + sizeof(int)", "&temp2_gpu, edgeBytes")
    assert short != wrapper
    kernels = """\
#include "utils.hpp"
/** YOUR CODE GOES BELOW (extra credit) **/
__global__ void start(int* best, int* strong, int nodes) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < nodes; v += blockDim.x * gridDim.x) {
    best[v] = -2147483647 - 1;
    strong[v] = UNMATCHED;
  }
}
__global__ void keep_the_best(int* src, int* dst, int* weight, int* best, int* strong, int edges) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges; e += blockDim.x * gridDim.x)
    if (strong[src[e]] == UNMATCHED || weight[e] > best[src[e]]) {
      best[src[e]] = weight[e];
      strong[src[e]] = dst[e];
    }
}
/** YOUR CODE GOES ABOVE (extra credit) **/
"""
    launches = """
int* best_gpu = nullptr;
CUDA_CHECK(cudaMalloc(&best_gpu, numVertices * sizeof(int)));
start<<<num_thread_blocks, threadsPerBlock>>>(best_gpu, strongNeighbor_gpu, numVertices);
keep_the_best<<<num_thread_blocks, threadsPerBlock>>>(src_gpu, dst_gpu, weight_gpu, best_gpu,
                                                      strongNeighbor_gpu, numEdges);
"""
    launched = with_blocks(short, lambda number, old: launches if number == 1 else old)
    return {EXTRA: kernels, WRAPPER: launched}


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
    "handshaking": "25",
    "filter": "25",
    "scan": "25",
    "memory": "15",
    "together": "10",
    "extra": "10",
}


@pytest.mark.parametrize(
    "student, lost",
    [
        ("right", {}),
        ("without_marks", {}),
        ("skeleton", dict.fromkeys(FULL, "0")),
        ("no_build", {"filter": "0", "together": "0", "total": "75"}),
        ("endless", {"scan": "0", "together": "0", "total": "75"}),
        ("forged", {"filter": "0", "together": "0", "total": "75"}),
        ("extra_broken", {"extra": "0", "total": "100"}),
        ("one_file", {**dict.fromkeys(FULL, "0"), "handshaking": "25", "total": "25"}),
        ("minus_two", {"handshaking": "0", "together": "0", "total": "75"}),
        ("one_past_end", {"handshaking": "20", "total": "105"}),
        ("one_freed_less", {"memory": "11", "total": "106"}),
        ("positive_extra", {"extra": "8.33", "total": "108.33"}),
    ],
)
def test_each_mistake_costs_only_points_of_the_parts_that_it_makes_wrong(marks, student, lost):
    _, rows = marks

    assert points(rows[student]) == {**FULL, **lost}


def test_a_leak_and_an_array_that_is_always_too_short_do_not_hide_a_race(marks):
    out, _ = marks

    about = report(out, "race_and_leak").split(
        "no wrong use of memory that only -extra has (0 of 3)"
    )[1]
    about = about.split("right on your own secret graphs")[0]

    assert "is never freed" in about and "Data race" in about


def test_a_page_says_what_the_steps_of_the_threads_show(marks):
    out, _ = marks

    page = (out / "students/minus_two/report.html").read_text()

    assert "No thread wrote matches[" in page


@pytest.mark.parametrize(
    "student, words",
    [
        ("skeleton", ["NOT_STARTED"]),
        ("no_build", ["NO_BUILD", "markFilterEdges.cu:", "expected primary-expression"]),
        ("endless", ["SLOW", "did not end within"]),
        ("extra_broken", ["NO_BUILD"]),
        ("one_file", ["is not among your files"]),
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
    kit = build_kit(Path(request.config.getoption("--tree")), LAB)
    shutil.copytree(kit.view, tmp_path / "view")
    (tmp_path / "view/src/util/utils.hpp").unlink()
    return replace(kit, view=tmp_path / "view", digest="broken")


def test_no_class_is_graded_if_our_own_solution_does_not_build(broken):
    with pytest.raises(GraderError, match=r"our own .* does not compile: .*utils\.hpp"):
        require_that_ours_builds(broken, parse_settings(small_settings(), "small"))


def test_variables_of_the_shell_do_not_change_the_compiler_of_the_grader(monkeypatch, request):
    tree = Path(request.config.getoption("--tree"))
    before = build_kit(tree, LAB)
    for name in ("CXX", "CXXFLAGS", "CPATH", "MAKEFLAGS", "LD_LIBRARY_PATH"):
        monkeypatch.setenv(name, "/opt/not/in/the/sandbox")
    monkeypatch.setenv("PATH", "/opt/not/in/the/sandbox/bin")

    assert build_kit(tree, LAB) == before


def test_no_student_is_blamed_if_our_fault_breaks_the_build(broken, tmp_path):
    settings = parse_settings(small_settings(), "small")
    files = {FILTER: (broken.root / FILTER).read_bytes()}
    attempt = Attempt(Student("ab123"), "submit_me.tar", None, Submission(LAB, files))
    items = [item for item in items_of(settings) if item.id in ("filter.enough", "filter.alone")]

    with KitExaminer(broken, settings, CaseSeeds(b"s" * 32, "x"), tmp_path).open(attempt) as found:
        verdicts = [examined(found, item).verdict for item in items]

    assert verdicts == [Verdict.JE, Verdict.JE]


def test_grading_leaves_no_scratch_file(marks):
    out, _ = marks

    assert list((out / "private/scratch").iterdir()) == []
