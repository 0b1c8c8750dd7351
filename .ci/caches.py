"""Finds the folder for cached files that all clones of this repository on a machine share."""

from __future__ import annotations

import os
from pathlib import Path


def folder() -> Path:
    """Returns ~/.cache, or the folder `build` of this clone if the home folder is not writable."""
    home = Path.home()
    inside = Path(__file__).resolve().parents[1] / "build"
    return home / ".cache" if os.access(home, os.W_OK) else inside
