"""The page of one student as the staff see it: with secret cases, decisions, and links to the
previous and the next student."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from ..marks.journal import Override
from ..marks.rubric import lines_of
from ..marks.score import StudentScore, fewest
from ..settings.settings import Settings
from ..verdict import Verdict
from .reports import FOLDER, reports_of
from .student_page import TEMPLATES, StaffView, render

SCRIPT = (TEMPLATES / "staff.js").read_text(encoding="utf-8")
_CAN_BE_SHOWN_AGAIN = (Verdict.WRONG, Verdict.CRASH, Verdict.SLOW, Verdict.MEMORY, Verdict.FLAKY)


def render_all(
    settings: Settings,
    scores: list[StudentScore],
    folders: dict[str, str],
    decisions: list[Override],
    same: str,
) -> dict[str, str]:
    """Returns the page for each file name. The pages are linked in the order of `scores`. same: the
    options with which a command finds this class again."""
    pages = {}
    for score, file, links in _in_order(scores, folders):
        student = score.attempt.student
        links = {"class": "../class.html", **links}
        links |= {"student's page": f"../students/{folders[student.id]}/report.html"}
        view = StaffView(
            links,
            student.section,
            [row for row in decisions if row.student == student.id],
            [f"grader/grade {command} {same}" for command in _commands(settings, score)],
            SCRIPT,
            lines_of(score),
            reports_of(score.attempt.submission, f"{FOLDER}/{folders[student.id]}"),
            "../",
        )
        pages[file] = render(settings, score, "html", view)
    return pages


def render_blind(settings: Settings, scores: list[StudentScore]) -> dict[str, str]:
    """The same for pages without names: the id of each student is a pseudonym."""
    folders = {one.attempt.student.id: one.attempt.student.id for one in scores}
    pages = {}
    for score, file, links in _in_order(scores, folders):
        reports = reports_of(score.attempt.submission, score.attempt.student.id)
        view = StaffView(links, "", [], [], "", lines_of(score), reports, "")
        pages[file] = render(settings, score, "html", view)
    return pages


def _in_order(
    scores: list[StudentScore], folders: dict[str, str]
) -> Iterator[tuple[StudentScore, str, dict[str, str]]]:
    """Each score with the file of its page, and the links to the pages before and after it."""
    files = [f"{folders[one.attempt.student.id]}.html" for one in scores]
    around = ["", *files, ""]
    for at, score in enumerate(scores):
        yield score, files[at], {"previous": around[at], "next": around[at + 2]}


def _commands(settings: Settings, score: StudentScore) -> list[str]:
    """One command for each property that fails on a secret case, which shows this case again, and
    one for each decision that a person has to make."""
    student = shlex.quote(score.attempt.student.id)
    shown = [
        f"replay {student} {part.part.id}.{one.property.id}"
        for part in score.parts
        for one in part.properties
        if one.property.by == "program" and one.result
        if one.result.verdict in _CAN_BE_SHOWN_AGAIN
    ]
    targets = fewest(settings, score.ungraded)
    targets += [one.target for one in lines_of(score) if one.decision is None]
    return shown + [f"override {student} {one} POINTS --why REASON" for one in targets]
