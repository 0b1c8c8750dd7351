"""Uses the TA's tables to find students who are missing or unknown, and to set the time at which
each student handed in.

In a download from Canvas, a team has the id of one member and the name of the team. In a download
from Moodle, a team has its own id. If the roster names the group of each student, the work of a
team counts for all its members. If the roster names no groups, members would count as absent and
get 0. So if most ids of a download are unknown, the grader stops, and asks whether the roster is
the right one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ..errors import UsageError
from ..lab import Lab
from ..messages import note
from .attempts import Attempt, Intake
from .roster import Entry, Roster, TimeLine, is_same_name, letters_of
from .submission import Submission

_HAS_TEAMS = ("canvas", "moodle", "blackboard", "brightspace")


def call_the_roll(intake: Intake, roster: Roster, lab: Lab) -> None:
    """Adds an empty attempt for every missing student. A remark names every student who is not on
    the roster."""
    if intake.layout in _HAS_TEAMS:
        teams = _teams(roster)
        intake.counted = [one for each in intake.counted for one in _members(each, teams, roster)]
    if intake.layout == "brightspace":  # the numbers in the download are not in any table of it
        for one in intake.counted:
            named = None if roster.find(one.student) else roster.named(one.student.name)
            one.student = replace(one.student, id=named.ids[0]) if named else one.student
    strangers = [one for one in intake.counted if not _is_known(one, intake.layout, roster)]
    if 2 * len(strangers) > len(intake.counted):
        raise UsageError(
            f"roster: {len(strangers)} of the {len(intake.counted)} students who handed in "
            f"are not on it, such as {strangers[0].student.id} "
            f"{strangers[0].student.name!r}; is it the roster of "
            "this class? For teams, the roster needs a column `group` with the names of the teams"
        )
    for one in intake.counted:
        entry = roster.find(one.student)
        one.student = entry.completed(one.student) if entry else one.student
    present = {id(roster.find(one.student)) for one in intake.counted}
    for entry in roster.entries:
        if id(entry) not in present:
            nothing = Submission(lab, notes=[note("nothing_handed_in")])
            intake.counted.append(Attempt(entry.completed(None), "", None, nothing))
    intake.counted.sort(key=lambda one: one.student.id)
    unknown = ", ".join(o.student.id for o in intake.counted if not roster.find(o.student))
    if unknown:
        intake.remarks.insert(0, f"not on the roster, but in the download: {unknown}")


def _teams(roster: Roster) -> dict[str, list[Entry]]:
    teams: dict[str, list[Entry]] = {}
    for entry in roster.entries:
        if entry.group:
            teams.setdefault(letters_of(entry.group), []).append(entry)
    return teams


def _members(one: Attempt, teams: dict[str, list[Entry]], roster: Roster) -> list[Attempt]:
    """Returns a copy of the attempt for each member of its team. For a student without a team,
    returns only the attempt itself."""
    name = one.student.name or one.student.id
    entry, members = roster.find(one.student), teams.get(letters_of(name), [])
    if not members or (entry and _is_name(one.student.name, entry.name)):
        return [one]
    return [replace(one, student=member.completed(None)) for member in members]


def _is_known(one: Attempt, layout: str, roster: Roster) -> bool:
    """Whether the roster has this student or team. In Canvas, a team has a name of its own, but the
    id of one member, so the name must match, too."""
    entry = roster.find(one.student)
    return entry is not None and (
        layout != "canvas" or not entry.name or _is_name(one.student.name, entry.name)
    )


def _is_name(name: str, other: str) -> bool:
    """Whether these are the same name. An empty `name` matches every name."""
    return not name or is_same_name(name, other)


def set_times(intake: Intake, times: Iterable[TimeLine], file: Path) -> None:
    """A time of one student holds for all who handed in the same upload: a site may give it only
    for the member who pressed the button."""
    told: dict[str, datetime] = {}
    for line, who, when in times:
        for one in intake.sharing(intake.find(who, f"{file}:{line}")):
            if told.setdefault(one.student.id, when) != when:
                raise UsageError(
                    f"{file}:{line}: an earlier line has another time for the upload of "
                    f"{one.student.in_words}; give one time for one upload"
                )
            one.handed_in = when
