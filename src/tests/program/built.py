"""Finds the built program that a test file starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from program import ROOT


def built_program(name: str) -> Path:
    """Returns the path in the environment variable NAME (`name` in capitals), or ROOT/name if this
    variable is not set."""
    path = Path(os.environ.get(name.upper(), ROOT / name)).resolve()
    if not path.is_file():
        pytest.exit(f"{path} does not exist: run make {name}, or set {name.upper()}", returncode=2)
    return path
