"""Each lab is a folder: its solution and its right versions are OK, each wrong version is found.

The lab of the matching is not here: the confusion matrix (matrix.py) checks its versions."""

import json
import shutil
import subprocess

import pytest

from matrix_check import environment, is_blamed, is_ok, named_lines
from matrix_corpus import TREE, Changed, Entry, apply, split

LABS = sorted(one.name for one in (TREE / "labs").iterdir() if (one / "wrong").is_dir())
VERSIONS = sorted((TREE / "labs").glob("*/wrong/*")) + sorted((TREE / "labs").glob("*/right/*"))


def check(lab, student, room, tree=TREE):
    command = ["make", "-s", "check", f"LAB={lab}", "BACKEND=cpu"]
    command += [f"STUDENT={student}", f"CHECK_DIR={room}/out"]
    done = subprocess.run(command, cwd=tree, env=environment(), capture_output=True, text=True)
    assert done.returncode in (0, 2), done.stdout + done.stderr
    parts = json.loads((room / "out/results.json").read_text())["parts"]
    assert all(map(is_ok, parts)) == (done.returncode == 0)
    return next((part for part in parts if not is_ok(part)), parts[0])


def read(path) -> Entry:
    header, sections = split(path)
    return Entry(
        name=path.stem,
        part=path.parts[-3],
        wrong=path.parts[-2] == "wrong",
        file=path,
        what=header["what"],
        seen="",
        blame=(),
        verdicts=tuple(header.get("verdicts", "").split()),
        verdicts_on_gpu=(),
        sections=tuple(sections),
    )


def submission(entry: Entry, folder) -> Changed:
    shutil.copytree(TREE / "labs" / entry.part / "src", folder)
    changed = apply(entry)
    for path, text in changed.files.items():
        (folder / path.removeprefix(f"labs/{entry.part}/src/")).write_text(text)
    return changed


def test_a_new_lab_is_a_copy_of_saxpy_under_its_own_name(tmp_path):
    shutil.copytree(TREE / "labs", tmp_path / "labs")
    make = ["make", "-s", "-f", TREE / "grader/handout/handout.mk", "lab"]

    def new(name: str) -> int:
        return subprocess.run([*make, f"NAME={name}"], cwd=tmp_path, capture_output=True).returncode

    assert [new(name) for name in ("dot", "dot", "saxpy", "Dot", "../dot", "")] == [
        0,
        2,
        2,
        2,
        2,
        2,
    ]
    texts = {
        one.name: one.read_text() for one in (tmp_path / "labs/dot").rglob("*.*") if one.is_file()
    }
    assert not [name for name, text in texts.items() if "saxpy" in text]
    assert "__global__ void dot(" in texts["kernels.cuh"] and "void dot(" in texts["dot.cu"]
    assert 'lab = "dot"' in texts["settings.toml"]


@pytest.mark.parametrize("lab", LABS)
def test_the_solution_of_a_lab_is_right(lab, tmp_path):
    part = check(lab, f"labs/{lab}/src", tmp_path)
    assert part["verdict"] == "OK", part["summary"]


@pytest.mark.parametrize("path", VERSIONS, ids=lambda path: "-".join(path.parts[-3:]))
def test_a_version_of_a_kernel_gets_its_verdict_and_its_line(path, tmp_path):
    entry = read(path)
    changed = submission(entry, tmp_path / "student")
    part = check(entry.part, tmp_path / "student", tmp_path)
    assert part["verdict"] in (entry.verdicts or ("OK",)), part["summary"]
    if entry.wrong:
        lines = named_lines(part)
        assert any(is_blamed(line, changed) for line in lines), (lines, part["failures"][0]["what"])


@pytest.mark.parametrize("lab", LABS)
def test_no_file_outside_of_its_folder_belongs_to_a_lab(lab, tmp_path):
    listed = ["git", "ls-files", "grader", "src", "labs", "Makefile", "testcases"]
    files = subprocess.run(listed, cwd=TREE, capture_output=True, text=True, check=True).stdout
    for file in files.splitlines():
        if file.startswith(f"labs/{lab}/"):
            continue
        (tmp_path / "tree" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TREE / file, tmp_path / "tree" / file)
        assert f"labs/{lab}" not in (TREE / file).read_text(errors="replace"), file
    # The objects are as new as those of this tree, so little is built again.
    if (TREE / "build/cpu-release").is_dir():
        shutil.copytree(TREE / "build/cpu-release", tmp_path / "tree/build/cpu-release")
    for other in set(LABS) - {lab}:
        room = tmp_path / other
        room.mkdir()
        assert is_ok(check(other, f"labs/{other}/src", room, tmp_path / "tree"))
