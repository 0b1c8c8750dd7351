"""The sandbox for machines on which bubblewrap cannot make one. It needs the user root, and a
container that is deleted afterwards.

Docker allows no new namespaces in a container. There the guard runs every command as a separate
user, in a folder that the command sees as "/": the root folder (guard/own_root.hpp). There is only
one root folder. It is used either by a single command of run(), or by several commands with
prefix() at the same time (sandbox.py).
"""

from __future__ import annotations

import fcntl
import functools
import os
import shutil
import stat
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ..errors import SandboxError

SWITCH = "HANDSHAKE_SANDBOX"  # set to `container` if the container is deleted afterwards
ROOT = Path(__file__).resolve().parents[3] / "build/grader/own_root"
_SYSTEM = ("usr/bin", "usr/lib", "usr/lib32", "usr/lib64", "usr/libexec", "usr/include")
_SHORT = ("bin", "lib", "lib32", "lib64")  # links into usr on all newer systems
_FILES = ("etc/alternatives", "etc/ld.so.cache")
_DEVICES = {"null": (1, 3), "random": (1, 8), "urandom": (1, 9)}


@functools.cache
def is_used() -> bool:
    """Whether this sandbox is used: SWITCH is set to `container`, the user is root, and bubblewrap
    does not work."""
    if os.environ.get(SWITCH) != "container" or os.geteuid() != 0:
        return False
    bwrap = shutil.which("bwrap")
    if bwrap is None:
        return True
    # The test also mounts a new /proc: if a part of /proc is hidden, Linux allows new namespaces,
    # but no new /proc in them.
    words = [bwrap, "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "/bin/true"]
    return subprocess.run(words, capture_output=True).returncode != 0


@contextmanager
def lent(alone: bool) -> Iterator[None]:
    """Waits until the root folder is free, and reserves it. If `alone` is set, only one command
    uses the folder. Otherwise, several commands may use it at the same time."""
    with open(_prepared().with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        if alone:
            _clear()
        yield


def furnish(given: Mapping[str, str | os.PathLike[str]]) -> None:
    """Puts each file or folder at its path in the root folder."""
    for inside, outside in sorted(given.items()):
        source = Path(outside)
        if not source.is_dir():
            _put(source, _in_root(inside))
        for file in sorted(source.rglob("*")) if source.is_dir() else ():
            if not file.is_dir():
                _put(file, _in_root(inside) / file.relative_to(source))


def _in_root(inside: str) -> Path:
    return ROOT / inside.lstrip("/")


def _put(source: Path, target: Path) -> None:
    """Makes `target` a hard link to the file, or a copy if the file is on another file system. The
    target is readable by everybody. This is safe, because users who must not read it cannot reach
    its folder. Several checks may put the same file there at the same time, so the target must
    never be incomplete."""
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    source = source.resolve()
    fresh = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        try:
            os.link(source, fresh)
        except OSError:
            shutil.copyfile(source, fresh)
        fresh.chmod(0o755 if source.stat().st_mode & stat.S_IXUSR else 0o644)
        os.replace(fresh, target)
    finally:
        fresh.unlink(missing_ok=True)  # os.replace does nothing if both are names of the same file


def _clear() -> None:
    """Deletes the files of earlier commands; the guard deletes their work folders."""
    for entry in ROOT.iterdir():
        if entry.name in ("usr", "etc", "dev", *_SHORT) or entry.name.startswith("work."):
            continue
        shutil.rmtree(entry) if entry.is_dir() and not entry.is_symlink() else entry.unlink()


def _prepared() -> Path:
    """The root folder, with the system's compiler and tools. The first call makes this folder."""
    if ROOT.is_dir():
        return ROOT
    fresh = ROOT.with_name(f"{ROOT.name}.{os.getpid()}")
    try:
        fresh.mkdir(parents=True, mode=0o755)
        for name in (*_SYSTEM, *_FILES):
            _copy_system(Path("/", name), fresh / name)
        for name in _SHORT:
            if Path("/", name).is_symlink():
                (fresh / name).symlink_to(os.readlink(Path("/", name)))
            elif Path("/", name).is_dir():
                _copy_system(Path("/", name), fresh / name)
        (fresh / "dev").mkdir()
        for name, number in _DEVICES.items():
            os.mknod(fresh / "dev" / name, stat.S_IFCHR | 0o666, os.makedev(*number))
            (fresh / "dev" / name).chmod(0o666)
        fresh.rename(ROOT)
    except OSError as error:
        shutil.rmtree(fresh, ignore_errors=True)
        if not ROOT.is_dir():  # otherwise another process was faster
            raise SandboxError(f"the sandbox: making its root folder: {error}") from error
    return ROOT


def _copy_system(source: Path, target: Path) -> None:
    """Hard-links the files of the source into the target, or copies them if they are on another
    file system. For many thousands of files, `cp` is ten times as fast as Python."""
    if not source.exists() or source.is_symlink():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    for option in ("-alT", "-auT"):  # the second option copies the files that could not be linked
        done = subprocess.run(["cp", option, source, target], capture_output=True, text=True)
        if done.returncode == 0:
            return
    raise OSError(f"copying {source}: {done.stderr[-300:]}")
