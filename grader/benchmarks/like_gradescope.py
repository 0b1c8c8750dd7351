#!/usr/bin/env python3
"""Runs a command as Gradescope's default container would.

The command gets half a CPU and 768 MiB of memory, and runs as root without the right to create
namespaces. This program prints how long the command took and how much memory the command needed.
Run this program as root, on Linux on x86-64.

    grader/benchmarks/like_gradescope.py [--root FOLDER] [--no-landlock] [--unbounded] COMMAND...

FOLDER holds a whole Linux system, for example from `debootstrap --variant=minbase bookworm FOLDER`.
The defaults of Docker are taken from its documentation: 14 capabilities, and a list of forbidden
system calls. Of these calls, this program refuses those that matter here. The command uses the
network of this machine.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import struct
import sys
import time
from pathlib import Path

HALF, PERIOD_US, MEMORY = 0.5, 100_000, 768 << 20
CAPABILITIES = (  # names and numbers
    ("chown", 0), ("dac_override", 1), ("fowner", 3), ("fsetid", 4), ("kill", 5), ("setgid", 6),
    ("setuid", 7), ("setpcap", 8), ("net_bind_service", 10), ("net_raw", 13), ("sys_chroot", 18),
    ("mknod", 27), ("audit_write", 29), ("setfcap", 31),
)  # fmt: skip
NEW_NAMESPACES = 0x7E020000
CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWPID = 0x20000, 0x8000000, 0x20000000
# System calls on x86-64: mount, umount2, pivot_root, unshare, setns, bpf, perf_event_open, keyctl,
# add_key, request_key, userfaultfd, open_tree to fspick, mount_setattr.
REFUSED = (165, 166, 155, 272, 308, 321, 298, 250, 248, 249, 323, *range(428, 434), 442)
CLONE, CLONE3, LANDLOCK = 56, 435, (444, 445, 446)
EPERM, ENOSYS = 1, 38
libc = ctypes.CDLL(None, use_errno=True)


class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]


def call(name: str, *arguments) -> None:
    if getattr(libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def refuse_calls(numbers: tuple[int, ...]) -> None:
    load, equal, any_of, answer = 0x20, 0x15, 0x45, 0x06
    allow, refuse = 0x7FFF0000, 0x00050000
    steps = [(load, 0, 0, 0)]  # the number of the call
    for number in numbers:
        steps += [(equal, 0, 1, number), (answer, 0, 0, refuse | EPERM)]
    steps += [(equal, 0, 1, CLONE3), (answer, 0, 0, refuse | ENOSYS)]
    steps += [(equal, 0, 3, CLONE), (load, 0, 0, 16), (any_of, 0, 1, NEW_NAMESPACES)]
    steps += [(answer, 0, 0, refuse | EPERM), (answer, 0, 0, allow)]
    program = b"".join(struct.pack("HBBI", *step) for step in steps)
    set_seccomp, by_filter = 22, 2
    code = Filter(len(steps), program)
    call("prctl", set_seccomp, by_filter, ctypes.byref(code), 0, 0)


def drop_rights() -> None:
    """Removes from the bounding set all capabilities that Docker does not give. At the next exec,
    root gets only the capabilities that are left in this set."""
    kept = {number for _, number in CAPABILITIES}
    drop_bounding = 24
    last = int(Path("/proc/sys/kernel/cap_last_cap").read_text())
    for number in range(last + 1):
        if number not in kept:
            call("prctl", drop_bounding, number, 0, 0, 0)


def become(root: Path | None, numbers: tuple[int, ...], command: list[str]) -> None:
    call("unshare", CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWPID)
    child = os.fork()
    if child:
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 255)
    private = 1 << 18 | 1 << 14
    call("mount", b"none", b"/", None, private, None)
    if root:
        os.chroot(root)
        os.chdir("/")
    call("mount", b"proc", b"/proc", b"proc", 0, None)
    refuse_calls(numbers)
    drop_rights()
    os.execvpe(command[0], command, {**os.environ, "HOME": "/root"})


class Limits:
    """The limits, as Linux cgroups: version 2 if this machine supports it, otherwise version 1."""

    def __init__(self, bounded: bool):
        if not bounded:
            self.folders = []
            return
        name = f"like_gradescope.{os.getpid()}"
        two = Path("/sys/fs/cgroup/cgroup.controllers").exists()
        base = Path("/sys/fs/cgroup")
        self.folders = [base / name] if two else [base / "cpu" / name, base / "memory" / name]
        for folder in self.folders:
            folder.mkdir()
        cpu, memory = self.folders[0], self.folders[-1]
        self._stat, self._key = memory / "memory.stat", "anon" if two else "total_rss"
        quota = int(HALF * PERIOD_US)
        if two:
            (cpu / "cpu.max").write_text(f"{quota} {PERIOD_US}")
            (memory / "memory.max").write_text(str(MEMORY))
        else:
            (cpu / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (cpu / "cpu.cfs_quota_us").write_text(str(quota))
            (memory / "memory.limit_in_bytes").write_text(str(MEMORY))

    def join(self) -> None:
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(os.getpid()))

    def in_use(self) -> int:
        """The memory in use, without the file cache: the operating system frees this cache when
        memory is short."""
        if not self.folders:
            return 0
        lines = dict(line.split() for line in self._stat.read_text().splitlines())
        return int(lines[self._key])

    def killed(self) -> int:
        if not self.folders:
            return 0
        folder = self.folders[-1]
        one = folder / "memory.events"
        text = (one if one.exists() else folder / "memory.oom_control").read_text()
        return int(dict(line.split() for line in text.splitlines()).get("oom_kill", 0))

    def close(self) -> None:
        for folder in self.folders:
            folder.rmdir()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=Path)
    parser.add_argument("--no-landlock", action="store_true", help="no Landlock, as in old Docker")
    parser.add_argument("--unbounded", action="store_true", help="no limit of CPU and memory")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if os.geteuid() != 0 or platform.machine() != "x86_64":
        sys.exit("like_gradescope: this needs root, on x86-64")
    numbers = REFUSED + (LANDLOCK if options.no_landlock else ())
    limits, started, most = Limits(not options.unbounded), time.monotonic(), 0
    child = os.fork()
    if child == 0:
        limits.join()
        become(options.root, numbers, options.command)
    while (done := os.waitpid(child, os.WNOHANG)) == (0, 0):
        most = max(most, limits.in_use())
        time.sleep(0.1)
    code = os.waitstatus_to_exitcode(done[1])
    print(
        f"like_gradescope: exit code {code}, {time.monotonic() - started:.0f} s, "
        f"{most >> 20} MiB at most, {limits.killed()} processes ended because memory ran out",
        file=sys.stderr,
    )
    limits.close()
    return code


if __name__ == "__main__":
    sys.exit(main())
