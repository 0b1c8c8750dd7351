"""Runs one command that nobody trusts: no network, no files but those named, and bounded in all.

The narrow interface that the rest of the grader uses:
    run(argv, ...)      -> Result      one command, its output in memory
    wrap(argv, ...)     -> list[str]   the same sandbox as a command line, for a program of ours that
                                       starts the untrusted process itself and bounds its time
    layers(), level()                  what protects, and what does not, on this machine
What stands in the sandbox: the system's /usr, the files of `read_only`, and one writable tmpfs,
WORK_FOLDER, which is the working directory. What comes out: stdout and stderr, cut at a limit.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import selectors
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Mapping, Sequence

from .errors import SandboxError

WORK_FOLDER = "/box"
GUARD = "/guard"  # in the sandbox; guard/guard.cpp
SINGLE = (GUARD, "--single", "--")  # in front of a student's program: it starts no copy of itself
GUARD_SOURCES = Path(__file__).resolve().parent / "guard"
GUARD_FOLDER = Path(__file__).resolve().parents[2] / "build/grader/guard"
MEBIBYTE = 1 << 20
LOOK_INTERVAL_S = 0.5
BURY_AFTER_S = 10
LEVELS = ("nothing", "namespaces and limits", "and seccomp", "and Landlock")


@dataclass(frozen=True)
class Limits:
    cpu_s: float = 10.0
    wall_s: float = 20.0
    memory_bytes: int = 1024 * MEBIBYTE  # resident, all processes together
    processes: int = 64  # and threads
    file_bytes: int = 64 * MEBIBYTE
    output_bytes: int = 1 * MEBIBYTE  # of stdout and of stderr, each
    tmpfs_bytes: int = 64 * MEBIBYTE


class LimitHit(str, Enum):
    NONE = "none"
    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"
    FILES = "files"


@dataclass(frozen=True)
class Result:
    """What a command did. Either `exit_code` or `signal` is a number, or neither when we ended it."""

    exit_code: int | None
    signal: int | None
    stdout: bytes
    stderr: bytes
    wall_s: float
    cpu_s: float
    max_rss_bytes: int
    limit_hit: LimitHit = LimitHit.NONE

    @property
    def ok(self) -> bool:
        return self.exit_code == 0 and self.limit_hit is LimitHit.NONE


@dataclass(frozen=True)
class Layer:
    name: str
    active: bool
    detail: str


@dataclass
class _Watch:
    """What the parent sees while the command runs."""

    child_pid: int | None = None
    exit_code: int | None = None
    hit: LimitHit = LimitHit.NONE
    texts: dict[str, bytearray] = field(
        default_factory=lambda: {"status": bytearray(), "report": bytearray()}
    )
    report: dict[str, str] = field(default_factory=dict)  # what the guard says
    outputs: dict[str, bytearray] = field(default_factory=dict)


DEFAULT_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": WORK_FOLDER,
    "TMPDIR": WORK_FOLDER,
    "LC_ALL": "C",
}


def find_bwrap() -> str | None:
    return shutil.which("bwrap")


def wrap(
    argv: Sequence[str],
    read_only: Mapping[str, str | os.PathLike] | None = None,
    limits: Limits = Limits(),
    environment: Mapping[str, str] | None = None,
    descriptors: tuple[int, int] | None = None,
    keep_environment: bool = False,
    writable: str | None = None,
) -> list[str]:
    """The command line that runs `argv` in the sandbox; without `argv`, what to put in front of one.

    read_only: path in the sandbox -> file or folder on this machine.
    descriptors: where bubblewrap and the guard report to.
    keep_environment: whoever starts the command line gives a clean environment itself.
    writable: one more file that may be written, for the guard; who gives it also binds it.
    Open file descriptors stay open in it, so the caller must hold none but those it means to give.
    """
    bwrap = find_bwrap()
    if bwrap is None:
        raise SandboxError("the sandbox: bwrap is missing; install the package bubblewrap")
    command = [bwrap, "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    command += ["--hostname", "sandbox", "--new-session", "--die-with-parent", "--cap-drop", "ALL"]
    command += ["--as-pid-1"]
    if descriptors is not None:
        command += ["--json-status-fd", str(descriptors[0])]
    command += _system_mounts()
    command += ["--size", str(limits.tmpfs_bytes), "--tmpfs", WORK_FOLDER]
    for inside, outside in sorted((read_only or {}).items()):
        if not os.path.exists(outside):
            raise SandboxError(f"the sandbox: {outside}, which it should hold, does not exist")
        command += ["--ro-bind", os.path.abspath(outside), inside]
    command += ["--ro-bind", str(guard_program()), GUARD]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", WORK_FOLDER]
    command += [] if keep_environment else ["--clearenv"]
    for name, value in sorted({**DEFAULT_ENVIRONMENT, **(environment or {})}.items()):
        command += ["--setenv", name, value]
    guard = [GUARD, "--cpu", str(max(1, round(limits.cpu_s + 0.5)))]
    guard += ["--memory", str(limits.memory_bytes), "--file", str(limits.file_bytes)]
    guard += ["--processes", str(limits.processes), "--work", WORK_FOLDER]
    guard += ["--write", writable] if writable else []
    guard += ["--report", str(descriptors[1])] if descriptors else []
    return [*command, "--", *guard, "--", *argv]


def guard_program() -> Path:
    """The guard, compiled when its source is new."""
    text = b"".join(file.read_bytes() for file in sorted(GUARD_SOURCES.iterdir()))
    program = GUARD_FOLDER / hashlib.sha256(text).hexdigest()[:16]
    if not program.exists():
        compiler = shutil.which("g++") or shutil.which("clang++")
        if compiler is None:
            raise SandboxError("the sandbox: neither g++ nor clang++ is installed")
        GUARD_FOLDER.mkdir(parents=True, exist_ok=True)
        fresh = GUARD_FOLDER / f"fresh.{os.getpid()}.{threading.get_ident()}"
        words = [compiler, "-std=c++17", "-O1", str(GUARD_SOURCES / "guard.cpp"), "-o", str(fresh)]
        done = subprocess.run([*words, "-static"], capture_output=True, text=True)
        if done.returncode != 0:  # a machine without the static C library
            done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise SandboxError(f"the sandbox: its guard does not compile:\n{done.stderr[-1000:]}")
        os.replace(fresh, program)
    return program


def run(
    argv: Sequence[str],
    read_only: Mapping[str, str | os.PathLike] | None = None,
    stdin: bytes = b"",
    limits: Limits = Limits(),
    environment: Mapping[str, str] | None = None,
) -> Result:
    """Runs `argv` in the sandbox and waits until it and all that it started are gone."""
    return _run_watched(argv, read_only, stdin, limits, environment)[0]


def _run_watched(argv, read_only=None, stdin=b"", limits=Limits(), environment=None):
    """The result, and what was seen on the way to it."""
    _adopt_orphans()
    _bury_strangers()
    status_read, status_write = os.pipe()
    report_read, report_write = os.pipe()
    try:
        command = wrap(argv, read_only, limits, environment, (status_write, report_write))
        started = time.monotonic()
        process = subprocess.Popen(
            command,
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
        _pump(process, {status_read: "status", report_read: "report"}, stdin, limits, started, watch)
    finally:
        _kill(process, watch)
        os.close(status_read)
        os.close(report_read)
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()
        cpu_s, max_rss = _reap(process, watch)
    return _result(process, watch, cpu_s, max_rss, started, limits), watch


def layers() -> list[Layer]:
    """What protects on this machine; grade doctor prints it."""
    if find_bwrap() is None:
        return [Layer("namespaces", False, "bwrap is missing; install the package bubblewrap")]
    try:
        result, watch = _run_watched(["/bin/grep", "Seccomp:", "/proc/self/status"])
    except SandboxError as error:
        return [Layer("namespaces", False, str(error))]
    is_filtered = watch.report.get("seccomp") == "1" and result.stdout.split()[-1:] == [b"2"]
    version = int(watch.report.get("landlock", "0"))
    return [
        Layer("namespaces", result.ok, "bubblewrap: own users, processes, network, files"),
        Layer("limits", result.ok, "guard: memory, CPU time, processes, length of files"),
        Layer("seccomp", is_filtered, "system calls" if is_filtered else "this kernel has none"),
        Layer("Landlock", version > 0, f"version {version}" if version else "this kernel has none"),
    ]


def level() -> int:
    """An index of LEVELS: how many layers are active before the first that is not. Grading needs the
    settings' minimum."""
    active = [layer.active for layer in layers()]
    if not all(active[:2]):
        return 0
    return 1 + (active[2:] + [False]).index(False)


def _system_mounts() -> list[str]:
    words = ["--proc", "/proc", "--dev", "/dev", "--ro-bind", "/usr", "/usr"]
    for folder in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        path = Path(folder)
        if path.is_symlink():
            words += ["--symlink", os.readlink(folder), folder]
        elif path.exists():
            words += ["--ro-bind", folder, folder]
    for file in ("/etc/alternatives", "/etc/ld.so.cache"):
        words += ["--ro-bind-try", file, file]
    return words


def _pump(
    process, reports: dict[int, str], stdin: bytes, limits: Limits, started: float, watch: _Watch
) -> None:
    """Moves bytes until the command ends or passes a limit."""
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
        while selector.get_map():
            if time.monotonic() - started > limits.wall_s:
                watch.hit = LimitHit.WALL
                return
            for key, _ in selector.select(LOOK_INTERVAL_S):
                if key.data == "stdin":
                    to_send = _send(selector, process, to_send)
                elif not _receive(selector, key, limits, watch):
                    watch.hit = LimitHit.OUTPUT
                    return


def _send(selector, process, to_send: memoryview) -> memoryview:
    try:
        to_send = to_send[os.write(process.stdin.fileno(), to_send) :]
    except BlockingIOError:
        return to_send
    except BrokenPipeError:
        to_send = memoryview(b"")
    if not to_send:
        selector.unregister(process.stdin)
        process.stdin.close()
    return to_send


def _receive(selector, key, limits: Limits, watch: _Watch) -> bool:
    """False when an output is longer than it may be."""
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
    for line in watch.texts["report"].decode("ascii", errors="replace").splitlines():
        name, _, value = line.partition(" ")
        watch.report[name] = value


def _kill(process, watch: _Watch) -> None:
    """The first process of the PID namespace takes all others of it along."""
    for pid in (watch.child_pid, process.pid):
        if pid is not None and watch.exit_code is None:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def _reap(process, watch: _Watch) -> tuple[float, int]:
    """Waits for both, and returns the CPU seconds and the most resident bytes of all that ran. bwrap
    does not wait for the first process of its PID namespace, which therefore becomes ours, with the
    times of all its children."""
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
    return cpu_s, max_rss


def _adopt_orphans() -> None:
    """Makes this process the parent of those whose own parent ends, so that it can wait for them."""
    set_child_subreaper = 36
    if ctypes.CDLL(None, use_errno=True).prctl(set_child_subreaper, 1, 0, 0, 0) != 0:
        raise SandboxError(f"the sandbox: prctl: {os.strerror(ctypes.get_errno())}")


_seen_dead: dict[int, float] = {}  # since when


def _bury_strangers() -> None:
    """A guard that another program started (see wrap), and killed, becomes our child as well. It is
    told from those that `run` waits for by nobody having waited for a while."""
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
        pass  # a thread or a process ended while we looked; the next run looks again


def _is_dead_guard(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().startswith(f"{pid} (guard) Z")


def _result(
    process, watch: _Watch, cpu_s: float, max_rss: int, started: float, limits: Limits
) -> Result:
    if watch.hit is LimitHit.NONE and "hit" in watch.report:
        watch.hit = LimitHit(watch.report["hit"])
    if "peak" not in watch.report and watch.hit is LimitHit.NONE:
        said = bytes(watch.outputs["stderr"][:500]).decode(errors="replace").strip()
        raise SandboxError(f"the sandbox could not start (exit {process.returncode}): {said}")
    exit_code = watch.exit_code if watch.hit is LimitHit.NONE else None
    ended_by = None
    if exit_code is not None and exit_code > 128:
        exit_code, ended_by = None, exit_code - 128
    hit = watch.hit
    if ended_by in (signal.SIGXCPU, signal.SIGKILL) and cpu_s >= limits.cpu_s:
        hit = LimitHit.CPU
    return Result(
        exit_code,
        ended_by,
        bytes(watch.outputs["stdout"]),
        bytes(watch.outputs["stderr"]),
        time.monotonic() - started,
        cpu_s,
        max_rss,
        hit,
    )
