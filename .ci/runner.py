"""Runs the steps of a table, three at a time, and writes the output of each into its own file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from counts import Counts, count

# How many steps run at the same time. One step alone would leave processors idle, because many
# tests only wait: for files, for time limits, or for the last test of a step.
AT_ONCE = 3


@dataclass
class Step:
    name: str
    script: str  # for bash; a script that runs many tests writes JUnit's XML to $REPORT
    needs: str = ""  # names of the steps that must pass first
    report: str = ""  # the path of the XML, if it is not in build/test
    alone: bool = False  # whether no other step may run at the same time
    state: str = "waits"  # later "runs", and at the end "passed", "failed" or "not run"
    began: float = 0.0
    seconds: float = 0.0
    process: subprocess.Popen | None = None
    counts: Counts = field(default_factory=Counts)


class Runner:
    def __init__(self, steps: Iterable[Step], folder: Path, environment: dict[str, str]):
        self.steps = list(steps)
        self.folder = folder  # for logs and reports
        self.environment = environment
        self.began = time.monotonic()

    def run(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that `finally` is reached
        try:
            while self.those("waits", "runs"):
                self._start_what_is_ready()
                if self.those("runs"):
                    self._end_one()
        finally:
            for step in self.those("runs"):
                os.killpg(step.process.pid, signal.SIGTERM)

    def those(self, *states: str) -> list[Step]:
        return [step for step in self.steps if step.state in states]

    def log(self, step: Step) -> Path:
        return self.folder / f"{step.name}.log"

    def report(self, step: Step) -> Path:
        return Path(step.report).resolve() if step.report else self.folder / f"{step.name}.xml"

    def clock(self) -> str:
        minutes, seconds = divmod(int(time.monotonic() - self.began), 60)
        return f"{minutes}:{seconds:02}"

    def _start_what_is_ready(self) -> None:
        for step in self.those("waits"):
            states = [other.state for other in self.steps if other.name in step.needs.split()]
            if "failed" in states or "not run" in states:
                step.state = "not run"
                self._tell(step, f"it needs {step.needs}")
            elif set(states) <= {"passed"} and self._has_room(step):
                self._start(step)

    def _has_room(self, step: Step) -> bool:
        running = self.those("runs")
        if step.alone or any(one.alone for one in running):
            return not running
        return len(running) < AT_ONCE

    def _start(self, step: Step) -> None:
        step.state, step.began = "runs", time.monotonic()
        with open(self.log(step), "w") as log:
            step.process = subprocess.Popen(
                ["bash", "-euo", "pipefail", "-c", step.script],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**self.environment, "REPORT": str(self.report(step))},
                start_new_session=True,
            )

    def _end_one(self) -> None:
        ended, status, used = os.wait3(0)
        step = next(step for step in self.those("runs") if step.process.pid == ended)
        has_passed = status == 0
        step.process.returncode = os.waitstatus_to_exitcode(status)
        step.state = "passed" if has_passed else "failed"
        report = self.report(step)
        step.counts = count(report) if report.is_file() else Counts(passed=int(has_passed))
        if not has_passed:
            step.counts.failed = max(step.counts.failed, 1)
        step.seconds = time.monotonic() - step.began
        self._tell(
            step, f"{step.seconds:4.0f} s, {used.ru_utime + used.ru_stime:4.0f} s of processors"
        )

    def _tell(self, step: Step, more: str) -> None:
        print(f"{self.clock():>6}  {step.name:<12} {step.state:<8} {more}", flush=True)
