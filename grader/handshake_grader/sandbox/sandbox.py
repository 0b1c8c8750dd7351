"""Runs one untrusted command without network, with only the given files, and with limits on time,
memory, processes and files.

The main functions:
    run(argv, ...)      -> Result      runs one command, and keeps its output in memory
    prefix(...)         -> list[str]   the words that start the same sandbox: a trusted program puts
                                       them in front of its commands; call this in `with lent():`
    layers(), level()                  which layers of protection are active on this machine
The sandbox contains the system's /usr, the files of `read_only`, and one writable tmpfs,
WORK_FOLDER, which is the working directory. The output of a command is its stdout and stderr, cut
at a limit.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from ..errors import SandboxError
from . import own_root
from .cgroup import cgroups, home
from .guarded_process import Limits, Result, kernels_limits, run_guarded

Files = Mapping[str, str | os.PathLike[str]]  # path in the sandbox -> path on this machine
WORK_FOLDER = "/box"
GUARD = "/guard"  # the guard's path in the sandbox; its source is guard/guard.cpp
SINGLE = (GUARD, "--single", "--")  # words in front of a student's program, so that it cannot fork
GUARD_SOURCES = Path(__file__).resolve().parent / "guard"
GUARD_FOLDER = Path(__file__).resolve().parents[3] / "build/grader/guard"
LEVELS = (
    "nothing",
    "namespaces and limits, or a separate user and a root folder",
    "namespaces, limits, seccomp",
    "namespaces, limits, seccomp, Landlock",
)


@dataclass(frozen=True)
class Layer:
    name: str
    active: bool
    detail: str


SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"  # the sandbox has programs only in these folders
CLEAN_ENVIRONMENT = {"PATH": SYSTEM_PATH, "LC_ALL": "C"}  # for trusted programs
DEFAULT_ENVIRONMENT = {
    **CLEAN_ENVIRONMENT,
    "HOME": WORK_FOLDER,
    "TMPDIR": WORK_FOLDER,
    # Other submissions use the other processors, so more threads would only cost time.
    "OMP_NUM_THREADS": "1",
}


def find_bwrap() -> str | None:
    return shutil.which("bwrap")


def system_program(name: str) -> str | None:
    """Searches for the program in the folders of the sandbox's PATH, not of the caller's PATH."""
    return shutil.which(name, path=SYSTEM_PATH)


def find_compiler() -> str | None:
    return system_program("g++") or system_program("clang++")


def wrap(
    argv: Sequence[str],
    read_only: Files | None = None,
    limits: Limits = Limits(),
    environment: Mapping[str, str] | None = None,
    descriptors: tuple[int, int] | None = None,
    keep_environment: bool = False,
) -> list[str]:
    """The command line that runs `argv` in the sandbox. If `argv` is empty: the words that go in
    front of a command.

    read_only: path in the sandbox -> file or folder on this machine.
    descriptors: the two file descriptors for the reports of bubblewrap and of the guard.
    keep_environment: whether the caller clears the environment, instead of the command line.
    The command inherits all open file descriptors, so the caller must close those that it does not
    want to pass on.
    """
    if own_root.is_used():
        return _wrap_own_root(argv, read_only, limits, environment, descriptors, keep_environment)
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
            raise SandboxError(f"the sandbox: {outside} should be in it, but does not exist")
        command += ["--ro-bind", os.path.abspath(outside), inside]
    command += ["--ro-bind", str(guard_program()), GUARD]
    command += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", WORK_FOLDER]
    command += [] if keep_environment else ["--clearenv"]
    for name, value in sorted({**DEFAULT_ENVIRONMENT, **(environment or {})}.items()):
        command += ["--setenv", name, value]
    return [*command, "--", *_guard(GUARD, limits, descriptors), "--", *argv]


def _guard(program: str, limits: Limits, descriptors: tuple[int, int] | None) -> list[str]:
    words = [program, "--cpu", f"{limits.cpu_s:.3f}"]
    words += ["--memory", str(limits.memory_bytes), "--file", str(limits.file_bytes)]
    words += ["--processes", str(limits.processes), "--work", WORK_FOLDER]
    if descriptors is None:  # the caller limits the time
        return words
    return [*words, "--wall", f"{limits.wall_s:.3f}", "--report", str(descriptors[1])]


def _wrap_own_root(
    argv: Sequence[str],
    read_only: Files | None,
    limits: Limits,
    environment: Mapping[str, str] | None,
    descriptors: tuple[int, int] | None,
    keep_environment: bool,
) -> list[str]:
    """Does the work of wrap() if the guard makes the sandbox, without bubblewrap. Call this inside
    of lent()."""
    own_root.furnish({GUARD: guard_program(), **(read_only or {})})
    command = ["/usr/bin/env"] + ([] if keep_environment else ["-i"])
    values = {**DEFAULT_ENVIRONMENT, **(environment or {})}
    command += [f"{name}={value}" for name, value in sorted(values.items())]
    guard = _guard(str(guard_program()), limits, descriptors)
    guard += ["--root", str(own_root.ROOT), "--disk", str(limits.tmpfs_bytes)]
    # Only run() gives `descriptors`; then no other command uses the root folder.
    guard += ["--alone", "1", "--status", str(descriptors[0])] if descriptors else []
    return [*command, *guard, "--", *argv]


def bound(argv: Sequence[str]) -> list[str]:
    """The command line of a trusted command. When this process ends in any way, the command ends,
    too, with all processes of its group."""
    return [str(guard_program()), "--bound", str(os.getpid()), "--", *argv]


def own_cgroups(limits: Limits) -> AbstractContextManager[str]:
    """Yields shell code for the argument `moved` of prefix(). The code moves each command into its
    own cgroup. On a machine without cgroups, the code is empty."""
    return cgroups(*kernels_limits(limits))


def lent() -> AbstractContextManager[None]:
    """If own_root.py is used, reserves its root folder. Code that starts commands with prefix()
    must be inside of this context."""
    return own_root.lent(alone=False) if own_root.is_used() else nullcontext()


def prefix(
    argv: Sequence[str],
    read_only: Files,
    limits: Limits,
    waited: int = -1,
    moved: str = "",
) -> list[str]:
    """The words that go in front of a command. They start `argv` in the sandbox, and `argv` starts
    the command. `waited`: the
    descriptor on which the guard reports how long the command waited for a processor. `moved`:
    see own_cgroups()."""
    words = wrap(argv, read_only, limits, keep_environment=True)
    at = len(words) - len(argv) - 1  # the end of the guard's own options
    if waited >= 0:
        words[at:at] = ["--waited", str(waited)]
    return ["/bin/sh", "-c", f'{moved}exec {shlex.join(words)} "$@"', "sandbox"]


def guard_program() -> Path:
    """The path of the guard. The guard is compiled if its source has changed."""
    text = b"".join(file.read_bytes() for file in sorted(GUARD_SOURCES.iterdir()))
    program = GUARD_FOLDER / hashlib.sha256(text).hexdigest()[:16]
    if not program.exists():
        compiler = find_compiler()
        if compiler is None:
            raise SandboxError(f"the sandbox: neither g++ nor clang++ is in {SYSTEM_PATH}")
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
    read_only: Files | None = None,
    stdin: bytes = b"",
    limits: Limits = Limits(),
    environment: Mapping[str, str] | None = None,
) -> Result:
    """Runs `argv` in the sandbox and waits until it and all processes that it started have
    ended."""
    return _run(argv, read_only, stdin, limits, environment)[0]


def _run(
    argv: Sequence[str],
    read_only: Files | None,
    stdin: bytes,
    limits: Limits,
    environment: Mapping[str, str] | None,
) -> tuple[Result, dict[str, str]]:
    def command_for(descriptors: tuple[int, int]) -> list[str]:
        return wrap(argv, read_only, limits, environment, descriptors)

    with own_root.lent(alone=True) if own_root.is_used() else nullcontext():
        return run_guarded(command_for, stdin, limits)


def layers() -> list[Layer]:
    """The layers of protection, and whether each one is active on this machine. The command `grade
    doctor` prints them."""
    name, detail = "namespaces", "bubblewrap: separate users, processes, network, files"
    if own_root.is_used():
        name, detail = "user and root folder", "for a container that is deleted afterwards"
    elif find_bwrap() is None:
        return [Layer(name, False, "bwrap is missing; install the package bubblewrap")]
    try:
        result, report = _run([GUARD, "--filtered"], None, b"", Limits(), None)
    except SandboxError as error:
        return [Layer(name, False, str(error))]
    is_filtered = report.get("seccomp") == "1" and result.stdout.split()[-1:] == [b"2"]
    version = int(report.get("landlock", "0"))
    return [
        Layer(name, result.ok, detail),
        Layer("limits", result.ok, "guard: memory, CPU time, processes, length of files"),
        Layer("seccomp", is_filtered, "system calls" if is_filtered else "this kernel has none"),
        Layer("Landlock", version > 0, f"version {version}" if version else "this kernel has none"),
        Layer("cgroup", home().folder is not None, home().reason),
    ]


def level() -> int:
    """An index into LEVELS. A layer counts only if all layers before it are active. Grading needs
    at least the `minimum_level` of the settings. Without namespaces, the level is at most 1. In
    this case, level 1 also needs seccomp, because only seccomp blocks the network."""
    active = [layer.active for layer in layers()]
    if own_root.is_used():
        return 1 if len(active) > 2 and all(active[:3]) else 0
    if not all(active[:2]):
        return 0
    return 1 + (active[2:4] + [False]).index(False)


def _system_mounts() -> list[str]:
    words = ["--proc", "/proc", "--dev", "/dev", "--ro-bind", "/usr", "/usr"]
    # In the sandbox, /dev/zero is /dev/null. Otherwise, a process could map /dev/zero into its
    # memory and close the file. This memory would not be counted, because no process has the file
    # open any more.
    words += ["--dev-bind", "/dev/null", "/dev/zero"]
    for folder in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        path = Path(folder)
        if path.is_symlink():
            words += ["--symlink", os.readlink(folder), folder]
        elif path.exists():
            words += ["--ro-bind", folder, folder]
    for file in ("/etc/alternatives", "/etc/ld.so.cache"):
        words += ["--ro-bind-try", file, file]
    return words
