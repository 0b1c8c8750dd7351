"""Examines items with by = "values" or "findings": runs the public cases of the kernel suite.

One run of the suite shows both whether the values are right and whether there are findings.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from ..errors import GraderError
from ..kit.kit import KERNEL_PARTS, SUITE_FILES
from ..messages import sentence
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Verdict
from .bench import Bench
from .case_runs import RUNS, disagreement
from .confirmation import Confirmation
from .counter_runs import count_use
from .suite_runs import SuiteOutcome, run_suite


class BySuite:
    def __init__(self, bench: Bench):
        self._bench = bench
        # For each part of the suite: the outcome of its run, and a list of verdicts: first that of
        # the run, then those of the reruns of the failing case.
        self._outcomes: dict[str, tuple[SuiteOutcome, list[Verdict]]] = {}
        is_plain = bench.settings.suite.diagnostic == "off"
        self._confirmation = Confirmation(bench)
        self._modes = ("plain",) if is_plain else bench.kit.modes

    def examine(self, item: Item) -> ItemResult:
        bench, part = self._bench, item.property.suite
        if part not in SUITE_FILES:
            raise GraderError(f"{item.id}: the grader does not run part {part} of the suite")
        paths = list(SUITE_FILES[part])
        builds = [partial(bench.builder.runner, part, mode) for mode in self._modes]
        has_host_code = part not in KERNEL_PARTS
        builds += [partial(self._confirmation.build, part)] if has_host_code else []
        obstacle = bench.obstacle(item, paths, *builds)
        if obstacle:
            return obstacle
        if part not in self._outcomes:
            self._outcomes[part] = self._run(part)
        outcome, verdicts = self._outcomes[part]
        judged = self._judge(item, outcome, verdicts)
        if has_host_code and judged.verdict is Verdict.OK:
            judged = self._confirmed(item, part, judged)
        return bench.labeled(item, paths, replace(judged, report=outcome.report))

    def _confirmed(self, item: Item, part: str, judged: ItemResult) -> ItemResult:
        objection = self._confirmation.objection(part)
        if objection is None:
            return judged
        if item.property.by == "findings":
            needs = {"needs": sentence("values_first")}
            return ItemResult(item.id, Verdict.NOT_CHECKED, values=needs)
        evidence = (*judged.evidence, *objection.evidence)
        values = {"check": f"check-{part}"}
        return replace(
            judged,
            verdict=objection.verdict,
            summary=objection.summary,
            evidence=evidence,
            values=values,
        )

    def _run(self, part: str) -> tuple[SuiteOutcome, list[Verdict]]:
        bench = self._bench
        folder = bench.folder / "suite" / part
        diagnose = "diagnostic" in self._modes
        run = partial(run_suite, part, bench.builder, bench.settings, folder, diagnose)
        outcome = run()
        bench.kernels_s += outcome.seconds
        if outcome.verdict is Verdict.NOT_STARTED:
            if all(bench.submission.is_begun(path) for path in SUITE_FILES[part]):
                raise GraderError(
                    f"check {part} says that the student wrote nothing, but the files hold "
                    "code of the student"
                )
            return outcome, [outcome.verdict]
        if diagnose:
            started = time.monotonic()
            about = outcome.report["part"]
            counted = count_use(about, bench.builder, bench.settings, folder / "counters")
            outcome = replace(outcome, report={**outcome.report, "counters": counted})
            bench.kernels_s += time.monotonic() - started
        verdicts: list[Verdict] = [outcome.verdict]
        # If each case was fast enough, but all together took too long, no case is run again.
        if outcome.verdict is Verdict.OK or outcome.is_spent:
            return outcome, verdicts
        while len(verdicts) < RUNS and (len(verdicts) == 1 or Verdict.OK in verdicts):
            again = run(outcome.failing_case)
            bench.kernels_s += again.seconds
            verdicts.append(again.verdict)
        return outcome, verdicts

    def _judge(self, item: Item, outcome: SuiteOutcome, verdicts: list[Verdict]) -> ItemResult:
        asks_for_findings = item.property.by == "findings"
        if asks_for_findings and not outcome.is_diagnosed:
            raise GraderError(f"{item.id}: diagnostic mode was not used")
        right = ItemResult(item.id, Verdict.OK, runs=outcome.runs)
        if outcome.verdict is Verdict.OK:
            return replace(right, evidence=outcome.evidence)
        failed = replace(
            right,
            verdict=outcome.verdict,
            summary=outcome.summary,
            evidence=outcome.evidence,
            values={
                "check": f"check-{item.property.suite}",
                "limit": f"{self._bench.settings.suite.time_limit_s} s",
            },
        )
        if Verdict.OK in verdicts:
            passed = Evidence(disagreement(verdicts))
            return replace(failed, verdict=Verdict.FLAKY, evidence=(*failed.evidence, passed))
        if asks_for_findings and not outcome.is_diagnosis:
            needs = {"needs": sentence("values_first")}
            return ItemResult(item.id, Verdict.NOT_CHECKED, values=needs)
        return right if outcome.is_diagnosis and not asks_for_findings else failed
