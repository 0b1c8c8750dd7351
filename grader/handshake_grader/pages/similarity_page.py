"""The page of pairs of submissions that are alike, side by side: for the course staff only."""

from __future__ import annotations

from ..intake.class_folder import Attempt
from ..intake.submission import ALL_PATHS
from ..marks.similarity import Pair
from ..settings.settings import Settings
from .student_page import environment


def render(settings: Settings, attempts: list[Attempt], pairs: list[Pair]) -> str:
    files = {one.student.id: one.submission.files for one in attempts}

    def text(student: str, path: str) -> list[tuple[int, str]]:
        source = files[student].get(path, b"").decode("utf-8", errors="replace")
        return list(enumerate(source.splitlines(), start=1))

    page = environment().get_template("similarity.html.j2")
    return page.render(settings=settings, pairs=pairs, paths=ALL_PATHS, text=text)
