"""Computes, from the journal, the marks of a class and everything that is reported with them."""

from __future__ import annotations

from dataclasses import dataclass

from ..intake.class_folder import Intake
from ..settings.settings import Settings
from . import csv_files
from .anomalies import Anomaly, find_anomalies
from .changes import Change, compare, read_marks
from .journal import Journal, Override
from .score import StudentScore, score
from .similarity import Likeness, likeness


@dataclass(frozen=True)
class ClassMarks:
    scores: list[StudentScore]
    anomalies: list[Anomaly]  # things that a person should look at
    alike: Likeness
    tables: dict[str, str]  # CSV texts, by their paths in the --out folder
    changes: list[Change]  # since the scores `before`
    decisions: list[Override]  # all decisions of persons about the class, in the order of time
    outdated: list[Override]  # decisions about files that no longer count


def class_marks(
    settings: Settings,
    intake: Intake,
    journal: Journal,
    given: dict[str, bytes],
    before: list[StudentScore] | None = None,
    written: str = "",
) -> ClassMarks:
    """given: the students' files as they are in the kit. When submissions are compared, this given
    code is left out. written: the text of the earlier marks.csv."""
    scores = score_class(settings, intake, journal)
    students = [one.student.id for one in intake.counted]
    return ClassMarks(
        scores,
        find_anomalies(intake, scores),
        likeness(intake.counted, [given]),
        {
            "marks.csv": csv_files.marks_csv(settings, scores),
        },
        compare(before or [], scores, journal, read_marks(written)),
        sorted((row for one in students for row in journal.override_history(one)), key=_when),
        [
            row
            for one in intake.counted
            for row in journal.outdated_overrides(one.student.id, one.submission.digest)
        ],
    )


def _when(one: Override) -> str:
    return one.at


def score_class(settings: Settings, intake: Intake, journal: Journal) -> list[StudentScore]:
    """Uses only results for the files that count now, not the results of an earlier attempt."""
    scores = []
    for attempt in intake.counted:
        newest, digest = journal.newest(attempt.student.id), attempt.submission.digest
        results = {
            item: found.result for item, found in newest.items() if found.submission == digest
        }
        overrides = journal.overrides(attempt.student.id, digest)
        scores.append(score(settings, attempt, results, overrides))
    return scores
