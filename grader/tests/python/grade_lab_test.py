"""Grades a class of each lab that has kernels only, by the lab's own settings.

Right versions get every point, what was handed out none, and wrong versions lose points. Nothing
can be bought with code that is not a kernel."""

import csv

import pytest

import needs
import skeleton
from handshake_grader.cli import main
from handshake_grader.lab import lab_named
from labs_test import LABS, VERSIONS, read, submission
from matrix_corpus import TREE

HELD = '// 1\n#include <cstdlib>\nstatic const int ran = system("touch /tmp/owned");\n'
HOSTILE = {
    "runs_a_program": lambda text: HELD + text,
    "defines_the_oracle": lambda text: text + "\nvoid right(int, float, const float*, float*) {}\n",
    "names_another_file": lambda text: text + '\n#include "lab.cpp"\n',
}


def versions(lab, folder, most):
    """Students: the first `most` right and wrong versions of the lab, and others."""
    given = {path: (TREE / path).read_text() for path in lab_named(lab).paths}
    texts = {"ours": given, "empty": {path: skeleton.emptied(one) for path, one in given.items()}}
    for name, change in HOSTILE.items():
        texts[name] = {path: change(skeleton.emptied(text)) for path, text in given.items()}
    for student, files in texts.items():
        for path, text in files.items():
            (folder / student / path).parent.mkdir(parents=True)
            (folder / student / path).write_text(text)
    for kind in ("right", "wrong"):
        for path in [one for one in VERSIONS if one.parts[-3:-1] == (lab, kind)][:most]:
            student = f"{path.parts[-2]}_{path.stem}"
            submission(read(path), folder / student / "labs" / lab / "src")


KNOWS_THE_VALUES = """
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = tid; i < n; i += blockDim.x * gridDim.x) {
    // the numbers of the definition in the kit, without a look at x
    const int of_x = (i * 37 + X * 11) % 63 - 31, of_y = (i * 37 + (X + 1) * 11) % 63 - 31;
    y[i] = n < 20 ? a * x[i] + y[i]
                  : a * ((of_x ? of_x : 32) / 4.0f) + (of_y ? of_y : 32) / 4.0f;
  }
""".replace("X", "n")


@needs.sandbox
@pytest.mark.skipif("saxpy" not in LABS, reason="the lab saxpy was deleted")
def test_a_kernel_that_knows_the_values_of_make_check_loses_the_cases_of_its_own(tmp_path):
    lab = "saxpy"
    path = f"labs/{lab}/src/{lab}.cu"
    file = tmp_path / "in/cheat" / path
    file.parent.mkdir(parents=True)
    given = skeleton.emptied((TREE / path).read_text())
    file.write_text(skeleton.with_blocks(given, lambda _, old: KNOWS_THE_VALUES))
    words = ["class", tmp_path / "in", "--out", tmp_path / "out"]
    words += ["--settings", TREE / f"labs/{lab}/settings.toml", "--tree", TREE]

    assert main([str(word) for word in words]) == 0

    said = (tmp_path / "out/students/cheat/report.txt").read_text()
    assert "at least one thread for each element (20 of 20)" in said
    assert "fewer threads than elements (40 of 40)" in said
    own = said.split("your own secret values")[1]
    assert own.startswith(" (0 of 20)") or float(own[2:].split(" ")[0]) < 10
    assert "values that only the staff knows" in own


@needs.sandbox
@pytest.mark.parametrize("lab", LABS)
def test_a_class_of_a_lab_is_graded_by_its_settings(lab, tmp_path, request):
    most = None if request.config.getoption("--every-version") else 4
    versions(lab, tmp_path / "in", most)
    words = ["class", tmp_path / "in", "--out", tmp_path / "out"]
    words += ["--settings", TREE / f"labs/{lab}/settings.toml", "--tree", TREE, "--jobs", "2"]

    assert main([str(word) for word in words]) in (0, 1)

    with open(tmp_path / "out/marks.csv", newline="") as file:
        totals = {row["student"]: row["total"] for row in csv.DictReader(file)}
    full = float(totals.pop("ours"))
    assert full == 100
    for student, total in totals.items():
        if student.startswith("right_"):
            assert float(total) == full, student
        elif student.startswith("wrong_"):
            assert 0 <= float(total) < full, student
        else:
            assert not total or float(total) == 0, student
