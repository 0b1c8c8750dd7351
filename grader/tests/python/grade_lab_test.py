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


def versions(lab, folder):
    """A student for each version of the lab, and two more; their names."""
    given = {path: (TREE / path).read_text() for path in lab_named(lab).paths}
    texts = {"ours": given, "empty": {path: skeleton.emptied(one) for path, one in given.items()}}
    for name, change in HOSTILE.items():
        texts[name] = {path: change(skeleton.emptied(text)) for path, text in given.items()}
    for student, files in texts.items():
        for path, text in files.items():
            (folder / student / path).parent.mkdir(parents=True)
            (folder / student / path).write_text(text)
    for path in VERSIONS:
        if path.parts[-3] == lab:
            student = f"{path.parts[-2]}_{path.stem}"
            submission(read(path), folder / student / "labs" / lab / "src")


@needs.sandbox
@pytest.mark.parametrize("lab", LABS)
def test_a_class_of_a_lab_is_graded_by_its_settings(lab, tmp_path):
    versions(lab, tmp_path / "in")
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
