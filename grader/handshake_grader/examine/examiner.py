"""Examines one submission: builds it, runs it in the sandbox, and judges each item."""

from __future__ import annotations

import math
import shutil
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable

from .. import __version__
from ..doctor import require_machine
from ..errors import GraderError, UsageError
from ..intake.class_folder import Attempt
from ..intake.skeleton import is_started
from ..intake.submission import EXTENSION
from ..kit.build import Builder, require_that_ours_builds
from ..kit.host_code import in_words
from ..kit.kit import KERNEL_PARTS, SUITE_FILES, Kit
from ..messages import sentence
from ..secret.case_seed import CaseSeeds
from ..settings.plan import Item
from ..settings.settings import Settings
from ..verdict import Evidence, ItemResult, Verdict
from .counter_runs import count_use
from .extension import ExtensionCases, run_sealed
from .secret_runs import RunOutcome, SecretCase, SecretCases, run_case
from .speed import NotTimed, SpeedTrial
from .suite_runs import SuiteOutcome, run_suite

RERUNS = 2  # of a run that failed, under the same seed
MOST_LOG_LINES = 12
KERNEL_FILES = (*(SUITE_FILES[part][0] for part in KERNEL_PARTS), EXTENSION)


@dataclass
class KitExaminer:
    kit: Kit
    settings: Settings
    seeds: CaseSeeds
    scratch: Path  # on this machine, private to the grader

    @property
    def digest(self) -> str:
        return f"{__version__}-{self.kit.digest}"

    def open(self, attempt: Attempt) -> "KitExamination":
        return KitExamination(self, attempt)

    def on_this_machine(self, scratch: Path) -> "KitExaminer":
        require_machine(self.kit.root, scratch, self.settings)
        require_that_ours_builds(self.kit, self.settings)
        return replace(self, scratch=scratch)


def require_modes(settings: Settings, kit: Kit) -> None:
    """Found before the first student, because every such item of every student would be ungraded."""
    asks = [
        f"{part.id}.{one.id}"
        for part in settings.parts
        for one in part.properties
        if one.by == "findings"
    ]
    if settings.suite.diagnostic == "required" or asks:
        if "diagnostic" not in kit.modes or settings.suite.diagnostic == "off":
            is_off = settings.suite.diagnostic == "off"
            why = "but suite.diagnostic is off" if is_off else "which this kit does not have"
            needs = asks[0] if asks else 'suite.diagnostic = "required"'
            raise UsageError(f"settings: {needs} needs diagnostic mode, {why}")


class KitExamination:
    def __init__(self, examiner: KitExaminer, attempt: Attempt):
        self._examiner, self._attempt = examiner, attempt
        self._settings = examiner.settings
        self._kernels_s = 0.0
        self._suite_results: dict[str, tuple[SuiteOutcome, bool]] = {}
        self._extension_result: ItemResult | None = None

    def __enter__(self) -> "KitExamination":
        self._examiner.scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        name = self._examiner.seeds.pseudonym(self._attempt.student.id)
        scratch = self._examiner.scratch.resolve()
        self._folder = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=scratch))
        self._builder = Builder(
            self._examiner.kit, self._settings, self._attempt.submission, self._folder
        )
        self._cases: SecretCases | None = None
        self._ways = {
            "program": self._by_program,
            "extension": self._by_extension,
            "speed": self._by_speed,
        }
        return self

    def __exit__(self, *reason) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def compiler_s(self) -> float:
        return self._builder.wall_s

    @property
    def kernels_s(self) -> float:
        return self._kernels_s + (self._cases.control_s if self._cases else 0.0)

    def examine(self, item: Item) -> ItemResult:
        """Whatever fails on our side makes the item ungraded, here and nowhere else."""
        started = time.monotonic()
        try:
            result = self._ways.get(item.property.by, self._by_suite)(item)
        except (GraderError, OSError, MemoryError) as error:
            result = ItemResult(item.id, Verdict.JE, evidence=(Evidence(str(error), secret=True),))
        return replace(result, wall_s=time.monotonic() - started)

    # ---- what the course of an item has in common

    def _missing(self, item: Item, paths: list[str]) -> ItemResult | None:
        missing = [path for path in paths if path not in self._attempt.submission.files]
        if not missing:
            return None
        if self._attempt.submission.needs_human:
            said = next(
                n.text for n in self._attempt.submission.notes if n.code == "file_ambiguous"
            )
            return ItemResult(item.id, Verdict.JE, said)
        return self._unstarted(item, paths, missing)

    def _unstarted(self, item: Item, paths: list[str], unstarted: list[str]) -> ItemResult:
        if len(paths) == 1 or item.part.extra_credit:
            return ItemResult(item.id, Verdict.NOT_STARTED)
        return ItemResult(item.id, Verdict.NOT_CHECKED, values={"needs": _names(unstarted)})

    def _not_built(self, item: Item, paths: list[str], at_fault: str, log: str) -> ItemResult:
        lines = tuple(Evidence(line) for line in log.splitlines()[:MOST_LOG_LINES])
        blamed = at_fault or paths[0]
        if len(paths) > 1 and at_fault and not item.part.extra_credit:
            return ItemResult(item.id, Verdict.NOT_CHECKED, values={"needs": _names([blamed])})
        unstarted = [path for path in paths if not is_started(self._attempt.submission, path)]
        if unstarted:
            return self._unstarted(item, paths, unstarted)
        return ItemResult(item.id, Verdict.NO_BUILD, sentence("not_built", path=blamed), lines)

    def _held(self, item: Item, paths: list[str]) -> ItemResult | None:
        """A kernel file with host code in it, unless a person has accepted it."""
        student = self._attempt.student.id
        if student in {one.student for one in self._settings.sandbox.host_code}:
            return None
        for path in paths:
            calls = self._builder.host_calls(path) if path in KERNEL_FILES else []
            if calls:
                said = sentence("holds_host_code", path=path)
                return ItemResult(item.id, Verdict.HELD, said, values={"calls": in_words(calls)})
        return None

    def _labelled(self, item: Item, paths: list[str], result: ItemResult) -> ItemResult:
        """What fails and was never begun is called NOT_STARTED. What is right is right."""
        if result.verdict is Verdict.OK or result.verdict.needs_human:
            return result
        unstarted = [path for path in paths if not is_started(self._attempt.submission, path)]
        return self._unstarted(item, paths, unstarted) if unstarted else result

    # ---- whole runs of match on secret graphs

    def _by_program(self, item: Item) -> ItemResult:
        own = item.property.own
        missing = self._missing(item, own)
        if missing:
            return missing
        built = self._builder.program(frozenset(own))
        if built.file is None:
            return self._not_built(item, own, built.at_fault, built.log)
        held = self._held(item, own)
        return held or self._labelled(item, own, self._run_cases(item, built.file))

    def _run_cases(self, item: Item, program: Path) -> ItemResult:
        if self._cases is None:
            reference = self._builder.program(frozenset())
            if reference.file is None:
                raise GraderError(f"our own solution does not link: {reference.log}")
            student = self._attempt.student.id
            seeds = self._examiner.seeds
            self._cases = SecretCases(self._settings, seeds, student, self._folder, reference.file)
        flags = tuple(item.property.flags)
        run = lambda case: run_case(program, case, flags, self._settings)  # noqa: E731
        return self._judge_cases(item, self._cases.cases(flags), run)

    def _judge_cases(
        self, item: Item, cases: list[SecretCase], run: Callable[[SecretCase], RunOutcome]
    ) -> ItemResult:
        def outcome_of(case: SecretCase) -> RunOutcome:
            outcome = run(case)
            self._kernels_s += outcome.result.wall_s
            return outcome

        runs, cpu_s, max_rss = 0, 0.0, 0
        for case in cases:
            outcome = outcome_of(case)
            runs, cpu_s = runs + 1, cpu_s + outcome.result.cpu_s
            max_rss = max(max_rss, outcome.result.max_rss_bytes)
            if outcome.verdict is not Verdict.OK:
                again = [outcome_of(case) for _ in range(RERUNS)]
                return self._failed(item, case, [outcome, *again], runs, cpu_s, max_rss)
        return ItemResult(item.id, Verdict.OK, runs=runs, cpu_s=cpu_s, max_rss_bytes=max_rss)

    def _failed(
        self,
        item: Item,
        case: SecretCase,
        outcomes: list[RunOutcome],
        runs: int,
        cpu_s: float,
        max_rss: int,
    ) -> ItemResult:
        verdicts = [one.verdict for one in outcomes]
        first = outcomes[0]
        values = {
            "limit": f"{case.limit_s:.1f} s",
            # Coarse: two runs say the same, and nobody learns from it how large a secret graph is.
            "reference": sentence("less_than", seconds=math.floor(case.reference_s) + 1),
            "check": "extension" if item.part.is_extension else "check",
        }
        evidence = (Evidence(case.name, secret=True), *first.evidence)
        verdict, summary = first.verdict, first.summary
        if Verdict.OK in verdicts:
            verdict = Verdict.FLAKY
            said = ", ".join(one.value for one in verdicts)
            same = sentence("same_run", times=len(verdicts), verdicts=said)
            evidence += (Evidence(same, secret=True),)
        elif (
            all(one.result.limit_hit.value == "wall" for one in outcomes)
            and max(one.result.cpu_s for one in outcomes) > case.limit_s / 2
        ):
            # It worked all the time and was not done: whether it is slow or this machine is, is open.
            verdict = Verdict.JE
            evidence += (Evidence(sentence("machine_busy"), secret=True),)
        return ItemResult(item.id, verdict, summary, evidence, values, runs, 0.0, cpu_s, max_rss)

    # ---- the extension

    def _by_extension(self, item: Item) -> ItemResult:
        if self._extension_result is None:
            self._extension_result = self._examine_extension(item)
        return replace(self._extension_result, item=item.id)

    def _examine_extension(self, item: Item) -> ItemResult:
        paths = [EXTENSION]
        for said in self._attempt.submission.notes:
            if said.code == "file_ambiguous" and said.values["path"] == EXTENSION:
                return ItemResult(item.id, Verdict.JE, said.text)
        if EXTENSION not in self._attempt.submission.files:
            return ItemResult(item.id, Verdict.NOT_STARTED)
        built = self._builder.extension()
        if built.file is None:
            return self._not_built(item, paths, built.at_fault, built.log)
        held = self._held(item, paths)
        if held:
            return held
        cases = ExtensionCases(
            self._settings, self._examiner.seeds, self._attempt.student.id, self._folder
        ).made(self._our_extension(self._builder))
        run = lambda case: run_sealed(built.file, case, self._settings)  # noqa: E731
        return self._labelled(item, paths, self._judge_cases(item, cases, run))

    def _by_speed(self, item: Item) -> ItemResult:
        right = self._by_extension(item)
        if right.verdict.needs_human or right.verdict is Verdict.NOT_STARTED:
            return right
        if right.verdict is not Verdict.OK:
            return ItemResult(
                item.id, Verdict.NOT_CHECKED, values={"needs": sentence("right_first")}
            )
        try:
            trial = SpeedTrial(
                self._settings, self._examiner.seeds, self._attempt, self._builder, self._folder
            )
            return trial.result(item)
        except NotTimed as reason:
            details = tuple(Evidence(line, secret=True) for line in reason.details)
            why = sentence("not_timed", reason=reason)
            return ItemResult(item.id, Verdict.NOT_TIMED, why, details)

    @staticmethod
    def _our_extension(builder: Builder) -> Path:
        built = builder.our_extension()
        if built.file is None:
            raise GraderError(f"our own extension does not link: {built.log}")
        return built.file

    # ---- the public cases of the kernel suite

    def _by_suite(self, item: Item) -> ItemResult:
        part = item.property.suite
        if part not in SUITE_FILES:
            raise GraderError(f"{item.id}: the grader does not run part {part} of the suite")
        paths = list(SUITE_FILES[part])
        missing = self._missing(item, paths)
        if missing:
            return missing
        for mode in self._modes():
            built = self._builder.runner(part, mode)
            if built.file is None:
                return self._not_built(item, paths, built.at_fault, built.log)
        held = self._held(item, paths)
        if held:
            return held
        if part not in self._suite_results:
            self._suite_results[part] = self._run_suite(part)
        outcome, agrees = self._suite_results[part]
        judged = replace(self._judge_suite(item, outcome, agrees), report=outcome.report)
        return self._labelled(item, paths, judged)

    def _modes(self) -> tuple[str, ...]:
        wanted = self._settings.suite.diagnostic
        return ("plain",) if wanted == "off" else self._examiner.kit.modes

    def _run_suite(self, part: str) -> tuple[SuiteOutcome, bool]:
        """The outcome, and whether the first failing case failed again."""
        folder = self._folder / "suite" / part
        diagnose = "diagnostic" in self._modes()
        outcome = run_suite(part, self._builder, self._settings, folder, diagnose)
        self._kernels_s += outcome.seconds
        if outcome.verdict is Verdict.NOT_STARTED:
            if all(is_started(self._attempt.submission, path) for path in SUITE_FILES[part]):
                raise GraderError(f"check {part}: says that nothing was begun, but something was")
            return outcome, True
        if diagnose:
            outcome = self._with_counters(outcome, folder / "counters")
        if outcome.verdict is Verdict.OK:
            return outcome, True
        again = run_suite(
            part, self._builder, self._settings, folder, diagnose, outcome.failing_case
        )
        self._kernels_s += again.seconds
        return outcome, again.verdict is not Verdict.OK

    def _with_counters(self, outcome: SuiteOutcome, folder: Path) -> SuiteOutcome:
        started = time.monotonic()
        counted = count_use(outcome.report["part"], self._builder, self._settings, folder)
        self._kernels_s += time.monotonic() - started
        return replace(outcome, report={**outcome.report, "counters": counted})

    def _judge_suite(self, item: Item, outcome: SuiteOutcome, agrees: bool) -> ItemResult:
        """One run of the suite answers two questions: are the values right, and is nothing found?"""
        verdict, summary, evidence = outcome.verdict, outcome.summary, outcome.evidence
        asks_for_findings = item.property.by == "findings"
        values = {
            "check": f"check-{item.property.suite}",
            "limit": f"{self._settings.suite.time_limit_s} s",
        }
        if asks_for_findings and not outcome.is_diagnosed:
            raise GraderError(f"{item.id}: diagnostic mode was not used")
        if verdict is Verdict.OK:
            return ItemResult(item.id, Verdict.OK, "", evidence, runs=outcome.runs)
        if not agrees:
            evidence += (Evidence(sentence("same_case_passed", case=outcome.failing_case)),)
            return ItemResult(item.id, Verdict.FLAKY, summary, evidence, values, outcome.runs)
        if asks_for_findings and not outcome.is_diagnosis:
            return ItemResult(
                item.id,
                Verdict.NOT_CHECKED,
                values={"needs": sentence("values_first")},
            )
        if not asks_for_findings and outcome.is_diagnosis:
            return ItemResult(item.id, Verdict.OK, "", (), runs=outcome.runs)
        return ItemResult(item.id, verdict, summary, evidence, values, outcome.runs)


def _names(paths: list[str]) -> str:
    return ", ".join(Path(path).name for path in paths)
