"""The tables that a TA supplies: the students of the class, and the times of submissions."""

from datetime import datetime, timezone
from io import StringIO

import pytest
from rich.console import Console

from handshake_grader.errors import UsageError
from handshake_grader.intake.class_folder import read_class, twins
from handshake_grader.marks.class_times import apply_exceptions, warnings
from handshake_grader.marks.csv_files import marks_csv
from handshake_grader.marks.score import score
from handshake_grader.settings.settings import parse_settings, read_settings
from handshake_grader.terminal import show_class
from intake_test import NEW_YORK, TAR, write
from matching import LAB
from pack import FILES
from settings_test import LATE

CANVAS = {
    "ämesbo_101_9001_submit_me.tar": TAR,
    "coledi_LATE_102_9002_submit_me.tar": TAR,
    "unknown_999_9003_submit_me.tar": TAR,
}
GRADEBOOK = """\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Project 3 (77)
    Points Possible,,,,,100
"Ämes, Bo",101,a-1,ab1,Section 1,
"Cole, Di",102,a-2,cd2,Section 2,
"Fox, Em",103,a-3,ef3,Section 2,
"""
WORKSHEET = """Identifier,Full name,Email address,Group,Grade,"Last modified (submission)"
Participant 55,Bo Ames,bo@x.edu,Team 1,-,"Friday, 11 December 2026, 4:59 AM"
Participant 56,Di Cole,di@x.edu,Team 1,-,-
"""
MOODLE = {"Bo Ames_55_assignsubmission_file/submit_me.tar": TAR}


def read(tmp_path, files, **tables):
    paths = {}
    for name, text in tables.items():
        paths[name] = tmp_path / f"{name}.csv"
        paths[name].write_text(text, encoding="utf-8")
    return read_class(write(tmp_path / "in", files), NEW_YORK, LAB, **paths)


def excepted(tmp_path, intake, who):
    """The settings whose exception is applied: for this student."""
    file = tmp_path / "x.toml"
    file.write_text(LATE.replace('"ill"', f'"{who}"'))
    rule = read_settings(file)
    apply_exceptions(rule, intake, file)
    return rule


def test_absent_students_get_a_row_and_unknown_students_are_named(tmp_path):
    intake = read(tmp_path, CANVAS, roster=GRADEBOOK)

    by_id = {one.student.id: one for one in intake.counted}
    assert list(by_id) == ["101", "102", "103", "999"]
    assert by_id["103"].label == "" and by_id["103"].student.name == "Fox, Em"
    assert (by_id["101"].student.name, by_id["101"].student.section) == ("Ämes, Bo", "Section 1")
    assert intake.remarks[0] == "not on the roster, but in the download: 999"
    assert [one.student.id for one in intake.absent] == ["103"]


def test_a_worksheet_of_moodle_is_a_roster_and_gives_the_times(tmp_path):
    intake = read(tmp_path, MOODLE, roster=WORKSHEET, times=WORKSHEET)

    bo, di = intake.counted
    assert (bo.student.id, bo.student.group, bo.student.email) == ("55", "Team 1", "bo@x.edu")
    assert bo.handed_in == datetime(2026, 12, 11, 9, 59, tzinfo=timezone.utc)
    assert di.student.id == "56" and di.label == ""


@pytest.mark.parametrize(
    "text, hour",
    [
        ("Friday, December 11, 2026, 4:59 AM", 9),
        ("Friday, December 11, 2026,  4:59 PM", 21),
        ("Friday, 11 December 2026, 16:59", 21),
    ],
)
def test_times_of_moodle_are_read_in_english_and_in_us_english(tmp_path, text, hour):
    table = WORKSHEET.replace("Friday, 11 December 2026, 4:59 AM", text)
    intake = read(tmp_path, MOODLE, times=table)

    assert intake.counted[0].handed_in == datetime(2026, 12, 11, hour, 59, tzinfo=timezone.utc)


def test_the_warning_about_times_names_the_roster_that_has_them(tmp_path):
    intake = read(tmp_path, MOODLE, roster=WORKSHEET)

    (warning,) = warnings(parse_settings(LATE, "x"), intake)
    assert warning.endswith(f"The roster has times: --times {tmp_path / 'roster.csv'}.")


def test_every_member_of_a_team_in_canvas_gets_the_teams_marks_and_not_0(tmp_path):
    files = {"red_team_101_9001_submit_me.tar": TAR, "blueteam_103_9002_submit_me.tar": TAR}
    table = "Student,ID,group\n"
    table += '"Ames, Bo",101,Red_Team\n"Cole, Di",102,Red_Team\n"Fox, Em",103,Blue Team\n'
    intake = read(tmp_path, files, roster=table + '"Guo, Li",104,\n')

    by_id = {one.student.id: one for one in intake.counted}
    assert [one.student.id for one in intake.absent] == ["104"]
    assert by_id["101"].submission.files == by_id["102"].submission.files == FILES
    assert by_id["102"].student.name == "Cole, Di" and by_id["102"].label == by_id["101"].label
    assert twins(intake.counted) == [["101", "102", "103"]]  # two teams with the same files


TEAMS = {"team1_101_9001_submit_me.tar": TAR, "team2_103_9002_submit_me.tar": TAR}
MEMBERS = "id,login,name,group\n101,ab1,A,Team 1\n102,cd2,B,Team 1\n103,ef3,C,Team 2\n"


def test_a_time_of_one_member_holds_for_the_whole_team(tmp_path):
    intake = read(tmp_path, TEAMS, roster=MEMBERS, times="id,time\ncd2,2026-12-10\n")

    assert [one.student.id for one in intake.counted if one.handed_in] == ["101", "102"]


@pytest.mark.parametrize("other", ["cd2", "ab1"])
def test_two_times_for_one_upload_are_refused_and_the_line_is_named(tmp_path, other):
    times = f"id,time\n101,2026-12-10\n103,2026-12-11\n{other},2026-12-11\n"
    with pytest.raises(UsageError, match="times.csv:4: an earlier line has another time"):
        read(tmp_path, TEAMS, roster=MEMBERS, times=times)


def test_every_member_of_a_team_in_moodle_gets_the_teams_marks_and_not_0(tmp_path):
    files = {"Team 1_7_assignsubmission_file/submit_me.tar": TAR}
    intake = read(tmp_path, files, roster=WORKSHEET)

    assert [one.student.id for one in intake.counted] == ["55", "56"]
    assert intake.absent == [] and twins(intake.counted) == []


@pytest.mark.parametrize(
    "files, table",
    [
        ({"team_red_101_9001_submit_me.tar": TAR}, 'Student,ID\n"Ames, Bo",101\n"Cole, Di",102\n'),
        ({"Team 1_7_assignsubmission_file/submit_me.tar": TAR}, "id,name\n55,Bo Ames\n"),
        ({"ab1/submit_me.tar": TAR, "cd2/submit_me.tar": TAR}, "id,name\n55,Bo Ames\n"),
    ],
)
def test_a_roster_that_lacks_most_students_is_refused_so_that_nobody_gets_a_0(
    tmp_path, files, table
):
    with pytest.raises(UsageError, match="are not on it.*column `group`"):
        read(tmp_path, files, roster=table)


@pytest.mark.parametrize(
    "text, said",
    [
        ("netid;name\nab1;Bo\nab1;Di\n", "roster.csv:3: the id 'ab1' appears twice"),
        ("shade\nred\n", "roster.csv:1: no column of ids"),
        ("netid,name\n,Bo\n", "roster.csv:2: a row without an id"),
        ("netid\n", "lists no student"),
        ("", "is empty"),
    ],
)
def test_a_roster_that_cannot_be_used_is_refused_and_its_line_is_named(tmp_path, text, said):
    with pytest.raises(UsageError, match=said):
        read(tmp_path, CANVAS, roster=text)


@pytest.mark.parametrize(
    "text, hour",
    [
        ("2026-12-11T04:59:59Z", 4),
        ("2026-12-11 04:59:59 UTC", 4),
        ("2026-12-10 23:59:59", 4),
        ("2026-12-11T06:59:59+02:00", 4),
        ("2026-11-01 01:30:00", 5),  # this local time occurs twice; the earlier one counts
    ],
)
def test_times_are_read_with_and_without_a_zone(tmp_path, text, hour):
    intake = read(tmp_path, CANVAS, times=f"id,time\n101,{text}\n")

    assert intake.counted[0].handed_in.astimezone(timezone.utc).hour == hour
    assert [one.student.id for one in intake.without_time] == ["102", "999"]


@pytest.mark.parametrize(
    "text, said",
    [
        (
            "id,time\n110,2026-12-11\n",
            "times.csv:2: there is no student '110' in the class; the nearest is '10[12]'",
        ),
        ("id,time\n101,soon\n", "times.csv:2: 'soon' is not a time"),
        ("id,time\n101,2026-12-11\n101,2026-12-12\n", "times.csv:3: .* twice"),
        ("id,when\n101,2026-12-11\n", "needs columns for ids"),
    ],
)
def test_times_that_cannot_be_used_are_refused_and_their_line_is_named(tmp_path, text, said):
    with pytest.raises(UsageError, match=said):
        read(tmp_path, CANVAS, times=text)


@pytest.mark.parametrize("typo", ["aokafro", "AOKAFOR", "okafor"])
def test_an_exception_for_an_unknown_student_is_refused_and_the_nearest_id_is_named(tmp_path, typo):
    intake = read(tmp_path, {"aokafor/submit_me.tar": TAR, "xwang/submit_me.tar": TAR})
    said = rf"x.toml:\d+: late.exceptions.1.student: .*{typo}.*; the nearest is 'aokafor'; "
    said += r".* \(plain layout, 2 students\) .*--roster FILE"
    with pytest.raises(UsageError, match=said) as found:
        excepted(tmp_path, intake, typo)
    line = int(str(found.value).split(":")[1])
    assert typo in (tmp_path / "x.toml").read_text().splitlines()[line - 1]


def test_no_id_is_named_as_the_nearest_if_none_is_similar(tmp_path):
    intake = read(tmp_path, CANVAS, roster=GRADEBOOK)

    with pytest.raises(UsageError, match="no student 'xyz123' in the class; an id of"):
        excepted(tmp_path, intake, "xyz123")


@pytest.mark.parametrize("name", ["101", "a-1", "ab1"])
def test_every_id_of_the_roster_names_a_student(tmp_path, name):
    times = f"id,time\n{name},2026-12-10\n"
    intake = read(tmp_path, CANVAS, roster=GRADEBOOK, times=times)
    excepted(tmp_path, intake, name)

    assert [one.student.id for one in intake.counted if one.handed_in] == ["101"]
    assert [one.student.id for one in intake.counted if one.excepted] == ["101"]


def test_an_id_that_two_students_have_names_neither_of_them(tmp_path):
    roster = GRADEBOOK.replace("cd2", "x").replace("ef3", "x")
    intake = read(tmp_path, CANVAS, roster=roster)

    with pytest.raises(UsageError, match="--times: 'x' can be 102, 103"):
        intake.find("x", "--times")


def test_the_message_about_an_unknown_student_shows_what_an_id_looks_like(tmp_path):
    intake = read(tmp_path, CANVAS, roster=GRADEBOOK)

    said = "no student 'hall' in the class; .*'101' or 'a-1' or 'ab1' .of Ämes, Bo."
    with pytest.raises(UsageError, match=said):
        intake.find("hall", "late")


def test_an_exception_for_one_student_holds_for_all_who_handed_in_together(tmp_path):
    people = "  - :name: A\n    :sid: '1'\n  - :name: B\n    :sid: '2'\n"
    metadata = f"s_1:\n  :submitters:\n{people}  :created_at: 2026-12-12 12:00:00 Z\n"
    metadata += "s_2:\n  :submitters:\n  - :sid: '3'\n  :created_at: 2026-12-12 12:00:00 Z\n"
    files = {"submission_metadata.yml": metadata, "s_1/submit_me.tar": TAR, "s_2/x.tar": TAR}
    intake = read(tmp_path, files)
    rule = excepted(tmp_path, intake, "2")

    late = {one.student.id: score(rule, one, {}, {}).lateness for one in intake.counted}
    assert {who: one.factor < 1 for who, one in late.items()} == {"1": False, "2": False, "3": True}
    assert late["1"].remark.startswith("due later by exception for 2")
    assert len({one.seed_id for one in intake.counted}) == 2


def test_unknown_times_of_handing_in_give_a_warning_and_no_deduction(tmp_path):
    settings = parse_settings(LATE, "x")
    intake = read(tmp_path, CANVAS, roster=GRADEBOOK, times="id,time\n101,2026-12-10\n")

    (warning,) = warnings(settings, intake)
    assert (
        "not known for 2 of the 3 students who handed in (Cole, Di (102); unknown (999))" in warning
    )
    assert "The course site marks 1 of them as late: Cole, Di (102)." in warning


def test_the_class_that_was_read_is_shown_before_anything_is_graded(tmp_path):
    intake = read(tmp_path, CANVAS, roster=GRADEBOOK)
    text = StringIO()
    show_class(Console(file=text, width=200), parse_settings(LATE, "x"), intake)

    lines = text.getvalue().splitlines()
    assert lines[0] == (
        "canvas layout: 4 students, 3 handed in, 1 handed in nothing, 1 marked late by the site; "
        "roster of 3"
    )
    assert lines[1:3] == [
        "  handed in: Ämes, Bo (101); Cole, Di (102); unknown (999)",
        "  nothing from: Fox, Em (103)",
    ]
    assert lines[3] == "  check: not on the roster, but in the download: 999"
    assert "nothing was taken off for lateness" in lines[4]


@pytest.mark.parametrize(
    "roster, header, row",
    [
        (GRADEBOOK, "student,name,section,login,total", '101,"Ämes, Bo",Section 1,ab1,'),
        (
            "id,login,email\n101,ab1,a@x.edu\n102,cd2,\n",
            "student,name,section,login,email,total",
            "101,ämesbo,,ab1,a@x.edu,",
        ),
        ("id\n101\n102\n", "student,name,section,total", "101,ämesbo,,"),
    ],
)
def test_marks_csv_has_the_logins_and_emails_of_the_roster(tmp_path, roster, header, row):
    intake = read(tmp_path, CANVAS, roster=roster)
    settings = parse_settings(LATE, "x")
    table = marks_csv(settings, [score(settings, one, {}, {}) for one in intake.counted])

    assert [line[: len(row)] for line in table.splitlines()[1:] if line.startswith("101")] == [row]
    assert table.startswith(f"{header},")


def test_who_is_late_and_whose_files_are_unread_is_shown_before_anything_is_graded(tmp_path):
    files = {"a_1_10_submit_me.tar": TAR, "b_2_11_submit_me.tar": TAR, "c_3_12_submit_me.tar": b""}
    times = "id,time\n1,2026-12-12 12:00\n2,2026-12-12 12:00\n3,2026-12-11 00:05\n"
    intake = read(tmp_path, files, times=times)
    text = StringIO()
    show_class(Console(file=text, width=200), excepted(tmp_path, intake, "2"), intake)

    assert text.getvalue().splitlines()[2:] == [
        "  late: a (1) by 1 d 12 h 1 s",
        "  files could not be read of: c (3)",
    ]
