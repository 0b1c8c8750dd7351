"""Downloads from course sites: each layout as a folder and as a zip, and submissions with careless
mistakes."""

import zipfile
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from handshake_grader.errors import UsageError
from handshake_grader.intake.class_folder import read_class, twins
from handshake_grader.intake.layouts import LAYOUTS
from matching import LAB
from pack import FILES, make_tar, make_zip

NEW_YORK = ZoneInfo("America/New_York")
TAR = make_tar()


def write(root, files):
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return root


def as_zip(folder, target):
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return target


SAKAI = {
    "Project 3/grades.csv": '"Project 3","Points"\n""\n'
    '"Display ID","ID","Last Name","First Name","grade"\n'
    '"ab123","ab123","Ames","Bo",""\n"cd456","cd456","Cole, Jr.","Di",""\n'
    '"ef789","ef789","Fox","Em",""\n',
    "Project 3/Ames, Bo(ab123)/Submission attachment(s)/submit_me.tar": TAR,
    "Project 3/Ames, Bo(ab123)/timestamp.txt": "20211211045912345",
    "Project 3/Ames, Bo(ab123)/comments.txt": "",
    "Project 3/Ames, Bo(ab123)/Ames, Bo(ab123)_submissionText.html": "<p>hello",
    "Project 3/Cole, Jr., Di(cd456)/Submission attachment(s)/my work.zip": make_zip(),
    "Project 3/Cole, Jr., Di(cd456)/timestamp.txt": "garbage",
}
CANVAS = {
    "amesbo_101_9001_submit_me.tar": TAR,
    "colejrdi_LATE_102_9002_submit_me.tar": make_tar({}),
    "colejrdi_LATE_102_9003_submit_me-1.tar": TAR,
    "colejrdi_LATE_102_9009_submit_me-2.tar": TAR,
}
GRADESCOPE = {
    "assignment_1_export/submission_metadata.yml": """---
submission_11:
  :submitters:
  - :name: Bo Ames
    :sid: '101'
    :email: bo@example.edu
  :created_at: 2021-12-11 04:59:12.345 Z
submission_12:
  :submitters:
  - :name: Di Cole
    :email: di@example.edu
  :created_at: 2021-12-11 05:59:12 Z
submission_13:
  :submitters:
  - :name: Di Cole
    :email: di@example.edu
  :created_at: 2021-12-10 05:59:12 Z
""",
    "assignment_1_export/submission_11/submit_me.tar": TAR,
    **{f"assignment_1_export/submission_12/{path}": data for path, data in FILES.items()},
    "assignment_1_export/submission_13/submit_me.tar": TAR,
}
MOODLE = {
    "Bo Ames_55_assignsubmission_file_/submit_me.tar": TAR,
    "Di Cole_56_assignsubmission_file_/x.tar": TAR,
}
PLAIN = {
    "ab123/submit_me.tar": TAR,
    "cd456/homework.tar": TAR,
    "ef789.tar": TAR,
    "gh000/timestamp.txt": "20211210235912345",
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    "layout, files, ids",
    [
        ("sakai", SAKAI, ["ab123", "cd456", "ef789"]),
        ("canvas", CANVAS, ["101", "102"]),
        ("gradescope", GRADESCOPE, ["101", "di@example.edu"]),
        ("moodle", MOODLE, ["55", "56"]),
        ("plain", PLAIN, ["ab123", "cd456", "ef789", "gh000"]),
        (
            "plain",
            {f"class/{name}": data for name, data in PLAIN.items()},
            ["ab123", "cd456", "ef789", "gh000"],
        ),
    ],
)
def test_each_layout_is_recognized(tmp_path, layout, files, ids, packed):
    path = write(tmp_path / "in", files)
    if packed:
        path = as_zip(path, tmp_path / "in.zip")

    intake = read_class(path, NEW_YORK, LAB)

    assert (intake.layout, [a.student.id for a in intake.counted]) == (layout, ids)
    assert intake.counted[0].submission.files == FILES


def test_times_and_names_are_read_from_sakai_and_missing_submissions_are_noted(tmp_path):
    bo, di, em = read_class(write(tmp_path, SAKAI), NEW_YORK, LAB).counted

    assert bo.handed_in == datetime(2021, 12, 10, 23, 59, 12, 345000, tzinfo=NEW_YORK)
    assert di.handed_in is None
    assert di.student.name == "Cole, Jr., Di"
    assert {n.code for n in di.submission.notes} == {"wrong_name"}
    assert [n.code for n in em.submission.notes] == ["nothing_handed_in"]
    assert em.student.name == "Fox, Em"


def test_the_newest_of_several_files_with_the_same_name_counts(tmp_path):
    intake = read_class(write(tmp_path, CANVAS), NEW_YORK, LAB)

    assert intake.counted[1].label.endswith("submit_me-2.tar")
    assert intake.earlier == []  # Canvas gives only one attempt per student
    assert intake.counted[1].late_flag
    assert {n.code for n in intake.counted[1].submission.notes} == {"several_archives"}


def test_gradescopes_times_decide_which_attempt_counts_and_loose_files_are_read(tmp_path):
    intake = read_class(write(tmp_path, GRADESCOPE), NEW_YORK, LAB)

    di = intake.counted[1]
    assert di.handed_in == datetime(2021, 12, 11, 5, 59, 12, tzinfo=timezone.utc)
    assert di.submission.files == FILES
    assert {"several_attempts", "loose_files"} <= {n.code for n in di.submission.notes}
    assert len(intake.earlier) == 1


def test_odd_content_is_reported_and_does_not_stop_other_students(tmp_path):
    files = {
        "a/submit_me.tar": b"",
        "b/submit_me.tar": b"not a tar at all" * 100,
        "c/essay.docx": make_zip({"word/document.xml": b"x"}),
        "d/submit_me (1).tar": TAR,
        "d/submit_me.tar": TAR,
        "e/notes.txt": b"sorry",
    }
    intake = read_class(write(tmp_path, files), NEW_YORK, LAB)

    found = {a.student.id: {n.code for n in a.submission.notes} for a in intake.counted}
    assert "file_empty" in found["a"]
    assert "not_an_archive" in found["b"]
    assert "nothing_found" in found["c"]
    assert found["d"] == {"several_archives"}
    assert "nothing_found" in found["e"]


def test_links_are_not_followed(tmp_path):
    write(tmp_path / "in", PLAIN)
    (tmp_path / "in/ab123/submit_me.tar").unlink()
    (tmp_path / "in/ab123/submit_me.tar").symlink_to("/etc/passwd")

    intake = read_class(tmp_path / "in", NEW_YORK, LAB)

    assert [a.submission.files for a in intake.counted if a.student.id == "ab123"] == [{}]
    assert any("ab123/submit_me.tar" in remark for remark in intake.remarks)


def test_an_empty_folder_is_a_student_without_a_submission(tmp_path):
    write(tmp_path, PLAIN)
    (tmp_path / "zz999").mkdir()

    assert "zz999" in {a.student.id for a in read_class(tmp_path, NEW_YORK, LAB).counted}


def test_files_without_a_student_are_reported(tmp_path):
    intake = read_class(write(tmp_path, {**SAKAI, "Project 3/stray.tar": TAR}), NEW_YORK, LAB)

    assert any("stray.tar" in remark for remark in intake.remarks)


def test_students_with_the_same_files_are_named(tmp_path):
    intake = read_class(write(tmp_path, PLAIN), NEW_YORK, LAB)

    assert twins(intake.counted) == [["ab123", "cd456", "ef789"]]


@pytest.mark.parametrize("content", [None, {}, {"readme.txt": "x"}])
def test_a_path_without_submissions_is_refused(tmp_path, content):
    path = tmp_path / "x"
    if content is not None:
        path.mkdir()
        write(path, content)

    with pytest.raises(UsageError):
        read_class(path, NEW_YORK, LAB)


@pytest.mark.parametrize("files", [SAKAI, CANVAS, GRADESCOPE, MOODLE, PLAIN])
@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "plain"])
def test_a_layout_that_was_named_but_does_not_fit_is_refused(tmp_path, layout, files):
    path = write(tmp_path, files)
    if read_class(path, NEW_YORK, LAB).layout != layout:
        with pytest.raises(UsageError, match=f"is not in the {layout} layout: .* it fits "):
            read_class(path, NEW_YORK, LAB, layout=layout)


PDF = b"%PDF-1.7\n" + b"x" * 50


@pytest.mark.parametrize(
    "files",
    [
        {"a/submit_me.tar": TAR, "a/report.pdf": PDF},
        {"a/submit_me.tar": make_tar({**FILES, "report.pdf": PDF})},
        {**{f"a/{path}": data for path, data in FILES.items()}, "a/report.pdf": PDF},
    ],
)
def test_a_report_is_kept_wherever_it_was_handed_in_and_changes_nothing_else(tmp_path, files):
    (one,) = read_class(write(tmp_path, files), NEW_YORK, LAB, layout="plain").counted

    assert [(r.name, r.data, r.is_pdf) for r in one.submission.reports] == [
        ("report.pdf", PDF, True)
    ]
    assert one.submission.files == FILES
    assert not {"files_ignored", "report_not_pdf"} & {n.code for n in one.submission.notes}


def test_a_report_is_recognized_by_its_content_and_one_that_is_not_a_pdf_is_remarked(tmp_path):
    files = {
        "a/submit_me.tar": TAR,
        "a/my report": PDF,
        "a/report.docx": make_zip({"word/document.xml": b"x"}),
        "a/scan.pdf": b"no pdf",
        "b/submit_me.tar": TAR,
        "b/huge.pdf": PDF + b"0" * (8 << 20),
    }
    a, b = read_class(write(tmp_path, files), NEW_YORK, LAB, layout="plain").counted

    kept = {one.name: one.is_pdf for one in a.submission.reports}
    assert kept == {"my report": True, "report.docx": False, "scan.pdf": False}
    assert [n.code for n in a.submission.notes] == ["report_not_pdf", "report_not_pdf"]
    assert b.submission.reports == []
    assert [n.code for n in b.submission.notes] == ["report_too_large"]
