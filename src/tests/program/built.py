"""Finds the built program that a test file starts."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from program import ROOT


def built_program(name: str) -> Path:
    """The program of this checkout, or the one that the variable NAME of the environment names."""
    path = Path(os.environ.get(name.upper(), ROOT / name)).resolve()
    if not path.is_file():
        pytest.exit(f"{path} is not there: run make {name}, or set {name.upper()}", returncode=2)
    return path
