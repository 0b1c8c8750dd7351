"""Runs secret cases one after the other, and combines their results into one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ..messages import PLACEHOLDERS, sentence
from ..secret.graph_recipes import UNMATCHED
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Report, Verdict
from .bench import Bench
from .secret_runs import RunOutcome, SecretCase
from .shares import Cases

RUNS = 3  # of a case that failed, including its first run; all runs have the same limits
# All runs of an item together may take as long as this many runs with the smallest time limit, and
# as much longer as a slow run may take longer than ours.
LONGEST = 4
MOST_SLOW = 3
SHORTER = 4  # after a run that did not end, the smallest time limit is divided by this number
Case = TypeVar("Case", bound=SecretCase)


def run_cases(
    bench: Bench, item: Item, cases: list[Case], run: Callable[[Case], RunOutcome]
) -> ItemResult:
    """Runs all cases, and repeats the first one that fails. After a run that did not end in time,
    the others have less time; after MOST_SLOW such runs, the other cases count as wrong."""

    def timed(case: Case) -> RunOutcome:
        outcome = run(case)
        bench.kernels_s += outcome.result.wall_s
        return outcome

    most_s = LONGEST * bench.settings.limits.floor_s
    most_s += bench.settings.limits.factor * sum(case.reference_s for case in cases)
    result = ItemResult(item.id, Verdict.OK)
    shares: list[Report] = []
    slow = 0
    for case in cases:
        # A program that does nothing leaves all nodes without a partner.
        is_free = all(partner == UNMATCHED for partner in case.expected)
        shares.append({"share": 0, "free": is_free})
        if slow >= MOST_SLOW:
            continue
        outcome = timed(_hurried(bench, case) if slow else case)
        shares[-1]["share"] = int(outcome.verdict is Verdict.OK)
        slow += outcome.verdict is Verdict.SLOW
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
    counted = Cases(tuple(shares))
    return replace(result, share=counted.share, values={**result.values, **counted.values})


def _hurried(bench: Bench, case: Case) -> Case:
    """The case, with the time limit that holds after a run that did not end."""
    limits = bench.settings.limits
    limit_s = max(limits.floor_s / SHORTER, limits.factor * case.reference_s)
    return replace(case, limit_s=min(case.limit_s, limit_s))


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
