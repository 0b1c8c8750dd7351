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
import json
import os
import selectors
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Mapping, Sequence

from .errors import SandboxError

WORK_FOLDER = "/box"
MEBIBYTE = 1 << 20
WATCH_INTERVAL_S = 0.05


@dataclass(frozen=True)
class Limits:
    cpu_s: float = 10.0
    wall_s: float = 20.0
    memory_bytes: int = 1024 * MEBIBYTE  # resident, all processes together
    processes: int = 64
    file_bytes: int = 64 * MEBIBYTE
    output_bytes: int = 1 * MEBIBYTE  # of stdout and of stderr, each
    tmpfs_bytes: int = 64 * MEBIBYTE


class LimitHit(str, Enum):
    NONE = "none"
    WALL = "wall"
    CPU = "cpu"
    MEMORY = "memory"
    OUTPUT = "output"


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
    max_rss: int = 0
    hit: LimitHit = LimitHit.NONE
    status_text: bytes = b""
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
    status_descriptor: int | None = None,
    keep_environment: bool = False,
) -> list[str]:
    """The command line that runs `argv` in the sandbox; without `argv`, what to put in front of one.

    read_only: path in the sandbox -> file or folder on this machine.
    keep_environment: whoever starts the command line gives a clean environment itself.
    Open file descriptors stay open in it, so the caller must hold none but those it means to give.
    """
    bwrap = find_bwrap()
    if bwrap is None:
        raise SandboxError("the sandbox: bwrap is missing; install the package bubblewrap")
    command = [bwrap, "--unshare-all", "--unshare-user", "--uid", "65534", "--gid", "65534"]
    command += ["--hostname", "sandbox", "--new-session", "--die-with-parent", "--cap-drop", "ALL"]
    if status_descriptor is not None:
        command += ["--json-status-fd", str(status_descriptor)]
    command += _system_mounts()
    command += ["--size", str(limits.tmpfs_bytes), "--tmpfs", WORK_FOLDER]
    for inside, outside in sorted((read_only or {}).items()):
        if not os.path.exists(outside):
            raise SandboxError(f"the sandbox: {outside}, which it should hold, does not exist")
        command += ["--ro-bind", os.path.abspath(outside), inside]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", WORK_FOLDER]
    command += [] if keep_environment else ["--clearenv"]
    for name, value in sorted({**DEFAULT_ENVIRONMENT, **(environment or {})}.items()):
        command += ["--setenv", name, value]
    # Inside, because outside the limit on processes would count those of the grader's user as well.
    return command + ["--", *_rlimit_words(limits), *argv]


def run(
    argv: Sequence[str],
    read_only: Mapping[str, str | os.PathLike] | None = None,
    stdin: bytes = b"",
    limits: Limits = Limits(),
    environment: Mapping[str, str] | None = None,
) -> Result:
    """Runs `argv` in the sandbox and waits until it and all that it started are gone."""
    _adopt_orphans()
    status_read, status_write = os.pipe()
    try:
        command = wrap(argv, read_only, limits, environment, status_write)
        started = time.monotonic()
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(status_write,),
            env={},
            start_new_session=True,
        )
    except OSError as error:
        raise SandboxError(f"the sandbox: {error}") from error
    finally:
        os.close(status_write)
    watch = _Watch()
    try:
        _pump(process, status_read, stdin, limits, started, watch)
    finally:
        _kill(process, watch)
        os.close(status_read)
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()
        cpu_s = _reap(process, watch)
    return _result(process, watch, cpu_s, started, limits)


def layers() -> list[Layer]:
    """What protects on this machine; grade doctor prints it."""
    bwrap = find_bwrap()
    if bwrap is None:
        return [Layer("namespaces", False, "bwrap is missing; install the package bubblewrap")]
    try:
        works = run(["/bin/true"]).ok
        detail = "bwrap runs" if works else "bwrap is there, but /bin/true fails in it"
    except SandboxError as error:
        works, detail = False, str(error)
    return [
        Layer("namespaces", works, detail),
        Layer("resource limits", os.path.exists("/usr/bin/prlimit"), "prlimit (util-linux)"),
    ]


def level() -> int:
    """0: nothing protects. 1: namespaces and resource limits. A run needs the settings' minimum."""
    return 1 if all(layer.active for layer in layers()) else 0


def _rlimit_words(limits: Limits) -> list[str]:
    prlimit = "/usr/bin/prlimit"
    if not os.path.exists(prlimit):
        raise SandboxError(f"the sandbox: {prlimit} is missing; install the package util-linux")
    return [
        prlimit,
        f"--cpu={max(1, round(limits.cpu_s + 0.5))}",
        f"--fsize={limits.file_bytes}",
        f"--nproc={limits.processes}",
        "--nofile=64",
        "--core=0",
    ]


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
    process, status_read: int, stdin: bytes, limits: Limits, started: float, watch: _Watch
) -> None:
    """Moves bytes until the command ends or passes a limit."""
    watch.outputs = {"stdout": bytearray(), "stderr": bytearray()}
    to_send = memoryview(stdin)
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, "stdout")
        selector.register(process.stderr, selectors.EVENT_READ, "stderr")
        selector.register(status_read, selectors.EVENT_READ, "status")
        os.set_blocking(process.stdin.fileno(), False)
        if to_send:
            selector.register(process.stdin, selectors.EVENT_WRITE, "stdin")
        else:
            process.stdin.close()
        next_look = started
        while selector.get_map():
            now = time.monotonic()
            if now - started > limits.wall_s:
                watch.hit = LimitHit.WALL
                return
            if now >= next_look and watch.child_pid is not None:
                watch.max_rss = max(watch.max_rss, _tree_rss(watch.child_pid))
                if watch.max_rss > limits.memory_bytes:
                    watch.hit = LimitHit.MEMORY
                    return
                next_look = now + WATCH_INTERVAL_S
            for key, _ in selector.select(WATCH_INTERVAL_S):
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
    elif key.data == "status":
        watch.status_text += data
        _read_status(watch)
    else:
        output = watch.outputs[key.data]
        room = limits.output_bytes - len(output)
        output += data[:room]
        return len(data) <= room
    return True


def _read_status(watch: _Watch) -> None:
    for line in watch.status_text.split(b"\n"):
        try:
            status = json.loads(line)
        except ValueError:
            continue
        watch.child_pid = status.get("child-pid", watch.child_pid)
        watch.exit_code = status.get("exit-code", watch.exit_code)


def _kill(process, watch: _Watch) -> None:
    """The first process of the PID namespace takes all others of it along."""
    for pid in (watch.child_pid, process.pid):
        if pid is not None and watch.exit_code is None:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


def _reap(process, watch: _Watch) -> float:
    """Waits for both, and returns the CPU seconds of all that ran. bwrap does not wait for the first
    process of its PID namespace, which therefore becomes ours, with the times of all its children.
    """
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cpu_s = usage.ru_utime + usage.ru_stime
    if watch.child_pid is not None:
        try:
            _, _, usage = os.wait4(watch.child_pid, 0)
            cpu_s += usage.ru_utime + usage.ru_stime
            watch.max_rss = max(watch.max_rss, usage.ru_maxrss * 1024)
        except ChildProcessError:
            pass
    return cpu_s


def _adopt_orphans() -> None:
    """Makes this process the parent of those whose own parent ends, so that it can wait for them."""
    set_child_subreaper = 36
    if ctypes.CDLL(None, use_errno=True).prctl(set_child_subreaper, 1, 0, 0, 0) != 0:
        raise SandboxError(f"the sandbox: prctl: {os.strerror(ctypes.get_errno())}")


def _result(process, watch: _Watch, cpu_s: float, started: float, limits: Limits) -> Result:
    if watch.exit_code is None and watch.hit is LimitHit.NONE:
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
        watch.max_rss,
        hit,
    )


def _tree_rss(root_pid: int) -> int:
    """Resident bytes of a process and all its descendants."""
    page = os.sysconf("SC_PAGE_SIZE")
    total, to_visit = 0, [root_pid]
    while to_visit:
        pid = to_visit.pop()
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * page
            for task in os.listdir(f"/proc/{pid}/task"):
                children = Path(f"/proc/{pid}/task/{task}/children").read_text().split()
                to_visit += [int(child) for child in children]
        except (OSError, IndexError, ValueError):
            continue  # it ended while we looked
    return total
