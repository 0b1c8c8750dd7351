"""Tests which files the students' kit contains, that it contains no solution, and that it is the
same every time. The slow proofs, which build and grade the kit, are in
grader/handout/prove_handout.py (`make handout-proofs`)."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "grader/handout"))

from handshake_grader.errors import UsageError  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from make_handout import HandoutError, kit_files, leaks, make_handout, solution_lines  # noqa: E402


@pytest.fixture(scope="module")
def files():
    return kit_files(ROOT)


def test_no_line_of_a_solution_is_in_the_kit(files):
    assert len(solution_lines(ROOT, [])) > 30
    assert leaks(ROOT, files, []) == []


@pytest.mark.parametrize("change", [str, lambda line: line.replace(" ", "  "), "// {}".format])
def test_a_line_of_a_solution_is_found_with_other_spaces_and_in_a_comment(files, change):
    line = "const bool keep = matches[src[x]] == UNMATCHED && matches[dst[x]] == UNMATCHED;"

    found = leaks(ROOT, {**files, "docs/notes.md": change(line).encode()}, [])

    assert [one.split()[0] for one in found] == ["docs/notes.md"]


def test_a_kit_with_a_solution_is_never_written(tmp_path):
    tree = copy_of_tree(tmp_path)
    scan = (tree / "src/gpu_required/exclusive_prefix_sum.cu").read_text()
    (tree / "docs/handout.md").write_text(scan)

    with pytest.raises(HandoutError, match="docs/handout.md holds a line"):
        make_handout(tree, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_two_copies_of_the_tree_give_kits_with_the_same_bytes(tmp_path):
    """The second run reads a copy of the tree, with other file times and an extra file. Both runs
    have an unusual umask."""
    tree = copy_of_tree(tmp_path)
    (tree / "src/notes.txt").write_text("litter")
    subprocess.run(["find", tree, "-exec", "touch", "-d", "2001-02-03", "{}", "+"], check=True)
    before = os.umask(0o077)
    try:
        for root, out in ((ROOT, "one"), (tree, "two")):
            make_handout(root, tmp_path / out)
    finally:
        os.umask(before)

    one, two = ((tmp_path / out / "handout.tar.gz").read_bytes() for out in ("one", "two"))
    assert one == two


def test_the_folder_and_the_tar_hold_the_same_files(tmp_path, files):
    make_handout(ROOT, tmp_path)
    unpack = ["tar", "-xzf", "handout.tar.gz", "--one-top-level=unpacked"]
    subprocess.run(unpack, cwd=tmp_path, check=True)

    subprocess.run(["diff", "-r", "handout", "unpacked/handout"], cwd=tmp_path, check=True)
    assert len([one for one in (tmp_path / "handout").rglob("*") if one.is_file()]) == len(files)


@pytest.mark.parametrize(
    "folder",
    ["grader/handshake_grader", "grader/settings", "grader/tests", "grader/handout", "src/tests"]
    + ["src/extensions", "src/cuda_on_cpu/benchmarks", ".ci", "build", "docs/results"]
    + [f"src/matching/{name}" for name in ("greedy", "handshake_passes", "optimal", "stable")],
)
def test_files_of_the_instructor_are_not_in_the_kit(files, folder):
    assert [path for path in files if path.startswith(folder) or "/tests/" in path] == []


def test_the_kit_contains_every_file_that_it_names(files):
    pattern = re.compile(
        r"(?<!OUT\)/)\b(?:docs|src|grader|testcases)/[\w./]*\.(?:md|cu|cuh|hpp|cpp|py|mk|mtx)\b"
    )
    named = {
        (path, name)
        for path, data in files.items()
        if path.endswith((".md", "Makefile", ".mk", ".cu", ".py"))
        for name in pattern.findall(data.decode().replace("X.mtx", "1.mtx"))
    }

    assert len(named) > 20
    assert sorted((p, n) for p, n in named if n not in files) == []


def test_every_target_in_make_help_exists(files):
    makefile = "".join(
        data.decode() for path, data in files.items() if path.endswith(("Makefile", ".mk"))
    )
    named = set(re.findall(r'echo "make ([a-z_-]+)', makefile)) - {"check-filter"}

    assert len(named) >= 7
    missing = [one for one in named if not re.search(rf"(?m)^[^\t#\n]*\b{one}\b[^\n]*:", makefile)]
    assert missing == []


def test_the_kits_makefile_names_nothing_that_only_instructors_have(files):
    makefile = files["Makefile"].decode()

    for word in ("multi_gpu_ld", "extensions", "handout.mk", ".ci/", "make test", "not handed out"):
        assert word in (ROOT / "Makefile").read_text() and word not in makefile


def test_a_line_for_instructors_without_its_mark_is_noticed(tmp_path):
    tree = copy_of_tree(tmp_path)
    text = (tree / "Makefile").read_text()
    marked = [line for line in text.splitlines() if line.endswith("  # not handed out")]
    assert len(marked) > 4

    for line in marked:
        changed = line.removesuffix("  # not handed out")
        (tree / "Makefile").write_text(text.replace(line, changed))
        with pytest.raises(HandoutError, match=re.escape(changed)):
            make_handout(tree, tmp_path / "out")


@pytest.mark.parametrize("path", ["Makefile", "testcases/README.md"])
def test_a_file_without_any_mark_is_noticed(path, tmp_path):
    tree = copy_of_tree(tmp_path)
    text = (tree / path).read_text()
    (tree / path).write_text(text.replace("not handed out", "for the instructor"))

    with pytest.raises(HandoutError, match=f'{path}: the mark "not handed out" is missing'):
        make_handout(tree, tmp_path / "out")


def test_the_policy_page_of_the_kit_has_the_points_and_dates_of_the_settings(tmp_path):
    text = (ROOT / "grader/settings/matching.toml").read_text()
    text = text.replace("2026-12-10T23:59:59", "2027-03-05T18:00:00")
    text = text.replace("percent_per_day = 20", "percent_per_day = 12.5")
    (tmp_path / "my.toml").write_text(text)

    page = kit_files(ROOT, tmp_path / "my.toml")["docs/grading_policy.md"].decode()

    assert "Friday, 5 March 2027, 18:00:00, time zone America/New_York" in page
    assert "10 minutes" in page and "12.5 %" in page and "After 3 late days: 0 points" in page
    settings = read_settings(tmp_path / "my.toml")
    lines = [one for part in settings.parts for one in part.lines]
    assert all(f"| | {one.title} | {one.points:g} |" in page for one in lines)
    assert f"**{settings.points:g}** |" in page and "students' kit" not in page


def test_the_costs_of_mistakes_are_in_the_kit_only_if_they_are_for_its_points(tmp_path, files):
    text = (ROOT / "grader/settings/matching.toml").read_text()
    (tmp_path / "my.toml").write_text(text.replace("points = 9", "points = 8", 1))

    usual = files["docs/grading_policy.md"].decode()
    page = kit_files(ROOT, tmp_path / "my.toml")["docs/grading_policy.md"].decode()

    assert "filter.few −9" in usual and "What typical mistakes cost" in usual
    assert "−" not in page and "mistakes cost" not in page
    assert re.findall("(?m)^## .*", page) == [
        one for one in re.findall("(?m)^## .*", usual) if "mistakes cost" not in one
    ]


def test_without_a_deadline_the_policy_page_says_so(tmp_path):
    text = (ROOT / "grader/settings/matching.toml").read_text()
    text = re.sub(r"(?m)^due = .*\n", "", text)
    (tmp_path / "my.toml").write_text(text)

    page = kit_files(ROOT, tmp_path / "my.toml")["docs/grading_policy.md"].decode()

    assert (
        "These settings have no deadline" in page and "late day" not in page.split("## Points")[0]
    )


def test_wrong_settings_are_named_with_their_line_and_no_kit_is_written(tmp_path):
    text = (ROOT / "grader/settings/matching.toml").read_text()
    (tmp_path / "my.toml").write_text(text.replace("grace_minutes = 10", 'grace_minutes = "x"'))

    with pytest.raises(UsageError, match=r"my\.toml:11: late\.grace_minutes"):
        make_handout(ROOT, tmp_path / "out", tmp_path / "my.toml")
    assert not (tmp_path / "out").exists()


def copy_of_tree(folder: Path) -> Path:
    tree = folder / "tree"
    left_out = shutil.ignore_patterns("build", ".git", ".venv", "__pycache__")
    shutil.copytree(ROOT, tree, ignore=left_out)
    return tree
