"""Refuses to report marks while a decision of a person does not fit the settings."""

from __future__ import annotations

from pathlib import Path

from ..errors import UsageError
from ..intake.class_folder import Intake
from ..settings.plan import targets
from ..settings.settings import Settings
from ..times import in_words
from .journal import Journal, Override
from .score import format_points


def require_fitting(settings: Settings, intake: Intake, journal: Journal, file: Path) -> None:
    """Names every decision that gives more points than the settings allow, or that is about
    something that the settings do not have. file: the settings file."""
    known, faults = targets(settings), []
    for attempt in intake.counted:
        student = attempt.student
        for one in journal.overrides(student.id, attempt.submission.digest).values():
            if one.target not in known:
                why = f"{file.name} has no such part, property or line of a rubric"
            elif (one.points or 0) > known[one.target]:
                why = f"{file.name} gives at most {format_points(known[one.target])}"
            else:
                continue
            faults.append(f"override: {student.in_words}: {_said(one, settings)}: {why}")
    if faults:
        raise UsageError(
            "\n".join(faults)
            + "\noverride: no marks were reported. Decide again (`grader/grade override ID TARGET "
            "POINTS --why REASON ...`), or take the decision back (`none` as the points)."
        )


def _said(one: Override, settings: Settings) -> str:
    when = in_words(one.at, settings.assignment.time_zone)
    points = format_points(one.points)
    return f"{one.target} has {points} points by hand (by {one.who}, {when}: {one.why})"
