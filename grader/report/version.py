"""The version of Handshake, read from src/flags/version.hpp."""

from __future__ import annotations

import re
from pathlib import Path

_HEADER = Path(__file__).resolve().parents[2] / "src/flags/version.hpp"
_FOUND = re.search(r'#define HANDSHAKE_VERSION "([^"]+)"', _HEADER.read_text(encoding="utf-8"))
if _FOUND is None:
    raise ImportError(f"{_HEADER} does not define HANDSHAKE_VERSION")
VERSION: str = _FOUND[1]
