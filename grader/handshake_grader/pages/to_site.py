"""Writes the files that a TA uploads to the course site: the import files, with the reports as
feedback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files import write_whole
from ..intake.class_folder import Intake
from ..marks.gradebooks import NAMES, Graded, gradebook_files
from ..marks.score import StudentScore
from ..settings.settings import Settings


def write_gradebooks(
    out: Path,
    settings: Settings,
    intake: Intake,
    scores: list[StudentScore],
    folders: dict[str, str],
    runs: list[dict[str, Any]],
) -> None:
    """folders: the folder of each student's page; the pages are already written. runs: as
    Journal.runs returns them."""
    pages = {
        student: (out / "students" / folder / "report.html").read_bytes()
        for student, folder in folders.items()
    }
    graded_at = max((run["started"] for run in runs), default="")
    files = gradebook_files(Graded(settings, intake, scores, pages, graded_at))
    for name in NAMES:
        if name not in files:  # left by an earlier run
            (out / "gradebooks" / name).unlink(missing_ok=True)
    for name, data in files.items():
        write_whole(out / "gradebooks" / name, data)
