"""The text for a student about a run on a secret graph contains nothing that the program chose.

A program chooses its exit code, its signal, what it prints and how much it writes. With these, it
could tell its author about the graph, and the author may hand in again.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from handshake_grader.examine.secret_runs import SecretCase, judge
from handshake_grader.sandbox.guarded_process import LimitHit, Result
from handshake_grader.secret.graph_recipes import parse_output
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import Verdict
from sample_class import small_settings

CASE = SecretCase("a graph", Path("graph"), 3, [1, 0, -1], 1, "forward", 10.0, 0.1)
RAN = Result(0, None, b"1\n0\n-1\n", b"", 0.1, 0.1, 1)
SETTINGS = parse_settings(small_settings(), "small")


def told(result: Result) -> tuple[str, ...]:
    outcome = judge(result, CASE, SETTINGS, parse_output)
    assert outcome.verdict is not Verdict.OK
    open_lines = [one.text for one in outcome.evidence if not one.secret]
    return (outcome.verdict.value, outcome.summary, *open_lines)


@pytest.mark.parametrize(
    "results",
    [
        [replace(RAN, exit_code=code) for code in (1, 2, 77, 255)],
        [replace(RAN, exit_code=None, signal=number) for number in (1, 6, 8, 11, 64)],
        [replace(RAN, exit_code=1, stderr=text) for text in (b"", b"3 nodes", b"x" * 900)],
        [replace(RAN, stdout=b"1\n" * lines) for lines in (1, 2, 4, 5000)],
        [replace(RAN, stdout=text) for text in (b"x\n0\n-1\n", b"1\n0\nx\n", b"1\n\n-1\n")],
        [replace(RAN, stdout=text) for text in (b"1\n0\n0\n", b"2\n0\n7\n", b"-1\n-1\n-1\n")],
        [replace(RAN, limit_hit=LimitHit.CPU, cpu_s=used) for used in (10.0, 11.5)],
    ],
)
def test_the_text_for_a_student_does_not_depend_on_details_of_the_fault(results):
    assert len({told(one) for one in results}) == 1


def test_the_course_staff_sees_how_the_program_ended():
    ended = judge(replace(RAN, exit_code=77), CASE, SETTINGS, parse_output)

    assert [one.text for one in ended.evidence if one.secret] == ["exit code 77"]
