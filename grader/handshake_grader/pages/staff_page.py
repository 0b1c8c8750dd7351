"""The page of one student as the staff see it: with secret cases, decisions, and links to the
previous and the next student."""

from __future__ import annotations

import shlex

from ..marks.journal import Override
from ..marks.score import StudentScore
from ..settings.settings import Settings
from ..verdict import Verdict
from .student_page import TEMPLATES, StaffView, render

SCRIPT = (TEMPLATES / "staff.js").read_text(encoding="utf-8")
_CAN_BE_SHOWN_AGAIN = (Verdict.WRONG, Verdict.CRASH, Verdict.SLOW, Verdict.MEMORY, Verdict.FLAKY)


def render_all(
    settings: Settings,
    scores: list[StudentScore],
    folders: dict[str, str],
    decisions: list[Override],
) -> dict[str, str]:
    """Returns the page for each file name. The pages are linked in the order of `scores`."""
    files = [f"{folders[one.attempt.student.id]}.html" for one in scores]
    pages = {}
    for at, one in enumerate(scores):
        student = one.attempt.student
        links = {"class": "../class.html"}
        links |= {"previous": files[at - 1]} if at else {}
        links |= {"next": files[at + 1]} if at + 1 < len(files) else {}
        links |= {"student's page": f"../students/{folders[student.id]}/report.html"}
        view = StaffView(
            links,
            student.section,
            [row for row in decisions if row.student == student.id],
            _commands(one),
            SCRIPT,
        )
        pages[files[at]] = render(settings, one, "html", view)
    return pages


def _commands(score: StudentScore) -> list[str]:
    """One command for each property that fails on a secret case. The command shows this case
    again."""
    student = shlex.quote(score.attempt.student.id)
    return [
        f"grader/grade replay {student} {part.part.id}.{one.property.id} --submissions DOWNLOAD"
        for part in score.parts
        for one in part.properties
        if one.property.by == "program" and one.result
        if one.result.verdict in _CAN_BE_SHOWN_AGAIN
    ]
