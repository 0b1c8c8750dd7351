"""Reduces the kernel suite's report to what the student's page needs about one part."""

from __future__ import annotations

from typing import Any

from report import results

from ..verdict import Report

MOST_LISTED = 1 + results.MOST_LISTED
WRITES = {"handshaking": "matches", "filter": "keepEdges", "scan": "newIndices"}
MOST_TEXT = 4000  # characters: a program can put any text into its findings


def keep(report: Report, part: str, names: dict[str, str]) -> Report:
    """The data that a page needs about one part. names: for each of our paths, the path that the
    student knows."""
    found = next(one for one in report["parts"] if one["id"] == part)
    failures = found["failures"][:MOST_LISTED]
    # The page shows arrays and printed output only for the first failure.
    others = [{**one, "shown": [], "printed": ""} for one in failures[1:]]
    short = {name: found[name][:MOST_LISTED] for name in ("notes", "findings")}
    about = {**found, **short, "shares": None, "failures": failures[:1] + others}
    graph = report["failing_graph"]
    if graph:
        graph = {**graph, "trace": _with_one_own_kernel(graph["trace"], graph["kernel"])}
    kept: Report = worded({"part": about, "failing_graph": graph}, names)
    return kept


def _with_one_own_kernel(trace: Report, kernel: str) -> Report:
    """The suite ran only this kernel, so the trace gets the expected results of all other
    kernels."""
    own = WRITES.get(kernel)
    passes = [
        {**one, "got": {**one["expected"], **({own: one["got"][own]} if own else {})}}
        for one in trace["passes"]
    ]
    return {**trace, "passes": passes}


def worded(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: worded(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [worded(one, names) for one in value]
    if not isinstance(value, str):
        return value
    for ours, theirs in names.items():
        value = value.replace(ours, theirs)
    return value if len(value) <= MOST_TEXT else value[:MOST_TEXT] + " ..."
