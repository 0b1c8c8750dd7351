"""After a command, the table of changes says for every row what changed and why.

Whole commands run, with a fake examiner; the tests read the table that a person reads.
"""

import re
from dataclasses import replace

import pytest

from desk_test import desk  # noqa: F401
from fake_examiner import SETTINGS, FakeExaminer
from grade_class_test import make_class, marks, submission
from handshake_grader import commands
from handshake_grader.errors import EXIT_LOOK, EXIT_OK, EXIT_USAGE
from handshake_grader.marks import changes, score, standing

TEXT = SETTINGS.read_text()
LATE = "student = 'ab1'\ndue = 2026-12-20T23:59:59\nreason = 'illness'\n"


@pytest.fixture(name="told")
def give_told(desk, tmp_path, monkeypatch, capsys):  # noqa: F811
    """Runs a command on the class of two students, with the settings text as it is or changed.
    Returns the rows of the table of changes, without the frame, and all that was printed."""
    monkeypatch.setenv("COLUMNS", "400")
    times = tmp_path / "times.csv"
    times.write_text("id,time\nab1,2026-12-12 12:00\ncd2,2026-12-01 12:00\n")
    file = tmp_path / "term.toml"

    def told(*words, changed=(), code=EXIT_OK):
        text = TEXT
        for old, new in changed:
            assert old in text, old
            text = text.replace(old, new, 1)
        file.write_text(text)
        capsys.readouterr()
        assert desk(*words, settings=file) == code
        printed = capsys.readouterr()
        rows = [line for line in printed.out.splitlines() if line.startswith("│")]
        cells = [[cell.strip() for cell in row.strip("│").split("│")] for row in rows]
        return {(who, what): (old, new, why) for who, what, old, new, why in cells}, printed

    told.times = times
    told("class", "--times", times)
    return told


def test_the_first_marks_are_no_changes_and_a_repeated_report_changes_nothing(told):
    assert "No mark changed." in told("report")[1].out


def test_a_decision_is_given_as_the_reason_with_who_decided(told):
    about = ("override", "cd2", "filter.alone", "4", "--who", "ta", "--why", "one wrong case; fine")
    rows, _ = told(*about)
    why = "decided by ta: one wrong case; fine"
    assert rows["cd2", "filter.alone"] == ("WRONG 0", "by hand 4", why)
    assert rows["cd2", "total"] == ("104", "108", why) and len(rows) == 2

    rows, _ = told("override", "cd2", "filter.alone", "none", "--who", "prof", "--why", "too early")
    assert rows["cd2", "filter.alone"] == ("by hand 4", "WRONG 0", "undone by prof: too early")


@pytest.mark.parametrize(
    "old, new, row, after",
    [
        (
            "percent_per_day = 20",
            "percent_per_day = 10",
            ("ab1", "late"),
            ("-40 %", "-20 %", "term.toml: late.percent_per_day 20 -> 10"),
        ),
        (
            "due = 2026-12-10T23:59:59",
            "due = 2026-12-11T23:59:59",
            ("ab1", "late"),
            (
                "-40 %",
                "-20 %",
                "term.toml: assignment.due Thu 10 Dec 2026, 23:59:59 (America/New_York) -> "
                "Fri 11 Dec 2026, 23:59:59 (America/New_York)",
            ),
        ),
        (
            "[visibility]",
            f"[[late.exceptions]]\n{LATE}[visibility]",
            ("ab1", "late"),
            (
                "-40 %",
                "0 %",
                "term.toml: late.exceptions of ab1: new (due Sun 20 Dec 2026, 23:59:59 "
                "(America/New_York), reason illness)",
            ),
        ),
        (
            "points = 4\n\n[[part]]\nid = \"filter\"",
            "points = 5\n\n[[part]]\nid = \"filter\"",
            ("cd2", "handshaking.alone"),
            ("OK 4", "OK 5", "term.toml: handshaking.alone: points 4 -> 5"),
        ),
    ],
)  # fmt: skip
def test_a_changed_setting_is_the_reason_for_each_mark_that_it_changes(told, old, new, row, after):
    rows, printed = told("report", changed=[(old, new)])

    assert rows[row] == after
    assert rows[row[0], "total"][2] == after[2]
    assert f"changed: {after[2]}" in printed.out
    assert all(why for _, _, why in rows.values())
    assert told("report", changed=[(old, new)])[0] == {}


def test_settings_that_leave_the_late_days_as_they_were_explain_no_deduction(told):
    grace, percent = ("grace_minutes = 10", "grace_minutes = 5"), ("_day = 20", "_day = 10")
    rows, _ = told("report", changed=[grace, percent])

    assert rows["ab1", "late"] == ("-40 %", "-20 %", "term.toml: late.percent_per_day 20 -> 10")
    day = ("due = 2026-12-10T23", "due = 2026-12-09T23")
    rows, _ = told("report", changed=[grace, ("_day = 20", "_day = 15"), day])
    why = rows["ab1", "late"][2]
    assert "percent_per_day 10 -> 15" in why and "assignment.due" in why


def test_no_cell_of_the_table_is_cut_on_a_narrow_terminal(told, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    half = [("percent_per_day = 20", "percent_per_day = 10")]
    _, printed = told("report", changed=half)

    rows = [line.strip("│").split("│") for line in printed.out.splitlines() if line[:1] == "│"]
    reasons = "".join(row[-1].strip() for row in rows).replace(" ", "")
    assert reasons == 2 * "term.toml:late.percent_per_day20->10"


def test_a_setting_that_changes_no_mark_is_named_too(told):
    _, printed = told("report", changed=[('secret_cases = "reason"', 'secret_cases = "full"')])

    assert "No mark changed." in printed.out
    assert "changed: term.toml: visibility.secret_cases reason -> full" in printed.out


def test_a_new_property_is_named_as_the_reason(told):
    new = """
  [[part.property]]
  id = "again"
  title = "two kernels together"
  by = "program"
  own = ["src/gpu_required/check_handshaking.cu", "src/gpu_required/markFilterEdges.cu"]
  points = 3

[[part]]
id = "filter"
"""
    rows, printed = told("report", changed=[('\n[[part]]\nid = "filter"\n', new)], code=EXIT_LOOK)

    why = "term.toml: handshaking.again: new (points 3)"
    assert rows["ab1", "handshaking.again"] == ("-", "ungraded", why)
    assert rows["ab1", "total"] == ("66", "ungraded", why) and f"changed: {why}" in printed.out


def test_points_that_follow_from_other_results_change_for_the_reason_of_these(told, tmp_path):
    wrong = submission("memory.alone: WRONG", "extra.right: WRONG", "extra.plain: WRONG")
    make_class(tmp_path / "in", {"cd2": wrong})
    told("class", "--times", told.times)

    rows, _ = told("override", "cd2", "memory.alone", "4", "--who", "ta", "--why", "fine")
    assert set(rows) == {("cd2", "memory.alone"), ("cd2", "total")}
    told("override", "cd2", "memory.alone", "none", "--who", "ta", "--why", "x")

    plain = 'kinds = ["plain", "sizes"]\n  points = '
    rows, _ = told("report", changed=[(f"{plain}1", f"{plain}2")])
    why = "follows from term.toml: extra.plain: points 1 -> 2"
    assert rows["cd2", "extra.right"] == ("WRONG 2.25", "WRONG 1.8", why)


def test_another_version_is_the_reason_only_if_the_version_is_another_one(told, monkeypatch):
    counted = score._score_property
    monkeypatch.setattr(standing, "__version__", "99")
    for points, why in ((1.0, changes.COUNTS_OTHERWISE), (2.0, changes.UNKNOWN)):

        def count(*about, points=points):
            return replace(counted(*about), points=points)

        monkeypatch.setattr(score, "_score_property", count)
        rows, _ = told("report")
        assert {row[2] for row in rows.values()} == {why}


def test_a_new_hand_in_is_named_with_its_file_and_time(told, tmp_path):
    make_class(tmp_path / "in", {"cd2": submission("scan.alone: WRONG")})
    told.times.write_text("id,time\nab1,2026-12-12 12:00\ncd2,2026-12-11T02:04:00Z\n")

    rows, _ = told("class", "--times", told.times)

    when = "Thu 10 Dec 2026, 21:04:00 (America/New_York)"
    assert rows == {("cd2", "total"): ("104", "103", f"a new hand-in: cd2/submit_me.tar, {when}")}


def test_a_decision_about_earlier_files_is_named_when_it_no_longer_counts(told, tmp_path):
    told("override", "cd2", "total", "90", "--who", "ta", "--why", "half of it")
    make_class(tmp_path / "in", {"cd2": submission("scan.enough: WRONG")})

    rows, _ = told("class")

    assert "the decision of ta about total was for other files" in rows["cd2", "total"][2]


def test_a_corrected_time_is_the_reason_for_the_changed_lateness(told):
    told.times.write_text("id,time\nab1,2026-12-11 12:00\ncd2,2026-12-01 12:00\n")

    rows, _ = told("report", "--times", told.times)

    when = "handed in: ab1/submit_me.tar, Fri 11 Dec 2026, 12:00:00 (America/New_York)"
    assert rows["ab1", "late"] == ("-40 %", "-20 %", when)


def test_another_kit_and_other_limits_are_named_when_a_grading_changes(told, monkeypatch):
    class Stricter(FakeExaminer):
        def open(self, attempt):
            examination = super().open(attempt)
            examination._verdicts["scan.alone"] = "SLOW"
            return examination

    monkeypatch.setattr(commands, "KitExaminer", lambda *about: Stricter("another kit"))
    rows, _ = told("regrade", "--student", "ab1", changed=[("floor_s = 10.0", "floor_s = 5.0")])

    before, after, why = rows["ab1", "scan.alone"]
    assert (before, after) == ("OK 7", "SLOW 0")
    assert "the kit changed" in why and "term.toml: limits.floor_s 10 -> 5" in why
    assert re.search(r"graded again \(regrade ab1, by \w+\)", why)


def test_a_result_that_changes_with_the_same_kit_and_settings_is_called_luck(told, monkeypatch):
    class Lucky(FakeExaminer):
        def open(self, attempt):
            examination = super().open(attempt)
            examination._verdicts.pop("filter.alone", None)
            return examination

    monkeypatch.setattr(commands, "KitExaminer", lambda *about: Lucky())
    rows, _ = told("regrade")

    assert "same kit, settings and files" in rows["cd2", "filter.alone"][2]


def test_students_who_leave_or_come_are_named(told, tmp_path):
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nab1,Ann Bo\ncd2,Di\nef3,Em\n")

    rows, _ = told("class", "--roster", roster)
    assert rows == {("Em (ef3)", "total"): ("-", "0", "new in the class; nothing handed in")}

    roster.write_text("id,name\nab1,Ann Bo\ncd2,Di\n")
    rows, _ = told("report", "--roster", roster)
    assert rows == {("Em (ef3)", "total"): ("0", "-", "no longer in the class")}


# ---- decisions that do not fit the settings


def test_a_decision_above_a_new_maximum_is_an_error_before_marks_are_reported(told, tmp_path):
    told("override", "cd2", "filter.alone", "6", "--who", "ta", "--why", "fine")
    table = marks(tmp_path / "out")
    before_scan = '\n\n[[part]]\nid = "scan"'
    five = [(f"points = 6{before_scan}", f"points = 5{before_scan}")]

    for command in ("report", "class", "regrade"):
        _, printed = told(command, changed=five, code=EXIT_USAGE)
        assert "cd2: filter.alone has 6 points by hand (by ta, " in printed.err
        assert "term.toml gives at most 5" in printed.err and "none" in printed.err
        assert marks(tmp_path / "out") == table

    rows, _ = told(
        "override", "cd2", "filter.alone", "4", "--who", "ta", "--why", "x", changed=five
    )
    assert rows["cd2", "filter.alone"][:2] == ("by hand 6", "by hand 4")
    assert marks(tmp_path / "out")["cd2"]["filter"] == "23"


def test_a_decision_about_a_property_that_is_gone_is_an_error_and_can_be_taken_back(told):
    told("override", "cd2", "extra.report", "8", "--who", "ta", "--why", "good plots")
    gone = [('id = "report"', 'id = "paper"')]

    _, printed = told("report", changed=gone, code=EXIT_USAGE)
    assert "cd2: extra.report has 8 points" in printed.err
    assert "no such part, property or line of a rubric" in printed.err

    told("override", "cd2", "extra.report", "none", "--why", "renamed", changed=gone)
    told("report", changed=gone)


@pytest.mark.parametrize(
    "words, said",
    [
        (("ab7", "total", "1"), "there is no student 'ab7' in the class; the nearest is 'ab1'"),
        (
            ("ab1", "filter.alnoe", "1"),
            "there is no target 'filter.alnoe'; the nearest is 'filter.alone'",
        ),
        (("ab1", "filter.alone", "12"), "filter.alone: 12 is not from 0 to 6"),
    ],
)
def test_a_decision_about_nobody_or_nothing_is_one_message(told, words, said):
    _, printed = told("override", *words, "--why", "x", code=EXIT_USAGE)

    assert said in printed.err and printed.err.count("\n") == 1
