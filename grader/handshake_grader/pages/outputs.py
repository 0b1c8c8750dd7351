"""Writes everything that comes out of a grading: marks, pages, import files."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from ..files import write_whole
from ..intake.class_folder import Intake
from ..marks import csv_files
from ..marks.anomalies import find_anomalies
from ..marks.journal import Journal
from ..marks.score import StudentScore, score
from ..secret.case_seed import CaseSeeds
from ..settings.settings import Settings
from . import class_page, similarity_page, student_page
from .class_page import Timing


def folder_of(student: str) -> str:
    """A folder name for any id that a course site may give."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9@._+-]{0,79}", student):
        return student
    return "x-" + hashlib.sha256(student.encode()).hexdigest()[:12]


def score_class(
    settings: Settings, intake: Intake, journal: Journal, before_run: int | None = None
) -> list[StudentScore]:
    """Only results for the files that count now; those of an earlier attempt are not mixed in."""
    scores = []
    for attempt in intake.counted:
        newest = journal.newest(attempt.student.id, before_run)
        results = {
            item: found.result
            for item, found in newest.items()
            if found.submission == attempt.submission.digest
        }
        scores.append(score(settings, attempt, results, journal.overrides(attempt.student.id)))
    return scores


def write_all(
    out: Path,
    settings: Settings,
    intake: Intake,
    journal: Journal,
    seeds: CaseSeeds,
    given: dict[str, bytes],
    timing: Timing | None = None,
) -> list[StudentScore]:
    """given: the students' files as they were handed out, to leave them out of comparisons."""
    scores = score_class(settings, intake, journal)
    folders = {one.attempt.student.id: folder_of(one.attempt.student.id) for one in scores}
    for one in scores:
        folder = out / "students" / folders[one.attempt.student.id]
        write_whole(folder / "report.html", student_page.render(settings, one, "html"))
        write_whole(folder / "report.txt", student_page.render(settings, one, "txt"))
    anomalies = find_anomalies(intake, scores)
    page = class_page.render(settings, intake, scores, anomalies, folders, journal.runs(), timing)
    write_whole(out / "class.html", page)
    write_whole(out / "similarity.html", similarity_page.render(settings, intake.counted, given))
    write_whole(out / "gradebooks/sakai_grades.csv", csv_files.sakai_csv(settings, scores))
    write_whole(out / "gradebooks/canvas.csv", csv_files.canvas_csv(settings, scores))
    write_whole(out / "gradebooks/moodle.csv", csv_files.moodle_csv(settings, scores))
    who = {seeds.pseudonym(one.attempt.student.id): one.attempt.student.id for one in scores}
    write_whole(out / "private/who_is_who.json", json.dumps(who, indent=1, sort_keys=True) + "\n")
    # Last: marks.csv is the sign that all of the above belongs together.
    write_whole(out / "marks.csv", csv_files.marks_csv(settings, scores))
    return scores
