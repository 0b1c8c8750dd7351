"""Finds the folder for cached files that all clones of this repository on a machine share."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Returns the folder for caches: in the user's home folder, or in this clone if the program may
    not write to the home folder."""
    home = Path.home()
    inside = Path(__file__).resolve().parents[1] / "build"
    return home / ".cache" if os.access(home, os.W_OK) else inside
