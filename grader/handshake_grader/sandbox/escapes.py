"""Tests the sandbox before anything is graded: commands try to break out of it. Without this test,
nobody would notice a sandbox that has no effect."""

from __future__ import annotations

import os
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..errors import SandboxError
from . import own_root
from .guarded_process import Limits
from .sandbox import run


@dataclass(frozen=True)
class Attempt:
    name: str
    held: bool
    detail: str = ""


def try_to_escape() -> list[Attempt]:
    """Runs all attempts. An attempt that gets out prints the word `out`, and does no harm."""
    with (
        tempfile.TemporaryDirectory(prefix="handshake.") as folder,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        canary = Path(folder, "canary")
        canary.write_text("out\n")
        port = server.getsockname()[1]
        scripts = [
            ("reads a file of this machine", f"cat {canary}"),
            ("reads a home folder", "ls -A /root /home/* 2>/dev/null | grep -q . && echo out"),
            (
                "writes outside of its own folder",
                "for d in / /usr /etc /dev; do touch $d/escape.$$ && rm $d/escape.$$ && "
                "echo out; done",
            ),
            (
                "sees processes of this machine",
                f"[ -d /proc/{os.getpid()}/root ] && "
                f"grep -q python /proc/{os.getpid()}/cmdline && echo out",
            ),
            ("reaches the network", f"bash -c 'exec 3<>/dev/tcp/127.0.0.1/{port}' && echo out"),
            ("mounts a file system", "mount -t tmpfs none /box && echo out"),
            ("makes a user namespace", "unshare --user --map-root-user true && echo out"),
            ("starts too many processes", "for i in $(seq 90); do sleep 1 & done; wait; echo out"),
            (
                "takes too much memory",
                "tr -d '\\n' </dev/urandom | head -c 300M | tail >/dev/null; echo out",
            ),
            ("becomes root", "[ $(id -u) = 0 ] && echo out"),
            (
                "reads the environment of the grader",
                "env | grep -qE 'SSH|HOME=/(root|home)|USER=' && echo out",
            ),
        ]
        if own_root.is_used():
            signals = f"kill -0 {os.getpid()} && echo out"
            scripts.append(("sends a signal to a process of this machine", signals))
        # A positive control first: the sandbox must let a command print the word `out`.
        if run(["/bin/sh", "-c", "echo out"]).stdout != b"out\n":
            raise SandboxError("the sandbox: `echo out`, the first step of the self-test, fails")
        return [_attempt(name, script) for name, script in scripts]


def _attempt(name: str, script: str) -> Attempt:
    limits = Limits(wall_s=10, memory_bytes=100 << 20)
    result = run(["/bin/sh", "-c", f"{{ {script}; }} 2>/dev/null"], limits=limits)
    return Attempt(name, b"out" not in result.stdout, script)
