"""Grades a class: grades all pending items in parallel, and records every result in the journal."""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

from ..errors import DiskFullError, UsageError
from ..files import append
from ..intake.class_folder import Attempt
from ..marks.journal import Journal
from ..marks.timing import Timing
from ..sandbox import guarded_process
from ..secret.case_seed import CaseSeeds
from ..settings.plan import Item, items_of
from ..settings.settings import Settings
from ..verdict import ItemResult, Verdict
from .examining import Examiner, examined, opened

if TYPE_CHECKING:
    from .slurm import SlurmCluster as Cluster  # slow to load, and rarely needed

JOURNAL_NAME = "private/journal.sqlite"


@dataclass(frozen=True)
class Selection:
    """Which students and items are graded, and whether finished items are graded again."""

    students: set[str] | None = None
    parts: set[str] | None = None
    again: bool = False

    def holds(self, student: str, item: Item) -> bool:
        return (self.students is None or student in self.students) and (
            self.parts is None or item.part.id in self.parts or item.id in self.parts
        )


@dataclass
class Work:
    attempt: Attempt
    items: list[Item]
    students: list[str] = field(default_factory=list)  # those who get the results

    @property
    def results(self) -> int:
        return len(self.items) * len(self.students)


@dataclass
class ClassRun:
    settings: Settings
    examiner: Examiner
    seeds: CaseSeeds
    journal: Journal
    out: Path
    on_event: Callable[[dict[str, Any]], None] = lambda event: None
    _events_lock: threading.Lock = field(default_factory=threading.Lock)
    _stop: threading.Event = field(default_factory=threading.Event)

    def pending(self, attempts: list[Attempt], selection: Selection) -> list[Work]:
        """The items that are not done yet; students who handed in together are graded once. An item
        is done if the journal has a verdict on it for
        exactly these files, these settings and this grader. But if the grader failed on the item,
        or if the item was held or not timed, it is tried again."""
        work: dict[str, Work] = {}
        for attempt in attempts:
            student, partners = attempt.student.id, {one.id for one in attempt.partners}
            known = {} if selection.again else self.journal.newest(student)
            items = []
            for item in items_of(self.settings):
                found = known.get(item.id)
                is_done = (
                    found is not None
                    and found.submission == attempt.submission.digest
                    and found.key == self.key(item)
                    and found.result.verdict not in (Verdict.JE, Verdict.HELD, Verdict.NOT_TIMED)
                )
                if not is_done and any(selection.holds(one, item) for one in {student, *partners}):
                    items.append(item)
            if items:
                one = work.setdefault(attempt.seed_id, Work(attempt, []))
                one.students.append(student)
                one.items += [item for item in items if item not in one.items]
        return list(work.values())

    def key(self, item: Item) -> str:
        """A digest of everything that can change a result, apart from the submission and the
        secret."""
        tested = item.property.model_dump(exclude={"points", "title", "id"})
        about = [self.examiner.digest, self.settings.assignment.id, tested]
        about += [
            one.model_dump()
            for one in (self.settings.secret, self.settings.limits, self.settings.suite)
        ]
        about += [self.settings.speed.how] if item.property.by == "speed" else []
        return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:16]

    def grade(
        self, work: list[Work], what: str, who: str, jobs: int, cluster: Cluster | None = None
    ) -> Timing:
        """Grades the work, and records every result. Ctrl-C stops the run early."""
        started, own = time.monotonic(), time.process_time()
        digest = self.journal.keep_settings(self.settings)
        run = self.journal.begin_run(what, who, self.examiner.digest, digest, self.seeds.secret_id)
        self._emit(run, "begin", students=len(work), items=sum(one.results for one in work))
        if cluster:
            self._grade_on(cluster, run, work, jobs)
        else:
            self._grade_here(run, work, jobs)
        self.journal.end_run(run)
        self._emit(run, "end")
        own_s, wall_s = time.process_time() - own, time.monotonic() - started
        return Timing.of(self.journal.costs(run), own_s, wall_s)

    def _grade_here(self, run: int, work: list[Work], jobs: int) -> None:
        guarded_process.go_on()
        ended: SimpleQueue[Future[None]] = SimpleQueue()
        with ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="grader") as pool:
            try:  # Ctrl-C may come before all submissions are in the pool
                for one in work:
                    pool.submit(self._grade_student, run, one).add_done_callback(ended.put)
                for _ in work:
                    ended.get().result()
            except BaseException:
                self._stop.set()
                guarded_process.stop()
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _grade_on(self, cluster: Cluster, run: int, work: list[Work], jobs: int) -> None:
        pieces = [(one.attempt, one.items) for one in work]
        for number, found in cluster.examine(self.examiner, pieces, jobs):
            for item, result in zip(work[number].items, found.results, strict=True):
                self._record(run, work[number], item, result)
            seconds = (found.compiler_s, found.kernels_s, found.wall_s)
            self._end_student(run, work[number], *seconds)

    def _grade_student(self, run: int, work: Work) -> None:
        started = time.monotonic()
        with opened(partial(self.examiner.open, work.attempt)) as examination:
            for item in work.items:
                if self._stop.is_set():
                    return
                result = examined(examination, item)
                if self._stop.is_set():  # Ctrl-C may have interrupted this item
                    return
                self._record(run, work, item, result)
            compiler_s, kernels_s = examination.compiler_s, examination.kernels_s
        self._end_student(run, work, compiler_s, kernels_s, time.monotonic() - started)

    def _record(self, run: int, work: Work, item: Item, result: ItemResult) -> None:
        for student in work.students:
            digest = work.attempt.submission.digest
            self.journal.record(run, student, digest, self.key(item), result)
            self._log(run, student, result)

    def _end_student(
        self, run: int, work: Work, compiler_s: float, kernels_s: float, wall_s: float
    ) -> None:
        student = work.attempt.student.id
        self.journal.record_cost(run, student, compiler_s, kernels_s, wall_s)
        who, seconds = self.seeds.pseudonym(student), round(wall_s, 2)
        self._emit(run, "student", {"student": student}, who=who, seconds=seconds)

    def _log(self, run: int, student: str, result: ItemResult) -> None:
        who = self.seeds.pseudonym(student)
        self._emit(
            run,
            "item",
            who=who,
            item=result.item,
            verdict=result.verdict.value,
            seconds=round(result.wall_s, 2),
        )
        lines = [
            f"{_now()} run {run} {result.item}: {result.verdict.value} {result.summary}".rstrip()
        ]
        lines += [f"    {line}" for one in result.evidence for line in one.text.splitlines()]
        lines += [f"    {line}" for line in result.trace.splitlines()]
        log = self.out / "private/logs" / f"{who}.log"
        append(log, "\n".join(lines) + "\n")

    def _emit(
        self, run: int, event: str, unwritten: dict[str, str] | None = None, **more: object
    ) -> None:
        """unwritten: texts that are shown at the terminal, but never written to a file."""
        line = {"time": _now(), "run": run, "event": event, **more}
        with self._events_lock:
            append(self.out / "private/events.jsonl", json.dumps(line) + "\n")
            self.on_event({**line, **(unwritten or {})})


@contextmanager
def hold_folder(out: Path) -> Iterator[None]:
    """Locks the folder, because only one grader at a time may work in it. Deletes temporary files
    that an earlier grader left there."""
    try:
        append(out / "private/lock", "")
        held = open(out / "private/lock", "r+")  # noqa: SIM115, closed below
    except OSError as error:
        if DiskFullError.is_cause(error):
            raise DiskFullError(error) from error
        raise UsageError(f"{out}: the results cannot be written there: {error.strerror}") from error
    with held as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"{out}: another grader is at work in this folder; wait for it, or end it"
            ) from None
        shutil.rmtree(out / "private/scratch", ignore_errors=True)
        yield


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds")
