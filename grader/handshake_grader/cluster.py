"""The same run on the machines of a Slurm cluster, one job a student.

A job examines one submission where it lands, in the same sandbox, and hands its results back; only
the process that a person started writes the journal. The tree and the --out folder must be the same
on all machines. A job that is lost makes its items ungraded, as every other fault of ours does.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Iterator

import submitit

from .doctor import examine_machine
from .errors import GraderError, UsageError
from .examine import KitExaminer
from .intake import Attempt
from .plan import Item
from .verdict import Evidence, ItemResult, Verdict

POLL_SECONDS = 0.5
LOST_SECONDS = 30  # a job that left the queue has so long until its results are seen


@dataclass(frozen=True)
class Examined:
    """What was found out about one student."""

    results: tuple[ItemResult, ...]
    compiler_s: float = 0.0
    kernels_s: float = 0.0
    wall_s: float = 0.0


def examine_on_node(examiner: KitExaminer, attempt: Attempt, items: list[Item]) -> Examined:
    """What a job does. Its files lie on the node's own disk."""
    started = time.monotonic()
    scratch = Path(tempfile.mkdtemp(prefix="handshake."))
    try:
        checks = examine_machine(examiner.kit.root, scratch, examiner.settings)
        missing = [f"{one.name}: {one.detail}" for one in checks if one.needed and not one.ok]
        if missing:
            raise GraderError("this machine can not grade: " + "; ".join(missing))
        with replace(examiner, scratch=scratch).open(attempt) as examination:
            results = tuple(examination.examine(item) for item in items)
        seconds = time.monotonic() - started
        return Examined(results, examination.compiler_s, examination.kernels_s, seconds)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


class SlurmCluster:
    """Examines submissions by Slurm jobs. `words` are options of sbatch, such as partition=gpu."""

    def __init__(self, folder: Path, words: str, limit_minutes: int = 60):
        if shutil.which("sbatch") is None:
            raise UsageError("--slurm: sbatch is not on the PATH; is this a machine of a cluster?")
        self._folder = folder
        self._options = {"time": limit_minutes, "cpus_per_task": 1, **_options(words)}

    def examine(
        self, examiner: KitExaminer, work: list[tuple[Attempt, list[Item]]], jobs: int
    ) -> Iterator[tuple[int, Examined]]:
        """The number of each piece of work, and what came out, in the order in which they end."""
        self._folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        executor = submitit.SlurmExecutor(folder=self._folder / "%j", max_num_timeout=0)
        executor.update_parameters(
            job_name="handshake-grade", array_parallelism=jobs, **self._options
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

    def _submit(self, executor, examiner: KitExaminer, work: list) -> list[submitit.Job]:
        attempts, items = zip(*work)
        try:
            return executor.map_array(
                examine_on_node, [examiner] * len(work), list(attempts), list(items)
            )
        except (submitit.core.utils.FailedJobError, OSError) as error:
            raise GraderError(f"--slurm: sbatch did not take the jobs: {error}") from error

    def _finished(self, running: dict[int, submitit.Job], work: list) -> Iterator:
        for number, job in list(running.items()):
            examined = self._result(job)
            if examined is not None:
                del running[number]
                items = work[number][1]
                yield number, examined if isinstance(examined, Examined) else _failed(items, examined)

    def _result(self, job: submitit.Job) -> Examined | str | None:
        """What the job found out, or why it did not, or nothing as long as it runs."""
        if not job.done() and not _is_lost(job):
            return None
        try:
            return job.result()
        except Exception as error:  # of whatever kind the job ended with, or submitit's own
            return f"Slurm job {job.job_id} on its node: {str(error).strip()[-2000:]}"


def _failed(items: list[Item], why: str) -> Examined:
    evidence = (Evidence(why, secret=True),)
    return Examined(tuple(ItemResult(item.id, Verdict.JE, evidence=evidence) for item in items))


def _is_lost(job: submitit.Job) -> bool:
    """Gone from the queue for a while, and no result: submitit notices only with accounting on."""
    now = time.monotonic()
    if now < getattr(job, "_looked_at", 0.0) + LOST_SECONDS / 3:
        return False
    job._looked_at = now
    found = subprocess.run(
        ["squeue", "--noheader", "--jobs", job.job_id], capture_output=True, text=True
    )
    if found.stdout.strip():
        job._gone_since = now
    return now - getattr(job, "_gone_since", now) > LOST_SECONDS


def _options(words: str) -> dict[str, str]:
    options = {}
    for word in filter(None, words.split(",")):
        name, equals, value = word.partition("=")
        if not equals or not name.replace("-", "_").isidentifier():
            raise UsageError(f"--slurm: {word!r} is not OPTION=VALUE, such as partition=cpu")
        options[name.replace("-", "_")] = value
    return options
