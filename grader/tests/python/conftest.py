"""Lets the tests import the grader's package from the source tree."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
for folder in (".", "submissions", "report"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))


def pytest_addoption(parser):
    parser.addoption("--kills", type=int, default=12, help="how often a test kills its run")
    root = Path(__file__).resolve().parents[3]
    said = "a class of a lab has every version, as make lab-doctor wants"
    parser.addoption("--every-version", action="store_true", help=said)
    parser.addoption("--tree", default=str(root), help="the kit that the real grading uses")


@pytest.fixture(scope="session")
def container(tmp_path_factory):
    """The environment of a container that does not allow namespaces, with a bwrap that fails."""
    folder = tmp_path_factory.mktemp("bin")
    says = "No permissions to create new namespace"
    (folder / "bwrap").write_text(f"#!/bin/sh\necho '{says}'\nexit 1\n")
    (folder / "bwrap").chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HANDSHAKE_SANDBOX": "container"}
