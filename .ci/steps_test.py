"""The runner of steps reports every failure, every skip, and every step that did not run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import gpu_steps
import steps
from counts import count
from runner import Runner, Step

PYTEST = """<testsuites><testsuite><testcase name="a"/>
<testcase name="b/c"><failure message="no"/></testcase>
<testcase name="d"><skipped message="this machine has no GPU"/></testcase>
</testsuite></testsuites>"""
CTEST = """<testsuite><testcase name="many" status="run"/>
<testcase name="died" status="fail"><failure/></testcase></testsuite>"""
MANY = """<testsuites><testsuite><testcase name="one" result="completed"/>
<testcase name="two" result="skipped">
<skipped message="a/b.cpp:76&#x0A;takes long"/></testcase></testsuite></testsuites>"""


@pytest.fixture
def run(tmp_path):
    """Runs steps, and returns the runner after all steps have ended."""

    def run(*steps: Step) -> Runner:
        runner = Runner(steps, tmp_path, dict(os.environ))
        runner.run()
        return runner

    return run


def test_every_test_of_a_report_is_counted(tmp_path):
    (tmp_path / "x.xml").write_text(PYTEST)

    counts = count(tmp_path / "x.xml")

    assert (counts.passed, counts.failed) == (1, 1)
    assert counts.skipped == [("this machine has no GPU", "d")]


def test_the_tests_inside_a_program_are_counted_instead_of_the_program(tmp_path):
    (tmp_path / "ctest.xml").write_text(CTEST)
    (tmp_path / "many.xml").write_text(MANY)

    counts = count(tmp_path / "ctest.xml")

    assert (counts.passed, counts.failed, counts.skipped) == (1, 1, [("takes long", "two")])


def test_a_program_that_crashed_after_its_tests_has_failed(tmp_path):
    (tmp_path / "ctest.xml").write_text(CTEST)
    (tmp_path / "died.xml").write_text(MANY)

    assert count(tmp_path / "ctest.xml").failed == 1


def test_a_step_that_needs_a_failed_step_does_not_run_but_all_other_steps_run(run, tmp_path, capfd):
    runner = run(
        Step("bad", "echo the reason; exit 3"),
        Step("after", f"touch {tmp_path}/after", "bad"),
        Step("later", f"touch {tmp_path}/later", "after"),
        Step("good", f"touch {tmp_path}/good"),
    )

    assert [step.state for step in runner.steps] == ["failed", "not run", "not run", "passed"]
    assert (tmp_path / "good").exists() and not (tmp_path / "after").exists()
    assert not steps.tell(runner, [])
    said = capfd.readouterr().out
    assert "the reason" in said and "tests: 1 passed, 3 failed, 0 skipped" in said


def test_a_step_starts_after_the_steps_that_it_needs(run, tmp_path):
    file = tmp_path / "file"
    runner = run(Step("second", f"cat {file}", "first"), Step("first", f"sleep 0.2; touch {file}"))

    assert [step.state for step in runner.steps] == ["passed", "passed"]


def test_a_step_that_runs_alone_overlaps_no_other_step(run, tmp_path):
    busy = f"test ! -e {tmp_path}/alone; touch {tmp_path}/$$; sleep 0.2; rm {tmp_path}/$$"
    lonely = f"test -z \"$(ls {tmp_path} | grep -E '^[0-9]+$')\"; touch {tmp_path}/alone; sleep 0.2"
    alone = Step("alone", f"{lonely}; rm {tmp_path}/alone", alone=True)

    runner = run(Step("one", busy), alone, Step("two", busy), Step("three", busy, "one"))

    assert [step.state for step in runner.steps] == ["passed"] * 4


def test_a_step_without_a_report_fails_if_any_of_its_commands_fails(run):
    runner = run(Step("one", "false; true"), Step("two", "false | true"))

    assert [step.state for step in runner.steps] == ["failed", "failed"]


@pytest.mark.parametrize("excuses, is_well", [([], True), (["GPU"], True), (["moon"], False)])
def test_a_skip_without_an_excuse_is_a_failure_if_excuses_are_required(run, excuses, is_well):
    report = PYTEST.replace('<failure message="no"/>', "")
    runner = run(Step("one", f"echo '{report}' >$REPORT"))

    assert steps.tell(runner, excuses) == is_well


@pytest.mark.parametrize(
    "environment, are_asked_for",
    [({}, False), ({"CI": "true"}, True), ({"HANDSHAKE_ALL_TESTS": "1"}, True)]
    + [({"CI": "true", "HANDSHAKE_ALL_TESTS": "0"}, False), ({"CI": "false"}, False)],
)
def test_ci_decides_whether_skips_need_an_excuse_if_handshake_all_tests_is_not_set(
    monkeypatch, environment, are_asked_for
):
    for name in ("CI", "HANDSHAKE_ALL_TESTS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert bool(steps.excuses()) == are_asked_for


def test_every_step_needs_only_steps_that_exist():
    for table in (steps.ALL, steps.QUICK, gpu_steps.STEPS):
        names = {step.name for step in table}
        assert len(names) == len(table)
        assert all(set(step.needs.split()) <= names for step in table)


def test_without_a_gpu_the_tests_for_gpus_fail_with_the_reason(tmp_path):
    words = [sys.executable, steps.ROOT / ".ci/steps.py", "--gpu"]
    done = subprocess.run(words, env={"PATH": str(tmp_path)}, capture_output=True, text=True)

    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == "make test-gpu: this machine has no GPU: nvidia-smi shows none\n"


def test_the_table_of_the_tests_for_gpus_says_what_was_not_run_and_why(run):
    skips = PYTEST.replace('<failure message="no"/>', "").replace("this machine has no GPU", "moon")
    runner = run(
        Step("match", f"echo '{skips}' >$REPORT"), Step("bad", "exit 1"), Step("bytes", "", "bad")
    )

    table = gpu_steps.table(runner, {"commit": "4711", "card": "NVIDIA Fake"}).splitlines()

    assert table[1:3] == ["commit:  4711", "card:    NVIDIA Fake"]
    rows = {line.split()[0]: line.split()[1:4] for line in table if line and line[0] != " "}
    assert rows["match"] == ["2", "0", "1"]
    assert rows["bad"] == ["0", "1", "0"] and rows["bytes"] == ["0", "1", "0"]
    assert table[-2:] == ["not run: 1 of match: moon", "not run: bytes, because it needs bad"]
