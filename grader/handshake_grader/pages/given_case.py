"""Writes one failing secret case into a folder, so that the staff can give it to the student."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import UsageError
from ..files import write_whole
from .student_page import environment

MOST_WRONG = 20


@dataclass(frozen=True)
class GivenCase:
    title: str  # of the assignment
    item: str
    verdict: str
    said: str
    graph: bytes
    expected: list[int]
    got: list[int] | None  # None: the program wrote no matching
    threads: int
    schedule: str
    flags: tuple[str, ...]
    own: tuple[str, ...]  # the files that were the student's when the case failed
    # How the student's own kit shows the failure (see Shown in examine/replay.py).
    shown_by: str
    part: str
    wrong_pass: int
    seen: str
    whole_is_right: bool

    @property
    def _all_wrong(self) -> list[tuple[int, int, int]]:
        both = enumerate(zip(self.got or [], self.expected, strict=self.got is not None))
        return [(node, got, right) for node, (got, right) in both if got != right]

    @property
    def wrong(self) -> list[tuple[int, int, int]]:
        return self._all_wrong[:MOST_WRONG]

    @property
    def more_wrong(self) -> int:
        return max(0, len(self._all_wrong) - MOST_WRONG)


def in_words(case: GivenCase, folder: str = "") -> str:
    """The text of README.txt; without a folder, what the staff reads about the case."""
    return environment(False).get_template("given_case.txt.j2").render(case=case, folder=folder)


def write_case(folder: Path, case: GivenCase) -> None:
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"replay: {folder} is not empty; give a new folder for the case")
    write_whole(folder / "graph.mtx", case.graph, 0o644)
    write_whole(folder / "expected.txt", _lines(case.expected), 0o644)
    if case.got is not None:
        write_whole(folder / "got.txt", _lines(case.got), 0o644)
    write_whole(folder / "README.txt", in_words(case, folder.name), 0o644)


def _lines(numbers: list[int]) -> str:
    return "".join(f"{one}\n" for one in numbers)
