"""Puts the kernel suite's report about a submission on the student's page.

This is the report that `make report` shows, so a student reads the same words here and at home.
"""

from __future__ import annotations

import traceback

from report import counters, page, results, sources
from report.markup import join, tag

from ..intake.submission import Submission
from ..marks.score import PartScore, StudentScore
from ..messages import sentence
from ..verdict import ItemResult, Report, Verdict

NEVER_RUN = (Verdict.NO_BUILD, Verdict.NOT_STARTED, Verdict.NOT_CHECKED)


def merged(score: StudentScore) -> Report | None:
    """One report about all parts, as from `make check`; None if the suite ran no part."""
    parts = score.attempt.submission.lab.parts
    found = {part: _result_of(score, part) for part in parts}
    if not any(one and one[1].report for one in found.values()):
        return None
    reports: list[Report] = []
    for part, one in found.items():
        if one and one[1].report:
            reports.append(one[1].report)
        elif one and one[1].verdict in NEVER_RUN:
            not_run = _not_run(part, parts[part], *one)
            reports.append({"part": not_run, "failing_graph": None})
    failing = [one for one in reports if one["part"]["failures"]]
    graphs = [one["failing_graph"] for one in failing if one["failing_graph"]]
    counted = {one["part"]["id"]: one["counters"] for one in reports if one.get("counters")}
    return {
        "ok": all(one["part"]["verdict"] == "OK" for one in reports),
        "parts": [one["part"] for one in reports],
        "first_failure": {"part": failing[0]["part"]["id"], "failure": 0} if failing else None,
        "failing_graph": graphs[0] if graphs else None,
        "counters": counters.of_all(counted),
    }


def _result_of(score: StudentScore, suite: str) -> tuple[PartScore, ItemResult] | None:
    """The first result of a part of the suite; if possible, the first one with a report."""
    found = [
        (part, one.result)
        for part in score.parts
        for one in part.properties
        if one.property.suite == suite and one.result
    ]
    with_report = [one for one in found if one[1].report]
    return next(iter(with_report or found), None)


def _not_run(suite: str, files: tuple[str, ...], scored: PartScore, result: ItemResult) -> Report:
    """The report of a part that the suite never ran, because its file does not build or is
    missing."""
    is_log = result.verdict is Verdict.NO_BUILD
    return {
        "id": suite,
        "name": scored.part.title,
        "files": list(files),
        "verdict": result.verdict.value,
        "summary": result.summary,
        "cases": 0,
        "failures": [],
        "notes": [],
        "findings": [],
        "build_log": "\n".join(one.text for one in result.evidence) if is_log else "",
    }


def explained(found: Report | None) -> frozenset[str]:
    """The parts of the suite about which the page says more than a verdict."""
    parts = found["parts"] if found else []
    return frozenset(one["id"] for one in parts if results.is_explained(one))


def body(found: Report, submission: Submission, level: int, is_for_staff: bool = False) -> str:
    """The numbers in `found` come from a submission, and may be impossible to draw. If so, only
    this report is missing; the pages of all students are still written."""
    texts = {
        path: text.decode("utf-8", errors="replace") for path, text in submission.files.items()
    }
    try:
        return page.report_body(found, found["counters"], sources.Sources(texts), level)
    except Exception:
        why = tag("pre", traceback.format_exc()) if is_for_staff else None
        return join(tag("p", sentence("report_not_drawn")), why)
