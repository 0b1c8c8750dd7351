"""Tests how the GPU use of a submission is counted, and what its program can see while it runs."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

import needs
from handshake_grader.examine.counter_runs import count_use
from handshake_grader.kit.kit import build_kit
from handshake_grader.settings.settings import parse_settings
from matching import LAB
from report import counters
from sample_class import small_settings

pytestmark = needs.sandbox
PART = {"id": "filter", "verdict": "OK", "files": ["src/gpu_required/markFilterEdges.cu"]}


@pytest.fixture
def count(tmp_path, request, monkeypatch):
    """Runs a script as a submission's runner; returns the result, and the counters that the script
    wrote."""
    kit = build_kit(Path(request.config.getoption("--tree")), LAB)
    seen = tmp_path / "seen"
    exchange = counters.exchange

    def seen_exchange(command, kind, payloads, record, environment):
        is_well = exchange(command, kind, payloads, record, environment)
        seen.write_bytes(os.pread(record, 1 << 16, 0))
        return is_well

    monkeypatch.setattr(counters, "exchange", seen_exchange)

    def run(script: str) -> tuple[dict, str]:
        program = tmp_path / "run_filter"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        builder = SimpleNamespace(kit=kit, runner_file=lambda part, mode: program)
        found = count_use(PART, builder, parse_settings(small_settings(), "small"))
        return found, seen.read_text()

    return run


def test_a_run_sees_nothing_of_the_graders_environment(count, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_CLASS", "do not tell")

    _, written = count("env >&7")

    assert "CUCC_COUNTERS=" in written
    assert "SECRET_OF_THE_CLASS" not in written


def test_a_run_sees_its_own_program_and_no_other_file_of_the_kit(count, request):
    tree = request.config.getoption("--tree")

    _, written = count(f"ls {tree} >&7 2>&1")

    assert "No such file" in written


def test_the_counters_of_a_run_that_gives_no_result_do_not_count(count):
    line = '{"kernel": "k", "launches": 1, "threads": 1, "accesses": 0}'

    found, written = count(f"echo '{line}' >&7")

    assert written == f"{line}\n"
    assert found == {"why_not": "the part or this run of it failed, or did not end in time"}
