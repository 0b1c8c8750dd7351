"""Submissions in the layout of earlier years: right ones get all points, and common mistakes are
named.

We wrote the files in src/tests/program/original_layout_submission. The names of the files, the
signatures of the functions and the contents of the archive follow the handout of those years. The
tests build the kit.
"""

import csv
import io
from pathlib import Path

import pytest

import needs
from handshake_grader.cli import main
from matching import FILTER, HANDSHAKING, PATHS, SCAN, WRAPPER
from pack import make_tar
from sample_class import small_settings

pytestmark = needs.sandbox

# Other files in a student's folder, which the grader must not use: one of them, for example,
# defines UNMATCHED as -2.
GIVEN = {
    "Makefile": "all:\n\tnvcc -c src/main.cu\n",
    "match": "\x7fELF",
    "objs/utils.o": "\x7fELF",
    "src/main.cu": "int main() { return 1; }\n",
    "src/gpuHeaders.cuh": "#error the old one\n",
    "src/gpu_given/packGraph.cu": "#error the old one\n",
    "src/util/utils.hpp": "#define UNMATCHED -2\n#error the old one\n",
    "testcases/output1.txt": "-2\n",
}
# Mistakes that real students make: (student, path, the right text, the wrong text).
MISTAKES = (
    ("one", HANDSHAKING, "matches[id] == -1 && mine >= 0", "matches[id] == -1"),
    ("one", FILTER, "keepEdges[e] = ", "keepEdges[threadIdx.x + blockDim.x * blockIdx.x] = "),
    ("one", SCAN, "k < numElements", "k <= numElements"),
    ("one", WRAPPER, "&src_gpu, numEdges *", "&src_gpu, (numEdges + 1) *"),
    ("one", WRAPPER, "graph.src, numEdges * sizeof(int), cudaMemcpyHost",
     "graph.src, (numEdges + 1) * sizeof(int), cudaMemcpyHost"),
    ("two", HANDSHAKING, "matches[id] == -1", "matches[id] == -2"),
    ("two", FILTER, "matches[src[e]] == -1 && matches[dst[e]] == -1", "matches[src[e]] == -2"),
    ("two", SCAN, "k < distance", "k - distance <= 0"),
    ("two", WRAPPER, "&temp1_gpu, (numEdges + 1) *", "&temp1_gpu, numEdges *"),
)  # fmt: skip


@pytest.fixture(scope="module")
def graded(tmp_path_factory, request):
    tree = Path(request.config.getoption("--tree"))
    given = tree / "src/tests/program/original_layout_submission"
    right = {path: (given / path).read_text() for path in PATHS}
    students = {
        "as_packed": right,
        "whole_folder": {f"Project3/{path}": text for path, text in {**GIVEN, **right}.items()},
        **{name: _with_mistakes(right, name) for name in ("one", "two")},
    }
    folder = tmp_path_factory.mktemp("original")
    (folder / "small.toml").write_text(small_settings())
    for name, files in students.items():
        (folder / "in" / name).mkdir(parents=True)
        tar = make_tar({path: text.encode("latin-1") for path, text in files.items()})
        (folder / "in" / name / "submit_me.tar").write_bytes(tar)
    words = ["class", folder / "in", "--out", folder / "out", "--settings", folder / "small.toml"]
    words += ["--secret", folder / "secret", "--tree", tree, "--jobs", 2]
    assert main([str(word) for word in words]) == 0
    rows = csv.DictReader(io.StringIO((folder / "out/marks.csv").read_text()))
    return folder / "out", {row["student"]: row for row in rows}


def _with_mistakes(files: dict[str, str], name: str) -> dict[str, str]:
    changed = dict(files)
    for student, path, old, new in MISTAKES:
        if student == name:
            assert changed[path].count(old) == 1, (path, old)
            changed[path] = changed[path].replace(old, new)
    return changed


def report(graded, student: str) -> str:
    return (graded[0] / "students" / student / "report.txt").read_text()


@pytest.mark.parametrize("student", ["as_packed", "whole_folder"])
def test_a_right_submission_has_all_points(graded, student):
    assert graded[1][student]["total"] == "110"


def test_an_array_that_the_old_kit_itself_leaks_is_reported_and_costs_no_points(graded):
    said = "of an earlier year, which loses the pointer to the array. This is not counted"
    assert said in report(graded, "as_packed")


def test_an_older_kit_in_the_archive_is_ignored_and_named(graded):
    assert "src/util/utils.hpp" in report(graded, "whole_folder")


@pytest.mark.parametrize(
    "student, points",
    [
        ("one", {"handshaking": "20", "scan": "20", "memory": "11"}),
        # What the filter gets depends on how many of the secret graphs need one pass only.
        ("two", {"handshaking": "0", "scan": "22", "memory": "11"}),
    ],
)
def test_a_mistake_costs_only_the_points_of_the_items_that_it_makes_wrong(graded, student, points):
    """Some mistakes change no result of a whole run. They are a missing bounds check, one element
    too many, an array that is a little too short, and a sum without oldSum[0], which is 0 in whole
    runs."""
    assert {part: graded[1][student][part] for part in points} == points


@pytest.mark.parametrize(
    "student, words",
    [
        ("one", "Read of strongNeighbor[-1], but strongNeighbor has"),
        ("one", "keepEdges[1] has an undefined value"),
        ("one", "The kernel wrote newSum[1], but newSum has 1 element"),
        ("one", "cudaMemcpy copies 12 bytes, but up to its end, the array on the CPU has only 8"),
        ("two", "UNMATCHED is -1 in this kit (it was -2 in the kit of 2021)"),
        ("two", "newSum["),
        ("two", "exclusive_prefix_sum_gpu needs oldSum with 3 elements"),
    ],
)
def test_a_mistake_is_named_in_the_report(graded, student, words):
    assert words in report(graded, student)


@pytest.mark.parametrize("student", ["one", "two"])
def test_no_line_of_a_report_is_cut_off(graded, student):
    """A line is cut off if it names a place in a file, but has no message about this place."""
    lines = [line.strip() for line in report(graded, student).splitlines()]

    assert [line for line in lines if line.startswith("|") and line.endswith(":")] == []
