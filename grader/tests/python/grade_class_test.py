"""Grades classes with a fake examiner: journal, resuming, grading again, overrides, marks and
pages."""

import csv
import io
import json
import random
import re
import sqlite3
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fake_examiner import SEEDS, SETTINGS, FakeExaminer, grade
from handshake_grader.course.class_run import JOURNAL_NAME, Selection, hold_folder
from handshake_grader.errors import UsageError
from handshake_grader.marks.csv_files import safe_text
from handshake_grader.marks.journal import Journal
from handshake_grader.pages.gradescope import results_json
from handshake_grader.pages.outputs import folder_of
from handshake_grader.settings.plan import items_of, targets
from handshake_grader.settings.settings import parse_settings, read_settings
from matching import HANDSHAKING, SCAN, WRAPPER
from pack import FILES, make_tar

ITEMS = len(items_of(read_settings(SETTINGS)))


def submission(*verdicts: str) -> bytes:
    text = "".join(f"// {line}\n" for line in verdicts)
    return make_tar({**FILES, SCAN: text.encode()})


def make_class(root: Path, students: dict[str, bytes]) -> Path:
    for name, data in students.items():
        (root / name).mkdir(parents=True, exist_ok=True)
        (root / name / "submit_me.tar").write_bytes(data)
    return root


CLASS = {
    "right": submission(),
    "wrong_scan": submission(
        "scan.enough: WRONG",
        "scan.clean: NOT_CHECKED",
        "scan.alone: CRASH",
        "together.everything: WRONG",
    ),
    "flaky": submission("filter.alone: FLAKY"),
    "ours": submission("filter.enough: JE"),
    "empty": b"",
}


@pytest.fixture
def graded(tmp_path):
    folder = make_class(tmp_path / "in", CLASS)
    grade(folder, tmp_path / "out")
    return tmp_path


def marks(out: Path) -> dict[str, dict[str, str]]:
    return {
        row["student"]: row for row in csv.DictReader(io.StringIO((out / "marks.csv").read_text()))
    }


def test_marks_are_computed_with_the_points_in_the_settings(graded):
    found = marks(graded / "out")

    assert list(found["right"]) == [
        "student",
        "name",
        "section",
        "total",
        "handshaking",
        "filter",
        "scan",
        "memory",
        "together",
        "extra",
        "late",
    ]
    assert found["right"]["total"] == "110"
    assert (found["wrong_scan"]["total"], found["wrong_scan"]["scan"]) == ("90", "12")
    assert found["empty"]["total"] == ""


def test_a_mark_that_needs_a_person_is_an_empty_cell_and_not_zero(graded):
    found = marks(graded / "out")

    assert (found["flaky"]["total"], found["flaky"]["filter"]) == ("104", "19")
    assert (found["ours"]["total"], found["ours"]["scan"]) == ("", "25")
    assert "filter.enough: JE" in (graded / "out/class.html").read_text()


def test_a_second_run_repeats_only_the_items_on_which_the_grader_failed(graded):
    first = (graded / "out/marks.csv").read_bytes()

    _, _, items = grade(graded / "in", graded / "out")

    assert items == 1
    assert (graded / "out/marks.csv").read_bytes() == first


def test_only_changed_submissions_are_graded_again(graded):
    make_class(graded / "in", {"wrong_scan": submission("scan.alone: WRONG"), "ours": submission()})

    before, after, items = grade(graded / "in", graded / "out")

    assert items == 2 * ITEMS
    assert marks(graded / "out")["wrong_scan"]["total"] == "103"


def test_results_for_an_earlier_submission_never_count(graded):
    """The old marks must not appear before the new submission is graded."""
    make_class(graded / "in", {"right": submission("scan.alone: WRONG")})

    grade(graded / "in", graded / "out", selection=Selection(students=set()))

    assert marks(graded / "out")["right"]["total"] == ""


def test_a_newer_version_of_the_grader_grades_every_item_again(graded):
    journal_path = graded / "out" / JOURNAL_NAME

    changes, _, items = grade(graded / "in", graded / "out", FakeExaminer("newer"))

    journal = Journal(journal_path)
    assert items == ITEMS * len(CLASS)
    assert changes.rows == []  # no result has changed
    assert len(journal.history("right")) == 2 * ITEMS
    journal.close()


def test_no_graded_item_runs_again_after_a_change_of_points_in_the_settings(graded):
    settings = parse_settings(SETTINGS.read_text().replace("points = 6\n", "points = 16\n", 1), "x")

    _, _, items = grade(graded / "in", graded / "out", settings=settings)

    assert items == 1  # the item with the verdict JE
    assert marks(graded / "out")["right"]["total"] == "120"  # one property has 10 points more


def test_regrading_can_be_limited_to_some_students_and_some_items(graded):
    selection = Selection({"right", "flaky"}, {"filter"}, again=True)

    before, after, items = grade(graded / "in", graded / "out", selection=selection)

    assert items == 8  # four properties for each of two students


def test_changes_are_listed_with_their_reason(graded):
    class Stricter(FakeExaminer):
        def open(self, attempt):
            examination = super().open(attempt)
            examination._verdicts["handshaking.alone"] = "RACE"
            return examination

    changes, _, _ = grade(
        graded / "in", graded / "out", Stricter("2"), Selection({"right"}, again=True)
    )

    why = "the kit changed; graded again (test, by tester)"
    assert [(one.where, one.before, one.after, one.why) for one in changes.rows] == [
        ("handshaking.alone", "OK 4", "RACE 0", why),
        ("total", "110", "106", why),
    ]


def test_an_override_changes_the_mark_and_the_report_gives_its_reason(graded):
    journal = Journal(graded / "out" / JOURNAL_NAME)
    journal.record_override("flaky", "filter.alone", 6, "ta", "looked at it: harmless")
    journal.record_override("wrong_scan", "scan", 5, "ta", "nearly right")
    journal.record_override("right", "extra.report", 7.5, "prof", "good report")
    journal.record_override("empty", "total", 50, "prof", "handed in by mail")
    journal.close()

    grade(graded / "in", graded / "out")

    found = marks(graded / "out")
    assert found["flaky"]["total"] == "110"
    assert found["wrong_scan"]["scan"] == "5"
    assert (found["right"]["extra"], found["right"]["total"]) == ("17.5", "117.5")
    assert found["empty"]["total"] == "50"
    page = (graded / "out/students/flaky/report.txt").read_text()
    assert "looked at it: harmless" in page


def test_a_decision_by_hand_is_listed_with_its_reason(graded):
    journal = Journal(graded / "out" / JOURNAL_NAME)
    journal.record_override("right", "extra.report", 8, "ta", "good plots")
    journal.record_override("right", "scan", 0, "prof", "a copy")
    journal.close()

    changes, _, _ = grade(graded / "in", graded / "out")

    assert [(one.where, one.before, one.after, one.why) for one in changes.rows] == [
        ("scan", "-", "by hand 0", "decided by prof: a copy"),
        ("extra.report", "-", "by hand 8", "decided by ta: good plots"),
        ("total", "110", "93", "decided by prof: a copy; decided by ta: good plots"),
    ]


def test_an_override_can_be_undone(graded):
    journal = Journal(graded / "out" / JOURNAL_NAME)
    journal.record_override("right", "scan", 0, "ta", "mistake")
    journal.record_override("right", "scan", None, "ta", "was a mistake")

    assert journal.overrides("right") == {}
    assert len(journal.override_history("right")) == 2
    journal.close()


def test_a_later_run_with_another_secret_is_refused(graded):
    journal = Journal(graded / "out" / JOURNAL_NAME)

    with pytest.raises(UsageError):
        journal.begin_run("class", "ta", "g", "s", "other")
    journal.close()


def test_a_file_that_is_not_a_journal_is_refused(tmp_path):
    path = tmp_path / "private/journal.sqlite"
    path.parent.mkdir()
    path.write_bytes(b"hello" * 1000)

    with pytest.raises(UsageError):
        Journal(path)


def test_a_second_grader_in_the_same_folder_is_refused(tmp_path):
    with hold_folder(tmp_path), pytest.raises(UsageError), hold_folder(tmp_path):
        pass


def test_a_run_that_is_stopped_keeps_the_results_that_it_has_recorded(tmp_path):
    class Stopped(FakeExaminer):
        def open(self, attempt):
            if attempt.student.id == "ours":
                raise KeyboardInterrupt
            return super().open(attempt)

    with pytest.raises(KeyboardInterrupt):
        grade(make_class(tmp_path / "in", CLASS), tmp_path / "out", Stopped(), jobs=1)
    _, after, items = grade(tmp_path / "in", tmp_path / "out")

    assert 0 < items < ITEMS * len(CLASS)
    assert marks(tmp_path / "out")["right"]["total"] == "110"


def test_marks_and_pages_do_not_depend_on_the_number_of_workers(graded, tmp_path):
    grade(graded / "in", tmp_path / "other", jobs=7)

    for name in (
        "marks.csv",
        "gradebooks/canvas.csv",
        "students/wrong_scan/report.html",
        "students/flaky/report.txt",
    ):
        assert (graded / "out" / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def wait_for_run(journal: Path, number: int, process) -> None:
    while process.poll() is None:
        if journal.is_file():
            with sqlite3.connect(f"file:{journal}?mode=ro", uri=True) as database:
                try:
                    if database.execute("SELECT COUNT(*) FROM runs").fetchone()[0] >= number:
                        return
                except sqlite3.OperationalError:
                    pass  # the tables do not exist yet
        time.sleep(0.01)


def test_a_killed_run_continues_and_ends_with_the_same_marks(tmp_path, request):
    folder = make_class(
        tmp_path / "in",
        {f"s{i:02}": submission(f"scan.alone: {'WRONG' if i % 3 else 'OK'}") for i in range(24)},
    )
    grade(folder, tmp_path / "undisturbed")
    command = [
        sys.executable,
        str(Path(__file__).with_name("fake_examiner.py")),
        str(folder),
        str(tmp_path / "out"),
    ]
    chance = random.Random(1)
    kills = request.config.getoption("--kills")
    for number in range(kills):
        process = subprocess.Popen(command)
        wait_for_run(tmp_path / "out" / JOURNAL_NAME, number + 1, process)
        time.sleep(0.1 * chance.random())
        process.kill()
        process.wait()

    assert subprocess.run(command).returncode == 0

    assert (tmp_path / "out/marks.csv").read_bytes() == (
        tmp_path / "undisturbed/marks.csv"
    ).read_bytes()
    with sqlite3.connect(tmp_path / "out" / JOURNAL_NAME) as database:
        runs_with_results = database.execute("SELECT COUNT(DISTINCT run) FROM results").fetchone()[
            0
        ]
        repeated = database.execute(
            "SELECT COUNT(*) - COUNT(DISTINCT student || item) FROM results"
        ).fetchone()[0]
    assert runs_with_results > 2
    assert repeated <= 2 * kills  # each kill repeats at most one item per worker


def test_events_and_logs_contain_only_pseudonyms(graded):
    out = graded / "out"
    events = [json.loads(line) for line in (out / "private/events.jsonl").read_text().splitlines()]
    logs = {path.stem for path in (out / "private/logs").iterdir()}

    assert events[0]["event"] == "begin" and events[-1]["event"] == "end"
    assert sum(event["event"] == "item" for event in events) == ITEMS * len(CLASS)
    assert (
        {event["who"] for event in events if "who" in event}
        == logs
        == {SEEDS.pseudonym(name) for name in CLASS}
    )


def test_only_the_owner_can_read_private_files(graded):
    for path in (graded / "out").rglob("*"):
        if path.is_file() and "private" in path.parts:
            assert (graded / "out/private").stat().st_mode & 0o077 == 0
    assert (graded / "out/marks.csv").stat().st_mode & 0o077 == 0


# ---- pages and files that hold what a student wrote

HOSTILE = "<script>alert(1)</script>"


def test_pages_are_safe_against_injection(tmp_path):
    hostile = make_tar({**FILES, f"{HOSTILE}.cu": b"x", "{{ 7*7 }}{% raw %}": b"x"})
    folder = make_class(tmp_path / "in", {"=cmd()|x": hostile, f"<b>{'a'}": hostile})

    grade(folder, tmp_path / "out")

    pages = list((tmp_path / "out").rglob("*.html"))
    assert len(pages) == 6
    for page in pages:
        text = page.read_text()
        ours = page.name == "class.html" or page.parent.name == "staff"
        assert text.count("<script") == ours and "<b>" not in text
    assert any("&lt;script&gt;" in page.read_text() for page in pages)
    assert any("{{ 7*7 }}" in page.read_text() for page in pages)


def test_pages_need_no_other_file_and_are_well_formed(graded):
    class Checker(HTMLParser):
        void = {"meta", "br", "wbr", "img", "link", "input", "hr"}

        def __init__(self):
            super().__init__()
            self.open = []

        def handle_starttag(self, tag, attributes):
            assert tag not in ("iframe", "object", "link")
            for name, value in attributes:
                assert name not in ("src", "action") and not name.startswith("on")
                assert not (name == "href" and value.startswith(("http:", "https:", "javascript:")))
            if tag not in self.void:
                self.open.append(tag)

        def handle_startendtag(self, tag, attributes):
            pass

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    for page in (graded / "out").rglob("*.html"):
        checker = Checker()
        checker.feed(page.read_text())
        assert checker.open == []


@pytest.mark.parametrize(
    "text, expected",
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "' =1"),
        (" =1", "' =1"),
        ("Ames, Bo", "Ames, Bo"),
        ("a\nb", "a b"),
    ],
)
def test_no_spreadsheet_reads_a_cell_as_a_formula(text, expected):
    assert safe_text(text) == expected


@pytest.mark.parametrize(
    "level, shown, hidden",
    [
        (
            "points",
            ["Total: 92"],
            ["CRASH", "said CRASH", "the secret graph", "the public case"],
        ),
        ("property", ["CRASH"], ["said CRASH", "the secret graph"]),
        ("reason", ["said CRASH", "the public case"], ["the secret graph"]),
        ("full", ["said CRASH", "the secret graph"], []),
    ],
)
def test_a_student_sees_only_what_the_settings_allow(tmp_path, level, shown, hidden):
    settings = parse_settings(
        SETTINGS.read_text().replace('secret_cases = "reason"', f'secret_cases = "{level}"'), "x"
    )
    folder = make_class(
        tmp_path / "in",
        {
            "a": submission(
                "scan.alone: CRASH", "together.everything: CRASH", "handshaking.alone: CRASH"
            )
        },
    )

    grade(folder, tmp_path / "out", settings=settings)

    for name in ("report.txt", "report.html"):
        text = (tmp_path / "out/students/a" / name).read_text()
        text = text.replace("<strong>92</strong>", "92")
        for word in shown:
            assert word in text, (level, name, word)
        for word in hidden:
            assert not re.search(rf"\b{word}\b(?! a submission)", text), (level, name, word)


def test_gradescope_results_have_the_documented_form(graded):
    settings = read_settings(SETTINGS)
    _, scores, _ = grade(graded / "in", graded / "out")

    by_student = {
        one.attempt.student.id: json.loads(results_json(settings, one, 1.5)) for one in scores
    }

    assert by_student["right"]["score"] == 110
    assert sum(test["max_score"] for test in by_student["right"]["tests"]) == 100
    assert {test["visibility"] for test in by_student["right"]["tests"]} == {"visible"}
    assert "fault on our side" in by_student["ours"]["output"]


def test_only_a_page_of_a_student_who_can_hand_in_again_speaks_of_the_next_hand_in(tmp_path):
    settings = read_settings(SETTINGS)
    words = ("scan.alone: NOT_CHECKED", "filter.alone: WRONG", "together.three_kernels: WRONG")
    folder = make_class(tmp_path / "in", {"a": submission(*words, "memory.alone: HELD")})
    _, (score,), _ = grade(folder, tmp_path / "out")

    for page in (tmp_path / "out").rglob("report.*"):
        assert "hand-in" not in page.read_text() and "hand in again" not in page.read_text()
    before, after = (results_json(settings, score, 1.5, open_) for open_ in (True, False))
    assert before.count("with your next hand-in") == 2 and "and hand in again" in before
    assert "hand-in" not in after and "hand in again" not in after


def test_every_student_id_gives_a_safe_folder_name():
    for student in ("a/b", "..", ".x", "", "a" * 300, "x\0y", "é"):
        assert re.fullmatch(r"x-[0-9a-f]{12}", folder_of(student))
    assert folder_of("bo.ames@example.edu") == "bo.ames@example.edu"


def test_every_target_of_an_override_has_a_maximum_of_points():
    known = targets(read_settings(SETTINGS))

    places = ("total", "scan", "scan.alone", "extra.report")
    assert [known[place] for place in places] == [120, 25, 7, 10]


def test_kernels_that_are_right_alone_but_wrong_together_are_listed_for_a_person(tmp_path):
    folder = make_class(tmp_path / "in", {"a": submission("together.three_kernels: WRONG")})

    grade(folder, tmp_path / "out")

    assert "though each of its files is right alone" in (tmp_path / "out/class.html").read_text()


def test_a_submission_that_cannot_be_read_needs_a_person_and_has_no_mark_for_the_site(graded):
    page = (graded / "out/class.html").read_text()
    report = (graded / "out/students/empty/report.txt").read_text()
    gradebook = (graded / "out/gradebooks/canvas.csv").read_text()

    assert "UNREAD" in page
    assert "submit_me.tar (empty)" in report and "same as in the kit" not in report
    assert "right" in gradebook and "empty" not in gradebook


def test_students_who_handed_in_together_are_graded_once_and_all_get_the_results(tmp_path):
    people = "".join(f"  - :sid: '{one}'\n" for one in "ab")
    folder = make_class(tmp_path / "in", {"s_1": submission("scan.alone: WRONG")})
    (folder / "submission_metadata.yml").write_text(f"s_1:\n  :submitters:\n{people}")

    _, _, items = grade(folder, tmp_path / "out")

    found = marks(tmp_path / "out")
    assert items == ITEMS
    assert found["a"]["scan"] == found["b"]["scan"]
    assert float(found["a"]["scan"]) < targets(read_settings(SETTINGS))["scan"]


def test_an_upload_that_cannot_be_read_is_not_taken_for_the_absence_before_it(tmp_path):
    (tmp_path / "in/late").mkdir(parents=True)
    grade(tmp_path / "in", tmp_path / "out")
    assert marks(tmp_path / "out")["late"]["total"] == "0"

    make_class(tmp_path / "in", {"late": b"<!DOCTYPE html>"})
    grade(tmp_path / "in", tmp_path / "out")

    assert marks(tmp_path / "out")["late"]["total"] == ""


def test_unusual_code_is_listed_for_a_person_and_costs_no_points(tmp_path):
    text = b'__attribute__((constructor)) void f() { }\n// system("x") in a comment\n'
    folder = make_class(
        tmp_path / "in",
        {
            "a": make_tar({**FILES, HANDSHAKING: text}),
            "b": make_tar({**FILES, WRAPPER: b"//asm()"}),
        },
    )

    grade(folder, tmp_path / "out")

    page = (tmp_path / "out/class.html").read_text()
    assert "code that runs before or after main" in page
    assert "a system call" not in page and "assembly" not in page
    assert "cheat" not in page
    assert marks(tmp_path / "out")["a"]["total"] == "110"
