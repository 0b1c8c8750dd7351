"""Examines items with by = "values" or "findings": runs the public cases of the kernel suite.

One run of the suite shows both which cases are right and whether there are findings.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..errors import GraderError
from ..messages import sentence
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Report, Verdict
from .bench import Bench
from .case_runs import RUNS, disagreement
from .confirmation import Confirmation
from .counter_runs import count_use
from .suite_runs import SuiteOutcome, run_suite


class BySuite:
    def __init__(self, bench: Bench):
        self._bench = bench
        # For each part of the suite, and seed of its cases: the outcome of its run, and a list of
        # verdicts: first that of the run, then those of the reruns of the failing case.
        self._outcomes: dict[tuple[str, int], tuple[SuiteOutcome, list[Verdict]]] = {}
        is_plain = bench.settings.suite.diagnostic == "off"
        self._confirmation = Confirmation(bench)
        self._modes = ("plain",) if is_plain else bench.kit.modes

    def examine(self, item: Item) -> ItemResult:
        bench, part = self._bench, item.property.suite
        lab = bench.kit.lab
        if part is None or part not in lab.parts:
            raise GraderError(f"{item.id}: the grader does not run part {part} of the suite")
        paths = list(lab.parts[part])
        builds = [partial(bench.builder.runner, part, mode) for mode in self._modes]
        has_host_code = part not in lab.kernels
        builds += [partial(self._confirmation.build, part)] if has_host_code else []
        obstacle = bench.obstacle(item, paths, *builds)
        if obstacle:
            return obstacle
        seed = self._seed(part) if item.property.secret else 0
        if (part, seed) not in self._outcomes:
            self._outcomes[part, seed] = self._run(part, seed)
        outcome, verdicts = self._outcomes[part, seed]
        judged = self._judge(item, outcome, verdicts)
        if has_host_code:
            judged = self._confirmed(item, part, judged)
        if item.property.secret:
            hidden = tuple(replace(line, secret=True) for line in judged.evidence)
            return bench.labeled(item, paths, replace(judged, summary="", evidence=hidden))
        return bench.labeled(item, paths, replace(judged, report=outcome.report))

    def _seed(self, part: str) -> int:
        """The seed of the student's own cases, from 1 to 999999."""
        return 1 + self._bench.seeds.seed(self._bench.student, f"cases {part}") % 999_999

    def _confirmed(self, item: Item, part: str, judged: ItemResult) -> ItemResult:
        """A result about host code counts only as far as a second run, with the device in another
        process, does not contradict it."""
        objection = self._confirmation.objection(part)
        if judged.right_share == 0 or objection is None:
            return judged
        if objection.is_leak and item.property.by != "findings":
            return judged
        if objection.is_leak or objection.is_forged:
            return replace(
                judged,
                verdict=objection.verdict,
                summary=_joined(
                    judged.summary, sentence("second_run_said", what=objection.summary)
                ),
                evidence=(Evidence(sentence("second_run")), *judged.evidence, *objection.evidence),
                values={**judged.values, "check": f"check-{part}"},
                share=0.0,
            )
        if judged.verdict is not Verdict.OK:
            said = _joined(judged.summary, sentence("second_run_differs"))
            return replace(judged, summary=said, is_doubted=True)
        needs = {"needs": sentence("not_confirmed")}
        return replace(
            judged, verdict=Verdict.NOT_CHECKED, values=needs, share=1.0, is_doubted=True
        )

    def _run(self, part: str, seed: int) -> tuple[SuiteOutcome, list[Verdict]]:
        bench = self._bench
        folder = bench.folder / "suite" / part
        diagnose = "diagnostic" in self._modes and not seed
        run = partial(run_suite, part, bench.builder, bench.settings, folder, diagnose, seed=seed)
        outcome = run()
        bench.kernels_s += outcome.seconds
        if outcome.verdict is Verdict.NOT_STARTED:
            if all(bench.submission.is_begun(path) for path in bench.kit.lab.parts[part]):
                raise GraderError(
                    f"check {part} says that the student wrote nothing, but the files hold "
                    "code of the student"
                )
            return outcome, [outcome.verdict]
        if diagnose:
            started = time.monotonic()
            about = outcome.report["part"]
            counted = count_use(about, bench.builder, bench.settings)
            outcome = replace(outcome, report={**outcome.report, "counters": counted})
            bench.kernels_s += time.monotonic() - started
        verdicts: list[Verdict] = [outcome.verdict]
        # A case that does not end takes the whole time limit, so it is not run again.
        if outcome.verdict in (Verdict.OK, Verdict.SLOW):
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
        values = {"check": f"check-{item.property.suite}"}
        failed = replace(right, verdict=outcome.verdict, summary=outcome.summary, values=values)
        # Without shares, no case was run. If many cases together took too long, it depends on the
        # machine how many of them were right before. But if only large ones did, which are run
        # last, all others count.
        shares = outcome.shares
        if shares is not None and not (outcome.is_spent and shares.all.unrun):
            if asks_for_findings:
                return self._judge_findings(right, outcome, values)
            cases = shares.of(item.property)
            if cases.are_right:
                return right
            # Cases that were not run, because an earlier one did not end, have no failure.
            failures = cases.failures or outcome.report["part"]["failures"][:1]
            failed = replace(
                failed,
                verdict=Verdict(failures[0]["verdict"]),
                summary=str(failures[0]["summary"]),
                evidence=outcome.evidence_of(failures),
                values={
                    **values,
                    "check": f"{values['check']} CASE={failures[0]['case']}",
                    **cases.values,
                },
                share=cases.share,
            )
        if Verdict.OK in verdicts:
            passed = Evidence(disagreement(verdicts))
            return replace(failed, verdict=Verdict.FLAKY, evidence=(*failed.evidence, passed))
        return failed

    def _judge_findings(
        self, right: ItemResult, outcome: SuiteOutcome, values: dict[str, str]
    ) -> ItemResult:
        """Races and memory can be judged even if every case is wrong, but not of a kernel that does
        nothing."""
        assert outcome.shares is not None
        found = outcome.shares.unclean
        if found:
            return replace(
                right,
                verdict=Verdict(found[0]["verdict"]),
                summary=_joined(
                    *(text for one in found for text in (one["summary"], _lines_of(one)))
                ),
                evidence=outcome.evidence_of(found),
                values=values,
            )
        if outcome.shares.is_begun:
            return right
        needs = {"needs": sentence("work_first")}
        return replace(right, verdict=Verdict.NOT_CHECKED, values=needs)


def _joined(*sentences: str) -> str:
    return " ".join(f"{one.rstrip('.')}." for one in sentences if one)


def _lines_of(finding: Report) -> str:
    """Where to look: the report shows only the first failure of its part, which may be another."""
    places = [f"{Path(one['file']).name}:{one['line']}" for one in finding["places"] if one["line"]]
    return sentence("lines_of_finding", places=", ".join(places)) if places else ""
