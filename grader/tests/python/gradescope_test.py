"""Unpacks and runs the autograder zip as Gradescope does, with a kit that is already built."""

import json
import os
import platform
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import needs
from handshake_grader.cli import main
from handshake_grader.kit.kit import build_kit, make
from matching import LAB, PATHS
from sample_class import small_settings

pytestmark = needs.sandbox


def can_be_like_docker() -> bool:
    probe = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "true"]
    is_root = os.geteuid() == 0 and platform.machine() == "x86_64"
    return is_root and subprocess.run(probe, capture_output=True).returncode == 0


@pytest.fixture(scope="module")
def autograder(tmp_path_factory, request):
    """Returns a folder like /autograder after setup.sh has run, and the tree of the grader."""
    tree = Path(request.config.getoption("--tree"))
    folder = tmp_path_factory.mktemp("autograder")
    (folder / "settings.toml").write_text(small_settings())
    words = ["gradescope", "--out", folder / "autograder.zip"]
    words += ["--settings", folder / "settings.toml", "--secret", folder / "key", "--tree", tree]
    assert main([str(word) for word in words]) == 0
    with zipfile.ZipFile(folder / "autograder.zip") as archive:
        archive.extractall(folder / "source")
    with tarfile.open(folder / "source/handshake.tar.gz") as tar:
        tar.extractall(folder / "handshake")
    build_kit(tree, LAB)
    # The built folders are copied, because a test in this file damages a header. A build with
    # this header must not change the folders with which other tests grade at the same time. The
    # rest of build/grader is not copied, because other tests add and remove files there.
    (folder / "handshake/build/grader").mkdir(parents=True)
    built = [
        tree / "build/grader" / name
        for name in ("guard", "kit", "reference_matching", "view_matching")
    ]
    copy = ["cp", "-a", "--reflink=auto", *built, folder / "handshake/build/grader"]
    subprocess.run(copy, check=True)
    (folder / "handshake/.venv").symlink_to(sys.prefix)
    (folder / "results").mkdir()
    about = {"id": 7, "users": [{"id": 1234, "email": "ab123@example.edu"}]}
    (folder / "submission_metadata.json").write_text(json.dumps(about))
    return folder, tree


def hand_in(folder: Path, tree: Path) -> None:
    """Writes the files one by one, because Gradescope unpacks what students upload."""
    for path in PATHS:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes((tree / path).read_bytes())


def run(folder: Path, launcher: tuple[str, ...] = (), **environment) -> tuple[int, dict | None]:
    results = folder / "results/results.json"
    results.unlink(missing_ok=True)
    done = subprocess.run(
        [*launcher, "bash", folder / "source/run_autograder"],
        env={**os.environ, "AUTOGRADER": str(folder), **environment},
        capture_output=True,
        text=True,
    )
    print(done.stdout, done.stderr)  # pytest shows this if the test fails
    return done.returncode, json.loads(results.read_text()) if results.exists() else None


def test_a_right_submission_has_all_points(autograder):
    folder, tree = autograder
    hand_in(folder / "submission", tree)

    code, results = run(folder)

    assert (code, results["score"]) == (0, 110)
    assert len(results["tests"]) == 6


def test_a_fault_of_the_container_gives_no_results_instead_of_a_zero(autograder):
    folder, _ = autograder
    header = folder / "handshake/src/util/utils.hpp"
    whole = header.rename(folder / "utils.hpp")
    header.write_text("what a full disk left of this file\n")

    code, results = run(folder)

    whole.rename(header)
    assert code == 70 and results is None


def test_a_run_that_takes_too_long_gives_no_results_instead_of_a_zero(autograder):
    folder, _ = autograder
    script = folder / "source/run_autograder"
    text = script.read_text()
    assert "most_seconds=570" in text
    script.write_text(text.replace("most_seconds=570", "most_seconds=1"))

    code, results = run(folder)
    script.write_text(text)

    assert code == 124 and results is None


@pytest.mark.skipif(not can_be_like_docker(), reason="needs x86-64, and a root user who may mount")
def test_without_namespaces_a_right_submission_has_all_points(autograder):
    """The run has only the rights that Docker gives, on a kernel without Landlock. Without the flag
    --unbounded, like_gradescope.py would also limit the processor time and the memory."""
    folder, tree = autograder
    hand_in(folder / "submission", tree)
    launcher = [sys.executable, str(tree / "grader/benchmarks/like_gradescope.py")]

    code, results = run(folder, (*launcher, "--unbounded", "--no-landlock"))

    assert (code, results["score"]) == (0, 110)


def test_a_build_in_the_autograders_tree_changes_nothing_in_the_tree_of_other_tests(autograder):
    """Other tests grade with the original tree at the same time."""
    folder, tree = autograder
    header, built = folder / "handshake/src/util/utils.hpp", "build/grader/kit/util/utils.cpp.o"
    date, before = header.stat().st_mtime_ns, (tree / built).stat().st_mtime_ns

    header.touch()
    make(folder / "handshake", ["BACKEND=cpu", "OUT=build/grader/kit"], built)
    os.utime(header, ns=(date, date))

    assert (folder / "handshake" / built).stat().st_mtime_ns != before
    assert (tree / built).stat().st_mtime_ns == before


def test_both_scripts_are_executable_and_can_be_parsed(autograder):
    folder, _ = autograder
    with zipfile.ZipFile(folder / "autograder.zip") as archive:
        modes = {one.filename: one.external_attr >> 16 & 0o777 for one in archive.infolist()}

    assert modes == {"setup.sh": 0o755, "run_autograder": 0o755, "handshake.tar.gz": 0o644}
    for name in ("setup.sh", "run_autograder"):
        subprocess.run(["bash", "-n", folder / "source" / name], check=True)
