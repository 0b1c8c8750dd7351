"""Downloads and tables that are unusual, because programs pack, name and save files in different
ways."""

import io
import os
import unicodedata
import zipfile
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_examiner import grade
from handshake_grader import cli
from handshake_grader.errors import UsageError
from handshake_grader.intake.class_folder import read_class
from handshake_grader.screen import harmless
from intake_test import TAR, write
from matching import LAB
from pack import FILES, make_tar, make_zip

NEW_YORK = ZoneInfo("America/New_York")
TWO = {"amesbo_101_7001_submit_me.tar": TAR, "coleann_102_7002_submit_me.tar": TAR}
SHEET = "Project 3,SCORE_GRADE_TYPE\n\nDisplay ID,ID,Last Name,First Name,grade\n"


class _WithoutFlag(zipfile.ZipInfo):
    """An entry whose name is in UTF-8, but without the flag for UTF-8. Finder and older versions of
    rubyzip write such entries."""

    def _encodeFilenameFlags(self):
        return self.filename.encode(), self.flag_bits & ~0x800


def packed(files, entry=zipfile.ZipInfo):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(entry(name), content)
    return data.getvalue()


def read(tmp_path, content, **tables):
    """Reads a download. content: its bytes, or the files in a folder."""
    for name, text in tables.items():
        tables[name] = tmp_path / f"{name}.csv"
        tables[name].write_bytes(text if isinstance(text, bytes) else text.encode())
    path = tmp_path / "class.zip"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path = write(tmp_path / "in", content)
    return {one.student.id: one for one in read_class(path, NEW_YORK, LAB, **tables).counted}


@pytest.mark.parametrize("entry", [zipfile.ZipInfo, _WithoutFlag], ids=["flag", "no flag"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_are_read_whichever_program_wrote_the_archive(tmp_path, entry, form):
    names = ["müllerjürgen", "王伟", "nguyễnvănđức", "कुमारराज", "สมชายใจดี", "", "123"]
    files = {
        unicodedata.normalize(form, f"{name}_{100 + n}_{7000 + n}_submit_me.tar"): TAR
        for n, name in enumerate(names)
    }
    by_id = read(tmp_path, packed(files, entry))

    found = {key: one.student.name for key, one in by_id.items()}
    assert found == {str(100 + n): name for n, name in enumerate(names)}
    assert all(one.submission.files == FILES for one in by_id.values())


def test_a_name_in_decomposed_unicode_form_matches_the_roster(tmp_path):
    apart = unicodedata.normalize("NFD", "müller")
    files = {f"{name}/submit_me.tar": TAR for name in (apart, "bo")}
    roster = f"id\n{unicodedata.normalize('NFC', 'müller')}\nbo\n"
    by_id = read(tmp_path, files, roster=roster)

    assert {key: one.submission.files for key, one in by_id.items()} == {
        "bo": FILES,
        "müller": FILES,
    }


def test_a_folder_with_one_archive_per_student_is_read_as_a_class(tmp_path):
    files = {f"class/{name}": TAR for name in ("bo.tar", "ann.TAR", "di.tgz")}
    files |= {"class/cy.zip": make_zip(), "class/ed.7z": b"7z\xbc\xaf'\x1c" + bytes(600)}
    by_id = read(tmp_path, files)

    assert {key for key, one in by_id.items() if one.submission.files == FILES} == {
        "bo",
        "ann",
        "di",
        "cy",
    }
    assert [one.text for one in by_id["ed"].submission.notes] == [
        "No file of the assignment was found in what you handed in: ed.7z (a 7z archive). "
        "A person of the course staff decides about it."
    ]


@pytest.mark.parametrize(
    "inner",
    [packed(TWO), packed({"c/bo/submit_me.tar": TAR, "c/ann/submit_me.tar": TAR})],
    ids=["canvas", "folders"],
)
def test_a_packed_download_in_the_given_folder_is_not_taken_for_a_student(tmp_path, inner):
    with pytest.raises(UsageError, match="holds submissions.zip, which is a download itself"):
        read(tmp_path, packed({"submissions.zip": inner}))
    with pytest.raises(UsageError, match="give this inner download, packed or unpacked"):
        read(tmp_path, {"submissions.zip": inner, "roster.csv": "id\n101\n"})


def test_a_student_who_hands_in_a_download_does_not_affect_other_students(tmp_path):
    files = {"bo.tar": TAR, "ann.tar": TAR, "eve.zip": packed(TWO)}
    assert set(read(tmp_path, files)) == {"ann", "bo", "eve"}


@pytest.mark.parametrize(
    "content, said",
    [
        (packed(TWO)[:-30], "is a zip that is cut short or damaged; download it again"),
        (b"", "is empty; download it again"),
        (b"\n<!DOCTYPE html><title>Log in", "is a web page, such as the login page of the site"),
        (make_tar({"bo/submit_me.tar": TAR}), "is an archive, but not a zip; unpack it"),
        (b"Rar!\x1a\x07\x01\x00" + bytes(600), "is an archive, but not a zip; unpack it"),
        (b"hello", "is neither a folder nor a zip file"),
        (packed({}), "holds nothing that looks like a submission"),
    ],
    ids=["cut", "empty", "page", "tar", "rar", "text", "empty zip"],
)
def test_if_a_file_is_not_a_download_the_message_says_what_it_is(tmp_path, content, said):
    with pytest.raises(UsageError, match=said):
        read(tmp_path, content)


def test_the_students_of_sakai_are_listed_even_if_nobody_handed_in_anything(tmp_path):
    by_id = read(tmp_path, {"Project 3/grades.csv": SHEET + "ab1,ab1,A,B,\ncd2,cd2,C,D,\n"})
    assert set(by_id) == {"ab1", "cd2"}


# ---- tables as spreadsheet programs save them

TABLE = "id;name\r\n101;Ames, Bö\r\n102;Cole, Ann\r\n"
NAMED = {"101": "Ames, Bö", "102": "Cole, Ann"}


@pytest.mark.parametrize(
    "table",
    [
        TABLE.encode("utf-8-sig"),
        TABLE.replace(";", "\t").encode("utf-16"),
        ("sep=;\r\n" + TABLE).encode(),
        ("\r\n" + TABLE + ";\r\n\r\n").encode(),
        TABLE.replace("id;", "Student_ID;").encode(),
        TABLE.replace("id;name", "SIS ID;Full-Name").encode(),
    ],
    ids=["BOM", "UTF-16", "sep=", "empty lines", "Student_ID", "SIS ID"],
)
def test_a_roster_saved_by_a_spreadsheet_program_is_read(tmp_path, table):
    by_id = read(tmp_path, TWO, roster=table)
    assert {key: one.student.name for key, one in by_id.items()} == NAMED


@pytest.mark.parametrize(
    "separator, letters", [("\t", "utf-16"), (";", "utf-8-sig")], ids=["UTF-16", "BOM"]
)
def test_a_sheet_of_sakai_that_excel_saved_again_is_read(tmp_path, separator, letters):
    sheet = (SHEET + "ab1,ab1,Ä,B,\ncd2,cd2,C,D,\n").replace(",", separator).encode(letters)
    files = {"P/A, B(ab1)/Submission attachment(s)/submit_me.tar": TAR, "P/grades.csv": sheet}
    by_id = read(tmp_path, files)

    assert {key: one.student.name for key, one in by_id.items()} == {"ab1": "Ä, B", "cd2": "C, D"}


@pytest.mark.parametrize(
    "table, said",
    [
        (TABLE.encode("cp1252"), r"roster.csv:2: has letters that are not UTF-8; save it as CSV"),
        (packed({"xl/workbook.xml": "x"}), "is a workbook of a spreadsheet program"),
    ],
    ids=["Windows", "workbook"],
)
def test_the_message_about_a_table_in_another_form_says_how_to_save_it(tmp_path, table, said):
    with pytest.raises(UsageError, match=said):
        read(tmp_path, TWO, roster=table)


def test_the_export_of_canvas_with_all_its_rows_is_read_as_a_roster(tmp_path):
    """In the export of Canvas (`csv_data` of lib/gradebook_exporter.rb), the row about hidden
    assignments has text in only one cell."""
    roster = '\ufeffStudent,ID,SIS Login ID,Section,"Project 3 (77)"\n,,,,Manual Posting\n'
    roster += '    Points Possible,,,,100\n"Ames, Bo",101,bo1,1,\n"Cole, Ann",102,ann,1,\n'
    roster += '"Fox, Em",103,em,1,\n"Student, Test",999,x,1,\n'

    assert set(read(tmp_path, TWO, roster=roster)) == {"101", "102", "103"}


# ---- names that are not text, and names that would change what a terminal shows


@pytest.mark.parametrize(
    "other", [None, "J\xfcrgen"], ids=["alone", "beside the same name in UTF-8"]
)
def test_a_folder_name_that_is_not_utf_8_does_not_stop_the_class(tmp_path, other):
    folder = write(
        tmp_path / "in", {f"{name}/submit_me.tar": TAR for name in ("ab1", other) if name}
    )
    os.rename(folder / "ab1", os.fsencode(folder) + b"/J\xfcrgen")
    write(tmp_path / "in", {"ab1/submit_me.tar": TAR})

    _, scores, _ = grade(folder, tmp_path / "out")

    names = {one.attempt.student.id for one in scores}
    assert names == ({"ab1", "J\xfcrgen"} | ({"J\\xfcrgen"} if other else set()))
    assert all(one.attempt.submission.files == FILES for one in scores)
    assert "J\xfcrgen" in (tmp_path / "out/marks.csv").read_text(encoding="utf-8")


STRANGE = "77_88_\x1b]0;PWNED\x07\x9b2J\u202etar.x"


def test_no_name_of_a_student_sends_control_characters_to_the_terminal(tmp_path, capfd):
    files = {f"amesbo_101_7001_{STRANGE}": TAR, f"x{STRANGE}/a": b"x", **TWO}
    path = write(tmp_path / "in", files)
    (path / f"link{STRANGE}").symlink_to("/etc/passwd")
    out = str(tmp_path / "out")

    cli.main(["report", str(path), "--out", out, "--secret", str(tmp_path / "secret")])
    cli.main(["report", f"{path}/none{STRANGE}", "--out", out])

    said = "".join(capfd.readouterr())
    assert "PWNED" in said
    assert not set(said) & set("\x1b\x07\x9b\u202e")


@given(st.text())
def test_harmless_text_has_no_control_characters(said):
    kept = harmless(said)

    assert all(one in "\n\t" or unicodedata.category(one) not in ("Cc", "Cs") for one in kept)
    assert harmless(kept) == kept
    if said.isprintable():
        assert kept == said
