"""match refuses a faulty file: it prints a message that names the line, needs little time and
memory, and writes no result."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import faulty_files
from faulty_files import BANNER, Faulty
from program import INPUT, TESTCASES, Run, assert_refused, listing, run

sys.path.insert(0, str(TESTCASES))
from graphs import Numbers

# The most memory, in bytes, that `match` and its libraries need before a file is read. This
# includes the memory of Python: when a process starts, the operating system also counts the memory
# of the parent process.
BASE_MEMORY = 192 << 20
SECONDS = 20


def refuse(
    match: Path, folder: Path, path: Path | str, *patterns: str, size: int = 0, **options
) -> Run:
    before = listing(folder)
    result = run(match, "-input", path, folder=folder, timeout=SECONDS, **options)

    assert_refused(result, INPUT, re.escape(str(path)), *patterns)
    assert listing(folder) == before, "match left a file behind, or changed a file"
    assert result.memory < BASE_MEMORY + 2 * size
    return result


@pytest.mark.parametrize("faulty", faulty_files.all_faulty(), ids=lambda faulty: faulty.name)
def test_refuses_a_faulty_file(faulty: Faulty, match: Path, tmp_path: Path) -> None:
    path = tmp_path / f"{faulty.name}.mtx"
    path.write_bytes(faulty.content)
    where = re.escape(str(path)) + (f":{faulty.line}: " if faulty.line else r"(:\d+)?: ")

    refuse(match, tmp_path, path, where, faulty.says, size=len(faulty.content))


def test_a_message_about_a_fraction_names_a_program_that_accepts_fractions(
    match: Path, tmp_path: Path
) -> None:
    path = tmp_path / "fraction.mtx"
    path.write_text(BANNER.replace("integer", "real") + "2 2 1\n2 1 0.5\n")

    refuse(match, tmp_path, path, r":3: .*0\.5", "integer", "multi_gpu_ld")


@pytest.mark.parametrize("path", ["missing.mtx", "missing/folder.mtx", ".", "/", ""])
def test_refuses_a_path_that_is_not_a_file(path: str, match: Path, tmp_path: Path) -> None:
    refuse(match, tmp_path, path)


def test_refuses_a_file_that_it_may_not_read(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "secret.mtx"
    path.write_text(BANNER + "1 1 0\n")
    path.chmod(0)
    # Root may read every file, so if root runs this test, match runs as the user "nobody". This
    # user cannot start a program under /root, so the test copies match to another folder.
    public = Path(tempfile.gettempdir()) / f"match-of-{os.getpid()}"
    shutil.copy(match, public)
    public.chmod(0o755)
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}

    try:
        result = run(public, "-input", path, folder=Path("/"), **user)
    finally:
        public.unlink()

    assert_refused(result, INPUT, re.escape(str(path)), "[Pp]ermission")


@pytest.mark.parametrize("endless", ["/dev/zero", "/dev/urandom"])
def test_refuses_an_endless_file(endless: str, match: Path, tmp_path: Path) -> None:
    refuse(match, tmp_path, endless)


def test_a_cut_file_is_refused_if_an_entry_is_incomplete(match: Path, tmp_path: Path) -> None:
    whole = (BANNER + "5 5 4\n2 1 17\n3 2 18\n4 3 19\n5 4 2077\n").encode()
    last_weight = whole.rindex(b" ") + 1
    path = tmp_path / "cut.mtx"

    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        if length <= last_weight:
            refuse(match, tmp_path, path)
        else:
            assert run(match, "-input", path, "-output", "/dev/null", folder=tmp_path).code == 0


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_file_never_crashes_match(seed: int, match: Path, tmp_path: Path) -> None:
    numbers = Numbers(seed)
    whole = (TESTCASES / "input3.mtx").read_bytes()
    path = tmp_path / "damaged.mtx"

    for _ in range(25):
        damaged = bytearray(whole)
        for _ in range(numbers.between(1, 4)):
            place = numbers.below(len(damaged))
            piece = bytes(
                b"0123456789-+.eE% \t\n\r\0\xff"[numbers.below(22)] for _ in range(numbers.below(4))
            )
            damaged[place : place + numbers.below(4)] = piece
        path.write_bytes(damaged)
        output = tmp_path / "out.txt"
        result = run(match, "-input", path, folder=tmp_path, timeout=SECONDS)
        if result.code == 0:
            output.unlink()
        else:
            assert_refused(result, INPUT, re.escape(str(path)))
        assert result.memory < BASE_MEMORY
        assert listing(tmp_path).keys() == {"damaged.mtx"}


def test_accepts_a_graph_of_many_nodes_with_only_one_entry(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "sparse.mtx"
    path.write_text(BANNER + "1000000 1000000 1\n999999 7 5\n")

    result = run(match, "-input", path, folder=tmp_path)

    assert result.code == 0, result.stderr
    lines = (tmp_path / "out.txt").read_bytes().split()
    assert len(lines) == 1000000
    assert (lines[6], lines[999998]) == (b"999998", b"6")
    assert result.memory < BASE_MEMORY + 64 * len(lines)


def test_an_absurd_number_of_nodes_is_refused_before_memory_is_allocated(
    match: Path, tmp_path: Path
) -> None:
    path = tmp_path / "absurd.mtx"
    path.write_text(BANNER + "2147483647 2147483647 1\n2 1 5\n")

    refuse(match, tmp_path, path)


@pytest.mark.parametrize("header, lines", [("0 0 0", 0), ("0 3 0", 3), ("2 0 0", 2)])
def test_a_graph_without_edges_is_not_a_fault(
    header: str, lines: int, match: Path, tmp_path: Path
) -> None:
    path = tmp_path / "empty.mtx"
    path.write_text(BANNER.replace("symmetric", "general") + header + "\n")

    for extra in ([], ["-extra"]):
        result = run(match, "-input", path, *extra, folder=tmp_path)

        assert result.code == 0, result.stderr
        assert (tmp_path / "out.txt").read_bytes() == b"-1\n" * lines


def test_reads_a_compressed_file(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "input5.mtx.gz"
    path.write_bytes(gzip.compress((TESTCASES / "input5.mtx").read_bytes()))

    result = run(match, "-input", path, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_bytes() == (TESTCASES / "output5.txt").read_bytes()


@pytest.mark.parametrize("name", ["/dev/stdin", "-"])
def test_reads_a_pipe(name: str, match: Path, tmp_path: Path) -> None:
    with subprocess.Popen(["cat", TESTCASES / "input9.mtx"], stdout=subprocess.PIPE) as cat:
        result = run(match, "-input", name, folder=tmp_path, stdin=cat.stdout)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_bytes() == (TESTCASES / "output9.txt").read_bytes()


def test_says_how_many_entries_were_dropped_and_merged(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "odd.mtx"
    path.write_text(
        BANNER.replace("symmetric", "general") + "3 3 5\n1 1 9\n1 2 3\n2 1 4\n2 3 5\n2 3 5\n"
    )

    result = run(match, "-input", path, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert re.search(r"\b1 .*self.loop", result.stderr), result.stderr
    assert re.search(r"\b2 .*(duplicate|merged|repeat)", result.stderr), result.stderr
