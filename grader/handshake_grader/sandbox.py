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

import hashlib
import os
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Mapping, Sequence

from .cgroup import home
from .errors import SandboxError
from .guarded_process import Limits, Result, run_guarded

WORK_FOLDER = "/box"
GUARD = "/guard"  # in the sandbox; guard/guard.cpp
SINGLE = (GUARD, "--single", "--")  # in front of a student's program: it starts no copy of itself
GUARD_SOURCES = Path(__file__).resolve().parent / "guard"
GUARD_FOLDER = Path(__file__).resolve().parents[2] / "build/grader/guard"
LEVELS = (
    "nothing",
    "namespaces and limits",
    "namespaces, limits, seccomp",
    "namespaces, limits, seccomp, Landlock",
)


@dataclass(frozen=True)
class Layer:
    name: str
    active: bool
    detail: str


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

    def command_for(descriptors: tuple[int, int]) -> list[str]:
        return wrap(argv, read_only, limits, environment, descriptors)

    return run_guarded(command_for, stdin, limits)[0]


def layers() -> list[Layer]:
    """What protects on this machine; grade doctor prints it."""
    if find_bwrap() is None:
        return [Layer("namespaces", False, "bwrap is missing; install the package bubblewrap")]
    try:
        words = ["/bin/grep", "Seccomp:", "/proc/self/status"]
        result, report = run_guarded(lambda given: wrap(words, descriptors=given), b"", Limits())
    except SandboxError as error:
        return [Layer("namespaces", False, str(error))]
    is_filtered = report.get("seccomp") == "1" and result.stdout.split()[-1:] == [b"2"]
    version = int(report.get("landlock", "0"))
    return [
        Layer("namespaces", result.ok, "bubblewrap: own users, processes, network, files"),
        Layer("limits", result.ok, "guard: memory, CPU time, processes, length of files"),
        Layer("seccomp", is_filtered, "system calls" if is_filtered else "this kernel has none"),
        Layer("Landlock", version > 0, f"version {version}" if version else "this kernel has none"),
        Layer("cgroup", home().folder is not None, home().reason),
    ]


def level() -> int:
    """An index of LEVELS: how many layers are active before the first that is not. Grading needs
    the settings' minimum."""
    active = [layer.active for layer in layers()]
    if not all(active[:2]):
        return 0
    return 1 + (active[2:4] + [False]).index(False)


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
