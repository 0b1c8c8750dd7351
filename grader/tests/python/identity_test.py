"""Two full runs of the same class with the same secret give the same bytes, apart from times."""

import time
from datetime import datetime, timezone

import pytest

from fake_examiner import SETTINGS, grade
from handshake_grader.course.class_run import Selection
from handshake_grader.settings.settings import read_settings
from handshake_grader.times import in_words
from reported_class import ReportingExaminer, write_class
from same_results import TIMES, differences, results


class UnevenExaminer(ReportingExaminer):
    """Some submissions take longer, so that the workers finish in another order."""

    def open(self, attempt):
        time.sleep(0.02 * (sum(attempt.student.id.encode()) % 5))
        return super().open(attempt)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    grade(write_class(folder), folder / "out", UnevenExaminer(), jobs=1)
    return folder / "out"


def test_another_order_and_another_number_of_workers_give_the_same_bytes(first, tmp_path):
    grade(write_class(tmp_path, order=-1), tmp_path / "out", UnevenExaminer(), jobs=7)

    one, other = results(first), results(tmp_path / "out")

    assert differences(one, other) == []
    assert len(one) > 30 and {"marks.csv", "class.html", "similarity.html"} < set(one)


def test_a_run_in_two_halves_gives_the_same_bytes(first, tmp_path):
    """As after a crash, the second run finds the first half of the results in the journal."""
    half = Selection(students={"evil01", "s00", "s03", "s04", "torn"})
    grade(write_class(tmp_path), tmp_path / "out", ReportingExaminer(), half)
    grade(write_class(tmp_path), tmp_path / "out", ReportingExaminer())

    one, other = results(first), results(tmp_path / "out")

    assert differences(one, other) == []


def test_the_comparison_of_two_runs_notices_a_changed_mark(first, tmp_path):
    class Stricter(ReportingExaminer):
        def open(self, attempt):
            made = super().open(attempt)
            made._verdicts |= {"extra.clean": "WRONG"} if attempt.student.id == "s04" else {}
            return made

    grade(write_class(tmp_path), tmp_path / "out", Stricter())

    one, other = results(first), results(tmp_path / "out")

    differ = differences(one, other)
    assert {"marks.csv", "class.html", "students/s04/report.html"} <= set(differ)
    assert not [name for name in differ if "students/" in name and "s04" not in name]


def test_pages_contain_times_only_in_the_element_for_times(first):
    """If the rest of a page contained today's date, the page would be different tomorrow."""
    whole = (first / "class.html").read_text()
    page = TIMES.sub(b"", whole.encode()).decode()
    zone = read_settings(SETTINGS).assignment.time_zone
    today = in_words(datetime.now(timezone.utc), zone).partition(",")[0]
    for text in (page, *(file.read_text() for file in first.glob("students/*/report.*"))):
        assert today not in text
        assert "Seconds per submission" not in text
    assert today in whole and "Seconds per submission" in whole
