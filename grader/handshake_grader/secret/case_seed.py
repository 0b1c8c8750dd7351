"""Computes a seed for each student and secret case, from a secret that never leaves the grader."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from ..errors import UsageError

SECRET_BYTES = 32


def default_secret_file() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(base, "handshake", "secret")


class CaseSeeds:
    def __init__(self, secret: bytes, assignment: str):
        self._key = hmac.digest(secret, b"assignment\0" + assignment.encode(), "sha256")

    def seed(self, student: str, case: str) -> int:
        """A seed of 64 bits. It is always the same for this student and case, and does not help to
        guess the seed of another student or case."""
        return int.from_bytes(self._mac("case", student, case)[:8], "big")

    def pseudonym(self, student: str) -> str:
        """The name of a student in logs and sandboxes."""
        return "p" + self._mac("pseudonym", student).hex()[:10]

    @property
    def secret_id(self) -> str:
        """Shows whether two runs used the same secret, and shows nothing else about the secret."""
        return self._mac("secret id").hex()[:8]

    def _mac(self, *pieces: str) -> bytes:
        text = b"".join(len(piece.encode()).to_bytes(4, "big") + piece.encode() for piece in pieces)
        return hmac.digest(self._key, text, hashlib.sha256)


def load_secret(path: Path) -> bytes:
    """Reads the secret; if there is none yet, makes one."""
    try:
        return _read(path)
    except FileNotFoundError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    except OSError as error:
        raise UsageError(f"secret: {path}: {error.strerror}") from error
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(SECRET_BYTES) + "\n")
    return _read(path)


def _read(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        text = path.read_text().strip()
    except FileNotFoundError:
        raise
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"secret: {path}: {error}") from error
    if mode & 0o077:
        raise UsageError(f"secret: {path} can be read by others; run: chmod 600 {path}")
    try:
        secret = bytes.fromhex(text)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise UsageError(
            f"secret: {path} does not hold {2 * SECRET_BYTES} hexadecimal digits; "
            "restore it from a copy"
        )
    return secret
