"""The attempts that a class handed in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .download import Student
from .roster import Roster
from .submission import Submission


@dataclass
class Attempt:
    student: Student
    label: str  # the name of the file or folder that was handed in, so that the TA can find it
    handed_in: datetime | None
    submission: Submission
    number: int = 1  # 1 for the oldest attempt
    late_flag: bool = False  # whether the site itself marks it as late


@dataclass
class Intake:
    layout: str
    counted: list[Attempt]  # one per student, in the order of their ids
    earlier: list[Attempt]
    remarks: list[str] = field(default_factory=list)  # for the TA
    form: str = ""  # the form of the layout, if it has several
    about: dict[str, str] = field(default_factory=dict)  # data that a file for the site must repeat
    roster: Roster | None = None

    @property
    def absent(self) -> list[Attempt]:
        return [one for one in self.counted if not one.label]

    @property
    def without_time(self) -> list[Attempt]:
        return [one for one in self.counted if one.label and one.handed_in is None]
