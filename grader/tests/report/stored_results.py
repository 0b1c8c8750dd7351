"""Stored results and traces of a check, and the pages made from them."""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DATA = Path(__file__).resolve().parent / "data"
sys.path.insert(0, str(ROOT / "grader"))


def load(name: str) -> dict:
    return json.loads((DATA / f"{name}.json").read_text())


def make_page(name: str) -> str:
    """Makes the page of a stored trace, or the page of stored results with counters and sources.

    The sources are those of the solved tree.
    """
    from report import page, sources

    if name.endswith("trace"):
        return page.trace_page(load(name))
    results = load(name)
    counters = None if name == "not_started" else load("counters")
    before = os.getcwd()
    os.chdir(ROOT)  # paths in results are relative to the root of the kit
    try:
        return page.report_page(results, counters, sources.read(results["parts"]))
    finally:
        os.chdir(before)
