"""docs/results has one log for each figure that a page shows, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RESULTS = {file.name for file in (ROOT / "docs/results").iterdir()}
PAGES = [
    file
    for where in ("", "docs", "docs/extensions", "src/*")
    for file in ROOT.glob(f"{where}/*.md".lstrip("/"))
]


def test_a_page_names_every_result_and_every_named_result_exists():
    texts = "\n".join(page.read_text() for page in PAGES)

    assert {name for name in RESULTS if name not in texts} == set()
    named = re.findall(r"results/([\w.-]+\.(?:txt|svg))", texts)
    assert set(named) <= RESULTS
