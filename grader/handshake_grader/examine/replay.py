"""Reruns a secret case on which a submission fails: to show it to the staff, or to put it into a
folder for the student."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..intake.submission import EXTRA, PATHS
from ..secret.graph_recipes import parse_output
from ..settings.plan import Item
from ..verdict import ItemResult, Verdict
from .examiner import KitExamination
from .secret_runs import Runner, RunOutcome, SecretCase

ROUNDS = 3  # a case that passes this often counts as right: a race does not show in every run


@dataclass(frozen=True)
class Replay:
    """A case that failed. `in_kit`: the result of the whole program, as the student builds it, on
    this case; None if this program cannot be run."""

    case: SecretCase
    outcome: RunOutcome
    in_kit: RunOutcome | None

    @property
    def got(self) -> list[int] | None:
        return partners(self.outcome, self.case)

    @property
    def fails_in_kit(self) -> bool:
        return self.in_kit is not None and self.in_kit.verdict is not Verdict.OK


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
                return Replay(case, outcome, _in_kit(examination, item, case))
    return ItemResult(item.id, Verdict.OK)


def _in_kit(examination: KitExamination, item: Item, case: SecretCase) -> RunOutcome | None:
    """Runs the case with all files of the submission, as the student builds them."""
    own = list(PATHS if item.property.flags else (path for path in PATHS if path != EXTRA))
    whole = replace(item, property=item.property.model_copy(update={"own": own}))
    ready = examination.by_program.ready(whole)
    if isinstance(ready, ItemResult):
        return None
    run: Runner = ready[1]
    return run(case)
