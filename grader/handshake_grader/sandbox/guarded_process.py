"""Starts the command line of a sandbox, sends its input, receives its output, and waits until all
processes in the sandbox have ended."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import IO

from ..errors import SandboxError
from .cgroup import cgroup

MEBIBYTE = 1 << 20
LOOK_INTERVAL_S = 0.5
SILENT_S = 60  # a guard reports every second, unless it waits for a processor
BURY_AFTER_S = 10
MOST_END_S = 5  # within this time, all processes of an ended command must end
OWN_BYTES, OWN_PROCESSES = 64 * MEBIBYTE, 8  # for bubblewrap and the guard, in a cgroup


@dataclass(frozen=True)
class Limits:
    cpu_s: float = 10.0
    wall_s: float = 20.0
    memory_bytes: int = 1024 * MEBIBYTE  # resident, all processes together
    processes: int = 64  # processes and threads together
    file_bytes: int = 64 * MEBIBYTE
    output_bytes: int = 1 * MEBIBYTE  # of stdout and of stderr, each
    tmpfs_bytes: int = 64 * MEBIBYTE


class LimitHit(str, Enum):
    NONE = "none"
    WALL = "wall"  # not counting the time in which the command waited for a processor
    STARVED = "starved"  # hardly any processor time for more than a minute: no result
    CPU = "cpu"
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"
    FILES = "files"


@dataclass(frozen=True)
class Result:
    """The result of a command. If the command ended by itself, either `exit_code` or `signal` is a
    number. If the grader ended it, both are None."""

    exit_code: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    wall_s: float
    cpu_s: float  # of all processes together
    max_rss_bytes: int
    limit_hit: LimitHit = LimitHit.NONE

    @property
    def ok(self) -> bool:
        return self.exit_code == 0 and self.limit_hit is LimitHit.NONE


Process = subprocess.Popen[bytes]
# A function that makes the command line. Its argument: the two descriptors to which bubblewrap and
# the guard report, in this order.
CommandFor = Callable[[tuple[int, int]], list[str]]


@dataclass
class _Watch:
    """What this process learns about a command while the command runs."""

    child_pid: int | None = None
    exit_code: int | None = None
    hit: LimitHit = LimitHit.NONE
    texts: dict[str, bytearray] = field(
        default_factory=lambda: {"status": bytearray(), "report": bytearray()}
    )
    report: dict[str, str] = field(default_factory=dict)  # the reports of the guard
    outputs: dict[str, bytearray] = field(default_factory=dict)


@dataclass
class _Ended:
    watch: _Watch
    code: int  # of bubblewrap
    wall_s: float
    cpu_s: float
    max_rss: int


def kernels_limits(limits: Limits) -> tuple[int, int]:
    """The limits for the cgroup of a sandbox: bytes of memory, and number of processes."""
    memory_bytes = limits.memory_bytes + limits.tmpfs_bytes + OWN_BYTES
    return memory_bytes, limits.processes + OWN_PROCESSES


def run_guarded(
    command_for: CommandFor, stdin: bytes, limits: Limits
) -> tuple[Result, dict[str, str]]:
    """Runs the command. Returns its result, and the reports of the guard."""
    with cgroup(*kernels_limits(limits)) as group:
        ended = _run(lambda given: group.joined(command_for(given)), stdin, limits)
    if group.ran_out_of_memory and ended.watch.hit is LimitHit.NONE:
        ended.watch.hit = LimitHit.MEMORY
    return _result(ended, limits), ended.watch.report


def _run(command_for: CommandFor, stdin: bytes, limits: Limits) -> _Ended:
    _adopt_orphans()
    _bury_strangers()
    status_read, status_write = os.pipe()
    report_read, report_write = os.pipe()
    try:
        started = time.monotonic()
        process = subprocess.Popen(
            command_for((status_write, report_write)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(status_write, report_write),
            env={},
            start_new_session=True,
        )
    except BaseException as error:
        os.close(status_read)
        os.close(report_read)
        if isinstance(error, OSError):
            raise SandboxError(f"the sandbox: {error}") from error
        raise
    finally:
        os.close(status_write)
        os.close(report_write)
    watch = _Watch()
    try:
        reports = {status_read: "status", report_read: "report"}
        _pump(process, reports, stdin, limits, watch)
    finally:
        _kill(process, watch)
        os.close(status_read)
        os.close(report_read)
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe:
                pipe.close()
        cpu_s, max_rss = _reap(process, watch)
    return _Ended(watch, process.returncode, time.monotonic() - started, cpu_s, max_rss)


def _pump(
    process: Process,
    reports: dict[int, str],
    stdin: bytes,
    limits: Limits,
    watch: _Watch,
) -> None:
    """Sends the input and receives the output, until the command ends or exceeds a limit."""
    assert process.stdin and process.stdout and process.stderr  # all three are pipes
    watch.outputs = {"stdout": bytearray(), "stderr": bytearray()}
    to_send = memoryview(stdin)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, "stdout")
        selector.register(process.stderr, selectors.EVENT_READ, "stderr")
        for descriptor, name in reports.items():
            selector.register(descriptor, selectors.EVENT_READ, name)
        os.set_blocking(process.stdin.fileno(), False)
        if to_send:
            selector.register(process.stdin, selectors.EVENT_WRITE, "stdin")
        else:
            process.stdin.close()
        heard = time.monotonic()
        while selector.get_map():
            if _stopped.is_set():
                raise SandboxError("the sandbox: the grader was stopped")
            ready = selector.select(LOOK_INTERVAL_S)
            if not ready and time.monotonic() - heard > SILENT_S:
                watch.hit = LimitHit.STARVED
                return
            for key, _ in ready:
                if key.data in watch.texts:
                    heard = time.monotonic()
                if key.data == "stdin":
                    to_send = _send(selector, process.stdin, to_send)
                elif not _receive(selector, key, limits, watch):
                    watch.hit = LimitHit.OUTPUT
                    return


def _send(selector: selectors.BaseSelector, pipe: IO[bytes], to_send: memoryview) -> memoryview:
    try:
        to_send = to_send[os.write(pipe.fileno(), to_send) :]
    except BlockingIOError:
        return to_send
    except BrokenPipeError:
        to_send = memoryview(b"")
    if not to_send:
        selector.unregister(pipe)
        pipe.close()
    return to_send


def _receive(
    selector: selectors.BaseSelector, key: selectors.SelectorKey, limits: Limits, watch: _Watch
) -> bool:
    """Reads from one pipe. Returns false if an output is longer than allowed."""
    data = os.read(key.fd, 1 << 16)
    if not data:
        selector.unregister(key.fileobj)
    elif key.data in watch.texts:
        watch.texts[key.data] += data
        _read_reports(watch)
    else:
        output = watch.outputs[key.data]
        room = limits.output_bytes - len(output)
        output += data[:room]
        return len(data) <= room
    return True


def _read_reports(watch: _Watch) -> None:
    for line in watch.texts["status"].split(b"\n"):
        try:
            status = json.loads(line)
        except ValueError:
            continue
        watch.child_pid = status.get("child-pid", watch.child_pid)
        watch.exit_code = status.get("exit-code", watch.exit_code)
    for said in watch.texts["report"].decode("ascii", errors="replace").splitlines():
        name, _, value = said.partition(" ")
        watch.report[name] = value


def _kill(process: Process, watch: _Watch) -> None:
    """Ends the command. When the first process of the PID namespace ends, all others in the
    namespace end, too. Without a PID namespace, the guard gets a signal, and ends all processes of
    the command. If the guard itself is killed, a copy of the guard ends them
    (guard/own_root.hpp)."""
    if watch.child_pid is None and watch.exit_code is None:
        # Not process.terminate(): it may reap the process before _reap does.
        os.kill(process.pid, signal.SIGTERM)
        until = time.monotonic() + MOST_END_S
        still = os.WEXITED | os.WNOHANG | os.WNOWAIT
        while os.waitid(os.P_PID, process.pid, still) is None and time.monotonic() < until:
            time.sleep(0.005)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # also a child that bwrap has not reported yet
    for pid in (watch.child_pid, process.pid):
        if pid is not None and watch.exit_code is None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def _reap(process: Process, watch: _Watch) -> tuple[float, int]:
    """Waits for bubblewrap and for the first process of its PID namespace. Returns the CPU seconds
    and the peak resident memory (in bytes) of all processes that ran. bubblewrap does not wait for
    this first process, which then becomes our child. Its time includes the times of all its
    children."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu_s, max_rss = usage.ru_utime + usage.ru_stime, int(watch.report.get("peak", "0"))
    if watch.child_pid is not None:
        try:
            _, _, usage = os.wait4(watch.child_pid, 0)
            cpu_s += usage.ru_utime + usage.ru_stime
            max_rss = max(max_rss, usage.ru_maxrss * 1024)
        except ChildProcessError:
            pass
    return max(cpu_s, float(watch.report.get("cpu", "0"))), max_rss


def _adopt_orphans() -> None:
    """Makes this process the parent of processes whose own parent has ended, so that it can wait
    for them."""
    set_child_subreaper = 36
    if ctypes.CDLL(None, use_errno=True).prctl(set_child_subreaper, 1, 0, 0, 0) != 0:
        raise SandboxError(f"the sandbox: prctl: {os.strerror(ctypes.get_errno())}")


_stopped = threading.Event()


def stop() -> None:
    """Ends all running commands, and every command that is started before go_on() is called."""
    _stopped.set()


def go_on() -> None:
    _stopped.clear()


def wait_for(process: subprocess.Popen[bytes], most_s: float) -> int:
    """Returns the exit code of a trusted program. Ends the program if it takes too long, or if the
    grader is stopped."""
    until = time.monotonic() + most_s
    try:
        while True:
            try:
                return process.wait(LOOK_INTERVAL_S)
            except subprocess.TimeoutExpired:
                if _stopped.is_set():
                    raise SandboxError("the grader was stopped") from None
                if time.monotonic() > until:
                    raise
    finally:
        if process.poll() is None:
            process.terminate()  # so that the program can end what it started
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(MOST_END_S)
            process.kill()
            process.wait()


_seen_dead: dict[int, float] = {}  # process -> the time at which it was first seen dead


def _bury_strangers() -> None:
    """Reaps dead guards that other programs started: a guard may become a child of this process
    when the guard's parent process ends. This process reaps its own guards immediately, so a
    guard that has been dead for some time was started by another program."""
    try:
        tasks = [task / "children" for task in Path("/proc/self/task").iterdir()]
        children = [int(pid) for task in tasks for pid in task.read_text().split()]
        dead = [pid for pid in children if _is_dead_guard(pid)]
        for pid in set(_seen_dead) - set(dead):
            _seen_dead.pop(pid, None)
        for pid in dead:
            if time.monotonic() - _seen_dead.setdefault(pid, time.monotonic()) > BURY_AFTER_S:
                os.waitpid(pid, os.WNOHANG)
    except OSError:
        pass  # a thread or a process ended meanwhile; the next run checks again


def _is_dead_guard(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().startswith(f"{pid} (guard) Z")


def _result(ended: _Ended, limits: Limits) -> Result:
    watch = ended.watch
    if watch.hit is LimitHit.NONE and "hit" in watch.report:
        watch.hit = LimitHit(watch.report["hit"])
    if "peak" not in watch.report and watch.hit is LimitHit.NONE:
        said = bytes(watch.outputs["stderr"][:500]).decode(errors="replace").strip()
        raise SandboxError(f"the sandbox could not start (exit {ended.code}): {said}")
    exit_code = watch.exit_code if watch.hit is LimitHit.NONE else None
    ended_by = None
    if exit_code is not None and exit_code > 128:
        ended_by, exit_code = exit_code - 128, None
    hit = watch.hit
    if ended_by in (signal.SIGXCPU, signal.SIGKILL) and ended.cpu_s >= limits.cpu_s:
        hit = LimitHit.CPU
    return Result(
        exit_code,
        ended_by,
        bytes(watch.outputs["stdout"]),
        bytes(watch.outputs["stderr"]),
        ended.wall_s,
        ended.cpu_s,
        ended.max_rss,
        hit,
    )
