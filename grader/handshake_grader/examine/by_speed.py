"""Items with by = "speed": if ld_extension.cu is right, compares its speed with ours."""

from __future__ import annotations

from ..messages import sentence
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Verdict
from .bench import Bench
from .by_extension import ByExtension
from .speed_trial import NotTimed, SpeedTrial


class BySpeed:
    def __init__(self, bench: Bench, by_extension: ByExtension):
        self._bench, self._by_extension = bench, by_extension

    def examine(self, item: Item) -> ItemResult:
        right = self._by_extension.examine(item)
        if right.verdict.needs_human or right.verdict is Verdict.NOT_STARTED:
            return right
        if right.verdict is not Verdict.OK:
            needs = {"needs": sentence("right_first")}
            return ItemResult(item.id, Verdict.NOT_CHECKED, values=needs)
        try:
            return SpeedTrial(self._bench).result(item)
        except NotTimed as reason:
            details = tuple(Evidence(line, secret=True) for line in reason.details)
            why = sentence("not_timed", reason=reason)
            return ItemResult(item.id, Verdict.NOT_TIMED, why, details)
