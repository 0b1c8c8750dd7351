"""Runs secret cases one after the other, and combines their results into one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ..messages import sentence
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Verdict
from .bench import Bench
from .secret_runs import RunOutcome, SecretCase

RUNS = 3  # of a case that failed, including its first run; all runs have the same limits
Case = TypeVar("Case", bound=SecretCase)


def run_cases(
    bench: Bench, item: Item, cases: list[Case], run: Callable[[Case], RunOutcome]
) -> ItemResult:
    """Stops at the first case that fails, and runs that case again."""

    def timed(case: Case) -> RunOutcome:
        outcome = run(case)
        bench.kernels_s += outcome.result.wall_s
        return outcome

    result = ItemResult(item.id, Verdict.OK)
    for case in cases:
        outcome = timed(case)
        used = outcome.result
        result = replace(
            result,
            runs=result.runs + 1,
            cpu_s=result.cpu_s + used.cpu_s,
            max_rss_bytes=max(result.max_rss_bytes, used.max_rss_bytes),
        )
        if outcome.verdict is not Verdict.OK:
            again = [timed(case) for _ in range(RUNS - 1)]
            return _failed(item, result, case, [outcome, *again])
    return result


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
