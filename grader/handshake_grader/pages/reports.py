"""The reports that students handed in for a person to read: copies for the staff, and their places.

The grader never looks into a report. The browser or another program of the reader opens it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..files import write_whole
from ..intake.submission import REPORT_NAMES, Submission

FOLDER = "reports"


@dataclass(frozen=True)
class KeptReport:
    name: str  # as the student named it
    place: str  # the path of the copy, made of safe names only
    is_pdf: bool
    data: bytes


def reports_of(submission: Submission, folder: str) -> list[KeptReport]:
    """folder: the folder for the copies."""
    kept = []
    for number, one in enumerate(submission.reports, start=1):
        place = f"{folder}/report{number}{_ending(one.name, one.is_pdf)}"
        kept.append(KeptReport(one.name, place, one.is_pdf, one.data))
    return kept


def _ending(name: str, is_pdf: bool) -> str:
    """Programs choose by the ending how to open a file, so only a PDF gets the ending of a PDF."""
    own = PurePosixPath(name.lower()).suffix
    return ".pdf" if is_pdf else own if own in REPORT_NAMES and own != ".pdf" else ".bin"


def write_reports(out: Path, folder: str, reports: Iterable[KeptReport]) -> None:
    """Writes the copies below `out`, and deletes all other files from out/folder."""
    places = set()
    for one in reports:
        file = out / one.place
        places.add(file)
        if not file.exists() or file.read_bytes() != one.data:
            write_whole(file, one.data)
    for file in (out / folder).rglob("*"):
        if file.is_file() and file not in places:
            file.unlink()
