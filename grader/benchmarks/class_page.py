"""Measures how long it takes to write, paint, sort and filter the page of a class of 500 students.

    .venv/bin/python grader/benchmarks/class_page.py --out FOLDER [--students 500]

Nothing is graded: each student gets random results, with the stored reports of grader/tests/report.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import sys
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "grader"), str(ROOT / "grader/tests"), str(ROOT / "grader/tests/report")]

import stored_results  # noqa: E402
from browser import BROWSERS  # noqa: E402
from handshake_grader.examine.kept_report import keep  # noqa: E402
from handshake_grader.intake.class_folder import Attempt, Intake  # noqa: E402
from handshake_grader.intake.download import Student  # noqa: E402
from handshake_grader.intake.submission import Submission  # noqa: E402
from handshake_grader.marks.anomalies import find_anomalies  # noqa: E402
from handshake_grader.marks.class_marks import ClassMarks  # noqa: E402
from handshake_grader.marks.journal import Override  # noqa: E402
from handshake_grader.marks.score import score  # noqa: E402
from handshake_grader.marks.similarity import Likeness  # noqa: E402
from handshake_grader.marks.standing import Standing  # noqa: E402
from handshake_grader.pages.outputs import write_all  # noqa: E402
from handshake_grader.settings.plan import items_of  # noqa: E402
from handshake_grader.settings.settings import Settings, read_settings  # noqa: E402
from handshake_grader.verdict import ItemResult, Verdict  # noqa: E402
from matching import LAB, PATHS  # noqa: E402

FIRST = "Ana Bo Chidi Dana Emil Fatima Goran Hana Igor Jun Kofi Lena Marek Ngozi Olga".split()
LAST = (
    "Adams Brandt Chen Díaz Evans Fischer García Haddad Ivanov Jensen Łukasz Nguyễn Müller".split()
)
REPORTS = {
    "handshaking": ("memory_fault", 0.15),
    "filter": ("wrong_filter", 0.2),
    "scan": ("wrong_scan", 0.25),
}
REPETITIONS = 7
# JavaScript that measures the time from the click to the frame that shows the result.
CLICK = """async (selector) => {
  const started = performance.now();
  document.querySelector(selector).click();
  document.body.offsetHeight;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - started;
}"""
TYPE = """async (text) => {
  const field = document.querySelector("#search");
  const started = performance.now();
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - started;
}"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def made_class(count: int, settings: Settings) -> tuple[Intake, ClassMarks]:
    chance = random.Random(1)
    due = settings.assignment.due
    assert due is not None
    files = {path: f"// {path}\n".encode() for path in PATHS}
    attempts, scores, decisions = [], [], []
    for number in range(count):
        name = f"{chance.choice(LAST)}, {chance.choice(FIRST)}"
        student = Student(f"st{number:04}", name, section=f"{1 + number % 4:02}")
        when = due.replace(tzinfo=timezone.utc) + timedelta(hours=chance.choice((-30, -9, 20, 50)))
        text = {**files, PATHS[0]: f"// {number}\n".encode()}
        attempt = Attempt(student, "submit_me.tar", when, Submission(LAB, text))
        given = {}
        if number % 10 == 0:
            at = f"2026-12-{1 + number % 28:02}T10:00:00+00:00"
            row = Override(student.id, "extra.report", 7.0, "ta", "good plots", at)
            decisions.append(row)
            given["extra.report"] = row
        attempts.append(attempt)
        scores.append(score(settings, attempt, _results(settings, chance), given))
    intake = Intake("sakai", attempts, [])
    anomalies = find_anomalies(intake, scores)
    none = Standing(settings="", students={})
    tables = {"marks.csv": ""}
    marks = ClassMarks(scores, anomalies, Likeness(), tables, none, None, decisions, [])
    return intake, marks


def _results(settings: Settings, chance: random.Random) -> dict[str, ItemResult]:
    bad = {suite for suite, (_, share) in REPORTS.items() if chance.random() < share}
    results = {}
    for item in items_of(settings):
        suite = item.property.suite or ""
        verdict, report = Verdict.OK, None
        if suite in REPORTS:
            report = keep(
                stored_results.load(REPORTS[suite][0] if suite in bad else "solved"), suite, {}
            )
            verdict = Verdict(report["part"]["verdict"])
        elif (
            any(
                suite in path.lower()
                for suite in ("hand", "filter", "prefix")
                for path in item.property.own
            )
            and bad
        ):
            verdict = Verdict.WRONG
        if chance.random() < 0.003:
            verdict = Verdict.HELD
        results[item.id] = ItemResult(
            item.id,
            verdict,
            "The matching is wrong." if verdict is Verdict.WRONG else "",
            report=report,
        )
    return results


def measured(page_file: Path) -> dict[str, float]:
    from playwright.sync_api import sync_playwright

    program = next(path for path in map(shutil.which, BROWSERS) if path)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        paints, sorts, filters = [], [], []
        for _ in range(REPETITIONS):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(page_file.as_uri())
            page.wait_for_timeout(500)
            paints.append(page.evaluate(PAINT))
            sorts += [
                page.evaluate(CLICK, f".students th:nth-child({n}) button") for n in (1, 3, 1)
            ]
            filters += [page.evaluate(TYPE, text) for text in ("ada", "")]
            page.close()
        browser.close()
    found = {"first paint": paints, "sort": sorts, "search": filters}
    return {
        f"{name}, {word}": round(of(times), 1)
        for name, times in found.items()
        for word, of in (("median ms", statistics.median), ("most ms", max))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--students", type=int, default=500)
    options = parser.parse_args()
    settings = read_settings(ROOT / "grader/settings/matching.toml")
    intake, marks = made_class(options.students, settings)
    started = time.monotonic()
    write_all(options.out, settings, intake, marks, [], {}, "")
    found: dict[str, object] = {"students": options.students}
    found["all pages written, s"] = round(time.monotonic() - started, 1)
    found["class.html, KiB"] = (options.out / "class.html").stat().st_size >> 10
    found |= measured(options.out / "class.html")
    print(datetime.now().isoformat(timespec="seconds"))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
