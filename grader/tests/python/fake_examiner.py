"""An examiner that runs nothing: the text of the submission decides which results it returns.

A line `// ITEM: VERDICT` in any file sets the verdict of that item. All other items are OK, or
NOT_STARTED if the submission has no files, or UNREAD if some of its files are unread. If the line
names one of FAULTS instead of a verdict, the examiner raises that exception, as if the grader had a
mistake. This file is also a program that grades a class with this examiner, so that a test can kill
a run.
"""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from handshake_grader.course.class_run import JOURNAL_NAME, ClassRun, Selection, hold_folder
from handshake_grader.intake.class_folder import read_class
from handshake_grader.marks.class_marks import class_marks
from handshake_grader.marks.journal import Journal
from handshake_grader.marks.timing import Timing
from handshake_grader.pages.outputs import write_all
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.settings import read_settings
from handshake_grader.verdict import Evidence, ItemResult, Verdict

SETTINGS = Path(__file__).resolve().parents[2] / "settings" / "matching.toml"
SEEDS = CaseSeeds(b"s" * 32, "matching")


def _endless():
    _endless()


FAULTS = {
    "VALUE_ERROR": lambda: int("no number"),
    "UNICODE_ERROR": lambda: b"\xff".decode(),
    "RECURSION_ERROR": _endless,
    "ATTRIBUTE_ERROR": lambda: Journal.no_such_name,
}


class FakeExaminer:
    def __init__(self, digest: str = "fake", seconds: float = 0.0):
        self.digest = digest
        self.seconds = seconds

    def open(self, attempt):
        return FakeExamination(attempt, self.seconds)

    def on_this_machine(self, scratch):
        return self


class FragileExaminer(FakeExaminer):
    """Ends its process if a submission contains `// end the node`, as if memory had run out."""

    def open(self, attempt):
        if any(b"// end the node" in text for text in attempt.submission.files.values()):
            os._exit(9)
        return super().open(attempt)


class FakeExamination:
    compiler_s = 1.0
    kernels_s = 2.0

    def __init__(self, attempt, seconds: float):
        text = b"\n".join(attempt.submission.files.values()).decode(errors="replace")
        self._verdicts = dict(re.findall(r"// ([a-z_]+\.[a-z_]+): ([A-Z_]+)", text))
        submission = attempt.submission
        read = "OK" if submission.files else "NOT_STARTED"
        self._without = "UNREAD" if submission.unread else read
        self._seconds = seconds

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        pass

    def examine(self, item):
        time.sleep(self._seconds)
        word = self._verdicts.get(item.id, self._without)
        if word in FAULTS:
            FAULTS[word]()
        verdict = Verdict(word)
        evidence = (
            ()
            if verdict is Verdict.OK
            else (Evidence("the secret graph", secret=True), Evidence("the public case"))
        )
        return ItemResult(item.id, verdict, f"said {verdict.value}", evidence, {"needs": "x"}, 1)


def grade(
    submissions: Path,
    out: Path,
    examiner=None,
    selection=Selection(),
    jobs=2,
    settings=None,
    cluster=None,
):
    """Grades a class as commands._grade_class does, but without a kit. Returns the changes since
    the marks last reported, the scores, and the number of items that it graded."""
    settings = settings or read_settings(SETTINGS)
    with hold_folder(out):
        intake = read_class(submissions, settings.assignment.zone, settings.lab)
        journal = Journal(out / JOURNAL_NAME)
        run = ClassRun(settings, examiner or FakeExaminer(), SEEDS, journal, out)
        work = run.pending(intake.counted, selection)
        started = time.monotonic()
        if work:
            run.grade(work, "test", "tester", jobs, cluster)
        each_s = tuple(row[3] for row in journal.costs())
        timing = Timing(len(work), 1.0, 2.0, 0.1, time.monotonic() - started, each_s)
        marks = class_marks(settings, intake, journal, {}, SETTINGS.name)
        who = {SEEDS.pseudonym(one.student.id): one.student.id for one in intake.counted}
        write_all(out, settings, intake, marks, journal.runs(), who, "--out OUT", timing)
        journal.keep_reported(marks.standing.model_dump_json())
        journal.close()
    return marks.changes, marks.scores, sum(len(one.items) for one in work)


if __name__ == "__main__":
    grade(Path(sys.argv[1]), Path(sys.argv[2]), FakeExaminer(seconds=0.02))
