"""Items with by = "extension": runs the submission's ld_extension.cu on encrypted secret graphs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from ..settings.plan import Item
from ..verdict import ItemResult
from .bench import Bench
from .case_runs import run_cases
from .sealed_runs import run_sealed, sealed_cases


class ByExtension:
    def __init__(self, bench: Bench):
        self._bench = bench
        self._result: ItemResult | None = None

    def examine(self, item: Item) -> ItemResult:
        """Examines the extension only once, because items with `by = "speed"` need the same
        result."""
        if self._result is None:
            self._result = self._examine(item)
        return replace(self._result, item=item.id)

    def _examine(self, item: Item) -> ItemResult:
        bench, paths = self._bench, list(self._bench.kit.lab.optional)
        obstacle = bench.obstacle(item, paths, bench.builder.extension)
        if obstacle:
            return obstacle
        run = partial(run_sealed, bench.builder.extension().made(), bench.settings)
        return bench.labeled(item, paths, run_cases(bench, item, sealed_cases(bench), run))
