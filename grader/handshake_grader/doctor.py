"""Reports whether this machine has what grading needs, and which layers of protection it has."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from .errors import GraderError
from .intake.other_archive import BSDTAR, PACKAGE
from .sandbox import own_root, sandbox
from .sandbox.escapes import try_to_escape
from .settings.settings import Settings
from .times import in_words

LEAST_DISK_BYTES = 2 << 30
_NO_BSDTAR = f"none: a person must open 7z, rar and zst archives; install {PACKAGE}"


@dataclass(frozen=True)
class Finding:
    name: str
    ok: bool
    detail: str
    needed: bool = True  # grading does not start without it


def examine_machine(root: Path, scratch: Path, settings: Settings) -> list[Finding]:
    path = sandbox.SYSTEM_PATH
    no_compiler = f"neither g++ nor clang++ in {path}, the path of the sandbox"
    findings = [
        _tool("make", sandbox.system_program("make"), f"none in {path}"),
        _tool("compiler", sandbox.find_compiler(), no_compiler),
        _tool("nvcc (only for grading on a GPU)", shutil.which("nvcc"), "none", needed=False),
    ]
    opened = _tool(BSDTAR, sandbox.system_program(BSDTAR), _NO_BSDTAR, needed=False)
    findings.append(opened)
    if not own_root.is_used():
        findings.append(_tool("bubblewrap", sandbox.find_bwrap(), "bwrap is not on the PATH"))
    free = shutil.disk_usage(_existing(scratch)).free
    findings.append(
        Finding("disk", free >= LEAST_DISK_BYTES, f"{free >> 20} MiB free for {scratch}")
    )
    findings.append(Finding("kit", (root / "Makefile").is_file(), str(root)))
    findings.append(_clock(settings))
    return findings + _sandbox(settings)


def require_machine(root: Path, scratch: Path, settings: Settings) -> None:
    found = examine_machine(root, scratch, settings)
    missing = [f"{one.name}: {one.detail}" for one in found if one.needed and not one.ok]
    if missing:
        raise GraderError("this machine cannot grade: " + "; ".join(missing))


def _sandbox(settings: Settings) -> list[Finding]:
    layers = sandbox.layers()
    findings = [
        Finding(f"sandbox: {one.name}", one.active, one.detail, needed=False) for one in layers
    ]
    level, least = sandbox.level(), settings.sandbox.minimum_level
    findings.append(
        Finding(
            "sandbox: level",
            level >= least,
            f"{level}, {sandbox.LEVELS[level]}; the settings ask for {least}",
        )
    )
    if level > 0:
        attempts = try_to_escape()
        broken = [one.name for one in attempts if not one.held]
        said = (
            f"a program in the sandbox {', '.join(broken)}"
            if broken
            else f"all {len(attempts)} attempts to escape were stopped"
        )
        findings.append(Finding("sandbox: self-test", not broken, said))
    return findings


def _tool(name: str, path: str | None, missing: str, needed: bool = True) -> Finding:
    if path is None:
        return Finding(name, False, missing, needed)
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Finding(name, False, f"{path}: {error}", needed)
    said = (done.stdout or done.stderr).strip().splitlines() or [""]
    version = said[-1 if name.startswith("nvcc") else 0]
    return Finding(name, done.returncode == 0, f"{path}: {version}", needed)


def _existing(path: Path) -> Path:
    while not path.exists():
        path = path.parent
    return path


def _clock(settings: Settings) -> Finding:
    now = datetime.now(settings.assignment.zone)
    plausible = now.year >= 2024
    return Finding("clock", plausible, in_words(now, settings.assignment.time_zone))


def machine_in_words() -> str:
    system = f"{platform.system()} {platform.release()}, {os.cpu_count()} processors"
    return f"{system}, Python {platform.python_version()}"
