"""The settings file is read, and every mistake in it is named with its line."""

import re
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from handshake_grader.cli import main
from handshake_grader.errors import EXIT_OK, UsageError
from handshake_grader.marks.late import lateness
from handshake_grader.settings.settings import parse_settings, read_settings
from matching import PATHS

SHIPPED = Path(__file__).resolve().parents[2] / "settings" / "matching.toml"
TEXT = SHIPPED.read_text()


def change(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1, old
    return TEXT.replace(old, new, 1)


def test_the_shipped_settings_give_100_points_and_20_extra():
    settings = read_settings(SHIPPED)

    assert settings.points == 100
    assert sum(part.points for part in settings.parts if part.extra_credit) == 20


def test_the_shipped_settings_run_kernels_separately_and_altogether_as_the_handout_says():
    settings = read_settings(SHIPPED)
    kernels = {path for path in PATHS if "gpu_required" in path}

    mixes = {
        frozenset(one.own)
        for part in settings.parts
        for one in part.properties
        if one.by == "program" and set(one.own) <= kernels
    }

    assert mixes == {frozenset({path}) for path in kernels} | {frozenset(kernels)}


# What an empty kernel would earn, or what would cost one mistake twice, is refused at its line.
@pytest.mark.parametrize(
    "old, new, said",
    [
        ('kinds = ["pass"]', 'kinds = ["ties"]', "has no case of the kind 'ties'"),
        ('threads = "few"', 'threads = "enough"', "is about cases that handshaking.enough is"),
        ('suite = "memory"', 'suite = "memory"\n  threads = "few"', "`threads` is only for"),
        (
            '  by = "findings"\n',
            '  by = "findings"\n  kinds = ["pass"]\n',
            'only for by = "values"',
        ),
    ],
)
def test_settings_that_are_unfair_are_refused(old, new, said):
    assert old in TEXT
    with pytest.raises(UsageError, match=r"^my.toml:\d+: ") as found:
        parse_settings(TEXT.replace(old, new, 1), "my.toml")

    assert said in str(found.value)


@pytest.mark.parametrize("graphs", ['["path 1"]', '["path 1..9", "star 1", "ties 5 0"]'])
def test_secret_graphs_without_an_edge_are_refused_because_an_empty_kernel_is_right_there(graphs):
    text = re.sub(r"(?m)^graphs = .*$", f"graphs = {graphs}", TEXT, count=1)

    with pytest.raises(UsageError, match=r"^my.toml:\d+: secret: no graph is sure to have an edge"):
        parse_settings(text, "my.toml")


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ('title = "Efficient', 'titel = "Efficient', "assignment.titel: there is no such setting"),
        (
            'time_zone = "America/New_York"',
            'time_zone = "America/New_Yrok"',
            "there is no time zone",
        ),
        (
            "grace_minutes = 10",
            'grace_minutes = "10"',
            "late.grace_minutes: Input should be a valid integer",
        ),
        ("grace_minutes = 10", "grace_minutes = -1", "greater than or equal to 0"),
        ("threads = [1, 300", "threads = [0, 300", "secret.threads.1: Input should be greater"),
        ('"ties 600 1800"', '"tie 600 1800"', "is not a recipe for a graph"),
        ('secret_cases = "reason"', 'secret_cases = "all"', "visibility.secret_cases"),
        ('id = "filter"', 'id = "handshaking"', "'handshaking' appears twice"),
        ('id = "filter"', 'id = "total"', "column of marks.csv"),
        ('suite = "filter"', 'suite = "fliter"', "part.2.property.1.suite"),
        (
            'own = ["src/gpu_required/markFilterEdges.cu"]',
            'own = ["src/main.cu"]',
            "is not a file of a submission",
        ),
        ("due = 2026-12-10T23:59:59", "due = 2026-12-10T23:59:59Z", "must be without a time zone"),
        ("due = 2026-12-10T23:59:59", "due = 2026-12-40T23:59:59", "at line 8"),
        ("[secret]", "[secrets]", "secrets: there is no such setting"),
    ],
)
def test_a_mistake_is_named_with_its_line(old, new, expected):
    text = change(old, new)
    line = text[: text.index(new)].count("\n") + 1

    with pytest.raises(UsageError) as caught:
        parse_settings(text, "my.toml")

    messages = str(caught.value).splitlines()
    assert any(expected in message for message in messages), messages
    if "missing" not in expected and "twice" not in expected and "column" not in expected:
        assert any(message.startswith(f"my.toml:{line}: ") for message in messages), messages


def test_all_mistakes_are_named_at_once():
    text = change("grace_minutes = 10", "grace_minutes = -1").replace(
        "factor = 20.0", "factor = 0.5"
    )

    with pytest.raises(UsageError) as caught:
        parse_settings(text, "my.toml")

    assert len(str(caught.value).splitlines()) == 2


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(UsageError):
        read_settings(tmp_path / "none.toml")


LATE = (
    TEXT + '\n[[late.exceptions]]\nstudent = "ill"\ndue = 2026-12-14T23:59:59\nreason = "illness"\n'
)


@pytest.mark.parametrize(
    "hours, factor",
    [
        (-1, 1),
        (0, 1),
        (1 / 6, 1),
        (0.17, 0.8),
        (24, 0.8),
        (24 + 1 / 6, 0.8),
        (24.17, 0.6),
        (72 + 1 / 6, 0.4),
        (72.17, 0),
        (1000, 0),
    ],
)
def test_each_late_day_that_has_begun_counts_as_a_whole_day(hours, factor):
    settings = parse_settings(LATE, "x")
    due = datetime(2026, 12, 10, 23, 59, 59, tzinfo=ZoneInfo("America/New_York"))

    assert lateness(settings, "a", due + timedelta(hours=hours)).factor == pytest.approx(factor)


def test_lateness_considers_time_zones_exceptions_and_unknown_times():
    settings = parse_settings(LATE, "x")
    in_utc = datetime(2026, 12, 11, 4, 59, 59, tzinfo=timezone.utc)

    assert lateness(settings, "a", in_utc).factor == 1
    assert lateness(settings, "a", in_utc + timedelta(minutes=11)).factor == 0.8
    assert lateness(settings, "ill", in_utc + timedelta(days=4)).factor == 1
    assert lateness(settings, "a", None).factor == 1
    assert "look at it" in lateness(settings, "a", None, late_flag=True).remark


def test_the_calculation_of_the_deduction_is_shown():
    settings = parse_settings(LATE, "x")
    when = datetime(2026, 12, 12, 1, 0, 0, tzinfo=ZoneInfo("America/New_York"))

    text = lateness(settings, "a", when).note.text

    assert text == (
        "Handed in 1 d 1 h 1 s after the deadline, Thu 10 Dec 2026, 23:59:59 (America/New_York); "
        "2 x 20 % of the points reached are taken off: 40 %."
    )


def line_of(text: str, part: str) -> int:
    return text[: text.rindex(part)].count("\n") + 1


@pytest.mark.parametrize(
    "old, new",
    [
        ('id = "scan"', 'id = "handshaking"'),
        ('id = "scan"', 'id = "late"'),
    ],
)
def test_a_part_with_a_duplicate_or_reserved_id_is_reported_at_its_line(old, new):
    text = TEXT.replace(old, new)

    with pytest.raises(UsageError, match=rf"^my.toml:{line_of(text, new)}: part.3.id: "):
        parse_settings(text, "my.toml")


def test_a_duplicate_property_is_reported_at_its_line():
    first = TEXT.index('id = "clean"')
    text = TEXT[:first] + TEXT[first:].replace('id = "clean"', 'id = "enough"', 1)
    line = text[:first].count("\n") + 1

    with pytest.raises(UsageError, match=rf"^my.toml:{line}: part.1.property.4.id: "):
        parse_settings(text, "my.toml")


def test_two_exceptions_for_one_student_are_reported_at_the_line_of_the_second():
    text = LATE + LATE[len(TEXT) :]

    with pytest.raises(UsageError, match=rf"^my.toml:{line_of(text, 'student =')}: late.exc"):
        parse_settings(text, "my.toml")


@pytest.mark.parametrize("day", ["2026-12-10", "2026-12-04"])
def test_an_exception_that_is_not_later_than_the_deadline_is_reported_at_its_line(day):
    text = LATE.replace("2026-12-14", day)

    with pytest.raises(UsageError, match=rf"^my.toml:{line_of(text, f'due = {day}')}: late.exc"):
        parse_settings(text, "my.toml")


def test_a_byte_order_mark_at_the_start_is_not_a_mistake(tmp_path):
    file = tmp_path / "my.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())

    assert read_settings(file) == parse_settings(TEXT, "x")


def test_the_command_settings_prints_everything_that_is_set(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    file = tmp_path / "my.toml"
    file.write_text(LATE)
    assert main(["settings", "--settings", str(file)]) == EXIT_OK
    shown = capsys.readouterr().out
    rows = {
        tuple(cell.strip() for cell in line.strip("│").split("│"))
        for line in shown.splitlines()
        if line.startswith("│")
    }
    due = "Thu 10 Dec 2026, 23:59:59 (America/New_York)"
    own = "Mon 14 Dec 2026, 23:59:59 (America/New_York)"
    assert {
        ("assignment.due", due),
        ("late.grace_minutes", "10"),
        ("late.percent_per_day", "20"),
        ("late.days_accepted", "3"),
        ("late.exceptions of ill: due", own),
        ("late.exceptions of ill: reason", "illness"),
        ("visibility.secret_cases", "reason"),
        ("limits.floor_s", "10"),
        ("sandbox.minimum_level", "2"),
    } <= rows
    settings = read_settings(file)
    assert ("secret.graphs", ", ".join(settings.secret.graphs)) in rows
    for part in settings.parts:
        assert any(row[0] == part.id and row[3] == f"{part.points:g}" for row in rows), part.id
        for line in part.lines:
            assert any(row[:2] == (part.id, line.id) and row[3] == f"{line.points:g}"
                       for row in rows), line.id  # fmt: skip
