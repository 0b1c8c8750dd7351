"""match accepts the command lines that the handout allows, and refuses wrong command lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from program import CUDA, TESTCASES, USAGE, assert_refused, listing, run

INPUT5 = TESTCASES / "input5.mtx"
OUTPUT5 = (TESTCASES / "output5.txt").read_bytes()


def test_writes_out_txt_if_no_output_is_named(match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, folder=tmp_path)

    assert result.code == 0
    assert listing(tmp_path) == {"out.txt": OUTPUT5}


def test_prints_the_lines_that_the_handout_shows(match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-output", "five.txt", folder=tmp_path)

    assert result.stdout == b""
    lines = [
        rf"Start Reading Matrix {re.escape(str(INPUT5))} \.\.\. ?(\n)?Done reading\.",
        r"Start One Way Matching \.\.\. ?",
        r"Done matching\.",
        r"Performed matching for 5 iterations",
        r"One Way Handshaking Matching Time: \d+\.\d\d ms",
        r"Start Writing Matching Results to five\.txt \.\.\. ?(\n)?Done writing\.",
    ]
    assert re.fullmatch(r"\s*\n".join(lines) + r"\s*", result.stderr), result.stderr


@pytest.mark.parametrize(
    "words",
    [
        "-threads 1024 -input {input} -output {output} -device 0",
        "-device 0 -extra -output {output} -input {input}",
        "-extra -threads 77 -input {input} -output {output} -extra",
    ],
)
def test_accepts_flags_in_any_order(words: str, match: Path, tmp_path: Path) -> None:
    filled = [word.format(input=INPUT5, output="five.txt") for word in words.split()]

    result = run(match, *filled, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert listing(tmp_path) == {"five.txt": OUTPUT5}


def test_the_last_value_of_a_repeated_flag_is_used(match: Path, tmp_path: Path) -> None:
    result = run(
        match,
        "-output",
        "first.txt",
        "-input",
        TESTCASES / "input1.mtx",
        "-input",
        INPUT5,
        "-output",
        "last.txt",
        "-threads",
        "3",
        "-threads",
        "5",
        folder=tmp_path,
    )

    assert result.code == 0, result.stderr
    assert listing(tmp_path) == {"last.txt": OUTPUT5}


def test_help_lists_every_flag_and_runs_nothing(match: Path, tmp_path: Path) -> None:
    result = run(match, "-help", folder=tmp_path)

    assert result.code == 0
    text = result.stdout.decode() + result.stderr
    for flag in ("-input", "-output", "-threads", "-device", "-extra", "-help"):
        assert flag in text
    assert listing(tmp_path) == {}


@pytest.mark.parametrize(
    "value",
    ["0", "-1", "12x", "x12", "99999999999", "2147483648", "", " ", "1.5", "1e3", "0x10", "+-3"],
)
def test_refuses_an_impossible_number_of_threads(value: str, match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-threads", value, folder=tmp_path)

    assert_refused(result, USAGE, "-threads", re.escape(value), "-help")
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("value", ["-1", "x", "", "0x", "1e9", "99999999999"])
def test_refuses_a_value_that_is_not_the_number_of_a_device(
    value: str, match: Path, tmp_path: Path
) -> None:
    result = run(match, "-input", INPUT5, "-device", value, folder=tmp_path)

    assert_refused(result, USAGE, "-device", re.escape(value))
    assert listing(tmp_path) == {}


@pytest.mark.parametrize("value", ["777", "2147483647"])
def test_refuses_a_device_that_does_not_exist(value: str, match: Path, tmp_path: Path) -> None:
    result = run(match, "-input", INPUT5, "-device", value, folder=tmp_path)

    assert_refused(result, CUDA, f"-device {value}", "no such device")
    assert listing(tmp_path) == {}


@pytest.mark.parametrize(
    "words, names",
    [
        ("", "-input"),
        ("-threads 5", "-input"),
        ("-input", "-input"),
        ("-input a.mtx -output", "-output"),
        ("-input a.mtx -threads", "-threads"),
        ("-input a.mtx -device", "-device"),
        ("-input a.mtx -bogus", "-bogus"),
        ("-input a.mtx -bogus=3", "-bogus"),
        ("-input a.mtx -x", "-x"),
        ("a.mtx", "a.mtx"),
        ("-input a.mtx b.mtx", "b.mtx"),
        ("-inp a.mtx", "-inp"),
        ("-input=a.mtx", "-input=a.mtx"),
        ("-input a.mtx -extra=1", "-extra=1"),
        ("-input a.mtx -", " -"),
        ("-input a.mtx --", "--"),
        ("-e", "-e"),
    ],
)
def test_refuses_a_wrong_command_line(words: str, names: str, match: Path, tmp_path: Path) -> None:
    result = run(match, *words.split(), folder=tmp_path)

    assert_refused(result, USAGE, re.escape(names), "-help")
    assert listing(tmp_path) == {}


def test_refuses_an_empty_word_on_the_command_line(match: Path, tmp_path: Path) -> None:
    assert_refused(run(match, "-input", INPUT5, "", folder=tmp_path), USAGE, "-help")
