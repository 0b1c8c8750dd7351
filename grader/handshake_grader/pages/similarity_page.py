"""The page of similar submissions: for the course staff only."""

from __future__ import annotations

from ..intake.class_folder import Attempt
from ..marks.similarity import Likeness
from ..settings.settings import Settings
from .likeness_picture import picture
from .student_page import environment


def render(
    settings: Settings,
    attempts: list[Attempt],
    found: Likeness,
    links: dict[str, str] | None = None,
) -> str:
    """attempts: all compared attempts, including those of earlier terms. links: for each student,
    the address of the staff's page about this student."""
    files = {one.student.id: one.submission.files for one in attempts}
    names = {one.student.id: one.student.name for one in attempts if one.student.name}

    def text(student: str, path: str) -> list[tuple[int, str]]:
        source = files[student].get(path, b"").decode("utf-8", errors="replace")
        return list(enumerate(source.splitlines(), start=1))

    page: str = (
        environment()
        .get_template("similarity.html.j2")
        .render(
            settings=settings,
            found=found,
            picture=picture(found, names),
            paths=settings.lab.all_paths,
            text=text,
            links=links or {},
            names=names,
        )
    )
    return page
