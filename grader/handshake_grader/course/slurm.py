"""Runs submissions of a class run (class_run.py) on a Slurm cluster, with one job per student.

A job examines one submission on one machine, in the same sandbox as without Slurm, and returns the
results. The journal is written only by the process that a person started. All machines must share
the tree and the --out folder. If a job is lost, its items stay ungraded, as after every other fault
of the grader.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import submitit

from ..errors import GraderError, UsageError
from ..intake.class_folder import Attempt
from ..settings.plan import Item
from ..verdict import ItemResult
from .examining import Examiner, examined, failed, opened

POLL_SECONDS = 1
LOST_SECONDS = 30  # a job that left the queue must write its results within this time


Piece = tuple[Attempt, list[Item]]


@dataclass(frozen=True)
class Examined:
    """The results of one student."""

    results: tuple[ItemResult, ...]
    compiler_s: float = 0.0
    kernels_s: float = 0.0
    wall_s: float = 0.0


Job = submitit.Job[Examined]


def examine_on_node(examiner: Examiner, attempt: Attempt, items: list[Item]) -> Examined:
    """Does the work of a job, with temporary files on the machine's own disk."""
    started = time.monotonic()
    scratch = Path(tempfile.mkdtemp(prefix="handshake."))
    try:
        with opened(lambda: examiner.on_this_machine(scratch).open(attempt)) as examination:
            results = tuple(examined(examination, item) for item in items)
        seconds = time.monotonic() - started
        return Examined(results, examination.compiler_s, examination.kernels_s, seconds)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


class SlurmCluster:
    """Examines submissions in Slurm jobs. `words` are options of sbatch, such as partition=gpu."""

    def __init__(self, folder: Path, words: str, lost_seconds: float = LOST_SECONDS):
        if shutil.which("sbatch") is None:
            raise UsageError("--slurm: sbatch is not on the PATH; is this a machine of a cluster?")
        self._folder, self._lost_seconds = folder, lost_seconds
        self._options = _options(words)
        self._minutes = self._options.pop("time", "60")  # for each submission
        self._gone_since: dict[str, float] = {}  # when each job left the queue

    def examine(
        self, examiner: Examiner, work: list[Piece], jobs: int
    ) -> Iterator[tuple[int, Examined]]:
        """For each piece of work, yields its number and its result, in the order in which the jobs
        end."""
        self._folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        executor = submitit.SlurmExecutor(folder=self._folder / "%j", max_num_timeout=0)
        package = str(Path(__file__).resolve().parents[2])
        executor.update_parameters(
            job_name="handshake-grade",
            array_parallelism=jobs,
            time=self._minutes,
            cpus_per_task=1,
            setup=[f"export PYTHONPATH={shlex.quote(package)}${{PYTHONPATH:+:$PYTHONPATH}}"],
            additional_parameters=self._options,
        )
        try:
            running = dict(enumerate(self._submit(executor, examiner, work)))
            try:
                while running:
                    yield from self._finished(running, work)
                    time.sleep(POLL_SECONDS)
            finally:
                for job in running.values():
                    job.cancel()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)  # it holds submissions and the secret

    def _submit(
        self, executor: submitit.SlurmExecutor, examiner: Examiner, work: list[Piece]
    ) -> list[Job]:
        attempts, items = [one[0] for one in work], [one[1] for one in work]
        try:
            jobs: list[Job] = executor.map_array(
                examine_on_node, [examiner] * len(work), attempts, items
            )
            return jobs
        except (submitit.core.utils.FailedJobError, OSError) as error:
            raise GraderError(f"--slurm: sbatch did not accept the jobs: {error}") from error

    def _finished(
        self, running: dict[int, Job], work: list[Piece]
    ) -> Iterator[tuple[int, Examined]]:
        for number, job in list(running.items()):
            found = self._result(job)
            if isinstance(found, GraderError):
                found = Examined(tuple(failed(item, found) for item in work[number][1]))
            if found is not None:
                del running[number]
                yield number, found

    def _result(self, job: Job) -> Examined | GraderError | None:
        """The result of the job, or why it has no result; None while the job is running."""
        # job.done() is not used, because it calls sacct, and logs a warning if accounting is off.
        if not job.paths.result_pickle.exists():
            if not self._is_lost(job.job_id):
                return None
            said = (job.stderr() or "")[-2000:]
            return GraderError(f"Slurm job {job.job_id} ended without results: {said}")
        try:
            return job.result()
        except Exception as error:  # any exception from the job or from submitit
            fault = GraderError(f"Slurm job {job.job_id} ended with {type(error).__name__}")
            fault.__cause__ = error  # the text of `error` holds the job's traceback
            return fault

    def _is_lost(self, job: str) -> bool:
        """Whether the job left the queue more than `lost_seconds` ago."""
        queue = subprocess.run(["squeue", "--noheader", "--jobs", job], capture_output=True)
        if queue.stdout.strip():
            self._gone_since.pop(job, None)
            return False
        since = self._gone_since.setdefault(job, time.monotonic())
        return time.monotonic() - since > self._lost_seconds


def _options(words: str) -> dict[str, str]:
    options = {}
    for word in filter(None, words.split(",")):
        name, equals, value = word.partition("=")
        if not equals or not name.replace("-", "_").isidentifier():
            raise UsageError(f"--slurm: {word!r} is not OPTION=VALUE, such as partition=cpu")
        options[name.replace("-", "_")] = value
    return options
