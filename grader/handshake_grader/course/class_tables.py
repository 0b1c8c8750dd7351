"""The tables that a TA gave (--roster, --times), kept for later commands in the same folder.

Without them `report` or `override` would take lateness and absent students away again.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import UsageError
from ..files import write_whole


def kept_table(out: Path, name: str, given: Path | None) -> Path | None:
    """The one that is given, else the one of an earlier command."""
    copy = _copy(out, name)
    return given or (copy if copy.is_file() else None)


def keep_table(out: Path, name: str, given: Path | None) -> None:
    try:
        if given and given != _copy(out, name):
            write_whole(_copy(out, name), given.read_bytes())
    except OSError as error:
        raise UsageError(f"{given}: cannot be copied to {out}: {error.strerror}") from error


def _copy(out: Path, name: str) -> Path:
    return out / "private" / f"{name}.csv"
