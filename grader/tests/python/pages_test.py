"""The grader's pages contain the suite's report, no secrets, and no markup from a student."""

import base64
import hashlib
import re

import pytest

import stored_results
from fake_examiner import SEEDS, SETTINGS, grade
from handshake_grader.examine.kept_report import keep
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.marks.score import score
from handshake_grader.messages import sentence
from handshake_grader.pages import student_page, suite_report
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import ItemResult, Verdict
from matching import LAB, SCAN
from pack import FILES, make_tar
from reader import Reader
from reported_class import HOSTILE, ReportingExaminer, write_class

LINK = (
    r"#[a-z_-]+|marks\.csv|gradebooks/|similarity\.html|\.\./class\.html"
    r"|(staff/|\.\./staff/)?[\w@.+-]+\.html|\.\./students/[\w@.+-]+/report\.html"
)
# The pages replace the control character, because a browser would obey it.
VISIBLE = HOSTILE.replace("\u202e", "\ufffd")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    grade(write_class(folder), folder / "out", ReportingExaminer())
    return folder / "out"


def page_of(out, student: str) -> str:
    return (out / "students" / student / "report.html").read_text()


def test_the_report_of_make_check_is_in_the_students_page(graded):
    page = Reader(page_of(graded, "s01"))

    assert "keepEdges[3] is 1 and must be 0." in page.text
    assert "Edge 3 goes from node 2 to node 1" in page.text  # what is wrong, in the suite's words
    assert "make check-filter CASE=3" in page.text
    assert "Pass 1: keepEdges" in page.text and page.of_class("stepper")
    assert "39 cases, 1218 runs" in page.text  # this part is right
    assert "#part-filter" in [link.get("href") for link in page.all("a")]
    assert "part-filter" in [heading.get("id") for heading in page.all("h4")]


def test_the_lines_of_the_students_own_file_are_shown(graded):
    page = Reader(page_of(graded, "s03"))

    assert "This was thread 0 of block 0, at src/gpu_required/check_handshaking.cu:21." in page.text
    hostile = Reader(page_of(graded, "evil01")).text
    assert f"int line_19; // {VISIBLE}".replace("  ", " ") in hostile


def test_a_crash_on_a_secret_graph_is_explained_by_what_was_seen_in_a_public_case():
    settings = parse_settings(SETTINGS.read_text(), "x")
    kept = keep(stored_results.load("memory_fault"), "handshaking", {})
    values, clean, alone = (f"handshaking.{one}" for one in ("values", "clean", "alone"))
    results = {
        values: ItemResult(values, Verdict.OK, report=kept),
        clean: ItemResult(clean, Verdict.MEMORY, "x", report=kept),
        alone: ItemResult(alone, Verdict.CRASH, sentence("run_exit_code")),
    }
    attempt = Attempt(Student("ab1"), "submit_me.tar", None, Submission(LAB, FILES))
    scored = score(settings, attempt, results, {})

    told = student_page.view_parts(settings, scored)[0].properties[-1].told
    assert any("Read of strongNeighbor[-1]" in one and "cu:21" in one for one in told)

    hidden = SETTINGS.read_text().replace('cases = "reason"', 'cases = "property"')
    views = student_page.view_parts(parse_settings(hidden, "x"), scored)
    assert not any("strongNeighbor" in one for one in views[0].properties[-1].told)


def test_the_page_of_a_right_submission_has_the_table_and_no_script(graded):
    page = Reader(page_of(graded, "s00"))

    assert "All parts that were asked for are OK." in page.text
    assert page.all("script") == []


def test_a_page_without_a_report_has_no_empty_section(graded):
    page = page_of(graded, next(p.name for p in (graded / "students").glob("x-*")))

    assert "The report of" not in page


def test_a_kernel_that_was_run_alone_is_not_blamed_for_results_of_other_kernels():
    stored = stored_results.load("wrong_filter")
    for one in stored["failing_graph"]["trace"]["passes"]:
        one["got"] |= {"matches": None, "newIndices": None}

    kept = keep(stored, "filter", {})

    for one in kept["failing_graph"]["trace"]["passes"]:
        assert one["got"]["matches"] == one["expected"]["matches"]
        assert one["got"]["newIndices"] == one["expected"]["newIndices"]
    assert kept["failing_graph"]["trace"]["passes"][0]["got"]["keepEdges"] == [0, 1, 0, 0]


def test_a_report_names_files_as_the_student_does():
    stored = stored_results.load("wrong_filter")
    stored["failing_graph"]["file"] = "/tmp/p12345/suite/filter/failing.mtx"
    stored["parts"][1]["failures"][0]["writer"] = {
        "block": 0, "thread": 0, "file": "/tmp/p12345/sources/x.cu", "line": 3,
    }  # fmt: skip

    names = {"/tmp/p12345/sources/": "src/", "/tmp/p12345/suite/filter/": "build/check/"}
    kept = keep(stored, "filter", names)

    assert kept["failing_graph"]["file"] == "build/check/failing.mtx"
    assert kept["part"]["failures"][0]["writer"]["file"] == "src/x.cu"
    assert "p12345" not in repr(kept)


def test_a_report_does_not_grow_with_what_a_program_prints():
    stored = stored_results.load("wrong_filter")
    part = stored["parts"][1]
    part["failures"] = part["failures"][:1] * 500
    part["failures"][0]["printed"] = "x" * 10_000_000
    part["findings"] = [{"kind": "race", "text": "y" * 100_000}] * 500

    assert len(repr(keep(stored, "filter", {}))) < 300_000


def test_points_of_the_parts_and_deductions_add_up_to_the_total(tmp_path):
    text = SETTINGS.read_text().replace("grace_minutes = 10", "grace_minutes = 0")
    settings = parse_settings(text, "x")
    grade(write_class(tmp_path), tmp_path / "out", settings=settings)

    page = Reader(page_of(tmp_path / "out", "s00")).text
    plain = (tmp_path / "out/students/s00/report.txt").read_text()

    assert "Total: 82.4 of 100" in page  # 103 points, 6 minutes late: one late day costs 20 %
    assert "taken off because you handed in late -20.6" in page
    assert re.search(r"taken off because you handed in late +-20\.6\n", plain)


def test_the_page_about_files_that_fail_together_says_which_of_them_fails_alone_as_well(tmp_path):
    page = text_page(tmp_path / "a", "scan.alone: CRASH", "together.three_kernels: CRASH")

    title = "your three kernels together (0 of 3)"
    also = "Also wrong in other tests on this page: exclusive_prefix_sum.cu."
    assert f"{title} {also} Repair this first" in page

    page = text_page(tmp_path / "b", "together.three_kernels: WRONG")
    assert title in page and f"{title} Also wrong" not in page


def text_page(folder, *verdicts: str) -> str:
    """The text page, in one line, of somebody whose submission gets these verdicts."""
    said = "".join(f"// {line}\n" for line in verdicts).encode()
    (folder / "in/somebody").mkdir(parents=True)
    (folder / "in/somebody/submit_me.tar").write_bytes(make_tar({**FILES, SCAN: said}))
    grade(folder / "in", folder / "out")
    return " ".join((folder / "out/students/somebody/report.txt").read_text().split())


# ---- who may see what


@pytest.mark.parametrize("level", ["points", "property", "reason", "full"])
def test_details_of_public_cases_are_hidden_only_if_the_level_is_points(tmp_path, level):
    text = SETTINGS.read_text().replace('secret_cases = "reason"', f'secret_cases = "{level}"')
    settings = parse_settings(text, "x")
    grade(write_class(tmp_path), tmp_path / "out", ReportingExaminer(), settings=settings)

    page = page_of(tmp_path / "out", "s01")

    assert ("keepEdges[3] is 1" in page) == (level != "points")
    assert ("the secret graph" in page) == (level == "full")


def test_a_students_page_shows_nothing_of_others_or_of_this_machine(graded):
    everybody = [folder.name for folder in (graded / "students").iterdir()]
    secrets = [SEEDS.secret_id, "s" * 32, str(graded), "/tmp/", "/kit/", "the secret graph"]
    for student in everybody:
        for form in ("html", "txt"):
            text = (graded / f"students/{student}/report.{form}").read_text()
            others = [SEEDS.pseudonym(one) for one in everybody]
            others += [f"({one})" for one in everybody if one != student]
            assert [one for one in [*secrets, *others] if one in text] == [], student


# ---- markup


def pages(out):
    return sorted(out.rglob("*.html"))


def test_hostile_text_is_shown_as_text_and_never_becomes_markup(graded):
    shown = 0
    for file in pages(graded):
        page = Reader(file.read_text())
        assert page.faults == [], file
        assert len(page.all("script")) <= 1
        assert not [name for name, _ in page.tags if name in ("img", "iframe", "link", "object")]
        for name, attributes in page.tags:
            assert not [key for key in attributes if key.startswith("on") or key == "style"], name
            assert "src" not in attributes
            href = attributes.get("href") or "#none"
            assert re.fullmatch(LINK, href), href
        shown += page.text.count(VISIBLE[:60])
        assert "\u202e" not in file.read_text()
    assert shown > 50


def test_only_the_style_and_the_script_of_the_grader_may_take_effect(graded):
    for file in pages(graded):
        text = file.read_text()
        policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
        wanted = ["default-src 'none'"]
        for kind, tag in (("style", "style"), ("script", "script")):
            for inner in re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL):
                hashed = base64.b64encode(hashlib.sha256(inner.encode()).digest()).decode()
                wanted.append(f"{kind}-src 'sha256-{hashed}'")
        assert policy.replace("&#39;", "'") == "; ".join(wanted), file
        assert "unsafe" not in policy


def test_the_text_form_of_a_report_cannot_control_a_terminal(graded):
    text = (graded / "students/evil01/report.txt").read_text()

    assert [letter for letter in text if ord(letter) < 32 and letter != "\n"] == []
    assert "\u202e" not in text


def test_every_student_gets_a_page_even_if_a_report_cannot_be_drawn():
    """A report depends on the submission, so drawing a report may fail. Only the staff see why."""
    found = {"counters": None, "parts": [{"id": "scan"}], "failing_graph": None}

    page, of_staff = (
        suite_report.body(found, Submission(LAB, {}), 3, staff) for staff in (False, True)
    )

    assert sentence("report_not_drawn") in page and "Traceback" not in page
    assert sentence("report_not_drawn") in of_staff and "KeyError" in of_staff
