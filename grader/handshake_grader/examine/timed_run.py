"""One timed run of an extension. The clock runs from sending the key of the graph until the
fingerprint of the matching arrives."""

from __future__ import annotations

import gc
import math
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from ..messages import sentence
from ..sandbox.guarded_process import MEBIBYTE, Limits
from ..secret.sealed import FINGERPRINT_BYTES, READY
from ..verdict import Verdict
from .sealed_runs import COMMAND, GRAPH, PROGRAM, parse_replies

START_S = 60.0  # within this time, a process must be ready to read the key
END_S = 5.0  # within this time after its replies, a process must end by itself
ENVIRONMENT = {
    "CUCC_CPU_THREADS": "1",
    "CUDA_DEVICE_ORDER": "PCI_BUS_ID",  # the order in which nvidia-smi numbers GPUs
    "CUDA_VISIBLE_DEVICES": "0",
}


@dataclass(frozen=True)
class Run:
    """The time of one run, or the reason why it failed."""

    seconds: float = math.inf
    verdict: Verdict = Verdict.OK
    summary: str = ""
    seen: tuple[str, ...] = ()  # only for the course staff: it may describe the graph


@dataclass(frozen=True)
class Input:
    """An encrypted graph, its key, and the right answer."""

    file: Path
    key: bytes
    expected: list[int]


def timed_run(
    wrap: Callable[..., list[str]], program: Path, made: Input, limit_s: float, memory_mib: int
) -> Run:
    """`wrap` puts a command into a sandbox, as sandbox.wrap does."""
    limits = Limits(cpu_s=START_S + limit_s, memory_bytes=memory_mib * MEBIBYTE)
    command = wrap(COMMAND, {GRAPH: made.file, PROGRAM: program}, limits, ENVIRONMENT)
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
            seen = (sentence("exit_code", code=process.returncode), sentence("printed", text=words))
            return Run(verdict=Verdict.CRASH, summary=sentence("run_exit_code"), seen=seen)
    matches = parse_replies(made.key, stop + rest, len(made.expected))
    if isinstance(matches, str):
        return Run(verdict=Verdict.WRONG, summary=sentence("run_bad_output", reason=matches))
    if matches != made.expected:
        return Run(verdict=Verdict.WRONG, summary=sentence("matching_wrong"))
    return Run(seconds)


@contextmanager
def _started(command: list[str], said: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """Starts a process. At the end of the `with` block, waits until the process has ended, so that
    it does not disturb the next run."""
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
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()


def _exchange(process: subprocess.Popen[bytes], key: bytes, limit_s: float) -> tuple[float, bytes]:
    assert process.stdin  # a pipe
    gc.disable()  # pauses of Python's garbage collector must not be measured
    try:
        started = time.perf_counter()
        process.stdin.write(key)
        stop = _read(process, FINGERPRINT_BYTES, limit_s)
        return time.perf_counter() - started, stop
    finally:
        gc.enable()


def _read(process: subprocess.Popen[bytes], size: int, limit_s: float) -> bytes:
    assert process.stdout  # a pipe
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
