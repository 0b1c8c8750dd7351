"""The reports that students hand in: kept for the staff, listed with the points that a person
gives, and read with or without names."""

import csv
import re
from pathlib import Path

import pytest

from browser import Opened, give_browser, serious_findings  # noqa: F401
from fake_examiner import SEEDS, grade
from grade_class_test import make_class, submission
from handshake_grader import cli
from handshake_grader.errors import EXIT_OK, EXIT_USAGE
from pack import make_zip
from reader import Reader

NAME = "Ann Ames <b>&'report"
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
NOT_BEGUN = [f"extra.{one}: NOT_STARTED" for one in ("plain", "ties", "weights", "clean", "right")]
ROSTER = "id,name\nann,Ann Ames\nbob,Bob Bo\ncho,Cho Ch\ndan,Dan Da\neve,Eve Ev\n"


@pytest.fixture(name="graded")
def give_graded(tmp_path):
    """ann: extra credit and a PDF; bob: extra credit only; cho: neither; dan: only a report, and no
    PDF; eve: nothing."""
    work = {"ann": submission(), "bob": submission("scan.alone: WRONG")}
    work |= {"cho": submission(*NOT_BEGUN), "dan": submission(*NOT_BEGUN, "scan.alone: WRONG")}
    folder = make_class(tmp_path / "in", work)
    (folder / "ann" / f"{NAME}.pdf").write_bytes(PDF)
    (folder / "dan" / "text.docx").write_bytes(make_zip({"word/document.xml": b"x"}))
    (tmp_path / "secret").write_text((b"s" * 32).hex())
    (tmp_path / "secret").chmod(0o600)
    (tmp_path / "roster.csv").write_text(ROSTER)
    grade(folder, tmp_path / "out")
    words = [str(folder), "--out", str(tmp_path / "out"), "--secret", str(tmp_path / "secret")]
    words += ["--roster", str(tmp_path / "roster.csv")]
    assert cli.main(["report", *words]) != EXIT_USAGE
    return tmp_path, words


def written(folder, words, *more):
    assert cli.main(["rubric", *words, "--write", str(folder / "open.csv"), *more]) == EXIT_OK
    return list(csv.DictReader((folder / "open.csv").open()))


def test_the_table_lists_names_and_files_of_those_who_have_something_to_read(graded):
    folder, words = graded
    rows = [(row["student"], row["name"], row["report"]) for row in written(folder, words)]

    assert rows == [
        ("ann", "Ann Ames", str(folder / "out/reports/ann/report1.pdf")),
        ("bob", "Bob Bo", ""),
        ("dan", "Dan Da", str(folder / "out/reports/dan/report1.docx")),
    ]
    assert Path(rows[0][2]).read_bytes() == PDF


def test_the_class_page_and_the_staff_page_lead_to_the_report(graded):
    out = graded[0] / "out"
    text = (out / "class.html").read_text()
    section = text[text.index('<section id="reports"') :].split("</section>")[0]
    assert re.findall(r'href="([^"]*)"', section) == [
        *("staff/ann.html", "reports/ann/report1.pdf", "staff/bob.html"),
        *("staff/dan.html", "reports/dan/report1.docx"),
    ]
    assert "no report" in section and "not a PDF" in section

    staff = Reader((out / "staff/ann.html").read_text())
    (shown,) = staff.all("object")
    assert shown["data"] == "../reports/ann/report1.pdf" and shown["type"] == "application/pdf"
    assert staff.faults == [] and f"{NAME}.pdf" in staff.text
    assert "0 to 10, not given yet" in staff.text
    assert Reader((out / "staff/dan.html").read_text()).all("object") == []
    assert "Points that a person gives" not in (out / "staff/cho.html").read_text()
    assert "object-src" not in (out / "staff/bob.html").read_text()
    for page in (out / "students").rglob("report.html"):
        assert "object" not in [name for name, _ in Reader(page.read_text()).tags]


def test_a_report_that_is_not_handed_in_again_is_deleted(graded):
    folder, words = graded
    (folder / "in/ann" / f"{NAME}.pdf").unlink()
    cli.main(["report", *words])

    kept = [one.name for one in (folder / "out/reports").rglob("*") if one.is_file()]
    assert kept == ["report1.docx"]


def test_a_blind_table_and_its_pages_hold_no_names_and_its_points_are_read(graded, capsys):
    folder, words = graded
    rows = written(folder, words, "--blind")
    blind = folder / "out/blind"
    pseudonyms = {SEEDS.pseudonym(one): one for one in ("ann", "bob", "dan")}
    assert [row["student"] for row in rows] == sorted(pseudonyms)
    table = (folder / "open.csv").read_text().replace(str(folder), "")
    pages = {file.name: file.read_text() for file in blind.glob("*.html")}
    assert sorted(pages) == sorted(f"{one}.html" for one in pseudonyms)
    files = [str(file.relative_to(blind)) for file in blind.rglob("*")]
    for text in (table, *pages.values(), *files):
        assert not re.search(r"\b(ann|bob|dan|Ames|Bo|Da)\b", text)
    (ann,) = (name for name, one in pseudonyms.items() if one == "ann")
    assert (blind / ann / "report1.pdf").read_bytes() == PDF
    assert f'data="{ann}/report1.pdf"' in pages[f"{ann}.html"]

    said = table.replace(f"{ann}.pdf", "").splitlines()
    filled = [
        f"{line.removesuffix(',,')},9,fine" if line.startswith(ann) else line for line in said
    ]
    (folder / "filled.csv").write_text("\n".join(filled))
    assert cli.main(["rubric", *words, "--table", str(folder / "filled.csv")]) == EXIT_OK
    marks = {row["student"]: row for row in csv.DictReader((folder / "out/marks.csv").open())}
    assert (marks["ann"]["extra"], marks["bob"]["extra"]) == ("19", "10")
    shown = capsys.readouterr().out.split("to fill in")[1]
    assert "fine" in shown and not re.search(r"\b(ann|Ames)\b", shown)
    assert cli.main(["rubric", *words, "--table", str(folder / "filled.csv")]) == EXIT_OK
    class_page = (folder / "out/class.html").read_text()
    assert class_page.count("<td>fine</td>") == 1  # the same decision is recorded once


def test_blind_without_a_table_to_write_is_refused(graded, capsys):
    folder, words = graded
    assert cli.main(["rubric", *words, "--blind"]) == EXIT_USAGE
    assert "--blind needs --write" in capsys.readouterr().err


@pytest.mark.parametrize("width", [400, 1280])
def test_the_browser_may_show_the_report_and_nothing_else(browser, graded, width):
    opened = Opened(browser, graded[0] / "out/staff/ann.html", width=width)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_findings(opened.page)[0] == []
    if opened.page.locator(".pdf p").is_visible():  # this browser shows no PDF
        assert opened.page.locator(".pdf").bounding_box()["height"] < 200
    opened.page.close()
    assert opened.complaints == []
