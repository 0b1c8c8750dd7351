"""Facts about deadlines and times that a TA must know before the marks of a class are computed."""

from __future__ import annotations

from pathlib import Path

from ..intake.class_folder import Attempt, Intake
from ..settings.settings import Settings, place_in
from .late import lateness


def apply_exceptions(settings: Settings, intake: Intake, file: Path) -> None:
    """An exception names a student by any id of the site. It holds for all who handed in together
    with this student. file: the settings."""
    for number, one in enumerate(settings.late.exceptions):
        named = intake.find(one.student, place_in(file, "late", "exceptions", number, "student"))
        for each in intake.sharing(named):
            each.excepted.add(one.student)


def late_students(settings: Settings, intake: Intake) -> list[str]:
    """Those who handed in after the grace time, and how long after the deadline."""
    found = []
    for one in intake.counted:
        about = one.student.id, one.handed_in, one.late_flag, one.excepted
        said = lateness(settings, *about).note
        if said and said.code == "late":
            found.append(f"{one.student.in_words} by {said.values['late_by']}")
    return found


def warnings(settings: Settings, intake: Intake) -> list[str]:
    """Warns if times are not known. Without the warning, "late: 0" would look like a known fact."""
    untimed = intake.without_time
    if settings.assignment.due is None or not untimed:
        return []
    handed_in = len(intake.counted) - len(intake.absent)
    of, who = f"of the {handed_in} students who handed in", f" ({_some(untimed)})"
    whom = f"{len(untimed)} {of}{who}" if len(untimed) < handed_in else f"any {of}"
    table = intake.roster.times if intake.roster else None
    said = (
        f"There is a deadline, but the time of handing in is not known for {whom}: nothing was "
        "taken off for lateness. "
    )
    said += f"The roster has times: --times {table}." if table else "Give the times: --times FILE."
    flagged = [one for one in untimed if one.late_flag]
    also = f" The course site marks {len(flagged)} of them as late: {_some(flagged)}."
    return [said + (also if flagged else "")]


def _some(attempts: list[Attempt]) -> str:
    names = [one.student.in_words for one in attempts]
    return "; ".join(names[:10]) + ("; ..." if len(names) > 10 else "")
