"""`match`, the grader and the pages have the same version as src/flags/version.hpp.
CITATION.cff and CHANGELOG.md also name this version."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from program import ROOT, run


def version() -> str:
    found = re.search(r'HANDSHAKE_VERSION "(.*)"', (ROOT / "src/flags/version.hpp").read_text())
    assert found
    return found[1]


def python(code: str) -> str:
    """Returns the output of a Python program that imports from grader/."""
    whole = f"import sys; sys.path.insert(0, {str(ROOT / 'grader')!r}); {code}"
    return subprocess.run(
        [sys.executable, "-c", whole], check=True, capture_output=True, text=True
    ).stdout


def test_match_prints_the_version_and_needs_no_graph(match: Path, tmp_path: Path) -> None:
    result = run(match, "-version", folder=tmp_path)

    assert (result.code, result.stdout.decode()) == (0, f"match {version()}\n")
    assert list(tmp_path.iterdir()) == []


def test_the_grader_prints_the_version() -> None:
    code = "sys.argv[1:] = ['--version']; from handshake_grader.cli import main; main()"

    assert python(code) == f"handshake grader {version()}\n"


def test_the_pages_end_with_the_version() -> None:
    report = python("from report.page import frame; print(frame('title', 'body'))")
    graded = python(
        "from handshake_grader.pages.student_page import environment;"
        "print(environment().get_template('page.html.j2').render())"
    )

    assert f"<footer>Handshake {version()}</footer>" in report
    assert f"<footer>Handshake {version()}</footer>" in graded


def test_citation_and_changelog_name_the_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert f"\nversion: {version()}\n" in (ROOT / "CITATION.cff").read_text()
    assert newest and newest[1] == version()
