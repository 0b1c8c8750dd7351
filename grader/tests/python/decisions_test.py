"""Decisions of a person: whose files they are about, and how they come to a whole class."""

import sqlite3

import pytest

from fake_examiner import grade
from handshake_grader.course.class_run import JOURNAL_NAME
from handshake_grader.marks.journal import Journal
from pack import FILES, make_tar


@pytest.fixture(name="journal")
def give_journal(tmp_path):
    journal = Journal(tmp_path / "journal.sqlite")
    yield journal
    journal.close()


def points(journal, submission):
    return {target: one.points for target, one in journal.overrides("s", submission).items()}


def test_a_decision_counts_for_the_files_that_it_was_made_for(journal):
    journal.record_override("s", "scan", 5, "ta", "nearly right", "first")
    assert points(journal, "first") == {"scan": 5}
    assert points(journal, "second") == {}
    assert [one.why for one in journal.outdated_overrides("s", "second")] == ["nearly right"]
    assert journal.outdated_overrides("s", "first") == []

    journal.record_override("s", "scan", 7, "ta", "better", "second")
    assert points(journal, "second") == {"scan": 7} and points(journal, "first") == {"scan": 5}
    assert journal.outdated_overrides("s", "second") == []


def test_a_decision_that_was_taken_back_is_not_asked_for_again(journal):
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
    for _ in range(2):  # what was added once is not added again
        journal = Journal(tmp_path / "old.sqlite")
        assert points(journal, "any files") == {"scan": 3}
        assert journal.outdated_overrides("s", "any files") == []
        journal.close()


def hand_in(folder, text: bytes):
    (folder / "in/ann").mkdir(parents=True, exist_ok=True)
    files = {path: old + text for path, old in FILES.items()}
    (folder / "in/ann/submit_me.tar").write_bytes(make_tar(files))
    return grade(folder / "in", folder / "out")[1]


def test_another_hand_in_asks_for_the_decision_again_on_the_page_of_the_class(tmp_path):
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
