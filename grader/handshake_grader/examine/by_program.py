"""by = "program": whole runs of match on secret graphs, with some files from the submission."""

from __future__ import annotations

from functools import partial

from ..settings.plan import Item
from ..verdict import ItemResult
from .bench import Bench
from .case_runs import run_cases
from .secret_runs import SecretCases, run_case


class ByProgram:
    def __init__(self, bench: Bench):
        self._bench = bench
        self._cases: SecretCases | None = None  # made when first needed

    def examine(self, item: Item) -> ItemResult:
        bench, own = self._bench, item.property.own
        build = partial(bench.builder.program, frozenset(own))
        obstacle = bench.obstacle(item, own, build)
        if obstacle:
            return obstacle
        if self._cases is None:
            self._cases = SecretCases(bench)
        flags = tuple(item.property.flags)
        run = partial(run_case, build().made(), flags, bench.settings)
        return bench.labeled(item, own, run_cases(bench, item, self._cases.with_flags(flags), run))
