"""A real browser for the tests of pages: what a window shows, what the browser complains about, and
what an accessibility checker (axe) finds."""

import shutil

import pytest

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
WIDTHS = (360, 1280)

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
        """The heading of the step that is shown; all headings if all steps are shown."""
        shown = self.page.locator(".step:visible > :first-child")
        return [text.split("step ")[0].strip() for text in shown.all_inner_texts()]


def widths(page):
    """The width of the page after it was loaded, and its width with everything opened."""
    width = "document.documentElement.scrollWidth"
    return [page.evaluate(width), page.evaluate(OPEN_ALL) or page.evaluate(width)]


def axe_findings(page):
    """The results of the checker: violations, passes and more, each a list."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    return axe.Axe().run(page).response


def serious_findings(page):
    """The serious findings on the whole page with everything opened, and the names of the rules
    that the page obeys."""
    page.evaluate(OPEN_ALL)
    found = axe_findings(page)
    bad = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    obeyed = [one["id"] for one in found["passes"]]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in bad], obeyed
