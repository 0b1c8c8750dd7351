"""On a GPU, match gives the expected output for every test case of the handout, with numbers of
threads from 1 to more than a GPU can run at a time, and with both ways to find the strongest
neighbors."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu_programs import ROOT, run

TESTCASES = ROOT / "testcases"
NUMBERS = sorted(int(file.stem.removeprefix("input")) for file in TESTCASES.glob("input*.mtx"))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("threads", [1, 33, 256, 1024, 16384, 262144])
@pytest.mark.parametrize("extra", [[], ["-extra"]], ids=["required", "extra"])
def test_match_on_a_gpu_gives_the_expected_output(
    number: int, threads: int, extra: list[str], tmp_path: Path
) -> None:
    output = tmp_path / "out.txt"
    words = ["-input", TESTCASES / f"input{number}.mtx", "-output", output]

    run(["match", *words, "-threads", str(threads), *extra])

    assert output.read_bytes() == (TESTCASES / f"output{number}.txt").read_bytes()
