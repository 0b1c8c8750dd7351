"""Checks a part of onewaywrapper.cu a second time, with the device in another process. This is
done only if the suite found the part right.

In the suite's runner, host code could change the records about itself, because both are in the same
process.
"""

from __future__ import annotations

from dataclasses import replace

from skeleton import given_code

from ..kit.build import Built
from ..messages import sentence
from ..secret.graph_recipes import make_graph, parse_recipe
from ..verdict import Evidence, Verdict
from .bench import Bench
from .brokered_run import Pair, run_brokered
from .secret_runs import RunOutcome, put_graph

# The graph for -extra is large. Even in the shortest encoding, the strongest neighbors of all nodes
# take more bits than host code may send to its device in one pass (broker/audit.cpp).
# Few weights are equal and none is negative: a mistake in a rule about such weights costs only the
# points for this rule.
# With -extra, there is a thread for each element, for the same reason.
RECIPES = {"memory": "ties 200 600", "extra": "wide 4000 16000"}
THREADS = {"memory": 256, "extra": 32768}
FLOORS = 4  # the time limit is this multiple of floor_s, because the graph of `extra` is large
FLAGS: dict[str, tuple[str, ...]] = {"memory": (), "extra": ("-extra",)}


class Confirmation:
    def __init__(self, bench: Bench):
        self._bench = bench
        self._outcomes: dict[str, RunOutcome] = {}

    def build(self, part: str) -> Built:
        """The submission's host code, linked into match, without the code of the suite's runner."""
        return self._bench.builder.host(self._own(part))

    def _own(self, part: str) -> frozenset[str]:
        return frozenset(self._bench.kit.lab.parts[part])

    def objection(self, part: str) -> RunOutcome | None:
        """Runs host code in its own process. Returns the outcome if it shows a fault, otherwise
        None. A failed run is returned only if its result is forged, or if the part is `extra`. For
        the part `memory`, other examinations judge a failed run."""
        if part not in self._outcomes:
            self._outcomes[part] = self._run(part)
        outcome = self._outcomes[part]
        if outcome.is_forged:
            return outcome
        # In the suite's runner, a kernel of extra.cu could read data that host code left for this
        # kernel. Here, the device is in another process, so this is impossible. A run that fails
        # (for example, because it does not end) does not show that step 1 of extra.cu runs on the
        # device.
        if part == "extra" and outcome.verdict is not Verdict.OK:
            return outcome
        left = outcome.left - self._forgiven(part)
        if outcome.verdict is not Verdict.OK or left <= 0:
            return None
        count = Evidence(sentence("arrays_left", count=outcome.left), secret=True)
        said = sentence("memory_left")
        return replace(
            outcome, verdict=Verdict.MEMORY, summary=said, evidence=(count,), is_leak=True
        )

    def _run(self, part: str) -> RunOutcome:
        bench, builder = self._bench, self._bench.builder
        recipe, seed = RECIPES[part], bench.seeds.seed(bench.student, f"confirm {part}")
        graph = make_graph(parse_recipe(recipe), seed)
        put = put_graph(graph, bench.folder / f"confirm_{part}.mtx")
        limit_s = FLOORS * bench.settings.limits.floor_s
        case = put.case(recipe, THREADS[part], "forward", limit_s, 0.0)
        programs = builder.host(self._own(part)).made(), builder.device(self._own(part)).made()
        pair = Pair(bench.kit.program.broker, *programs)
        outcome = run_brokered(pair, FLAGS[part], bench.settings, case)
        bench.kernels_s += outcome.result.wall_s
        return outcome

    def _forgiven(self, part: str) -> int:
        """How many arrays may stay allocated. Of the extra credit: those that stay allocated
        without -extra, too. Otherwise: one if the given code is from an earlier year, because that
        code leaks an array."""
        if part == "extra":
            self.objection("memory")
            return self._outcomes["memory"].left
        host = self._bench.kit.lab.host
        theirs = self._bench.submission.files[host].decode("utf-8", errors="replace")
        return int(given_code(theirs) != given_code((self._bench.kit.root / host).read_text()))
