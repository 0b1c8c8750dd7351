"""Keeps objects and programs, to use them again: the same files, command, kit and compiler make the
same object or program. This saves time, because most students of a class hand in some files that
others hand in as well. A second grading after a change of the settings rebuilds nothing.

Only files that were built in a sandbox are kept. The name of a kept file is a digest of everything
that the sandbox read. The name does not depend on the folder of this repository, so several copies
of the repository may share the kept files. The environment variable HANDSHAKE_KEPT_OBJECTS sets the
shared folder. The tests use this variable.
"""

from __future__ import annotations

import functools
import hashlib
import os
import threading
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ..files import write_whole
from ..sandbox.sandbox import system_program
from .kit import Kit, tree_digest

SHARED = "HANDSHAKE_KEPT_OBJECTS"
MOST_BYTES = 1 << 30  # of all kits; above this, a grader deletes old files when it starts
# The code that decides how to build.
OURS = [Path(__file__).parent, Path(__file__).parents[1] / "sandbox"]
_CHECKSUM = hashlib.sha256().digest_size
_lock = threading.Lock()
_tidied: set[Path] = set()


class KeptObjects:
    def __init__(self, kit: Kit):
        self._folder = Path(os.environ.get(SHARED) or kit.view.with_name("objects"))
        self._maker = f"{tree_digest(kit.view)} {_digest_of_ours()} {_tools(kit.compile_words)}"
        with _lock:
            if self._folder not in _tidied:
                _tidied.add(self._folder)
                _tidy(self._folder)

    def name(self, script: str, inputs: Mapping[str, Path]) -> str:
        text = hashlib.sha256(f"{self._maker}\0{script}\0".encode())
        for inside, file in sorted(inputs.items()):
            text.update(f"{inside}\0".encode() + hashlib.sha256(file.read_bytes()).digest())
        return text.hexdigest()

    def find(self, name: str) -> tuple[bytes, str] | None:
        """The object and the compiler's messages; None if the object was not kept, or is
        damaged."""
        try:
            data = (self._folder / name).read_bytes()
            os.utime(self._folder / name)  # the most recently used files are deleted last
        except OSError:
            return None
        packed = data[_CHECKSUM:]
        if hashlib.sha256(packed).digest() != data[:_CHECKSUM]:
            return None
        log, _, made = zlib.decompress(packed).partition(b"\0")
        return made, log.decode()

    def keep(self, name: str, made: bytes, log: str) -> None:
        packed = zlib.compress(log.replace("\0", "").encode() + b"\0" + made, 1)
        with suppress(OSError):  # if keeping a file fails, only time is lost
            write_whole(self._folder / name, hashlib.sha256(packed).digest() + packed)


@functools.cache
def _digest_of_ours() -> str:
    texts = [path for folder in OURS for path in sorted(folder.rglob("*"))]
    read = [path.read_bytes() for path in texts if path.suffix in (".py", ".sh", ".hpp", ".cpp")]
    return hashlib.sha256(b"\0".join(read)).hexdigest()


def _tools(words: tuple[str, ...]) -> str:
    """The sizes and dates of the programs that compile and link, and of the folder with the
    system's headers."""
    compiler = next(at for at, word in enumerate(words, 1) if word in ("--cxx", "-ccbin"))
    found = [system_program(name) for name in (words[compiler], "as", "ld", "objcopy")]
    found += ["/usr/include", *(word for word in words[:1] if word.startswith("/"))]
    seen = [os.stat(path) for path in found if path and os.path.exists(path)]
    return " ".join(f"{one.st_size} {one.st_mtime_ns}" for one in seen)


def _tidy(folder: Path) -> None:
    files = []
    for file in folder.glob("*"):
        with suppress(FileNotFoundError):  # another grader may delete old files, too
            files.append((file.stat(), file))
    total = sum(seen.st_size for seen, _ in files)
    for seen, file in sorted(files, key=lambda one: one[0].st_mtime):
        if total <= MOST_BYTES:
            break
        total -= seen.st_size
        file.unlink(missing_ok=True)
