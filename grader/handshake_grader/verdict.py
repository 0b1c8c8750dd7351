"""The verdicts on a property of a submission, and the record of a result."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

Report = dict[str, Any]  # the kernel suite's report in JSON; see grader/README.md


# Wrong code is right by luck in some easy cases. So this share of the cases earns nothing; the rest
# earns in proportion.
LUCK = 0.1


class Verdict(str, Enum):
    OK = "OK"
    WRONG = "WRONG"
    CRASH = "CRASH"
    RACE = "RACE"
    SLOW = "SLOW"
    MEMORY = "MEMORY"
    NO_BUILD = "NO_BUILD"
    NOT_STARTED = "NOT_STARTED"
    NOT_CHECKED = "NOT_CHECKED"
    FLAKY = "FLAKY"  # three runs with the same input disagree: the result depends on luck
    NOT_TIMED = "NOT_TIMED"  # right, but its speed could not be measured on this machine
    HELD = "HELD"  # a file has unexpected host code: a person must read it before it runs
    UNREAD = "UNREAD"  # something was handed in, but could not be read: a person must look at it
    JE = "JE"  # judge error, a fault on our side: a person must look at it

    @property
    def needs_human(self) -> bool:
        return self in (Verdict.HELD, Verdict.UNREAD, Verdict.JE)


@dataclass(frozen=True)
class Evidence:
    """One line of the evidence for a verdict. `secret`: the line shows something about a secret
    case."""

    text: str
    secret: bool = False


@dataclass(frozen=True)
class ItemResult:
    item: str  # PART.PROPERTY
    verdict: Verdict
    summary: str = ""  # one sentence for the student, which does not show a secret case
    evidence: tuple[Evidence, ...] = ()
    values: dict[str, str] = field(default_factory=dict)  # of the placeholders in the message
    runs: int = 0
    wall_s: float = 0.0
    cpu_s: float = 0.0
    max_rss_bytes: int = 0
    report: Report | None = None  # the kernel suite's report, for the student's page
    share: float = 0.0  # of the cases that is right; not used if the verdict is OK
    is_doubted: bool = False  # a second run contradicts it, so the secret graphs limit its points
    trace: str = ""  # where a fault of the grader happened: only for the private log

    @property
    def right_share(self) -> float:
        """The share of the cases that is right."""
        return 1.0 if self.verdict is Verdict.OK else self.share

    @property
    def earned(self) -> float:
        """The share of the points that this result earns."""
        return max(0.0, (self.right_share - LUCK) / (1 - LUCK))
