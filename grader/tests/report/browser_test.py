"""The pages of the report in a real browser: width, keys, printing and accessibility."""

import pytest

from browser import (
    WIDTHS,
    Opened,
    axe_findings,
    give_browser,  # noqa: F401
    serious_findings,
    widths,
)

PAGES = ("solved", "not_started", "no_build", "wrong_filter", "wrong_scan", "handout_trace")


@pytest.fixture(name="open_page")
def give_open_page(browser, page_of, tmp_path):
    opened = []

    def open_page(name, **settings):
        file = tmp_path / f"{name}.html"
        file.write_text(page_of(name), encoding="utf-8")
        opened.append(Opened(browser, file, **settings))
        return opened[-1]

    yield open_page
    for one in opened:
        one.page.close()
        assert one.complaints == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_page_is_never_wider_than_the_window(open_page, name, width):
    assert max(widths(open_page(name, width=width).page)) <= width


DARK = [(name, 360, "dark") for name in ("solved", "wrong_filter", "handout_trace")]


@pytest.mark.parametrize("name, width, look", [(name, 1280, "light") for name in PAGES] + DARK)
def test_an_accessibility_checker_finds_nothing_serious(open_page, name, width, look):
    bad, obeyed = serious_findings(open_page(name, width=width, color_scheme=look).page)
    assert bad == []
    assert "color-contrast" in obeyed


def test_the_accessibility_checker_finds_a_fault(open_page):
    """On this page, a picture has no text for screen readers, and a heading is light gray."""
    page = open_page("handout_trace").page
    page.evaluate("document.querySelector('svg.graph').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('h1').style.color = '#dddddd'")
    found = {one["id"] for one in axe_findings(page)["violations"]}
    assert {"svg-img-alt", "color-contrast"} <= found


def test_arrow_keys_step_through_the_passes(open_page):
    opened = open_page("handout_trace")
    seen = opened.title()
    for _ in range(11):  # more presses than steps: the last step stays
        opened.page.keyboard.press("ArrowRight")
        seen += opened.title()
    assert seen[:3] == ["The graph", "Pass 1: hands", "Pass 1: matches"]
    assert seen[9:] == ["The matching"] * 3
    opened.page.keyboard.press("ArrowLeft")
    assert opened.title() == ["Pass 2: newIndices"]


def test_the_buttons_and_the_list_can_be_used_with_the_keyboard_alone(open_page):
    opened = open_page("handout_trace")
    keys = opened.page.keyboard

    def focused():
        return opened.page.evaluate(
            "document.activeElement.innerText || document.activeElement.tagName"
        )

    keys.press("Tab")
    assert focused() == "Previous"
    keys.press("Tab")
    assert focused() == "Next"
    keys.press("Enter")
    assert opened.title() == ["Pass 1: hands"]
    keys.press("Space")
    assert opened.title() == ["Pass 1: matches"]
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert opened.page.evaluate(outline) == "solid"
    keys.press("Tab")
    opened.page.select_option("select", label="Pass 2: keepEdges")
    assert opened.title() == ["Pass 2: keepEdges"]
    keys.press("Tab")
    assert focused() == "Show all"
    keys.press("Enter")
    assert len(opened.title()) == 10
    keys.press("Enter")
    assert opened.title() == ["Pass 2: keepEdges"]


def test_a_screen_reader_announces_the_step(open_page):
    opened = open_page("handout_trace")
    opened.page.keyboard.press("ArrowRight")
    told = opened.page.locator("[aria-live=polite]")
    assert told.text_content() == "Pass 1: hands, step 2 of 10"


def test_arrow_keys_scroll_an_array_that_is_wider_than_the_window(open_page):
    opened = open_page("handout_trace", width=360)
    opened.page.select_option("select", label="Pass 1: keepEdges")
    opened.page.locator(".step.now .arrays").focus()
    opened.page.keyboard.press("ArrowRight")
    assert opened.title() == ["Pass 1: keepEdges"]


def test_the_report_opens_at_the_first_wrong_step(open_page):
    assert open_page("wrong_filter").title() == ["Pass 1: keepEdges"]
    assert open_page("wrong_scan").title() == ["Pass 1: newIndices"]


def test_all_steps_are_shown_on_paper_and_without_a_script(open_page):
    opened = open_page("handout_trace")
    opened.page.emulate_media(media="print")
    assert len(opened.title()) == 10
    assert not opened.page.locator(".controls").is_visible()
    wrong = open_page("wrong_filter").page
    wrong.emulate_media(media="print")
    badge = wrong.locator(".badge.bad").first
    ground = badge.evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert ground == "rgba(0, 0, 0, 0)"  # browsers print no backgrounds
    plain = open_page("handout_trace", java_script_enabled=False)
    assert len(plain.title()) == 10
    assert not plain.page.locator(".controls").is_visible()


def test_a_page_runs_no_script_but_its_own(open_page):
    opened = open_page("handout_trace")
    opened.page.evaluate("""() => {
      const one = document.createElement('script');
      one.textContent = 'document.title = "taken over"';
      document.body.append(one);
    }""")
    assert opened.page.title() != "taken over"
    assert any("Content Security Policy" in one for one in opened.complaints)
    opened.complaints.clear()
