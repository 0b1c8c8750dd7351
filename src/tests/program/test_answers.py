"""The program match gives the expected answer to every test case, for every number of threads and
every schedule, with and without -extra."""

from __future__ import annotations

import itertools
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from program import TESTCASES, numbers_of_testcases

sys.path.insert(0, str(TESTCASES))
import compare

SCHEDULES = ("forward", "reverse", "shuffle:1", "shuffle:2", "shuffle:3")


def runs(quick: bool, number: int, threads: int) -> list[compare.Run]:
    """Returns the runs for one test case and one number of threads: every schedule, with and
    without -extra. If `quick`, returns only the runs with one schedule. This schedule is chosen so
    that all calls together still combine each schedule with each test case and with each number
    of threads."""
    one = SCHEDULES[(3 * number + compare.THREADS.index(threads)) % len(SCHEDULES)]
    return [
        compare.Run(str(number), threads, extra, schedule)
        for extra, schedule in itertools.product((False, True), (one,) if quick else SCHEDULES)
    ]


@pytest.mark.parametrize("threads", compare.THREADS)
@pytest.mark.parametrize("number", numbers_of_testcases())
def test_match_gives_the_expected_answer(
    number: int, threads: int, match: Path, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    todo = runs(pytestconfig.getoption("--quick"), number, threads)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        faults = pool.map(lambda run: compare.fault_of(run, str(match), tmp_path, 60), todo)

    assert not [f"{run}: {fault}" for run, fault in zip(todo, faults, strict=True) if fault]
