"""Writes files. By default, only their owner can read them. If write_whole replaces a file, a
reader finds the old file or the new one, never an incomplete file."""

from __future__ import annotations

import os
import threading
from pathlib import Path


def make_folder(path: Path) -> None:
    """Makes a folder, and all missing folders above it; only their owner can read them and their
    files."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def append(path: Path, text: str) -> None:
    make_folder(path.parent)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
        file.write(text.encode("utf-8", errors="replace"))


def write_whole(path: Path, data: bytes | str, mode: int = 0o600) -> None:
    make_folder(path.parent)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
