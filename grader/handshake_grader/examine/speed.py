"""How fast is a submission's ld_extension.cu, beside ours?

Theirs and ours run in turn, each time in a process of its own that runs alone, on a graph that was
not there before (sealed.py). This side takes the time, from the key to the fingerprint, so no clock
of the submission's process counts. The graphs are the same for both; the ratio is that of the
median times. Both times hold the opening of the seal and the way of 40 bytes, so the ratio of the
matchings alone is a little farther from 1.

Where the machine does something else meanwhile, nothing is said: NotTimed, and no points are lost.
"""

from __future__ import annotations

import fcntl
import gc
import math
import os
import secrets
import select
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterator

import numpy as np

from ..errors import GraderError
from ..intake.class_folder import Attempt
from ..kit.build import Builder
from ..kit.gpu import Gpu, NoGpu, find_gpu, kit_for, wrap_with_gpu
from ..messages import sentence
from ..sandbox import own_root
from ..sandbox.guarded_process import MEBIBYTE, Limits
from ..sandbox.sandbox import wrap
from ..secret.case_seed import CaseSeeds
from ..secret.graph_recipes import make_graph, parse_recipe
from ..secret.sealed import (
    FINGERPRINT_BYTES,
    KEY_BYTES,
    READY,
    edges_of,
    right_matches,
    seal,
    shuffled,
)
from ..settings.plan import Item
from ..settings.settings import Settings
from ..verdict import Evidence, ItemResult, Verdict
from .extension import COMMAND, GRAPH, PROGRAM, parse_replies

RERUNS = 2  # of a run that failed, on the same graph
MOST_TRIES = 3  # of a measurement that was disturbed
START_S = 60.0  # until a process is ready for the key
MOST_BUSY = 0.25  # share of all processors that others may use
LOOK_S = 0.1
END_S = 5.0  # for a process to end in its own way
ENVIRONMENT = {
    "HANDSHAKE_CPU_THREADS": "1",
    "CUDA_DEVICE_ORDER": "PCI_BUS_ID",  # as nvidia-smi counts
    "CUDA_VISIBLE_DEVICES": "0",
}
RESAMPLES = 2000


class NotTimed(Exception):
    """Why there is no time, for the student; `details` for the course staff."""

    def __init__(self, reason: str, details: tuple[str, ...] = ()):
        super().__init__(reason)
        self.details = details


class _Disturbed(Exception):
    pass


@dataclass(frozen=True)
class Run:
    """One run: its time, or what it failed with."""

    seconds: float = math.inf
    verdict: Verdict = Verdict.OK
    summary: str = ""


@dataclass(frozen=True)
class Input:
    file: Path
    key: bytes
    expected: list[int]


@dataclass
class Place:
    """Where is measured: CUDA on the CPU, or the GPU."""

    name: str
    builder: Builder
    wrap: Callable[..., list[str]]
    gpu: Gpu | None = None
    busy: list[float] = field(default_factory=list)

    def look(self) -> None:
        """Before every pair of runs, while nothing of ours runs."""
        self.busy.append(busy_share(LOOK_S))
        if self.gpu:
            if self.gpu.others():
                raise _Disturbed(sentence("gpu_is_used"))
            if reason := self.gpu.throttled():
                raise _Disturbed(sentence("gpu_is_slow", reason=reason))

    def require_quiet(self) -> None:
        share = sum(self.busy) / len(self.busy)
        if share > MOST_BUSY:
            raise _Disturbed(sentence("machine_is_used", percent=f"{100 * share:.0f}"))


@dataclass
class SpeedTrial:
    settings: Settings
    seeds: CaseSeeds
    attempt: Attempt
    builder: Builder
    folder: Path

    def result(self, item: Item) -> ItemResult:
        with _alone(self.builder.kit.root):
            place = self._place()
            ours, theirs = self._programs(place)
            if isinstance(theirs, str):
                lines = tuple(Evidence(line) for line in theirs.splitlines()[:12])
                return ItemResult(item.id, Verdict.NO_BUILD, evidence=lines)
            reasons: list[str] = []
            for _ in range(MOST_TRIES):
                place.busy.clear()
                try:
                    return self._measured(item, place, ours, theirs)
                except _Disturbed as reason:
                    reasons.append(str(reason))
                except NoGpu as reason:
                    raise NotTimed(str(reason)) from reason
            raise NotTimed(sentence("disturbed", reason=reasons[-1]), tuple(reasons))

    def _place(self) -> Place:
        if own_root.is_used():
            raise NotTimed(sentence("no_time_in_container"))
        if self.settings.speed.on == "cpu":
            return Place(sentence("on_cpu"), self.builder, wrap)
        try:
            gpu = find_gpu()
            kit = kit_for(self.builder.kit, gpu)
        except NoGpu as reason:
            raise NotTimed(str(reason)) from reason
        except GraderError as error:
            raise NotTimed(sentence("ours_not_built"), (str(error),)) from error
        builder = Builder(kit, self.settings, self.attempt.submission, self.folder / "gpu")
        return Place(gpu.name, builder, wrap_with_gpu, gpu)

    def _programs(self, place: Place) -> tuple[Path, Path | str]:
        """Ours and theirs; for theirs what the compiler says, when it does not build."""
        try:
            ours, theirs = place.builder.our_extension(), place.builder.extension()
        except GraderError as error:
            raise NotTimed(sentence("ours_not_built"), (str(error),)) from error
        if ours.file is None:
            raise NotTimed(sentence("ours_not_built"), (ours.log,))
        return ours.file, theirs.file or theirs.log

    # ---- the whole measurement

    def _measured(self, item: Item, place: Place, ours: Path, theirs: Path) -> ItemResult:
        speed = self.settings.speed
        times = np.empty((2, len(speed.graphs), speed.repetitions))
        for at, recipe in enumerate(speed.graphs):
            limit_s = self.settings.limits.floor_s
            for repetition, made in enumerate(self._inputs(at, recipe)):
                place.look()
                # Theirs first: what our answer leaves in the GPU's memory is for nobody. Only the
                # graph that is not counted shows first whether our own runs here at all.
                programs = [(1, theirs), (0, ours)]
                for who, program in programs if repetition > 0 else programs[::-1]:
                    run = self._run(place, program, made, limit_s)
                    if run.verdict is not Verdict.OK:
                        return self._failed(item, place, who, program, made, limit_s, run)
                    if repetition > 0:  # the first one warms up
                        times[who, at, repetition - 1] = run.seconds
                    if who == 0:
                        limit_s = max(limit_s, 4 * speed.zero_at * run.seconds)
        place.require_quiet()
        require_steady(times, speed.most_spread)
        return self._timed(item, place, times)

    def _inputs(self, at: int, recipe: str) -> Iterator[Input]:
        student = self.attempt.student.id
        seed = self.seeds.seed(student, f"speed {at}: {recipe}")
        edges = edges_of(make_graph(parse_recipe(recipe), seed))
        file = self.folder / "speed_graph"
        for repetition in range(self.settings.speed.repetitions + 1):
            fresh = shuffled(edges, self.seeds.seed(student, f"speed {at}.{repetition}: {recipe}"))
            key = secrets.token_bytes(KEY_BYTES)
            file.write_bytes(seal(fresh, key))
            yield Input(file, key, right_matches(fresh).tolist())

    def _failed(
        self, item: Item, place: Place, who: int, program: Path, made: Input, limit_s, run: Run
    ) -> ItemResult:
        if who == 0:
            raise NotTimed(sentence("ours_not_run", place=place.name), (run.summary,))
        again = [self._run(place, program, made, limit_s).verdict for _ in range(RERUNS)]
        verdict = Verdict.FLAKY if Verdict.OK in again else run.verdict
        values = {"check": "extension", "limit": f"{limit_s:.0f} s"}
        return ItemResult(item.id, verdict, run.summary, values=values)

    def _timed(self, item: Item, place: Place, times: np.ndarray) -> ItemResult:
        ratio, low, high = compare(times)
        said = sentence(
            "speed_measured",
            ratio=f"{ratio:.2f}",
            low=f"{low:.2f}",
            high=f"{high:.2f}",
            place=place.name,
        )
        lines = []
        for at, recipe in enumerate(self.settings.speed.graphs):
            ours, theirs = 1000 * np.median(times[:, at], axis=1)
            medians = {"theirs": f"{theirs:.3f}", "ours": f"{ours:.3f}"}
            lines.append(Evidence(sentence("speed_medians", recipe=recipe, **medians)))
            each = (" ".join(f"{1000 * one:.3f}" for one in row) for row in times[:, at])
            told = sentence("speed_times", recipe=recipe, ours=next(each), theirs=next(each))
            lines.append(Evidence(told, secret=True))
        if place.gpu:
            lines.append(Evidence(sentence("speed_gpu", state=place.gpu.state()), secret=True))
        runs = 2 * times[0].size
        return ItemResult(
            item.id, Verdict.OK, said, tuple(lines), {"ratio": f"{ratio:.4f}"}, runs
        )

    # ---- one run

    def _run(self, place: Place, program: Path, made: Input, limit_s: float) -> Run:
        limits = Limits(
            cpu_s=START_S + limit_s, memory_bytes=self.settings.limits.memory_mib * MEBIBYTE
        )
        given = {GRAPH: made.file, PROGRAM: program}
        command = place.wrap(COMMAND, given, limits, ENVIRONMENT)
        with tempfile.TemporaryFile() as said, _started(command, said) as process:
            try:
                if _read(process, len(READY), START_S) != READY:
                    raise EOFError
                seconds, stop = _exchange(process, made.key, limit_s)
                rest = _read(process, 4 * len(made.expected), limit_s)
            except TimeoutError:
                return Run(verdict=Verdict.SLOW, summary=sentence("run_without_end"))
            except (EOFError, BrokenPipeError):
                process.wait(START_S)
                said.seek(0)
                words = said.read(400).decode("utf-8", errors="replace").strip()
                ended = sentence("run_exit_code", code=process.returncode)
                return Run(verdict=Verdict.CRASH, summary=f"{ended} {words}".strip())
        matches = parse_replies(made.key, stop + rest, len(made.expected))
        if isinstance(matches, str):
            return Run(verdict=Verdict.WRONG, summary=sentence("run_bad_output", reason=matches))
        if matches != made.expected:
            return Run(verdict=Verdict.WRONG, summary=sentence("matching_wrong"))
        return Run(seconds)


@contextmanager
def _started(command: list[str], said) -> Iterator[subprocess.Popen]:
    """The process is gone when this ends: nothing of it runs beside the next one."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=said,
        env={},
        bufsize=0,
        start_new_session=True,
    )
    try:
        yield process
        with suppress(subprocess.TimeoutExpired):
            process.wait(END_S)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()


def _exchange(process: subprocess.Popen, key: bytes, limit_s: float) -> tuple[float, bytes]:
    gc.disable()  # our own pauses are nobody's time
    try:
        started = time.perf_counter()
        process.stdin.write(key)
        stop = _read(process, FINGERPRINT_BYTES, limit_s)
        return time.perf_counter() - started, stop
    finally:
        gc.enable()


def _read(process: subprocess.Popen, size: int, limit_s: float) -> bytes:
    deadline, data = time.monotonic() + limit_s, b""
    while len(data) < size:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            raise TimeoutError
        got = os.read(process.stdout.fileno(), size - len(data))
        if not got:
            raise EOFError
        data += got
    return data


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """One measurement at a time on this machine."""
    folder = root / "build/grader"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "speed.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


# ---- what the times say


def compare(times: np.ndarray) -> tuple[float, float, float]:
    """times[0] ours, times[1] theirs; by graph and repetition. The ratio of the medians (over
    several graphs its geometric mean), and the 95 % interval of the bootstrap."""
    chance = np.random.default_rng(1)
    repetitions = times.shape[2]
    drawn = chance.integers(repetitions, size=(RESAMPLES, repetitions))
    resampled = np.median(times[:, :, drawn], axis=3)  # who, graph, resample
    ratios = np.exp(np.mean(np.log(resampled[1] / resampled[0]), axis=0))
    medians = np.median(times, axis=2)
    low, high = np.percentile(ratios, [2.5, 97.5])
    return float(np.exp(np.mean(np.log(medians[1] / medians[0])))), float(low), float(high)


def require_steady(times: np.ndarray, most: float) -> None:
    """The middle half of our own times on a graph is at most `most` of their median wide, and half
    of the interval at most `most` of the ratio."""
    low, middle, high = np.percentile(times[0], [25, 50, 75], axis=1)
    spread = float(np.max((high - low) / middle))
    ratio, low, high = compare(times)
    if (high - low) / 2 > most * ratio:
        raise _Disturbed(sentence("wide_interval", low=f"{low:.2f}", high=f"{high:.2f}"))
    if spread > most:
        raise _Disturbed(sentence("unsteady", percent=f"{100 * spread:.0f}"))


def busy_share(seconds: float) -> float:
    """Of all processors, over the next moment."""
    before = _processor_times()
    time.sleep(seconds)
    idle, total = (now - then for now, then in zip(_processor_times(), before))
    return 1 - idle / total if total > 0 else 0.0


def _processor_times() -> tuple[int, int]:
    """Idle and all ticks since the machine started."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)
