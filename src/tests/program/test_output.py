"""The result is written completely or not at all, for every kind of output."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from program import INPUT, OUTPUT, TESTCASES, assert_refused, listing, run

INPUT5 = TESTCASES / "input5.mtx"
OUTPUT5 = (TESTCASES / "output5.txt").read_bytes()


@pytest.mark.parametrize(
    "name", ["a name with spaces.txt", "täglich.txt", "-output", "a'b\"c.txt", "%s%n.txt"]
)
def test_writes_to_a_file_of_any_name(name: str, match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-output", name, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert listing(tmp_path) == {name: OUTPUT5}


def test_replaces_the_result_of_an_earlier_run(match: Path, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_bytes(b"x" * 100_000)

    assert run(match, "-input", INPUT5, folder=tmp_path).code == 0
    assert listing(tmp_path) == {"out.txt": OUTPUT5}


def test_keeps_the_permissions_of_a_file_that_it_replaces(match: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    output.write_bytes(b"")
    output.chmod(0o640)

    assert run(match, "-input", INPUT5, folder=tmp_path).code == 0
    assert output.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_that_the_umask_allows(match: Path, tmp_path: Path) -> None:
    assert run(match, "-input", INPUT5, folder=tmp_path, umask=0o027).code == 0
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o640


def test_writes_through_a_symbolic_link(match: Path, tmp_path: Path) -> None:
    (tmp_path / "out.txt").symlink_to("real.txt")
    (tmp_path / "real.txt").write_bytes(b"old\n")

    assert run(match, "-input", INPUT5, folder=tmp_path).code == 0
    assert (tmp_path / "out.txt").is_symlink()
    assert (tmp_path / "real.txt").read_bytes() == OUTPUT5


def test_a_run_that_fails_does_not_change_the_result_of_an_earlier_run(
    match: Path, tmp_path: Path
) -> None:
    (tmp_path / "out.txt").write_bytes(b"earlier\n")
    (tmp_path / "bad.mtx").write_bytes(b"no graph\n")
    before = listing(tmp_path)

    assert_refused(run(match, "-input", "bad.mtx", folder=tmp_path), INPUT, "bad.mtx:1: ")
    assert listing(tmp_path) == before


def test_writes_to_dev_null(match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-output", "/dev/null", folder=tmp_path)

    assert (result.code, listing(tmp_path)) == (0, {})
    assert Path("/dev/null").is_char_device()


def test_writes_to_the_standard_output(match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-output", "/dev/stdout", folder=tmp_path)

    assert (result.code, result.stdout) == (0, OUTPUT5)


def test_writes_to_a_pipe(match: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [match, "-input", INPUT5, "-output", "/dev/stdout"],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
    )

    assert (done.returncode, done.stdout) == (0, OUTPUT5)


@pytest.mark.parametrize("path", ["missing/out.txt", ".", "/", "", "/proc/out.txt", "/dev/full"])
def test_refuses_an_output_that_cannot_be_written(path: str, match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-output", path, folder=tmp_path)

    assert_refused(result, OUTPUT, re.escape(path))
    assert listing(tmp_path) == {}


def test_refuses_a_folder_that_it_may_not_write_to(match: Path, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere except in /proc; another test uses /proc")
    (tmp_path / "locked").mkdir(mode=0o500)

    result = run(match, "-input", INPUT5, "-output", "locked/out.txt", folder=tmp_path)

    assert_refused(result, OUTPUT, "locked/out.txt", "[Pp]ermission")


def test_a_full_disk_leaves_no_part_of_a_result(match: Path, tmp_path: Path) -> None:
    """A limit on the size of a file has the same effect as a full disk."""
    (tmp_path / "out.txt").write_bytes(b"earlier\n")

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    result = run(
        match,
        "-input",
        TESTCASES / "input30.mtx",
        folder=tmp_path,
        preexec_fn=limit,
        restore_signals=False,
    )

    assert_refused(result, OUTPUT, r"out\.txt")
    assert listing(tmp_path) == {"out.txt": b"earlier\n"}


def test_the_program_ends_if_the_reader_closes_the_pipe(match: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [match, "-input", TESTCASES / "input30.mtx", "-output", "/dev/stdout"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        process.stdout.close()
        code = process.wait(timeout=60)

    assert code in (OUTPUT, -signal.SIGPIPE)
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("delay", [0.005, 0.02, 0.05, 0.1])
def test_an_interrupt_leaves_a_complete_result_or_no_result(
    delay: float, match: Path, tmp_path: Path
) -> None:
    with subprocess.Popen(
        [match, "-input", TESTCASES / "input9.mtx", "-threads", "1"],
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
    ) as process:
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)

    output = tmp_path / "out.txt"
    assert not output.exists() or output.read_bytes() == (TESTCASES / "output9.txt").read_bytes()
