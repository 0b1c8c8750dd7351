"""The late rule: a pure function of two times, shown with its calculation."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from ..messages import Note, note, sentence
from ..settings.settings import Settings


@dataclass(frozen=True)
class Lateness:
    factor: float  # of the points reached
    note: Note | None = None
    remark: str = ""  # for the TA

    @property
    def is_late(self) -> bool:
        return self.factor < 1


ON_TIME = Lateness(1.0)


def lateness(
    settings: Settings, student: str, handed_in: datetime | None, late_flag: bool = False
) -> Lateness:
    exception = next((one for one in settings.late.exceptions if one.student == student), None)
    due = exception.due if exception else settings.assignment.due
    if due is None:
        return ON_TIME
    if handed_in is None:
        remark = (
            "the course site marks it as late, but gives no time: look at it" if late_flag else ""
        )
        return Lateness(1.0, note("no_time"), remark)
    zone = settings.assignment.zone
    # Both ends in one clock: subtracting two times of one zone would forget daylight saving.
    due_at = due.replace(tzinfo=zone).astimezone(timezone.utc)
    over = handed_in.astimezone(timezone.utc) - due_at
    remark = f"due later by exception: {exception.reason}" if exception else ""
    if over <= timedelta(0):
        return Lateness(1.0, None, remark)
    values = {
        "late_by": in_words(over),
        "due": f"{due:%Y-%m-%d %H:%M:%S} {settings.assignment.time_zone}",
    }
    if over <= timedelta(minutes=settings.late.grace_minutes):
        return Lateness(1.0, note("in_grace", **values), remark)
    return _with_deduction(settings, over, values, remark)


def _with_deduction(
    settings: Settings, over: timedelta, values: dict[str, str], remark: str
) -> Lateness:
    late = settings.late
    days = math.ceil(over / timedelta(days=1))
    if days > late.days_accepted:
        calculation = sentence("late_too_much", days=late.days_accepted)
        return Lateness(
            0.0, note("late", **values, calculation=calculation), remark or "too late to count"
        )
    percent = min(100.0, days * late.percent_per_day)
    share = f"{late.percent_per_day:g}"
    calculation = sentence("late_days", days=days, percent_per_day=share, percent=f"{percent:g}")
    return Lateness(1 - percent / 100, note("late", **values, calculation=calculation), remark)


def in_words(span: timedelta) -> str:
    minutes, seconds = divmod(int(span.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    pieces = [(days, "d"), (hours, "h"), (minutes, "min"), (seconds, "s")]
    said = " ".join(f"{count} {unit}" for count, unit in pieces if count)
    return said or sentence("less_than", seconds=1)
