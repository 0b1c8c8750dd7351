"""Finds the built program that a test file starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from program import ROOT


def built_program(name: str) -> Path:
    """Returns the program of this checkout, or the program that the environment variable NAME
    names."""
    path = Path(os.environ.get(name.upper(), ROOT / name)).resolve()
    if not path.is_file():
        pytest.exit(f"{path} does not exist: run make {name}, or set {name.upper()}", returncode=2)
    return path
