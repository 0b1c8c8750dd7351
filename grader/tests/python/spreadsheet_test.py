"""The CSV files in a real spreadsheet program: LibreOffice opens, computes, and saves each file."""

import csv
import io
import shutil
import subprocess

import pytest

from fake_examiner import grade
from grade_class_test import make_class, submission

UTF8_COMMA_QUOTE = "44,34,76,1"
STUDENTS = [
    "abc123",
    "123456789",
    "=1+1",
    "+49",
    "-7",
    "@x",
    "=cmd|'/c calc'!A0",
    "Ünal, Ayşe",
    'the "q"',
    "o'neil",
    "x y",
]


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_a_spreadsheet_program_that_saves_a_table_again_changes_no_cell(tmp_path):
    right = submission()
    folder = make_class(tmp_path / "in", {name.replace("/", "_"): right for name in STUDENTS})
    grade(folder, tmp_path / "out")
    files = [tmp_path / "out/marks.csv", *sorted((tmp_path / "out/gradebooks").glob("*.csv"))]
    assert len(files) >= 2

    subprocess.run(
        [
            "soffice",
            f"-env:UserInstallation=file://{tmp_path}/profile",
            "--headless",
            f"--infilter=CSV:{UTF8_COMMA_QUOTE}",
            "--convert-to",
            f"csv:Text - txt - csv (StarCalc):{UTF8_COMMA_QUOTE},,0,false,true,false",
            "--outdir",
            tmp_path / "saved",
            *files,
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )

    for file in files:
        saved = cells_of((tmp_path / "saved" / file.name).read_text())
        assert saved == cells_of(file.read_text()), file.name


def cells_of(text: str) -> list[list[str]]:
    """The cells of a CSV, without the empty cells that a spreadsheet program adds at the ends of
    rows."""
    rows = [list(row) for row in csv.reader(io.StringIO(text))]
    for row in rows:
        while row and not row[-1]:
            row.pop()
    return rows
