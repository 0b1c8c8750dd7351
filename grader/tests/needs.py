"""Pytest marks for tests that need something that a machine may lack. If something is missing,
exactly the tests that need it are skipped, with the reason.

.venv/bin/python grader/tests/needs.py     says what is missing here
"""

from __future__ import annotations

import functools
import os
import shutil
import stat
import subprocess
import tempfile

import pytest


@functools.cache
def why_no_namespaces() -> str:
    """Runs bubblewrap directly, so that a fault in the grader's sandbox does not skip tests."""
    if shutil.which("bwrap") is None:
        return "bwrap is not installed"
    probe = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    done = subprocess.run(probe, capture_output=True, text=True)
    said = done.stderr.strip() or f"exit code {done.returncode}"
    return f"bwrap can make no namespaces here: {said}" if done.returncode != 0 else ""


@functools.cache
def _can_make_devices() -> bool:
    """Root in Docker can make devices; root in a user namespace cannot."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.mknod(f"{folder}/null", stat.S_IFCHR | 0o666, os.makedev(1, 3))
            open(f"{folder}/null", "rb").close()
        except OSError:
            return False
    return os.geteuid() == 0


root = pytest.mark.skipif(not _can_make_devices(), reason="needs root that may make devices")
sandbox = pytest.mark.skipif(bool(why_no_namespaces()), reason=why_no_namespaces() or "it is there")


def main() -> None:
    if why_no_namespaces():
        print(f"missing: {why_no_namespaces()}; tests of the sandbox and of grading are skipped")
    for program, what in (("nvcc", "compiling for a GPU"), ("nvidia-smi", "running on a GPU")):
        if shutil.which(program) is None:
            print(f"missing: {program}; tests of {what} are skipped")


if __name__ == "__main__":
    main()
