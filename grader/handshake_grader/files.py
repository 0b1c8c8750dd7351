"""Writing files so that a reader finds the old one or the new one, never half of one."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes | str, mode: int = 0o600) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
