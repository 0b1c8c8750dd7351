"""The pages in a real browser: width, keys, paper, contrast, and an accessibility checker (axe)."""

import shutil

import pytest

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
WIDTHS = (360, 1280)
PAGES = ("solved", "not_started", "no_build", "wrong_filter", "wrong_scan", "handout_trace")

OPEN_ALL = """() => {
  document.querySelector("button.all")?.click();
  document.querySelectorAll("details").forEach((one) => { one.open = true; });
}"""


@pytest.fixture(scope="module", name="browser")
def give_browser():
    program = next((path for path in map(shutil.which, BROWSERS) if path), None)
    if program is None:
        pytest.skip("no browser: install the Debian package chromium-headless-shell")
    driver = pytest.importorskip(
        "playwright.sync_api", reason="no playwright: pip install playwright"
    )
    with driver.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """One page in a window, and what the browser complained about."""

    def __init__(self, browser, file, **settings):
        width = settings.pop("width", 1280)
        self.page = browser.new_page(viewport={"width": width, "height": 900}, **settings)
        self.page.set_default_timeout(5000)
        self.complaints = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.note(request.url))
        self.page.goto(file.as_uri())

    def note(self, url):
        if not url.startswith("file:"):
            self.complaints.append(f"loads {url}")

    def title(self):
        """The heading of the step that is shown; all of them when all steps are."""
        shown = self.page.locator(".step:visible > :first-child")
        return [text.split("step ")[0].strip() for text in shown.all_inner_texts()]


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
    page = open_page(name, width=width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(OPEN_ALL)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


DARK = [(name, 360, "dark") for name in ("solved", "wrong_filter", "handout_trace")]


@pytest.mark.parametrize("name, width, look", [(name, 1280, "light") for name in PAGES] + DARK)
def test_an_accessibility_checker_finds_nothing_serious(open_page, name, width, look):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(name, width=width, color_scheme=look).page
    page.evaluate(OPEN_ALL)
    found = axe.Axe().run(page).response
    bad = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in bad] == []
    assert "color-contrast" in [one["id"] for one in found["passes"]]


def test_the_checker_would_find_a_fault(open_page):
    """It must be able to fail: a picture without words, and gray on gray."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page("handout_trace").page
    page.evaluate("document.querySelector('svg.graph').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('h1').style.color = '#dddddd'")
    found = {one["id"] for one in axe.Axe().run(page).response["violations"]}
    assert {"svg-img-alt", "color-contrast"} <= found


def test_arrow_keys_step_through_the_passes(open_page):
    opened = open_page("handout_trace")
    seen = opened.title()
    for _ in range(11):  # one more than there are steps: the last one stays
        opened.page.keyboard.press("ArrowRight")
        seen += opened.title()
    assert seen[:3] == ["The graph", "Pass 1: hands", "Pass 1: matches"]
    assert seen[9:] == ["The matching"] * 3
    opened.page.keyboard.press("ArrowLeft")
    assert opened.title() == ["Pass 2: newIndices"]


def test_buttons_and_list_work_with_keys_alone(open_page):
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


def test_a_screen_reader_is_told_the_step(open_page):
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


def test_the_report_opens_at_the_wrong_step(open_page):
    assert open_page("wrong_filter").title() == ["Pass 1: keepEdges"]
    assert open_page("wrong_scan").title() == ["Pass 1: newIndices"]


def test_all_steps_are_on_paper_and_without_a_script(open_page):
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
