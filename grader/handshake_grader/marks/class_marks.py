"""Computes, from the journal, the marks of a class and everything that is reported with them."""

from __future__ import annotations

from dataclasses import dataclass

from ..intake.class_folder import Intake
from ..settings.settings import Settings
from . import csv_files
from .anomalies import Anomaly, find_anomalies
from .changes import Changes, changes
from .journal import Journal, Override
from .score import StudentScore, score
from .similarity import Likeness, likeness
from .standing import Standing, last_reported, standing


@dataclass(frozen=True)
class ClassMarks:
    scores: list[StudentScore]
    anomalies: list[Anomaly]  # things that a person should look at
    alike: Likeness
    tables: dict[str, str]  # CSV texts, by their paths in the --out folder
    standing: Standing
    changes: Changes | None  # since the marks that were last reported; None: these are the first
    decisions: list[Override]  # all decisions of persons about the class, in the order of time
    outdated: list[Override]  # decisions about files that no longer count


def class_marks(
    settings: Settings,
    intake: Intake,
    journal: Journal,
    given: dict[str, bytes],
    file: str,
) -> ClassMarks:
    """given: the students' files as they are in the kit. When submissions are compared, this given
    code is left out. file: the name of the settings file."""
    scores = score_class(settings, intake, journal)
    now, then = standing(settings, scores, journal), last_reported(journal)
    students = [one.student.id for one in intake.counted]
    return ClassMarks(
        scores,
        find_anomalies(intake, scores),
        likeness(intake.counted, [given]),
        {
            "marks.csv": csv_files.marks_csv(settings, scores),
        },
        now,
        changes(then, now, journal, file) if then else None,
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
