"""Faults of the grader itself: a fault affects only the item in which it occurs.

Each test runs the whole command, with a fake examiner in place of the kit's.
"""

import json
import sqlite3
from types import SimpleNamespace

import pytest

from fake_examiner import FAULTS, SEEDS, SETTINGS, FakeExaminer, grade
from grade_class_test import ITEMS, make_class, marks, submission
from handshake_grader import commands
from handshake_grader.cli import main
from handshake_grader.course.slurm import examine_on_node
from handshake_grader.errors import EXIT_FAULT, EXIT_INTERRUPTED, EXIT_LOOK, EXIT_OK
from handshake_grader.intake.class_folder import read_class
from handshake_grader.marks.journal import Journal
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import read_settings
from handshake_grader.verdict import Verdict
from matching import LAB


@pytest.fixture
def grade_class(tmp_path, monkeypatch):
    """Runs `grader/grade class`. Returns the exit code and the number of items that were tried."""
    monkeypatch.setattr(commands, "build_kit", lambda tree, lab: SimpleNamespace(modes=("plain",)))
    for name in ("require_machine", "require_modes", "require_that_ours_builds"):
        monkeypatch.setattr(commands, name, lambda *about: None, raising=False)

    def run(students, settings=SETTINGS, examiner=None):
        monkeypatch.setattr(commands, "KitExaminer", lambda *about: examiner or FakeExaminer())
        folder, out = make_class(tmp_path / "in", students), tmp_path / "out"
        words = ["--out", out, "--settings", settings, "--secret", tmp_path / "secret", "--jobs", 1]
        code = main(["class", *map(str, (folder, *words))])
        lines = (out / "private/events.jsonl").read_text().splitlines()
        events = [json.loads(line) for line in lines]
        number = events[-1]["run"]
        return code, sum(one["run"] == number and one["event"] == "item" for one in events)

    return run


def class_with(fault):
    return {
        "before": submission(),
        "odd": submission(f"scan.alone: {fault}"),
        "wrong": submission("filter.alone: WRONG"),
    }


@pytest.mark.parametrize("fault", FAULTS)
def test_an_exception_about_one_item_leaves_all_others_graded(fault, grade_class, tmp_path):
    code, items = grade_class(class_with(fault))

    assert (code, items) == (EXIT_FAULT, 3 * ITEMS)
    found = marks(tmp_path / "out")
    assert (found["before"]["total"], found["wrong"]["total"]) == ("110", "104")
    assert (found["odd"]["total"], found["odd"]["scan"], found["odd"]["filter"]) == ("", "", "25")


@pytest.mark.parametrize("word", ["HELD", "UNREAD"])
def test_waiting_for_a_person_is_not_a_fault(grade_class, word):
    assert grade_class(class_with(word))[0] == EXIT_LOOK


def test_after_an_exception_about_an_item_the_next_run_tries_only_this_item_again(grade_class):
    grade_class(class_with("VALUE_ERROR"))

    assert grade_class(class_with("VALUE_ERROR")) == (EXIT_FAULT, 1)
    assert grade_class({"odd": submission("extra.plain: OK")}) == (EXIT_OK, ITEMS)


def test_the_traceback_is_in_the_private_log_and_on_no_page(grade_class, tmp_path):
    settings = tmp_path / "open.toml"  # pages show as much as settings can allow
    hidden, shown = 'secret_cases = "reason"', 'secret_cases = "full"'
    text = SETTINGS.read_text()
    assert hidden in text
    settings.write_text(text.replace(hidden, shown))

    grade_class(class_with("VALUE_ERROR"), settings)

    logs = [file.read_text() for file in (tmp_path / "out/private/logs").iterdir()]
    assert sum("Traceback" in log and "fake_examiner.py" in log for log in logs) == 1
    assert "ValueError" in (tmp_path / "out/class.html").read_text()
    for page in (tmp_path / "out/students").rglob("report.*"):
        assert "Traceback" not in page.read_text() and "fake_examiner" not in page.read_text()


def test_a_submission_that_cannot_be_opened_does_not_delay_others(grade_class, tmp_path):
    class Broken(FakeExaminer):
        def open(self, attempt):
            if attempt.student.id == "odd":
                raise OSError("the name is too long")
            return super().open(attempt)

    code, items = grade_class(class_with("OK"), examiner=Broken())

    assert (code, items) == (EXIT_FAULT, 3 * ITEMS)
    assert [one["total"] for one in marks(tmp_path / "out").values()] == ["110", "", "104"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_job_of_a_cluster_gives_the_same_results_as_one_machine(fault, tmp_path):
    folder = make_class(tmp_path / "in", class_with(fault))
    attempts = read_class(folder, read_settings(SETTINGS).assignment.zone, LAB).counted
    items = items_of(read_settings(SETTINGS))

    found = [examine_on_node(FakeExaminer(), attempt, items).results for attempt in attempts]
    grade(folder, tmp_path / "out")

    open_items = [[one.item for one in each if one.verdict is Verdict.JE] for each in found]
    assert open_items == [[], ["scan.alone"], []]
    journal = Journal(tmp_path / "out/private/journal.sqlite")
    for attempt, results in zip(attempts, found, strict=True):
        here = journal.newest(attempt.student.id)
        verdicts = {item: one.result.verdict for item, one in here.items()}
        assert {one.item: one.verdict for one in results} == verdicts
    journal.close()
    assert SEEDS.pseudonym("odd") in {
        file.stem for file in (tmp_path / "out/private/logs").iterdir()
    }


def test_an_error_that_stops_the_grader_gives_exit_code_70_and_no_traceback(
    grade_class, monkeypatch, capsys
):
    def no_room(*about):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Journal, "record", no_room)

    code, items = grade_class(class_with("OK"))

    assert (code, items) == (EXIT_FAULT, 0)
    assert "fault of the grader or of this machine" in capsys.readouterr().err


def test_a_submission_that_ctrl_c_interrupts_gets_no_verdict(grade_class):
    class Stopped(FakeExaminer):
        def open(self, attempt):
            if attempt.student.id == "wrong":
                raise KeyboardInterrupt
            return super().open(attempt)

    assert grade_class(class_with("OK"), examiner=Stopped()) == (EXIT_INTERRUPTED, 2 * ITEMS)
    assert grade_class(class_with("OK")) == (EXIT_OK, ITEMS)
