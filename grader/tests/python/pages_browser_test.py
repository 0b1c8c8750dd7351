"""The grader's pages in a real browser: width, printing, accessibility and hostile text."""

import pytest

from browser import (
    OPEN_ALL,
    WIDTHS,
    Opened,
    axe_findings,
    give_browser,  # noqa: F401
    serious_findings,
    widths,
)
from fake_examiner import grade
from reported_class import HOSTILE, TAKEN, ReportingExaminer, write_class

PAGES = ("class", "similarity", "hostile", "wrong", "right", "nothing", "staff")
OF_STUDENTS = {"hostile": "evil01", "wrong": "s01", "right": "s00", "nothing": "x-*"}


@pytest.fixture(scope="module", name="graded")
def give_graded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class")
    grade(write_class(folder), folder / "out", ReportingExaminer())
    return folder / "out"


@pytest.fixture(name="open_page")
def give_open_page(browser, graded):
    opened = []

    def open_page(name, **settings):
        pattern = f"students/{OF_STUDENTS[name]}/report" if name in OF_STUDENTS else name
        pattern = "staff/evil01" if name == "staff" else pattern
        (file,) = graded.glob(f"{pattern}.html")
        opened.append(Opened(browser, file, **settings))
        return opened[-1]

    yield open_page
    for one in opened:
        one.page.close()
        assert one.complaints == []  # the page loaded nothing, and the browser refused nothing


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_is_never_wider_than_the_window(open_page, name, width):
    assert max(widths(open_page(name, width=width).page)) <= width


LOOKS = [(name, width, "light") for name in PAGES for width in WIDTHS]
LOOKS += [(name, 1280, "dark") for name in ("class", "similarity", "wrong")]


@pytest.mark.parametrize("name, width, look", LOOKS)
def test_an_accessibility_checker_finds_nothing_serious(open_page, name, width, look):
    bad, obeyed = serious_findings(open_page(name, width=width, color_scheme=look).page)
    assert bad == []
    assert "color-contrast" in obeyed


def test_the_accessibility_checker_finds_a_fault(open_page):
    page = open_page("class").page
    page.evaluate("document.querySelector('#search').labels[0].remove()")
    page.evaluate("document.querySelector('#search').placeholder = ''")
    page.evaluate("document.querySelector('h1').style.color = '#dddddd'")
    assert {"label", "color-contrast"} <= {one["id"] for one in axe_findings(page)["violations"]}


@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_is_shown_and_does_nothing(open_page, name):
    page = open_page(name).page
    page.evaluate(OPEN_ALL)
    page.wait_for_timeout(50)  # the event of a failed load comes late
    assert TAKEN not in page.title() or name == "nothing"  # its title holds a hostile student ID
    assert page.locator("img, iframe, a[href^='javascript']").count() == 0
    if name in ("hostile", "nothing"):
        assert HOSTILE[:60] in page.inner_text("main")


def test_a_script_that_is_put_into_a_page_does_not_run(open_page):
    opened = open_page("wrong")
    opened.page.evaluate("""() => {
      const one = document.createElement('script');
      one.textContent = 'document.title = "taken over"';
      document.body.append(one);
    }""")
    assert opened.page.title() != TAKEN
    assert any("Content Security Policy" in one for one in opened.complaints)
    opened.complaints.clear()


def test_arrow_keys_show_the_steps_of_the_failing_graph(open_page):
    opened = open_page("wrong")
    assert opened.title() == ["Pass 1: keepEdges"]
    opened.page.keyboard.press("ArrowRight")
    assert opened.title() == ["Pass 1: newIndices"]


def test_a_link_leads_to_the_part_of_the_report_that_it_names(open_page):
    page = open_page("wrong").page
    page.click("a[href='#part-filter']")
    assert page.locator("#part-filter:target").count() == 1


def test_links_of_the_class_page_lead_to_students(open_page):
    page = open_page("class").page
    links = page.locator(".students a").evaluate_all("(all) => all.map((one) => one.href)")
    assert len(set(links)) == len(links) == 13
    for link in links:
        page.goto(link)
        assert page.locator(".total").count() == 1


@pytest.mark.parametrize("width", [390, 1280])
def test_lost_points_are_on_the_first_screen_with_a_link_to_the_explanation(open_page, width):
    page = open_page("wrong", width=width).page
    links = page.locator(".why a")
    assert links.count() > 0
    for at in range(links.count()):
        assert links.nth(at).bounding_box()["y"] < 900
    for at in range(links.count()):
        words = links.nth(at).inner_text().split()[0]
        links.nth(at).click()
        assert page.locator(".property:target").inner_text().split()[1] == words


@pytest.mark.parametrize("name", ["wrong", "class", "similarity"])
def test_no_information_is_lost_on_paper_or_for_color_blind_people(open_page, name):
    """Browsers do not print backgrounds, so every state has its own word or sign."""
    page = open_page(name).page
    page.emulate_media(media="print")
    for badge in page.locator(".badge.bad").all()[:3]:
        ground = badge.evaluate("(one) => getComputedStyle(one).backgroundColor")
        assert ground == "rgba(0, 0, 0, 0)"
    for badge in page.locator(".badge").all()[:30]:
        assert badge.inner_text().strip("✓✗○– ")
    for line in page.locator(".same").all()[:5]:
        assert line.inner_text().startswith("* ")
    hidden = page.locator(".scroll").evaluate_all(
        "(all) => all.filter((one) => getComputedStyle(one).overflowX !== 'visible').length"
    )
    assert hidden == 0  # what can be scrolled on a screen cannot be scrolled on paper


@pytest.mark.parametrize("name", ["class", "wrong"])
def test_a_page_is_not_wider_than_a_sheet_of_paper(open_page, name):
    page = open_page(name, width=718).page  # A4 without its margins
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 718


@pytest.mark.parametrize("name", ["wrong", "class"])
def test_without_javascript_a_page_lacks_only_its_controls(open_page, name):
    page = open_page(name, java_script_enabled=False).page
    assert page.locator(".controls:visible").count() == 0
    assert page.locator(".step:visible").count() == page.locator(".step").count()
