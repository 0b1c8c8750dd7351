"""Items with by = "program": `match` runs on secret graphs, with files from the submission."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ..kit.build import Built
from ..settings.plan import Item
from ..verdict import ItemResult
from .bench import Bench
from .brokered_run import Pair, run_brokered
from .case_runs import run_cases
from .secret_runs import Runner, SecretCase, SecretCases, run_case


class ByProgram:
    def __init__(self, bench: Bench):
        self._bench = bench
        self._cases: SecretCases | None = None  # made when first needed

    def examine(self, item: Item) -> ItemResult:
        ready = self.ready(item)
        if isinstance(ready, ItemResult):
            return ready
        found = run_cases(self._bench, item, *ready)
        return self._bench.labeled(item, item.property.own, found)

    def ready(self, item: Item) -> ItemResult | tuple[list[SecretCase], Runner]:
        """The secret cases and the function that runs a case, or the reason why nothing can be
        run."""
        bench, own = self._bench, item.property.own
        has_host_code = bench.kit.lab.host in own
        builds = self._builds(frozenset(own), has_host_code)
        obstacle = bench.obstacle(item, own, *builds)
        if obstacle:
            return obstacle
        if self._cases is None:
            self._cases = SecretCases(bench)
        flags = tuple(item.property.flags)
        programs = [build().made() for build in builds]
        ours = self._runner(self._ours(has_host_code), flags)
        cases = self._cases.with_flags(flags, has_host_code, ours)
        return cases, self._runner(programs, flags)

    def _builds(self, own: frozenset[str], has_host_code: bool) -> list[Callable[[], Built]]:
        """The programs to build. If host code of the submission is tested, there are two programs,
        because host code and device run as separate processes."""
        builder = self._bench.builder
        if not has_host_code:
            return [partial(builder.program, own)]
        return [partial(builder.host, own), partial(builder.device, own)]

    def _ours(self, has_host_code: bool) -> list[Path]:
        builder = self._bench.builder
        return [*builder.our_remote()] if has_host_code else [builder.program(frozenset()).made()]

    def _runner(self, programs: list[Path], flags: tuple[str, ...]) -> Runner:
        bench = self._bench
        if len(programs) == 1:
            return partial(run_case, programs[0], flags, bench.settings)
        pair = Pair(bench.kit.program.broker, *programs)
        return partial(run_brokered, pair, flags, bench.settings)
