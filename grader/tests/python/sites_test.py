"""Tests downloads in the form in which the sites' own code writes them."""

from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from handshake_grader.errors import UsageError
from handshake_grader.intake.class_folder import read_class, twins
from intake_test import TAR, as_zip, write
from matching import LAB
from pack import FILES, make_tar, make_zip

NEW_YORK = ZoneInfo("America/New_York")
REPORT = make_zip({"report/report.pdf": b"%PDF"})
LOOSE = {path.rsplit("/", 1)[-1]: data for path, data in FILES.items()}


def read(tmp_path, files, **more):
    intake = read_class(write(tmp_path / "in", files), NEW_YORK, LAB, **more)
    return intake, {one.student.id: one for one in intake.counted}


# ---- Canvas


@pytest.mark.parametrize("report", [b"%PDF-1.4", REPORT, b""], ids=["pdf", "zip", "empty"])
@pytest.mark.parametrize("name", ["report.pdf", "z_report.zip", "a.docx", "submit_me.pdf"])
def test_a_report_next_to_the_archive_costs_no_points(tmp_path, name, report):
    files = {"mj_30001_7000000_submit_me.tar": TAR, f"mj_30001_7000001_{name}": report}
    intake, by_id = read(tmp_path, files)

    assert by_id["30001"].submission.files == FILES
    assert intake.layout == "canvas" and intake.earlier == []


def test_five_loose_files_of_one_attempt_belong_together(tmp_path):
    files = {f"smithjohn_30001_7000{n}_{own}": d for n, (own, d) in enumerate(LOOSE.items())}
    _, by_id = read(tmp_path, files)

    assert by_id["30001"].submission.files == FILES


def test_loose_files_are_recognized_by_their_names_even_if_canvas_adds_a_number(tmp_path):
    files = {
        f"smithjohn_30001_7000{n}_{own.replace('.cu', '-1.cu')}": data
        for n, (own, data) in enumerate(LOOSE.items())
    }
    _, by_id = read(tmp_path, files)

    assert by_id["30001"].submission.files == FILES


def test_groups_and_anonymous_students_of_canvas_are_found(tmp_path):
    files = {
        "team_alpha_30001_7000000_submit_me.tar": TAR,
        "team_beta_LATE_30002_7000001_submit_me.tar": TAR,
        "anon_aB3xZ_7000002_submit_me.tar": TAR,
        "LATE_anon_9QwEr_7000003_my_2_work.tar": TAR,
        "coledi_30005_text.html": "<p>hello",
        "foxem_LATE_30006_link.html": "<a>",
        "doejo_30007_7000009_2_homework_3_x.tar": TAR,
    }
    intake, by_id = read(tmp_path, files)

    assert intake.layout == "canvas"
    assert set(by_id) == {"30001", "30002", "30005", "30006", "30007", "aB3xZ", "9QwEr"}
    assert {key for key, one in by_id.items() if one.late_flag} == {"30002", "9QwEr", "30006"}
    assert by_id["30001"].student.name == "team_alpha"
    assert {key for key, one in by_id.items() if one.submission.unread} == {"30005", "30006"}
    assert not any("belongs to no student" in remark for remark in intake.remarks)


def test_an_id_in_the_name_of_a_file_does_not_assign_the_file_to_another_student(tmp_path):
    files = {f"student{n}_3000{n}_700000{n}_submit_me.tar": TAR for n in range(1, 4)}
    files["eve_30009_7000009_bo_30001_7000001_submit_me.tar"] = make_tar({})
    roster = tmp_path / "roster.csv"
    roster.write_text("ID\n30001\n30002\n30003\n")
    _, by_id = read(tmp_path, files, roster=roster)

    assert by_id["30001"].submission.files == FILES and "30009" in by_id


def test_group_names_that_end_in_a_number_are_ambiguous_without_a_roster(tmp_path):
    files = {f"team_{n}_3000{n}_700000{n}_submit_me.tar": TAR for n in range(1, 5)}
    path = write(tmp_path / "in", files)
    roster = tmp_path / "roster.csv"
    roster.write_text("Student,ID\n" + "".join(f"Team {n},3000{n}\n" for n in range(1, 5)))

    with pytest.raises(UsageError, match=r"1 \(of team\) or 30001 \(of team_1\).*--roster"):
        read_class(path, NEW_YORK, LAB)
    found = read_class(path, NEW_YORK, LAB, roster=roster).counted
    assert [one.student.id for one in found] == ["30001", "30002", "30003", "30004"]


# ---- Sakai

ROWS = '"Project 3","SCORE_GRADE_TYPE"\n""\n'
HEADER = '"Display ID","ID","Last Name","First Name","grade","Submission date","Late submission"\n'


def sakai(person, time="", name="submit_me.tar", data=TAR):
    files = {f"Project 3/{person}/Submission attachment(s)/{name}": data}
    return {**files, **({f"Project 3/{person}/timestamp.txt": time} if time else {})}


@pytest.mark.parametrize(
    "text, when",
    [
        ("2026-12-20T14:00:00.123Z", datetime(2026, 12, 20, 14, 0, 0, 123000)),
        ("2026-12-20T14:00:00Z", datetime(2026, 12, 20, 14)),
        ("2026-12-20T14:00:00.123456789Z\n", datetime(2026, 12, 20, 14, 0, 0, 123456)),
        ("20261220140000123", datetime(2026, 12, 20, 14, 0, 0, 123000)),
        ("2026-12-20T14:00:00.000Z", datetime(2026, 12, 20, 14)),
    ],
)
def test_times_of_sakai_in_the_newer_and_the_older_form_are_read_as_utc(tmp_path, text, when):
    _, by_id = read(tmp_path, sakai("Ames, Bo(ab1)", text))

    assert by_id["ab1"].handed_in == when.replace(tzinfo=timezone.utc)


@pytest.mark.parametrize("text", ["yesterday", "2026-13-01T00:00:00Z", "20261320140000123", "2026"])
def test_an_invalid_time_of_sakai_is_reported_and_does_not_count_as_in_time(tmp_path, text):
    intake, by_id = read(tmp_path, sakai("Ames, Bo(ab1)", text))

    assert by_id["ab1"].handed_in is None
    assert intake.without_time == [by_id["ab1"]]
    assert any("is not a time as Sakai writes it" in remark for remark in intake.remarks)


@pytest.mark.parametrize("packed", [False, True])
def test_students_and_times_are_read_from_a_download_without_folders(tmp_path, packed):
    rows = '"ab1","ab1","Ames","Bo","","2026-12-10T23:00:00Z","On time"\n'
    rows += '"cd2","cd2","Cole","Di","","2026-12-12T23:00:00.500Z","Late"\n'
    rows += '"ef3","ef3","Fox","Em","","","No submission"\n'
    files = {
        "Project 3/grades.csv": ROWS + HEADER + rows,
        "Project 3/Ames, Bo(ab1)_Submission attachment(s)_submit_me.tar": TAR,
        "Project 3/Ames, Bo(ab1)_Submission attachment(s)_a_report.pdf": b"%PDF",
        "Project 3/Cole, Di(cd2)_Submission attachment(s)_submit_me.tar": TAR,
        "Project 3/Cole, Di(cd2)_comments.txt": "",
    }
    path = write(tmp_path / "in", files)
    intake = read_class(as_zip(path, tmp_path / "in.zip") if packed else path, NEW_YORK, LAB)

    bo, di, em = intake.counted
    assert (intake.layout, intake.form) == ("sakai", "without folders")
    assert [one.student.id for one in (bo, di, em)] == ["ab1", "cd2", "ef3"]
    assert bo.submission.files == di.submission.files == FILES
    assert di.handed_in == datetime(2026, 12, 12, 23, 0, 0, 500000, timezone.utc)
    assert em.label == "" and em.handed_in is None
    assert intake.remarks == []


def test_every_submitter_of_a_submission_gets_the_marks_of_the_submission(tmp_path):
    files = sakai("Ames, Bo(ab1); Cole, Di(cd2)", "2026-12-10T23:00:00Z")
    intake, by_id = read(tmp_path, files)

    assert set(by_id) == {"ab1", "cd2"}
    assert by_id["ab1"].submission.files == by_id["cd2"].submission.files == FILES
    assert by_id["ab1"].handed_in == by_id["cd2"].handed_in is not None
    assert twins(intake.counted) == []  # they are one group, and no student is accused


def test_a_student_with_a_display_id_and_an_eid_is_read_once(tmp_path):
    rows = '"Bo the Great","ab1","Ames","Bo","","2026-12-10T23:00:00Z","On time"\n'
    files = {"Project 3/grades.csv": ROWS + HEADER + rows, **sakai("Ames, Bo(ab1)")}
    _, by_id = read(tmp_path, files)

    assert set(by_id) == {"ab1"} and by_id["ab1"].submission.files == FILES
    assert by_id["ab1"].student.site_id == "Bo the Great"
    assert by_id["ab1"].handed_in == datetime(2026, 12, 10, 23, tzinfo=timezone.utc)


def test_a_student_whose_eid_is_not_ascii_is_found_by_the_name(tmp_path):
    inner = "0a1b2c3d-1111-2222-3333-444455556666"
    rows = '"müller","müller","Müller","Jürgen","","",""\n"x","x","Xu","Wei","","",""\n'
    files = {"Project 3/grades.csv": ROWS + HEADER + rows, **sakai(f"Muller, Jurgen({inner})")}
    _, by_id = read(tmp_path, files)

    assert set(by_id) == {"müller", "x"} and by_id["müller"].submission.files == FILES


@pytest.mark.parametrize("folders", [False, True])
def test_anonymous_submissions_of_sakai_keep_their_ids(tmp_path, folders):
    code = "0a1b2c3d-1111-2222-3333-444455556666 Anonymous Submission"
    rows = f'"{code}","{code}","Anonymous","Anonymous","","2026-12-10T23:00:00Z","On time"\n'
    inside = "/Submission attachment(s)/" if folders else "_Submission attachment(s)_"
    files = {
        "Project 3/grades.csv": ROWS + HEADER + rows,
        f"Project 3/{code}{inside}submit_me.tar": TAR,
    }
    intake, by_id = read(tmp_path, files)

    assert intake.layout == "sakai" and set(by_id) == {code}
    assert by_id[code].submission.files == FILES and by_id[code].handed_in is not None


def test_a_sheet_with_semicolons_in_another_language_is_read(tmp_path):
    sheet = "Projekt 3;PUNKTE\n\nAnzeige;Kennung;Nachname;Vorname;Note;Zeit;Zu spät\n"
    sheet += "ab1;ab1;Ames;Bo;;2026-12-10T23:00:00Z;Nein\nef3;ef3;Fox;Em;;;\n"
    files = {
        "Projekt 3/grades.csv": sheet,
        "Projekt 3/Ames, Bo(ab1)/Anlagen/submit_me.tar": TAR,
        "Projekt 3/Ames, Bo(ab1)/timestamp.txt": "2026-12-10T23:00:00Z",
    }
    intake, by_id = read(tmp_path, files)

    assert set(by_id) == {"ab1", "ef3"} and by_id["ab1"].submission.files == FILES
    assert intake.about == {"title": "Projekt 3", "separator": ";", "decimal": ","}


def test_an_existing_grade_shows_which_decimal_sign_a_site_wants(tmp_path):
    sheet = "P;PUNKTE\n\nAnzeige;Kennung;Nachname;Vorname;Note\nab1;ab1;Ames;Bo;69.5\n"
    intake, _ = read(tmp_path, {"Project 3/grades.csv": sheet, **sakai("Ames, Bo(ab1)")})

    assert (intake.about["separator"], intake.about["decimal"]) == (";", ".")


def test_all_members_of_a_group_of_sakai_get_the_marks_of_the_group(tmp_path):
    group = "Team 7 (0a1b2c3d-1111-2222-3333-444455556666)"
    sheet = 'Project 3,POINTS\n""\nGroup,ID,Members,Grade,Submission date,Late\n'
    sheet += "Team 7,0a1b2c3d-1111-2222-3333-444455556666,Bo Ames; Di Müller,,"
    sheet += "2026-12-10T23:00:00Z,On time\n"
    files = {
        "Project 3/grades.csv": sheet,
        f"Project 3/{group}/members.txt": "Ames, Bo(ab1); M&#252;ller, Di(cd2)",
        f"Project 3/{group}/Submission attachment(s)/submit_me.tar": TAR,
    }
    intake, by_id = read(tmp_path, files)

    assert set(by_id) == {"ab1", "cd2"} and intake.form == "groups"
    assert by_id["cd2"].student.name == "Müller, Di" and by_id["cd2"].student.group == group
    assert by_id["ab1"].handed_in == by_id["cd2"].handed_in is not None
    assert twins(intake.counted) == []


def test_a_student_may_hand_in_a_file_named_comments_txt(tmp_path):
    files = sakai("Ames, Bo(ab1)", name="comments.txt", data=TAR)
    _, by_id = read(tmp_path, files)

    assert by_id["ab1"].submission.files == FILES


# ---- Moodle


# The forms of Moodle 4.1 and later, of 3.1 to 4.0, and of earlier versions.
@pytest.mark.parametrize("form", ["{}/{}", "{}_/{}", "{}_{}"])
def test_moodle_is_read_with_and_without_folders(tmp_path, form):
    start = "assignsubmission_"
    files = {
        form.format(f"Bo Ames_55_{start}file", "submit_me.tar"): TAR,
        form.format(f"Bo Ames_55_{start}onlinetext", "onlinetext.html"): "<p>see the file",
        form.format(f"Di Cole_56_{start}onlinetext", "onlinetext.html"): "<p>sorry",
        form.format(f"Participant_57_{start}file", "homework_2.tar"): TAR,
    }
    intake, by_id = read(tmp_path, files)

    assert intake.layout == "moodle" and set(by_id) == {"55", "56", "57"}
    assert by_id["55"].submission.files == by_id["57"].submission.files == FILES
    assert by_id["56"].submission.unread  # only a text
    assert [n.code for n in by_id["55"].submission.notes] == []
    assert intake.remarks == ["students with online text, but without a file: 1"]
    assert len(intake.without_time) == 3


def test_students_without_a_team_in_moodle_are_named(tmp_path):
    files = {
        "Team 1_7_assignsubmission_file/submit_me.tar": TAR,
        "Default group_assignsubmission_file/submit_me.tar": TAR,
    }
    intake, by_id = read(tmp_path, files)

    assert set(by_id) == {"7", "Default group"}
    assert any("Default group" in remark for remark in intake.remarks)


# ---- Gradescope and plain folders


def test_the_members_of_a_gradescope_group_are_not_listed_as_copies(tmp_path):
    people = "".join(f"  - :name: {n}\n    :sid: '{n}'\n" for n in ("a", "b"))
    text = f"---\nsubmission_1:\n  :submitters:\n{people}  :created_at: 2026-12-11 05:59:12 Z\n"
    files = {"x/submission_metadata.yml": text, "x/submission_1/submit_me.tar": TAR}
    intake, by_id = read(tmp_path, files)

    assert set(by_id) == {"a", "b"} and twins(intake.counted) == []


@pytest.mark.parametrize("around", ["", "class/", "a/b/"])
def test_extra_files_of_finder_and_windows_are_left_out(tmp_path, around):
    files = {
        f"{around}ab1/submit_me.tar": TAR,
        f"{around}cd2/project/submit_me.tar": TAR,
        f"{around}ab1/._submit_me.tar": "x",
        f"{around}.DS_Store": "x",
        f"{around}Thumbs.db": "x",
        f"{around}cd2/desktop.ini": "x",
        f"__MACOSX/{around}._ab1": "x",
        f"__MACOSX/{around}ab1/._submit_me.tar": "x",
    }
    path = as_zip(write(tmp_path / "in", files), tmp_path / "in.zip")
    intake = read_class(path, NEW_YORK, LAB)

    assert [one.student.id for one in intake.counted] == ["ab1", "cd2"]
    assert all(one.submission.files == FILES for one in intake.counted)
    assert intake.remarks == []


# ---- Blackboard, Brightspace and GitHub Classroom


def blackboard(user, when, name="", **files):
    """The files of one attempt."""
    start = f"Project_3_{user}_attempt_{when}"
    about = f"Name: {name} ({user})\nAssignment: Project 3\nDate Submitted: Thursday\n\nFiles:\n"
    return {f"{start}.txt": about, **{f"{start}_{own}": data for own, data in files.items()}}


def test_a_download_of_blackboard_is_read_with_names_times_and_attempts(tmp_path):
    files = blackboard("ab1", "2026-12-10-23-59-58", "Bo Ames", **{"submit_me.tar": TAR})
    files |= blackboard("ab1", "2026-12-09-10-00-00", "Bo Ames", **{"submit_me.tar": b"old"})
    files |= blackboard("c_d_2", "2026-12-10-12-00-00", "Cole, Di", **LOOSE)
    files |= blackboard("ef3", "2026-12-10-12-00-00", "Em Fox")
    intake, by_id = read(tmp_path, files)

    assert intake.layout == "blackboard" and set(by_id) == {"ab1", "c_d_2", "ef3"}
    assert by_id["ab1"].submission.files == by_id["c_d_2"].submission.files == FILES
    assert by_id["ab1"].handed_in == datetime(2026, 12, 10, 23, 59, 58, tzinfo=NEW_YORK)
    assert by_id["c_d_2"].student.name == "Cole, Di"
    assert len(intake.earlier) == 1
    assert by_id["ef3"].submission.unread  # only text was typed in
    assert any("times without a zone" in one for one in intake.remarks)


@pytest.mark.parametrize("form", ["{}/{}", "{} - {}"], ids=["folders", "flat"])
def test_a_download_of_brightspace_is_read_with_names_times_and_attempts(tmp_path, form):
    files = {
        form.format("41000-77 - Bo Ames - Dec 10, 2026 1159 PM", "submit_me.tar"): TAR,
        form.format("41000-77 - Bo Ames - Dec 9, 2026 905 AM", "submit_me.tar"): b"old",
        form.format("41001-77 - cd2 Di Cole - Dec 10, 2026 0741 PM", "submit_me.tar"): TAR,
        form.format("41002-77 - Em - Fox - Dec 10, 2026 1200 AM", "submit_me.tar"): TAR,
        "index.html": "<p>comments",
    }
    intake, by_id = read(tmp_path, files)

    assert intake.layout == "brightspace" and set(by_id) == {"41000", "41001", "41002"}
    assert all(one.submission.files == FILES for one in by_id.values())
    assert by_id["41000"].handed_in == datetime(2026, 12, 10, 23, 59, tzinfo=NEW_YORK)
    assert by_id["41001"].handed_in == datetime(2026, 12, 10, 19, 41, tzinfo=NEW_YORK)
    assert by_id["41002"].handed_in == datetime(2026, 12, 10, 0, 0, tzinfo=NEW_YORK)
    assert by_id["41002"].student.name == "Em - Fox"
    assert not any("belongs to no student" in one for one in intake.remarks)


def test_a_roster_names_the_students_of_brightspace_by_their_names(tmp_path):
    files = {
        "41000-77 - Bo Ames - Dec 10, 2026 1159 PM/submit_me.tar": TAR,
        "41001-77 - cd2 Di Cole - Dec 10, 2026 1159 PM/submit_me.tar": TAR,
    }
    roster = tmp_path / "roster.csv"
    roster.write_text(
        "OrgDefinedId,Username,Last Name,First Name\n#1,ab1,Ames,Bo\n#2,cd2,Cole,Dinah\n#3,e,F,Em\n"
    )
    intake, by_id = read(tmp_path, files, roster=roster)

    found = {one.student.name: bool(one.label) for one in intake.counted}
    assert found == {"Ames, Bo": True, "Cole, Dinah": True, "F, Em": False}
    assert intake.find("cd2", "x") is not intake.find("ab1", "x")


CLASSROOM = """assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,\
student_repository_name,student_repository_url,submission_timestamp,points_awarded,points_available
P3,u,s,bogh,ab1,p3-bogh,r,2026-12-11 04:59:58 UTC,0,100
P3,u,s,digh,,p3-digh,r,2026-12-10T12:00:00Z,0,100
P3,u,s,emgh,ef3,p3-emgh,r,,0,100
"""


def test_repositories_of_github_classroom_have_the_ids_and_times_of_grades_csv(tmp_path):
    repository = {**FILES, ".git/config": "x", ".git/objects/ab/cd": "x", "README.md": "x"}
    files = {f"p3-bogh/{name}": data for name, data in repository.items()}
    files |= {"p3-digh/submit_me.tar": TAR, "p3-stranger/submit_me.tar": TAR}
    intake, by_id = read(tmp_path, {**files, "grades.csv": CLASSROOM})

    assert intake.layout == "github"
    assert set(by_id) == {"ab1", "digh", "ef3", "p3-stranger"}
    assert by_id["ab1"].submission.files == by_id["digh"].submission.files == FILES
    assert by_id["ab1"].handed_in == datetime(2026, 12, 10, 23, 59, 58, tzinfo=NEW_YORK)
    assert by_id["ab1"].submission.notes == []  # a repository is the kit: nothing to say about it
    assert by_id["ef3"].label == "" and not by_id["ef3"].submission.unread
    assert intake.find("bogh", "x").student.id == "ab1"
    assert by_id["ab1"].student.login == "bogh"
    assert any("p3-stranger: is not in grades.csv" in one for one in intake.remarks)


@pytest.mark.parametrize("text", ["2026-12-11 04:59:58 UTC", "2026-12-11 04:59:58"])
def test_times_of_github_are_in_utc_also_without_a_zone(tmp_path, text):
    table = CLASSROOM.replace("2026-12-11 04:59:58 UTC", text)
    _, by_id = read(tmp_path, {"p3-bogh/submit_me.tar": TAR, "grades.csv": table})

    assert by_id["ab1"].handed_in == datetime(2026, 12, 11, 4, 59, 58, tzinfo=timezone.utc)


def test_repositories_are_read_as_the_commands_of_github_classroom_leave_them(tmp_path):
    files = {f"p3-submissions/p3-{who}/submit_me.tar": TAR for who in ("bogh", "digh", "stranger")}
    files["p3-submissions/p3-bogh/p3-emgh/submit_me.tar"] = TAR  # a student can make such a folder
    files |= {"p2-submissions/p2-bogh/submit_me.tar": b"old", "grades.csv": CLASSROOM}
    intake, by_id = read(tmp_path, files)

    assert {who: bool(one.label) for who, one in by_id.items()} == {
        "ab1": True,
        "digh": True,
        "ef3": False,
        "p3-stranger": True,
    }
    assert by_id["ab1"].handed_in == datetime(2026, 12, 10, 23, 59, 58, tzinfo=NEW_YORK)
    assert intake.remarks == [
        "p3-stranger: is not in grades.csv, so its student and time are unknown",
        "p2-submissions: holds no repository of grades.csv; it was not read",
    ]


@pytest.mark.parametrize(
    "folders, said",
    [
        (("p2-bogh", "p2-submissions/p2-digh"), "lists 3 .* p3-bogh, but they are not here"),
        (("a/p3-bogh", "b/p3-digh"), "in several folders: a, b"),
    ],
)
def test_a_class_without_the_repositories_of_grades_csv_is_refused(tmp_path, folders, said):
    files = {f"{folder}/submit_me.tar": TAR for folder in folders}
    with pytest.raises(UsageError, match=said):
        read(tmp_path, {**files, "grades.csv": CLASSROOM})


@pytest.mark.parametrize("layout", [None, "github"])
def test_repositories_without_the_table_beside_them_are_refused(tmp_path, layout):
    write(tmp_path, {"in/p3-bogh/submit_me.tar": TAR, "grades.csv": CLASSROOM})
    with pytest.raises(UsageError, match="beside a grades.csv of GitHub Classroom; move"):
        read_class(tmp_path / "in", NEW_YORK, LAB, layout=layout)


def test_a_repository_of_a_team_is_graded_once_for_all_members(tmp_path):
    table = CLASSROOM.replace("p3-digh", "p3-bogh")
    intake, by_id = read(tmp_path, {"p3-bogh/submit_me.tar": TAR, "grades.csv": table})

    assert by_id["ab1"].seed_id == by_id["digh"].seed_id == "ab1"
    assert by_id["digh"].submission.files == FILES


def test_one_student_cannot_make_the_grader_refuse_a_class(tmp_path):
    files = {"ab1/submit_me.tar": TAR, "cd2/submit_me.tar": TAR}
    files |= {"Project 3_x_attempt_2026-12-10-23-59-58_submit_me.tar": TAR}
    _, by_id = read(tmp_path, files)

    assert {"ab1", "cd2"} <= set(by_id)


def test_the_archive_that_counts_is_the_one_with_the_kernels(tmp_path):
    files = {"ab1/homework.tar": TAR, "ab1/zz_report.zip": REPORT, "cd2/a.zip": REPORT}
    files |= {f"cd2/{name}": data for name, data in LOOSE.items()}
    files |= {"ef3/a.tar": TAR, "ef3/b.tar": make_tar({})}
    _, by_id = read(tmp_path, files)

    assert all(one.submission.files == FILES for one in by_id.values())
