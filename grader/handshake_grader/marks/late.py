"""The late rule: a pure function of the deadline and the time of handing in. Its note for the
student shows the calculation.

docs/grading_policy.md states the rule for students. The grace time is granted at the end of every
day.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from .. import times
from ..messages import Note, note, sentence
from ..settings.settings import Settings


@dataclass(frozen=True)
class Lateness:
    factor: float  # the share of the points that the student keeps
    note: Note | None = None
    remark: str = ""  # for the TA
    own_deadline: Note | None = None  # of a student with an exception
    days: int = 0  # the late days that have begun

    @property
    def is_late(self) -> bool:
        return self.factor < 1


ON_TIME = Lateness(1.0)


def lateness(
    settings: Settings,
    student: str,
    handed_in: datetime | None,
    late_flag: bool = False,
    excepted: Collection[str] = (),
) -> Lateness:
    """excepted: other names in the exceptions that hold for this student, too."""
    due, names = settings.assignment.due, {student, *excepted}
    if due is None:
        return ON_TIME
    own = [one for one in settings.late.exceptions if one.student in names]
    if not own:
        return _after(settings, due, handed_in, late_flag)
    last = max(own, key=lambda one: one.due)
    who = f" for {last.student}" if len(names) > 1 else ""
    remark = f"due later by exception{who}: {last.reason}"
    said = note("own_deadline", due=times.in_words(last.due, settings.assignment.time_zone))
    return replace(_after(settings, last.due, handed_in, late_flag, remark), own_deadline=said)


def _after(
    settings: Settings,
    due: datetime,
    handed_in: datetime | None,
    late_flag: bool,
    remark: str = "",
) -> Lateness:
    if handed_in is None:
        flagged = "the course site marks this submission as late, but gives no time: look at it"
        return Lateness(1.0, note("no_time"), flagged if late_flag else remark)
    zone, grace = settings.assignment.zone, timedelta(minutes=settings.late.grace_minutes)
    handed_in = handed_in.astimezone(timezone.utc)
    over = handed_in - _instant(due, zone)
    if over <= timedelta(0):
        return Lateness(1.0, None, remark)
    values = {
        "late_by": in_words(over),
        "due": times.in_words(due, settings.assignment.time_zone),
    }
    days = days_begun(due, handed_in - grace, zone)
    if days == 0:
        return Lateness(1.0, note("in_grace", **values), remark)
    return _with_deduction(settings, days, values, remark)


def is_accepted(settings: Settings, when: datetime) -> bool:
    """Whether a submission that is handed in now can still get points, if its student has no
    exception."""
    due, late = settings.assignment.due, settings.late
    days = timedelta(days=late.days_accepted, minutes=late.grace_minutes)
    return due is None or when <= _instant(due + days, settings.assignment.zone)


def days_begun(due: datetime, when: datetime, zone: ZoneInfo) -> int:
    """How many days have begun after the deadline. Each day ends when the local clock shows the
    time of the deadline (included), even if the clock is changed in between."""
    days = max(0, (when - _instant(due, zone)).days - 1)  # the loop adds the rest
    while when > _instant(due + timedelta(days=days), zone):
        days += 1
    return days


def _instant(local: datetime, zone: ZoneInfo) -> datetime:
    """The instant of a local time. If a clock change repeats or skips this local time, the later of
    the two possible instants counts, which is better for the student."""
    both = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    return max(one.astimezone(timezone.utc) for one in both)


def _with_deduction(settings: Settings, days: int, values: dict[str, str], remark: str) -> Lateness:
    late = settings.late
    if days > late.days_accepted:
        calculation = sentence("late_too_much", days=late.days_accepted)
        return Lateness(
            0.0,
            note("late", **values, calculation=calculation),
            remark or "too late to count",
            days=days,
        )
    percent = min(100.0, days * late.percent_per_day)
    share = f"{late.percent_per_day:g}"
    calculation = sentence("late_days", days=days, percent_per_day=share, percent=f"{percent:g}")
    said = note("late", **values, calculation=calculation)
    return Lateness(1 - percent / 100, said, remark, days=days)


def in_words(span: timedelta) -> str:
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    pieces = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s")]
    said = " ".join(f"{count} {unit}" for count, unit in pieces if count)
    return said or sentence("less_than", seconds=1)
