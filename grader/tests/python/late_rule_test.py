"""The late rule of docs/grading_policy.md, for any deadline, time zone, grace and exception.

The oracle, by_the_wall_clock, never subtracts two instants: it compares times of the local clock.
"""

from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handshake_grader.marks.late import is_accepted, lateness
from handshake_grader.settings.settings import Settings, parse_settings
from settings_test import TEXT

ZONES = ("America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "UTC")
BASE = parse_settings(TEXT, "x")
SECONDS = timedelta(seconds=1)
NIGHTS = ("2026-10-31", "2026-11-01", "2027-03-13", "2027-03-14", "2026-10-25", "2026-12-10")


def made(due, zone="America/New_York", grace=10, percent=20, days=3, exceptions=()) -> Settings:
    assignment = BASE.assignment.model_copy(update={"due": due, "time_zone": zone})
    given_late = {"grace_minutes": grace, "percent_per_day": percent, "days_accepted": days}
    own = [{"student": "ill", "due": one, "reason": "illness"} for one in exceptions]
    late = type(BASE.late)(**given_late, exceptions=own)
    return BASE.model_copy(update={"assignment": assignment, "late": late})


def by_the_wall_clock(due: datetime, when: datetime, zone: str) -> int | None:
    """Returns how many late days have begun, or None within 2 hours of a change of the clock."""
    clocks = [(when + timedelta(hours=by)).astimezone(ZoneInfo(zone)) for by in (-2, 0, 2)]
    if len({clock.utcoffset() for clock in clocks}) > 1:
        return None
    days = 0
    while clocks[1].replace(tzinfo=None) > due + timedelta(days=days):
        days += 1
    return days


deadlines = st.datetimes(datetime(2026, 9, 1), datetime(2027, 5, 1)).map(
    lambda one: one.replace(microsecond=0, hour=max(5, one.hour))  # clocks change before 5 a.m.
)
spans = st.integers(-3 * 86400, 6 * 86400).map(lambda seconds: seconds * SECONDS)


@settings(max_examples=200, deadline=None)
@given(deadlines, spans, st.sampled_from(ZONES), st.integers(0, 240))
def test_a_late_day_ends_by_the_local_clock_even_when_the_clocks_change(due, span, zone, grace):
    rule = made(due, zone, grace, percent=1, days=99)
    when = due.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc) + span

    found = lateness(rule, "a", when).factor

    expected = by_the_wall_clock(due, when - timedelta(minutes=grace), zone)
    assert expected is None or round(100 * (1 - found)) == expected


@settings(max_examples=200, deadline=None)
@given(deadlines, spans, st.integers(0, 86400), st.sampled_from(ZONES), st.integers(0, 240))
def test_a_later_submission_never_gets_more_points(due, span, later, zone, grace):
    rule = made(due, zone, grace)
    when = due.replace(tzinfo=ZoneInfo(zone)) + span

    assert lateness(rule, "a", when + later * SECONDS).factor <= lateness(rule, "a", when).factor
    assert 0 <= lateness(rule, "a", when).factor <= 1


@settings(max_examples=200, deadline=None)
@given(deadlines, spans, st.integers(1, 6 * 86400), st.integers(0, 240))
def test_an_exception_never_gives_a_student_less_time(due, span, later, grace):
    own = due + later * SECONDS
    when = due.replace(tzinfo=ZoneInfo("America/New_York")) + span
    rule = made(due, grace=grace, exceptions=[own])

    ill, others = (lateness(rule, who, when).factor for who in ("ill", "a"))
    assert ill >= others
    assert ill == lateness(made(own, grace=grace), "ill", when).factor


@pytest.mark.parametrize("night", NIGHTS)
@pytest.mark.parametrize("zone", ZONES[:2])
def test_each_late_day_ends_at_the_right_second_even_when_the_clocks_change(night, zone):
    due = datetime.fromisoformat(f"{night}T23:59:59")
    rule = made(due, zone, grace=10)
    for day, factor in enumerate((1.0, 0.8, 0.6, 0.4, 0.0)):
        end = (due + timedelta(days=day)).replace(tzinfo=ZoneInfo(zone))
        in_grace = end.astimezone(timezone.utc) + timedelta(minutes=10)

        assert lateness(rule, "a", end).factor == pytest.approx(factor)
        assert lateness(rule, "a", in_grace).factor == pytest.approx(factor)
        assert lateness(rule, "a", in_grace + SECONDS).factor < max(factor, 0.01)


def test_an_hour_that_occurs_twice_or_not_at_all_is_read_in_favor_of_the_student():
    twice, never = datetime(2026, 11, 1, 1, 30), datetime(2027, 3, 14, 2, 30)

    second = datetime(2026, 11, 1, 6, 30, tzinfo=timezone.utc)  # 1:30 for the second time
    assert lateness(made(twice, grace=0), "a", second).factor == 1
    assert lateness(made(twice, grace=0), "a", second + SECONDS).factor < 1
    after = datetime(2027, 3, 14, 7, 30, tzinfo=timezone.utc)  # 3:30, one hour after 1:30
    assert lateness(made(never, grace=0), "a", after).factor == 1


def test_without_a_deadline_an_exception_has_no_effect():
    rule = made(None, exceptions=[datetime(2026, 12, 1)])

    assert lateness(rule, "ill", datetime(2027, 1, 1, tzinfo=timezone.utc)).factor == 1


def test_a_submission_is_accepted_until_the_last_late_day_and_its_grace_time_end():
    end = datetime(2026, 12, 13, 23, 59, 59, tzinfo=ZoneInfo(ZONES[0])) + timedelta(minutes=10)
    rule = made(datetime(2026, 12, 10, 23, 59, 59), days=3)

    assert is_accepted(rule, end) and not is_accepted(rule, end + SECONDS)
    assert is_accepted(made(None), end + SECONDS)
