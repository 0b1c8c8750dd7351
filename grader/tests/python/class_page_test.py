"""The page about a class of 40 students: its numbers, and the rows of its table after sorting,
searching and filtering. grader/benchmarks/class_page.py makes the class; nothing is graded."""

import re
import statistics
import sys
from dataclasses import replace
from pathlib import Path

import pytest

GRADER = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(GRADER / "benchmarks"))

from browser import Opened, give_browser, serious_findings, widths  # noqa: E402, F401
from class_page import made_class  # noqa: E402
from handshake_grader.intake.class_folder import Attempt, Student  # noqa: E402
from handshake_grader.intake.submission import Submission  # noqa: E402
from handshake_grader.marks.score import score  # noqa: E402
from handshake_grader.pages.class_statistics import bins, hardest, summary  # noqa: E402
from handshake_grader.pages.common_mistakes import common_mistakes  # noqa: E402
from handshake_grader.pages.outputs import write_all  # noqa: E402
from handshake_grader.settings.plan import items_of  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from handshake_grader.verdict import ItemResult, Verdict  # noqa: E402
from matching import LAB, PATHS, SCAN  # noqa: E402

SETTINGS = read_settings(GRADER / "settings/matching.toml")


@pytest.fixture(scope="module", name="made")
def give_made(tmp_path_factory):
    out = tmp_path_factory.mktemp("made")
    intake, marks = made_class(40, SETTINGS)
    write_all(out, SETTINGS, intake, marks, [], {}, "")
    return out, marks


@pytest.fixture(name="opened")
def give_opened(browser, made):
    opened = Opened(browser, made[0] / "class.html")
    yield opened
    opened.page.close()
    assert opened.complaints == []


def ids(page) -> list[str]:
    return page.locator(".students tbody tr:visible th small").all_text_contents()


def ids_where(marks, test) -> list[str]:
    return sorted(one.attempt.student.id for one in marks.scores if test(one))


def test_a_click_on_a_heading_sorts_by_it_and_a_second_click_reverses_the_order(opened, made):
    totals = {one.attempt.student.id: one.total for one in made[1].scores}
    opened.page.click("th button:has-text('Total')")
    falling = [totals[one] for one in ids(opened.page)]
    known = [one for one in falling if one is not None]
    assert known == sorted(known, reverse=True) and len(falling) == 40
    assert falling[len(known) :] == [None] * (40 - len(known))  # ungraded students come last
    head = opened.page.locator("[aria-sort]")
    assert head.get_attribute("aria-sort") == "descending" and head.count() == 1

    opened.page.keyboard.press("Enter")  # the button has the focus

    rising = [totals[one] for one in ids(opened.page) if totals[one] is not None]
    assert rising == sorted(known)


def test_the_slash_key_leads_to_the_search_which_finds_names_and_ids(opened, made):
    opened.page.keyboard.press("/")
    opened.page.keyboard.type("CHEN")
    wanted = ids_where(made[1], lambda one: "Chen" in one.attempt.student.name)
    assert sorted(ids(opened.page)) == wanted and wanted
    assert opened.page.inner_text("[role=status]") == f"{len(wanted)} of 40 students"

    opened.page.fill("#search", "st0007")
    assert ids(opened.page) == ["st0007"]


def lost_in(part):
    def test(one):
        (found,) = [each for each in one.parts if each.part.id == part]
        return found.points is not None and found.points < found.part.points

    return test


def verdict_in(part, word):
    def test(one):
        (found,) = [each for each in one.parts if each.part.id == part]
        return word in [each.result.verdict.value for each in found.properties]

    return test


FILTERS = {
    "section": ({"section": "02"}, lambda one: one.attempt.student.section == "02"),
    "part": ({"part": "scan"}, lost_in("scan")),
    "verdict": ({"part": "filter", "verdict": "WRONG"}, verdict_in("filter", "WRONG")),
    "late": ({"late": "late"}, lambda one: one.lateness.is_late),
    "two": (
        {"section": "03", "late": "late"},
        lambda one: one.lateness.is_late and one.attempt.student.section == "03",
    ),
}


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_shows_only_the_students_who_fit_it(opened, made, name):
    chosen, test = FILTERS[name]
    for field, word in chosen.items():
        opened.page.select_option(f"#{field}", word)
    wanted = ids_where(made[1], test)
    assert sorted(ids(opened.page)) == wanted and 0 < len(wanted) < 40

    opened.page.click("text=Show all")
    opened.page.wait_for_timeout(50)
    assert len(ids(opened.page)) == 40


@pytest.mark.parametrize("flag", ["person", "decided"])
def test_each_check_box_shows_only_the_students_that_its_name_describes(opened, made, flag):
    decided = {one.student for one in made[1].decisions}
    tests = {"person": lambda one: one.ungraded,
             "decided": lambda one: one.attempt.student.id in decided}  # fmt: skip
    opened.page.check(f"[name={flag}]")
    wanted = ids_where(made[1], tests[flag])
    assert sorted(ids(opened.page)) == wanted and 0 < len(wanted) < 40


def test_several_bars_of_the_histogram_can_filter_together(opened, made):
    bars = opened.page.locator(".bars button")
    chosen = [at for at in range(bars.count()) if "\n0\n" not in bars.nth(at).inner_text()][:2]
    ranges = []
    for at in chosen:
        bars.nth(at).click()
        ranges.append([float(bars.nth(at).get_attribute(f"data-{end}")) for end in ("low", "high")])
    wanted = ids_where(
        made[1],
        lambda one: one.total is not None and any(a <= one.total < b for a, b in ranges),
    )
    assert sorted(ids(opened.page)) == wanted and wanted


def test_a_mistake_in_the_list_leads_to_the_students_who_made_it(opened):
    group = opened.page.locator("#mistakes li").first
    count = int(group.locator("summary strong").inner_text())
    group.locator("summary").click()
    links = group.locator("p a").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    group.locator("button").click()
    opened.page.wait_for_timeout(50)
    shown = opened.page.locator(".students tbody tr:visible th a")
    files = shown.evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    assert sorted(files) == sorted(links) and len(files) == count


def test_a_column_can_be_hidden(opened):
    opened.page.click("text=Columns")
    opened.page.uncheck("label:has-text('scan') input")
    heads = opened.page.locator(".students thead th:visible").all_inner_texts()
    cells = opened.page.locator(".students tbody tr >> nth=0").locator("th:visible, td:visible")
    assert "scan" not in heads and "filter" in heads and cells.count() == len(heads)


def test_the_links_next_and_previous_follow_the_shown_table_and_going_back_restores_it(opened):
    page = opened.page
    page.select_option("#section", "02")
    page.click("th button:has-text('Total')")
    shown = ids(page)
    page.click(f"tr:has-text('{shown[1]}') a")
    assert f"({shown[1]})" in page.inner_text("main")
    page.click("text=next")
    assert f"({shown[2]})" in page.inner_text("main")
    page.click("text=previous")
    page.click("text=previous")
    assert f"({shown[0]})" in page.inner_text("main")
    assert page.locator("[data-walk=previous]").get_attribute("href") is None
    for _ in range(4):
        page.go_back()
    assert ids(page) == shown


@pytest.mark.parametrize("width, look", [(390, "dark"), (1280, "light")])
def test_a_class_with_sections_is_readable_on_narrow_and_wide_screens(browser, made, width, look):
    opened = Opened(browser, made[0] / "class.html", width=width, color_scheme=look)
    assert max(widths(opened.page)) <= width
    assert serious_findings(opened.page)[0] == []
    opened.page.close()


def test_at_1280_pixels_all_columns_are_whole_and_a_row_without_two_notes_has_one_line(
    browser, tmp_path
):
    intake, marks = made_class(40, SETTINGS)
    for number, one in enumerate(intake.counted):
        one.student = replace(one.student, section=f"CS314-/{1 + number % 3:02}")
    write_all(tmp_path, SETTINGS, intake, marks, [], {}, "")
    opened = Opened(browser, tmp_path / "class.html", width=1280)
    table = opened.page.locator(".scroll:has(.students)")
    assert table.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    for row in opened.page.locator(".students tbody tr").all():
        notes = row.locator("td").last
        height = row.bounding_box()["height"]
        assert height < 45 or " " in notes.inner_text().replace("needs a person", ""), height
        assert notes.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    opened.page.close()


def test_a_student_who_handed_in_nothing_does_not_make_a_property_look_harder():
    right = {one.id: ItemResult(one.id, Verdict.OK) for one in items_of(SETTINGS)}
    absent = {one: ItemResult(one, Verdict.NOT_CHECKED) for one in right}
    handed_in = Attempt(Student("a"), "submit_me.tar", None, Submission(LAB, {SCAN: b""}))
    nothing = Attempt(Student("b"), "", None, Submission(LAB))
    scores = [score(SETTINGS, handed_in, right, {}), score(SETTINGS, nothing, absent, {})]

    assert {(share, said) for _, share, said in hardest(SETTINGS, scores)} == {(1.0, "1 OK")}


def test_quartiles_are_those_of_the_usual_definition():
    points = [0.0, 3.0, 4.0, 10.0, 10.0, 11.0, 20.0, 20.0, 20.0]
    found = summary("x", [*points, None], 20)
    # The quartiles of nine sorted numbers are the third, the fifth and the seventh number.
    assert found.quartiles == ("4", "10", "20") and found.count == 9
    assert found.mean == f"{round(statistics.fmean(points), 2):g}" and found.full == "33 %"
    assert summary("x", [None], 20).count == 0
    assert summary("x", [7.0], 20).quartiles == ("7", "7", "7")


def test_each_mistake_is_listed_with_the_students_whose_reports_have_its_hint(made):
    _, marks = made
    found = {(one.part, one.text): one.students for one in common_mistakes(marks.scores)}
    hint = "An edge has two ends, and one of them is matched here. Which of the two does your "
    hint += "condition look at?"

    def is_wrong(score):
        (filter_part,) = [one for one in score.parts if one.part.id == "filter"]
        values = [one for one in filter_part.properties if one.property.by == "values"]
        return any(one.result.verdict.value == "WRONG" for one in values)

    assert sorted(found["filter", hint]) == ids_where(marks, is_wrong)
    assert not any(re.search(r"\bN\b", text) for _, text in found)


def test_hints_that_differ_in_numbers_are_one_mistake_and_no_number_is_hidden():
    hints = ["There was 1 thread for 9 elements.", *["There were 4 threads for 8 elements."] * 2]
    attempts = [attempt_of(f"s{n}") for n in range(3)]
    found = common_mistakes(
        [
            score(SETTINGS, one, {"scan.enough": failed("scan.enough", hint)}, {})
            for one, hint in zip(attempts, hints, strict=True)
        ]
    )
    assert [(one.text, one.students) for one in found] == [(hints[1], ["s0", "s1", "s2"])]


def attempt_of(student: str) -> Attempt:
    return Attempt(
        Student(student), "submit_me.tar", None, Submission(LAB, dict.fromkeys(PATHS, b"x"))
    )


def failed(item: str, hint: str) -> ItemResult:
    report = {"part": {"failures": [{"hint": hint, "what": ["newSum[1] is wrong."]}]}}
    return ItemResult(item, Verdict.WRONG, "wrong", report=report)


def test_a_mistake_of_one_kernel_is_not_listed_again_for_mixes_with_this_kernel(made):
    text = "The matching is wrong."
    parts = {one.part for one in common_mistakes(made[1].scores) if one.text == text}
    assert "together" not in parts


@pytest.mark.parametrize("values", [[0.0], [100.0], [110.0, 3.0], [0.25, 0.5], [12.0], [997.0] * 3])
def test_every_value_is_in_exactly_one_bin_of_the_histogram(values):
    found = bins(values, 1)
    assert len(found) <= 12
    for value in values:
        assert sum(one.low <= value < one.high for one in found) == 1
    assert sum(one.count for one in found) == len(values)
    assert found[0].low == 0 and max(one.height for one in found) == 100
