"""Counts the tests in a report. The report is in the XML format of JUnit, which pytest, ctest and
GoogleTest write."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: list[tuple[str, str]] = field(default_factory=list)  # (reason, name of the test)

    def __iadd__(self, other: Counts) -> Counts:
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        return self


def count(file: Path) -> Counts:
    """Counts the results in a file. For ctest, a program of GoogleTest is a single test. So the
    tests of such a program are counted in the file that the program itself writes."""
    counts = Counts()
    beside = {other.stem: other for other in file.parent.glob("*.xml") if other != file}
    for case in xml.parse(file).iter("testcase"):
        name = case.get("name", "")
        has_failed = case.find("failure") is not None or case.find("error") is not None
        skip = case.find("skipped")
        if name in beside:
            more = count(beside[name])
            more.failed = max(more.failed, int(has_failed))
            counts += more
        elif has_failed:
            counts.failed += 1
        elif skip is not None:
            # GoogleTest writes the file and the line of the test before the reason for the skip.
            reason = re.sub(r"^\S+:\d+\s", "", skip.get("message", "")).strip()
            counts.skipped.append((reason or "no reason is given", name))
        else:
            counts.passed += 1
    return counts
