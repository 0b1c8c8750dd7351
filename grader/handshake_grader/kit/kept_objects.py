"""Objects and programs that were built before: the same files, by the same command, with the same
kit and compiler, give the same one. Most of a class hands in some files as others do; who grades
again after a change of the settings builds nothing twice. Only what the sandbox gave us is kept."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ..files import write_whole
from .kit import Kit

MOST_BYTES = 1 << 30  # of all kits together, when a grader starts
_CHECKSUM = hashlib.sha256().digest_size
_lock = threading.Lock()
_tidied: set[Path] = set()


class KeptObjects:
    def __init__(self, kit: Kit):
        self._folder = kit.view.with_name("objects")
        words = kit.compile_words
        compiler = os.stat(shutil.which(words[words.index("--cxx") + 1]) or "/")
        self._maker = f"{kit.digest} {compiler.st_size} {compiler.st_mtime_ns}"
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
        """The object and what the compiler said; None when it was not kept, or is damaged."""
        try:
            data = (self._folder / name).read_bytes()
        except OSError:
            return None
        packed = data[_CHECKSUM:]
        if hashlib.sha256(packed).digest() != data[:_CHECKSUM]:
            return None
        log, _, made = zlib.decompress(packed).partition(b"\0")
        return made, log.decode()

    def keep(self, name: str, made: bytes, log: str) -> None:
        packed = zlib.compress(log.replace("\0", "").encode() + b"\0" + made, 1)
        with suppress(OSError):  # it is only a help
            write_whole(self._folder / name, hashlib.sha256(packed).digest() + packed)


def _tidy(folder: Path) -> None:
    files = [(file.stat(), file) for file in folder.glob("*")] if folder.is_dir() else []
    total = sum(seen.st_size for seen, _ in files)
    for seen, file in sorted(files, key=lambda one: one[0].st_mtime):
        if total <= MOST_BYTES:
            break
        total -= seen.st_size
        file.unlink(missing_ok=True)
