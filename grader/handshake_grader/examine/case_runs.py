"""Runs secret cases one after the other, and combines their results into one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from ..messages import PLACEHOLDERS, sentence
from ..secret.graph_recipes import UNMATCHED
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Verdict
from .bench import Bench
from .secret_runs import RunOutcome, SecretCase

RUNS = 3  # of a case that failed, including its first run; all runs have the same limits
# All runs of an item together may take as long as this many runs with the smallest time limit, and
# as much longer as a slow run may take longer than ours.
LONGEST = 4
MOST_SLOW = 3
Case = TypeVar("Case", bound=SecretCase)


def run_cases(
    bench: Bench, item: Item, cases: list[Case], run: Callable[[Case], RunOutcome]
) -> ItemResult:
    """Runs all cases, and repeats the first one that fails. After MOST_SLOW runs that did not end
    in time, the other cases count as wrong."""

    def timed(case: Case) -> RunOutcome:
        outcome = run(case)
        bench.kernels_s += outcome.result.wall_s
        return outcome

    most_s = LONGEST * bench.settings.limits.floor_s
    most_s += bench.settings.limits.factor * sum(case.reference_s for case in cases)
    result = ItemResult(item.id, Verdict.OK)
    tally = Tally()
    for case in cases:
        if tally.slow >= MOST_SLOW:
            tally.add(case, Verdict.SLOW)
            continue
        outcome = timed(case)
        tally.add(case, outcome.verdict)
        used = outcome.result
        if outcome.verdict is not Verdict.OK and result.verdict is Verdict.OK:
            # A run without an end is not repeated: it takes the whole time limit.
            times = RUNS - 1 if outcome.verdict is not Verdict.SLOW else 0
            result = _failed(item, result, case, [outcome, *(timed(case) for _ in range(times))])
        result = replace(
            result,
            runs=result.runs + 1,
            cpu_s=result.cpu_s + used.cpu_s,
            max_rss_bytes=max(result.max_rss_bytes, used.max_rss_bytes),
        )
        if result.cpu_s > most_s:
            return _spent(result, most_s)
    if result.verdict is Verdict.OK:
        return result
    return replace(result, share=tally.share, values={**result.values, **tally.values})


@dataclass
class Tally:
    """Counts right cases. A case is free if a program that does nothing is right in it, too: such
    a case earns nothing, but it costs its share if it is wrong."""

    right: int = 0
    cases: int = 0
    free: int = 0
    wrong_free: int = 0
    slow: int = 0

    def add(self, case: SecretCase, verdict: Verdict) -> None:
        self.cases += 1
        self.right += verdict is Verdict.OK
        self.slow += verdict is Verdict.SLOW
        is_free = all(partner == UNMATCHED for partner in case.expected)
        self.free += is_free
        self.wrong_free += is_free and verdict is not Verdict.OK

    @property
    def share(self) -> float:
        if self.free == self.cases:
            return 0.0
        right = self.right - (self.free - self.wrong_free)
        return right / (self.cases - self.free) * (1 - self.wrong_free / self.cases)

    @property
    def values(self) -> dict[str, str]:
        return {"right": str(self.right), "cases": str(self.cases)}


def _spent(result: ItemResult, most_s: float) -> ItemResult:
    """The result if all runs together took too long. How many of them were right before depends on
    the machine, so they earn nothing."""
    values = {**result.values, "limit": f"{most_s:.1f} s", "reference": PLACEHOLDERS["reference"]}
    said = sentence("runs_take_too_long")
    return replace(result, verdict=Verdict.SLOW, summary=said, values=values)


def _failed(
    item: Item, result: ItemResult, case: SecretCase, outcomes: list[RunOutcome]
) -> ItemResult:
    first, verdict = outcomes[0], outcomes[0].verdict
    values = {
        "limit": f"{case.limit_s:.1f} s",
        # Whole seconds are the same in every run, and do not show the size of a secret graph.
        "reference": sentence("less_than", seconds=math.floor(case.reference_s) + 1),
        "check": "extension" if item.part.is_extension else "check",
    }
    evidence = (Evidence(case.name, secret=True), *first.evidence)
    verdicts = [one.verdict for one in outcomes]
    if Verdict.OK in verdicts:
        verdict = Verdict.FLAKY
        evidence += (Evidence(disagreement(verdicts), secret=True),)
    return replace(result, verdict=verdict, summary=first.summary, evidence=evidence, values=values)


def disagreement(verdicts: list[Verdict]) -> str:
    said = ", ".join(one.value for one in verdicts)
    return sentence("same_run", times=len(verdicts), verdicts=said)
