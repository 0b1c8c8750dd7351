"""A cgroup for each sandbox, if systemd lets this process make cgroups (Delegate=yes).

The guard can only watch how much memory a command uses. In a cgroup, the operating system enforces
the limit, and counts all kinds of memory, including files in memory and data in pipes. Without
cgroups, only the guard's limits apply.
"""

from __future__ import annotations

import functools
import itertools
import os
import shlex
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

NEEDED = ("memory", "pids")
MOST_WAIT_S = 10
_numbers = itertools.count(1)
_lock = threading.Lock()


@dataclass(frozen=True)
class Home:
    """The folder in which we may make cgroups, or the reason why there is none."""

    folder: Path | None
    reason: str


def home() -> Home:
    with _lock:
        return _find()


@functools.cache
def _find() -> Home:
    try:
        folder = _own_folder()
        if os.getxattr(folder, "user.delegate") != b"1":
            return Home(None, f"{folder} is not delegated")
        missing = set(NEEDED) - set((folder / "cgroup.controllers").read_text().split())
        if missing:
            return Home(None, f"{folder} has no {' and no '.join(sorted(missing))}")
        # Only a cgroup without processes can be divided into smaller cgroups, so this process moves
        # into a smaller one first.
        (folder / "grader").mkdir(exist_ok=True)
        (folder / "grader/cgroup.procs").write_text(str(os.getpid()))
        _divide(folder)
    except (OSError, StopIteration) as error:
        return Home(None, f"no cgroup is delegated ({error})")
    return Home(folder, f"{folder}: memory and processes")


def _own_folder() -> Path:
    groups = Path("/proc/self/cgroup").read_text().splitlines()
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    own = next(line[3:] for line in groups if line.startswith("0::"))
    mount = next(words[4] for words in mounts if words[words.index("-") + 1] == "cgroup2")
    return Path(mount + own)


@dataclass
class Cgroup:
    folder: Path | None
    ran_out_of_memory: bool = False

    def joined(self, command: list[str]) -> list[str]:
        """The command line that starts the command inside the cgroup."""
        if self.folder is None:
            return command
        script = 'echo 0 >"$0/cgroup.procs" && exec "$@"'
        return ["/bin/sh", "-c", script, str(self.folder), *command]


@contextmanager
def cgroup(memory_bytes: int, processes: int) -> Iterator[Cgroup]:
    """Makes a cgroup. At the end, kills all processes in the cgroup, and removes it."""
    folder = _made()
    made = Cgroup(folder)
    if folder is None:
        yield made
        return
    try:
        for name, most in _limits(memory_bytes, processes).items():
            if (folder / name).exists():
                (folder / name).write_text(str(most))
        yield made
    finally:
        made.ran_out_of_memory = _number_of(folder / "memory.events", "oom_kill") > 0
        _end(folder)


@contextmanager
def cgroups(memory_bytes: int, processes: int) -> Iterator[str]:
    """Makes cgroups for a trusted program that starts commands. Yields the shell words that the
    program puts before a command, so that each command moves into its own cgroup. At the end,
    kills all processes in these cgroups, and removes the cgroups."""
    folder = _made()
    if folder is None:
        yield ""
        return
    try:
        _divide(folder)
        words = [f'own={shlex.quote(str(folder))}/$$; mkdir "$own"']
        for name, most in _limits(memory_bytes, processes).items():
            words.append(f'{{ [ ! -e "$own/{name}" ] || echo {most} >"$own/{name}"; }}')
        yield " && ".join([*words, 'echo 0 >"$own/cgroup.procs" && '])
    finally:
        _end(folder)


def _made() -> Path | None:
    parent = home().folder
    if parent is None:
        return None
    folder = parent / f"sandbox.{os.getpid()}.{next(_numbers)}"
    folder.mkdir()
    return folder


def _limits(memory_bytes: int, processes: int) -> dict[str, int]:
    return {"memory.max": memory_bytes, "memory.swap.max": 0, "pids.max": processes}


def _divide(folder: Path) -> None:
    if NEEDED:
        (folder / "cgroup.subtree_control").write_text(" ".join(f"+{name}" for name in NEEDED))


def _end(folder: Path) -> None:
    (folder / "cgroup.kill").write_text("1")
    until = time.monotonic() + MOST_WAIT_S
    while _number_of(folder / "cgroup.events", "populated") and time.monotonic() < until:
        time.sleep(0.005)
    for inner in [*folder.glob("*/"), folder]:
        inner.rmdir()


def _number_of(file: Path, name: str) -> int:
    if not file.exists():
        return 0
    pairs = dict(line.split() for line in file.read_text().splitlines())
    return int(pairs.get(name, 0))
