"""Writes all results for a class: marks, pages, import files."""

from __future__ import annotations

import hashlib
import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

from ..files import write_whole
from ..intake.class_folder import Intake
from ..marks.class_marks import ClassMarks
from ..marks.score import StudentScore
from ..marks.timing import Timing
from ..settings.settings import Settings
from . import class_page, similarity_page, staff_page, student_page
from .class_table import by_name
from .reports import FOLDER, reports_of, write_reports
from .to_site import write_gradebooks

BLIND = "blind"


def folder_of(student: str) -> str:
    """Makes a valid folder name from any id that a course site may use."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9@._+-]{0,79}", student):
        return student
    return "x-" + hashlib.sha256(student.encode()).hexdigest()[:12]


def write_all(
    out: Path,
    settings: Settings,
    intake: Intake,
    marks: ClassMarks,
    runs: list[dict[str, Any]],
    pseudonyms: dict[str, str],
    same: str,
    timing: Timing | None = None,
) -> None:
    """runs: as Journal.runs returns them. pseudonyms: the id of the student for each pseudonym in
    the logs. same: the options with which a command finds this class again."""
    folders = {one.attempt.student.id: folder_of(one.attempt.student.id) for one in marks.scores}
    for one in marks.scores:
        folder = out / "students" / folders[one.attempt.student.id]
        write_whole(folder / "report.html", student_page.render(settings, one, "html"))
        write_whole(folder / "report.txt", student_page.render(settings, one, "txt"))
    in_order = sorted(marks.scores, key=by_name)
    staff = staff_page.render_all(settings, in_order, folders, marks.decisions, same)
    for file, page in staff.items():
        write_whole(out / "staff" / file, page)
    reports = {
        one.attempt.student.id: reports_of(
            one.attempt.submission, f"{FOLDER}/{folders[one.attempt.student.id]}"
        )
        for one in marks.scores
    }
    write_reports(out, FOLDER, chain.from_iterable(reports.values()))
    links = {student: f"staff/{folder}.html" for student, folder in folders.items()}
    page = class_page.render(settings, intake, marks, links, reports, runs, timing)
    write_whole(out / "class.html", page)
    alike = similarity_page.render(settings, intake.counted, marks.alike, links)
    write_whole(out / "similarity.html", alike)
    write_gradebooks(out, settings, intake, marks.scores, folders, runs)
    names = json.dumps(pseudonyms, indent=1, sort_keys=True)
    write_whole(out / "private/who_is_who.json", names + "\n")
    for path, table in marks.tables.items():  # marks.csv: after all other files
        write_whole(out / path, table)


def write_blind(out: Path, settings: Settings, scores: list[StudentScore]) -> None:
    """Writes pages and reports without names. scores: as marks.rubric.blinded makes them."""
    reports = [
        report
        for one in scores
        for report in reports_of(one.attempt.submission, f"{BLIND}/{one.attempt.student.id}")
    ]
    write_reports(out, BLIND, reports)  # also deletes the pages of an earlier command
    for file, page in staff_page.render_blind(settings, scores).items():
        write_whole(out / BLIND / file, page)
