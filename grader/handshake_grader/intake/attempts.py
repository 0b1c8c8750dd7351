"""The attempts that a class handed in."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ..errors import UsageError
from .download import Student
from .roster import Roster, nearest
from .submission import Submission


@dataclass
class Attempt:
    student: Student
    label: str  # the name of the file or folder that was handed in, so that the TA can find it
    handed_in: datetime | None
    submission: Submission
    number: int = 1  # 1 for the oldest attempt
    late_flag: bool = False  # whether the site itself marks it as late
    partners: list[Student] = field(default_factory=list)  # all who handed it in, if several
    excepted: set[str] = field(default_factory=set)  # the names of exceptions that hold for it

    @property
    def seed_id(self) -> str:
        """The id of the student whose secret cases are used: partners have the same cases."""
        return min(one.id for one in [self.student, *self.partners])


@dataclass
class Intake:
    layout: str
    counted: list[Attempt]  # one per student, in the order of their ids
    earlier: list[Attempt]
    remarks: list[str] = field(default_factory=list)  # for the TA
    form: str = ""  # the form of the layout, if it has several
    about: dict[str, str] = field(default_factory=dict)  # data that a file for the site must repeat
    roster: Roster | None = None

    def find(self, who: str, where: str) -> Attempt:
        """The counted attempt of a student, whom any of the ids of the site may name. where: for
        the error message."""
        exact = [one for one in self.counted if one.student.id == who]
        found = exact or [one for one in self.counted if who in one.student.ids]
        if len(found) == 1:
            return found[0]
        if found:
            several = ", ".join(one.student.id for one in found)
            raise UsageError(f"{where}: {who!r} can be {several}; name the student by one of these")
        known = {one for each in self.counted for one in each.student.ids}
        said = f"{where}: there is no student {who!r} in the class{nearest(who, known)}"
        example = next((one.student for one in self.counted if one.student.name), None)
        example = example or next((one.student for one in self.counted), None)
        if example:
            others = sorted(example.ids - {example.id})
            also = f" or {' or '.join(map(repr, others))}" if others else ""
            name = f" (of {example.name})" if example.name else ""
            read = f"{self.layout} layout, {len(self.counted)} students"
            said += f"; an id of this class ({read}) is {example.id!r}{also}{name}"
        if self.roster is None:
            said += "; --roster FILE adds other ids, and students who handed in nothing"
        raise UsageError(said)

    def sharing(self, one: Attempt) -> list[Attempt]:
        """The attempts of all who handed in the same upload as this student."""
        return [each for each in self.counted if each is one or one.student in each.partners]

    def join_partners(self) -> None:
        """Students who handed in the same file or folder are partners."""
        together: dict[str, list[Student]] = {}
        for one in self.counted:
            together.setdefault(one.label, []).append(one.student)
        for one in self.counted:
            several = together[one.label]
            one.partners = several if one.label and len(several) > 1 else []

    @property
    def absent(self) -> list[Attempt]:
        return [one for one in self.counted if not one.label]

    @property
    def without_time(self) -> list[Attempt]:
        return [one for one in self.counted if one.label and one.handed_in is None]
