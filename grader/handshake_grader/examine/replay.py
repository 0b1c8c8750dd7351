"""Reruns a secret case on which a submission fails: to show it to the staff, or to put it into a
folder for the student."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ..secret.graph_recipes import parse_output
from ..settings.plan import Item, items_of
from ..verdict import ItemResult, Verdict
from .examiner import KitExamination
from .kept_report import WRITES
from .secret_runs import RunOutcome, SecretCase, run_case
from .suite_runs import TracedRun, first_wrong_pass

ROUNDS = 3  # a case that passes this often counts as right: a race does not show in every run


@dataclass(frozen=True)
class Shown:
    """How the student's own kit shows the failure. This was tried out with the programs that the
    kit builds."""

    by: str = ""  # match | trace | check; "": nothing in the kit shows it
    part: str = ""  # of make check
    wrong_pass: int = 0  # in the trace
    said: str = ""  # what was seen; for a trace: the array that is wrong
    whole_is_right: bool = False  # `match` with all files of the student is right on this case


@dataclass(frozen=True)
class Replay:
    case: SecretCase  # failed
    outcome: RunOutcome
    shown: Shown

    @property
    def got(self) -> list[int] | None:
        return partners(self.outcome, self.case)


def partners(outcome: RunOutcome, case: SecretCase) -> list[int] | None:
    """The matching that the program wrote, if its output can be read as a matching."""
    found = parse_output(outcome.result.stdout, case.num_nodes)
    return None if isinstance(found, str) else found


def replay(examination: KitExamination, item: Item) -> Replay | ItemResult:
    """The first case that fails; or a result, if nothing can be run or nothing fails."""
    ready = examination.by_program.ready(item)
    if isinstance(ready, ItemResult):
        return ready
    cases, run = ready
    for _ in range(ROUNDS):
        for case in cases:
            outcome = run(case)
            if outcome.verdict is not Verdict.OK:
                return Replay(case, outcome, _shown(examination, item, case))
    return ItemResult(item.id, Verdict.OK)


def _shown(examination: KitExamination, item: Item, case: SecretCase) -> Shown:
    whole = _whole_program(examination, item, case)
    if whole is not None and whole.verdict is not Verdict.OK:
        return Shown("match", said=whole.summary)
    is_right = whole is not None
    lab = examination.bench.kit.lab
    for part in lab.kernels:
        if lab.parts[part][0] in item.property.own:
            wrong_pass = _wrong_pass(examination, item, part, case)
            if wrong_pass:
                return Shown("trace", part, wrong_pass, WRITES[part], is_right)
    for one in items_of(examination.bench.settings):
        suite = one.property.suite
        if suite in lab.parts and set(lab.parts[suite]) <= set(item.property.own):
            found = examination.examine(one)
            if found.report and found.verdict is not Verdict.OK:
                return Shown("check", suite, 0, found.summary, is_right)
    return Shown(whole_is_right=is_right)


def _whole_program(examination: KitExamination, item: Item, case: SecretCase) -> RunOutcome | None:
    """Runs the case with the program that the student's own kit builds: one process, and all files
    of the submission. None if there is no such program."""
    bench, flags = examination.bench, tuple(item.property.flags)
    lab = bench.kit.lab
    own = [path for path in lab.paths if flags or path != lab.included]
    build = partial(bench.builder.program, frozenset(own))
    if bench.obstacle(item, own, build):
        return None
    return run_case(build().made(), flags, bench.settings, case)


def _wrong_pass(examination: KitExamination, item: Item, part: str, case: SecretCase) -> int:
    bench = examination.bench
    if bench.obstacle(
        item, list(bench.kit.lab.parts[part]), partial(bench.builder.runner, part, "plain")
    ):
        return 0
    run = TracedRun(case.graph_file, case.threads, case.schedule)
    return first_wrong_pass(part, bench.builder, bench.settings, bench.folder / "trace", run)
