"""Decisions of a person: the files to which they apply, and how they are given for a whole
class."""

import csv
import re
import sqlite3
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from fake_examiner import SETTINGS, grade
from handshake_grader import cli
from handshake_grader.course.class_run import JOURNAL_NAME
from handshake_grader.errors import EXIT_OK, EXIT_USAGE
from handshake_grader.intake.class_folder import Attempt
from handshake_grader.intake.download import Student
from handshake_grader.intake.submission import Submission
from handshake_grader.marks.csv_files import parts_in_words
from handshake_grader.marks.journal import Journal, Override
from handshake_grader.marks.rubric import lines_of
from handshake_grader.marks.score import fewest, score
from handshake_grader.messages import note, sentence
from handshake_grader.pages.student_page import render
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings, read_settings
from handshake_grader.verdict import ItemResult, Verdict
from matching import LAB
from pack import FILES, make_tar

RULE = read_settings(SETTINGS)


@pytest.fixture(name="journal")
def give_journal(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


def points(journal, submission):
    return {target: one.points for target, one in journal.overrides("s", submission).items()}


def test_a_decision_counts_only_for_the_files_for_which_it_was_made(journal):
    journal.record_override("s", "scan", 5, "ta", "nearly right", "first")
    assert points(journal, "first") == {"scan": 5}
    assert points(journal, "second") == {}
    assert [one.why for one in journal.outdated_overrides("s", "second")] == ["nearly right"]
    assert journal.outdated_overrides("s", "first") == []

    journal.record_override("s", "scan", 7, "ta", "better", "second")
    assert points(journal, "second") == {"scan": 7} and points(journal, "first") == {"scan": 5}
    assert journal.outdated_overrides("s", "second") == []


def test_a_decision_that_was_undone_is_not_asked_for_again(journal):
    journal.record_override("s", "scan", 5, "ta", "nearly right", "first")
    journal.record_override("s", "scan", None, "ta", "a mistake", "first")
    assert points(journal, "first") == {}
    assert journal.outdated_overrides("s", "second") == []


def test_a_journal_of_an_earlier_version_keeps_its_decisions(tmp_path):
    old = sqlite3.connect(tmp_path / "old.sqlite")
    old.execute(
        "CREATE TABLE overrides (id INTEGER PRIMARY KEY, at TEXT NOT NULL, student TEXT NOT NULL,"
        " target TEXT NOT NULL, points REAL, who TEXT NOT NULL, why TEXT NOT NULL)"
    )
    old.execute("INSERT INTO overrides VALUES (1, '2026-01-01', 's', 'scan', 3, 'ta', 'old')")
    old.commit()
    old.close()
    for _ in range(2):  # the second time, no column is added
        journal = Journal(tmp_path / "old.sqlite")
        assert points(journal, "any files") == {"scan": 3}
        assert journal.outdated_overrides("s", "any files") == []
        journal.close()


def hand_in(folder, text: bytes):
    (folder / "in/ann").mkdir(parents=True, exist_ok=True)
    files = {path: old + text for path, old in FILES.items()}
    (folder / "in/ann/submit_me.tar").write_bytes(make_tar(files))
    return grade(folder / "in", folder / "out")[1]


def test_after_a_new_submission_the_class_page_asks_for_the_decision_again(tmp_path):
    (first,) = hand_in(tmp_path, b"// 1\n")
    journal = Journal(tmp_path / "out" / JOURNAL_NAME)
    digest = first.attempt.submission.digest
    journal.record_override("ann", "extra.report", 8, "prof", "good plots", digest)
    journal.close()
    page = tmp_path / "out/class.html"
    (same,) = hand_in(tmp_path, b"// 1\n")
    assert same.total == first.total + 8
    assert "good plots" in page.read_text() and "decide again" not in page.read_text()

    (other,) = hand_in(tmp_path, b"// 2\n")

    assert other.total == first.total
    assert "decide again" in page.read_text()
    assert "data-person" in page.read_text()


def test_what_was_not_read_is_one_decision_on_the_pages_of_the_staff(tmp_path):
    (tmp_path / "in/ann").mkdir(parents=True)
    (tmp_path / "in/ann/submit_me.tar").write_bytes(b"\n<!DOCTYPE html><title>Log in</title>")
    (one,) = grade(tmp_path / "in", tmp_path / "out")[1]

    page = (tmp_path / "out/staff/ann.html").read_text()
    assert page.count("grader/grade override ann") == 1  # nor a line of the rubric
    assert "grader/grade override ann total POINTS --why REASON --out OUT" in page
    assert "</a>, total: UNREAD" in (tmp_path / "out/class.html").read_text()
    assert lines_of(one) == []


def test_pages_and_comments_of_a_decided_total_say_the_total_and_the_reason_and_nothing_else():
    results = {one.id: ItemResult(one.id, Verdict.OK) for one in items_of(RULE)}
    results |= {one: ItemResult(one, Verdict.UNREAD) for one in results if one.startswith("scan")}
    late = datetime(2026, 12, 11, 12, tzinfo=ZoneInfo("America/New_York"))
    files = Submission(LAB, notes=[note("submission_unread", reason="damaged")])
    attempt = Attempt(Student("s"), "submit_me.tar", late, files)
    decided = {"total": Override("s", "total", 50.0, "ta", "as agreed", "")}

    found = score(RULE, attempt, results, decided)

    assert found.total == 50 and found.lateness.is_late
    comments = parts_in_words(found)
    assert comments.startswith("Total: 50, decided by a person: as agreed; ")
    for text in (comments, *(render(RULE, found, form) for form in ("txt", "html"))):
        assert "50" in text and "as agreed" in text
        assert not re.search("not graded yet|looks at|taken off|late: |after the deadline", text)
    open_parts = render(RULE, score(RULE, attempt, results, {}), "txt")
    assert "not graded yet of 25" in open_parts and "taken off" in open_parts


def test_points_that_a_decision_about_the_part_settles_are_not_called_open():
    results = {one.id: ItemResult(one.id, Verdict.UNREAD) for one in items_of(RULE)}
    decided = {part.id: Override("s", part.id, 1.0, "ta", "why", "") for part in RULE.parts}

    attempt = Attempt(Student("s"), "x", None, Submission(LAB))
    page = render(RULE, score(RULE, attempt, results, decided), "txt")

    assert "(see the part of " in page and "not graded yet" not in page


def test_extra_credit_that_was_not_started_is_no_loss_and_waits_for_nobody():
    results = {one.id: ItemResult(one.id, Verdict.OK) for one in items_of(RULE)}
    without = {one: ItemResult(one, Verdict.NOT_STARTED) for one in results if "extra." in one}
    attempt = Attempt(Student("s"), "submit_me.tar", None, Submission(LAB))

    page = render(RULE, score(RULE, attempt, {**results, **without}, {}), "html")

    assert 'href="#extra-' not in page  # the column of what was lost links to it
    assert sentence("rubric_open") not in page
    assert sentence("rubric_open") in render(RULE, score(RULE, attempt, results, {}), "html")
    wrong = {"extra.ties": ItemResult("extra.ties", Verdict.WRONG)}
    assert 'href="#extra-ties">WRONG -1' in render(
        RULE, score(RULE, attempt, {**results, **wrong}, {}), "html"
    )


def test_a_decision_is_asked_for_with_the_fewest_targets():
    part = [f"memory.{one}" for one in ("values", "clean", "alone")]

    assert fewest(RULE, [*part, "scan.few", "scan.alone"]) == ["scan.few", "scan.alone", "memory"]
    assert fewest(RULE, [one.id for one in items_of(RULE)]) == ["total"]
    assert fewest(RULE, []) == []


def test_a_student_with_an_own_deadline_and_the_staff_read_it_on_their_pages(tmp_path):
    own = "[[late.exceptions]]\nstudent = 'ann'\ndue = 2026-12-20T12:00:00\nreason = 'illness'\n"
    rule = parse_settings(SETTINGS.read_text().replace("[visibility]", own + "[visibility]"), "x")
    for name, files in (("ann", {}), ("bob", FILES)):
        (tmp_path / "in" / name).mkdir(parents=True)
        if files:
            (tmp_path / "in" / name / "submit_me.tar").write_bytes(make_tar(files))
    grade(tmp_path / "in", tmp_path / "out", settings=rule)

    said = "Your own deadline is Sun 20 Dec 2026, 12:00:00 (America/New_York)."
    for page in ("students/{}/report.html", "students/{}/report.txt", "staff/{}.html"):
        assert said in (tmp_path / "out" / page.format("ann")).read_text()
        assert said not in (tmp_path / "out" / page.format("bob")).read_text()
    assert "illness" not in (tmp_path / "out/students/ann/report.html").read_text()


# ---- a whole class


@pytest.fixture(name="graded")
def give_graded(tmp_path):
    """The folder of a graded class of three students, and the arguments that a command needs to
    work on this class."""
    for n, name in enumerate(("ann", "bob", "cho")):
        (tmp_path / "in" / name).mkdir(parents=True)
        files = {path: text + b"// %d" % n for path, text in FILES.items()}
        (tmp_path / "in" / name / "submit_me.tar").write_bytes(make_tar(files))
    grade(tmp_path / "in", tmp_path / "out")
    (tmp_path / "secret").write_text((b"s" * 32).hex())
    (tmp_path / "secret").chmod(0o600)
    words = [str(tmp_path / "in"), "--out", str(tmp_path / "out")]
    return tmp_path, [*words, "--secret", str(tmp_path / "secret")]


def extra_points(folder):
    rows = csv.DictReader((folder / "out/marks.csv").open())
    return {row["student"]: row["extra"] for row in rows}


def test_points_are_read_from_a_table_that_the_grader_wrote_and_a_person_filled_in(graded, capsys):
    folder, words = graded
    table = folder / "open.csv"
    assert cli.main(["rubric", *words, "--write", str(table)]) == EXIT_OK
    rows = list(csv.reader(table.open()))
    assert rows[0] == ["student", "name", "report", "target", "points", "remark"]
    assert [row[:4] for row in rows[1:]] == [
        [one, "", "", "extra.report"] for one in ("ann", "bob", "cho")
    ]

    with table.open("w", newline="") as file:
        filled = ["bob", "", "", "extra.report", "7.5", "good plots"]
        csv.writer(file).writerows([rows[0], rows[1], filled])
    assert cli.main(["rubric", *words, "--table", str(table), "--who", "ta"]) == EXIT_OK

    assert extra_points(folder) == {"ann": "10", "bob": "17.5", "cho": "10"}
    shown = capsys.readouterr().out
    assert "bob" in shown and "good plots" in shown and "cho" not in shown.split("to fill in")[1]
    assert "good plots" in (folder / "out/students/bob/report.txt").read_text()
    capsys.readouterr()
    assert cli.main(["rubric", *words, "--table", str(table)]) == EXIT_OK
    assert "No mark changed." in capsys.readouterr().out  # the same points with the same remark
    assert cli.main(["rubric", *words, "--write", str(table)]) == EXIT_OK
    assert "bob" not in table.read_text() and "ann" in table.read_text()


@pytest.mark.parametrize(
    "row, said",
    [
        ("dan,extra.report,1,x", "there is no student 'dan'"),
        ("ann,extra.repotr,1,x", "there is no target 'extra.repotr'"),
        ("ann,extra.report,11,x", "11 is not from 0 to 10"),
        ("ann,extra.report,ten,x", "extra.report: 'ten' is neither a number"),
        ("ann,extra.report,1,", "the remark is missing"),
        ("bob,extra.report,2,y", "appears twice"),
    ],
)
def test_a_table_with_a_mistake_gives_no_points(graded, capsys, row, said):
    folder, words = graded
    (folder / "x.csv").write_text(
        f"\ufeffstudent,target,points,remark\nbob,extra.report,1,ok\n{row}\n"
    )
    assert cli.main(["rubric", *words, "--table", str(folder / "x.csv")]) == EXIT_USAGE
    error = capsys.readouterr().err
    assert f"{folder}/x.csv:3: " in error and said in error and "nothing was recorded" in error
    assert set(extra_points(folder).values()) == {"10"}


def test_a_table_of_a_german_spreadsheet_is_read(graded):
    folder, words = graded
    (folder / "x.csv").write_text("student;target;points;remark\nbob;extra.report;7,5;gut; ja\n")
    assert cli.main(["rubric", *words, "--table", str(folder / "x.csv")]) == EXIT_OK
    assert extra_points(folder)["bob"] == "17.5"


def test_if_a_person_stops_the_questions_the_answers_so_far_are_kept(graded, monkeypatch):
    folder, words = graded
    answers = iter(["", "12", "8", "", "fine", "q"])  # "": later; 12: too many; "": no remark
    asked = []

    def answer(question):
        asked.append(question)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    assert cli.main(["rubric", *words]) == EXIT_OK

    assert extra_points(folder) == {"ann": "10", "bob": "18", "cho": "10"}
    assert len(asked) == 6 and "0 to 10" in asked[0]


def test_a_new_submission_is_one_row_in_the_list_of_changes(graded):
    folder, _ = graded
    files = {path: text + b"// scan.alone: WRONG\n" for path, text in FILES.items()}
    (folder / "in/bob/submit_me.tar").write_bytes(make_tar(files))

    changes, _, _ = grade(folder / "in", folder / "out")

    (found,) = changes.rows
    about = (found.student.id, found.where, found.before, found.after, found.why)
    assert about == ("bob", "total", "110", "103", "a new hand-in: bob/submit_me.tar")
