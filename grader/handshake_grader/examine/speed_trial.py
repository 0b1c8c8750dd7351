"""Measures how fast a submission's ld_extension.cu is, compared with ours.

The submission and our extension run alternately, each time in a new process that runs alone. For
each pair of runs, a new graph is encrypted, and both programs get it (sealed.py). The grader itself
measures the time, from sending the key of the graph until it gets the fingerprint of the matching.
So clocks in the submission's process have no effect. The result is the ratio of the median times.
Both times include the decryption of the graph, and the transfer of the key and the fingerprint (40
bytes). So this ratio is a little closer to 1 than the ratio of the times for the matchings alone.

If the machine does other work at the same time, the result is NotTimed, and no points are lost.
"""

from __future__ import annotations

import fcntl
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from ..errors import GraderError
from ..kit.build import Builder
from ..kit.gpu import Gpu, NoGpu, find_gpu, kit_for, wrap_with_gpu
from ..messages import sentence
from ..sandbox import own_root
from ..sandbox.sandbox import wrap
from ..secret.graph_recipes import make_graph, parse_recipe
from ..secret.sealed import KEY_BYTES, edges_of, right_matches, seal, shuffled
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Verdict
from .bench import MOST_LOG_LINES, Bench
from .case_runs import RUNS, disagreement
from .steady import Disturbed, Times, busy_share, compare, require_steady
from .timed_run import Input, Run, timed_run

MOST_TRIES = 3  # measurements in total, if each of them is disturbed
MOST_BUSY = 0.25  # share of all processors that other programs may use
LOOK_S = 0.1


class NotTimed(Exception):
    """No time was measured: `reason` is for the student, `details` for the course staff."""

    def __init__(self, reason: str, details: tuple[str, ...] = ()):
        super().__init__(reason)
        self.details = details


@dataclass
class Place:
    """Where the times are measured: CUDA on the CPU, or the GPU."""

    name: str
    builder: Builder
    wrap: Callable[..., list[str]]
    gpu: Gpu | None = None
    busy: list[float] = field(default_factory=list)

    def look(self) -> None:
        """Inspects the machine before every pair of runs, while no program of the grader runs."""
        self.busy.append(busy_share(LOOK_S))
        if self.gpu:
            if self.gpu.others():
                raise Disturbed(sentence("gpu_is_used"))
            if reason := self.gpu.throttled():
                raise Disturbed(sentence("gpu_is_slow", reason=reason))

    def require_quiet(self) -> None:
        share = sum(self.busy) / len(self.busy)
        if share > MOST_BUSY:
            raise Disturbed(sentence("machine_is_used", percent=f"{100 * share:.0f}"))


class SpeedTrial:
    def __init__(self, bench: Bench):
        self._bench, self._settings = bench, bench.settings

    def result(self, item: Item) -> ItemResult:
        with _alone(self._bench.kit.root):
            place = self._place()
            ours, theirs = self._programs(place)
            if isinstance(theirs, str):
                lines = tuple(Evidence(line) for line in theirs.splitlines()[:MOST_LOG_LINES])
                return ItemResult(item.id, Verdict.NO_BUILD, evidence=lines)
            reasons: list[str] = []
            for _ in range(MOST_TRIES):
                place.busy.clear()
                try:
                    return self._measured(item, place, ours, theirs)
                except Disturbed as reason:
                    reasons.append(str(reason))
                except NoGpu as reason:
                    raise NotTimed(str(reason)) from reason
            raise NotTimed(sentence("disturbed", reason=reasons[-1]), tuple(reasons))

    def _place(self) -> Place:
        if own_root.is_used():
            raise NotTimed(sentence("no_time_in_container"))
        if self._settings.speed.on == "cpu":
            return Place(sentence("on_cpu"), self._bench.builder, wrap)
        try:
            gpu = find_gpu()
            kit = kit_for(self._bench.kit, gpu)
        except NoGpu as reason:
            raise NotTimed(str(reason)) from reason
        except GraderError as error:
            raise NotTimed(sentence("ours_not_built"), (str(error),)) from error
        builder = Builder(kit, self._settings, self._bench.submission, self._bench.folder / "gpu")
        return Place(gpu.name, builder, wrap_with_gpu, gpu)

    def _programs(self, place: Place) -> tuple[Path, Path | str]:
        """Our program, and the submission's program. If the submission does not build, the
        second value is the compiler's messages."""
        try:
            ours, theirs = place.builder.our_extension(), place.builder.extension()
        except GraderError as error:
            raise NotTimed(sentence("ours_not_built"), (str(error),)) from error
        if ours.file is None:
            raise NotTimed(sentence("ours_not_built"), (ours.log,))
        return ours.file, theirs.file or theirs.log

    # ---- the whole measurement

    def _measured(self, item: Item, place: Place, ours: Path, theirs: Path) -> ItemResult:
        speed, limits = self._settings.speed, self._settings.limits
        times = np.empty((2, len(speed.graphs), speed.repetitions))
        for at, recipe in enumerate(speed.graphs):
            limit_s = limits.floor_s
            for repetition, made in enumerate(self._inputs(at, recipe)):
                place.look()
                # The submission runs first, so that it cannot read what our extension leaves in
                # the GPU's memory. In the first repetition, which does not count, our extension
                # runs first, to show whether it runs on this machine at all.
                programs = [(1, theirs), (0, ours)]
                for who, program in programs if repetition > 0 else programs[::-1]:
                    once = partial(timed_run, place.wrap, program, made, limit_s, limits.memory_mib)
                    run = once()
                    if run.verdict is not Verdict.OK and who == 0:
                        reason = sentence("ours_not_run", place=place.name)
                        raise NotTimed(reason, (run.summary, *run.seen))
                    if run.verdict is not Verdict.OK:
                        return _failed(item, limit_s, run, [once() for _ in range(RUNS - 1)])
                    if repetition > 0:  # the first repetition only warms up
                        times[who, at, repetition - 1] = run.seconds
                    if who == 0:
                        limit_s = max(limit_s, 4 * speed.zero_at * run.seconds)
        place.require_quiet()
        require_steady(times, speed.most_spread)
        return self._timed(item, place, times)

    def _inputs(self, at: int, recipe: str) -> Iterator[Input]:
        seed = partial(self._bench.seeds.seed, self._bench.student)
        edges = edges_of(make_graph(parse_recipe(recipe), seed(f"speed {at}: {recipe}")))
        file = self._bench.folder / "speed_graph"
        for repetition in range(self._settings.speed.repetitions + 1):
            fresh = shuffled(edges, seed(f"speed {at}.{repetition}: {recipe}"))
            key = secrets.token_bytes(KEY_BYTES)
            file.write_bytes(seal(fresh, key))
            yield Input(file, key, right_matches(fresh).tolist())

    def _timed(self, item: Item, place: Place, times: Times) -> ItemResult:
        ratio, low, high = compare(times)
        said = sentence(
            "speed_measured",
            ratio=f"{ratio:.2f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
            place=place.name,
        )
        lines = []
        for at, recipe in enumerate(self._settings.speed.graphs):
            ours, theirs = 1000 * np.median(times[:, at], axis=1)
            medians = {"theirs": f"{theirs:.3f}", "ours": f"{ours:.3f}"}
            lines.append(Evidence(sentence("speed_medians", recipe=recipe, **medians)))
            each = (" ".join(f"{1000 * one:.3f}" for one in row) for row in times[:, at])
            told = sentence("speed_times", recipe=recipe, ours=next(each), theirs=next(each))
            lines.append(Evidence(told, secret=True))
        if place.gpu:
            lines.append(Evidence(sentence("speed_gpu", state=place.gpu.state()), secret=True))
        runs = 2 * times[0].size
        return ItemResult(item.id, Verdict.OK, said, tuple(lines), {"ratio": f"{ratio:.4f}"}, runs)


def _failed(item: Item, limit_s: float, run: Run, again: list[Run]) -> ItemResult:
    verdicts = [one.verdict for one in (run, *again)]
    is_flaky = Verdict.OK in verdicts
    if is_flaky and run.verdict is Verdict.SLOW:  # wall time: another program may be the cause
        raise Disturbed(disagreement(verdicts))
    verdict = Verdict.FLAKY if is_flaky else run.verdict
    values = {"check": "extension", "limit": f"{limit_s:.0f} s"}
    seen = tuple(Evidence(line, secret=True) for line in run.seen)
    return ItemResult(item.id, verdict, run.summary, seen, values)


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """Only one measurement with this kit may run at a time."""
    folder = root / "build/grader"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "speed.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
