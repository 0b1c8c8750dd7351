"""Slow and starved commands: a command is judged by the time that it used, not by the time in which
it got no processor."""

import os
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from handshake_grader.errors import GraderError
from handshake_grader.examine.secret_runs import SecretCase, judge
from handshake_grader.examine.suite_runs import run_suite
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.kit import build_kit
from handshake_grader.sandbox import guarded_process, sandbox
from handshake_grader.sandbox.guarded_process import LimitHit, Limits, Result
from handshake_grader.sandbox.sandbox import SINGLE, find_bwrap, run
from handshake_grader.secret.graph_recipes import parse_output
from handshake_grader.settings.settings import parse_settings, read_settings
from handshake_grader.verdict import Verdict
from matching import LAB, PATHS
from sample_class import small_settings

pytestmark = pytest.mark.skipif(find_bwrap() is None, reason="bwrap is not installed")

BUSY = "while True: pass"
PYTHON = "/usr/bin/python3"
SETTINGS = Path(__file__).resolve().parents[2] / "settings/matching.toml"


@pytest.fixture
def starved(monkeypatch, request):
    """The sandbox and everything in it share one processor with 8 other processes, or with as many
    as the test requests. So they get a ninth of the processor or less."""
    one = str(min(os.sched_getaffinity(0)))
    wrapped = sandbox.wrap
    pinned = ["taskset", "-c", one]
    monkeypatch.setattr(sandbox, "wrap", lambda *given, **more: [*pinned, *wrapped(*given, **more)])
    words = [*pinned, PYTHON, "-c", BUSY]
    others = [
        subprocess.Popen(words, start_new_session=True) for _ in range(getattr(request, "param", 8))
    ]
    yield
    for other in others:
        other.kill()
        other.wait()


def test_a_command_that_does_not_end_is_slow_even_if_it_gets_little_processor_time(starved):
    result = run([PYTHON, "-c", BUSY], limits=Limits(cpu_s=5, wall_s=0.3))

    assert result.limit_hit is LimitHit.WALL


def test_a_command_whose_guard_gets_no_processor_is_starved(monkeypatch):
    """A guard reports every second. Here, the guard is a command that never reports."""
    monkeypatch.setattr(guarded_process, "SILENT_S", 0.1)

    result, _ = guarded_process.run_guarded(lambda _: ["/bin/sleep", "60"], b"", Limits())

    assert result.limit_hit is LimitHit.STARVED


def test_a_right_command_that_is_kept_waiting_ends_normally(starved):
    """The command takes longer than its limit of wall time, but not through its own fault. Each of
    its waits is longer than the time between two checks of the guard."""
    work = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')"
    result = run([PYTHON, "-c", work], limits=Limits(cpu_s=5, wall_s=1))

    assert (result.stdout, result.limit_hit) == (b"done\n", LimitHit.NONE)
    assert result.wall_s > 1  # otherwise the command was not kept waiting


@pytest.fixture(scope="module")
def kit(request):
    return build_kit(Path(request.config.getoption("--tree")), LAB)


@pytest.mark.parametrize("starved", [24], indirect=True)
def test_a_right_kernel_that_is_kept_waiting_is_accepted(kit, starved, tmp_path):
    """The part needs at most half a second, and its limit is two seconds."""
    right = {path: (kit.root / path).read_bytes() for path in PATHS}
    ours = kit.root / "build/grader/reference/plain/run_handshaking"
    builder = SimpleNamespace(
        kit=kit, submission=Submission(LAB, right), runner_file=lambda part, mode: ours
    )
    short = parse_settings(small_settings().replace("time_limit_s = 4", "time_limit_s = 2"), "x")

    outcome = run_suite("handshaking", builder, short, tmp_path, with_diagnosis=False)

    assert (outcome.verdict, outcome.summary) == (Verdict.OK, "")
    assert outcome.seconds > 2  # otherwise the kernel was not kept waiting


def test_an_endless_kernel_gets_the_verdict_slow_even_with_little_processor_time(
    kit, starved, tmp_path
):
    endless = tmp_path / "programs/run_handshaking"
    endless.parent.mkdir()
    endless.write_text("#!/bin/sh\nwhile :; do :; done\n")
    endless.chmod(0o755)
    right = {path: (kit.root / path).read_bytes() for path in PATHS}
    builder = SimpleNamespace(
        kit=kit, submission=Submission(LAB, right), runner_file=lambda part, mode: endless
    )
    short = parse_settings(small_settings(1), "x")

    outcome = run_suite("handshaking", builder, short, tmp_path, with_diagnosis=False)

    assert outcome.verdict is Verdict.SLOW


@pytest.mark.parametrize("script", ["exit 1", "echo 0 0 >&6; exit 125"])
def test_a_sandbox_that_fails_is_not_the_fault_of_the_submission(
    script, kit, tmp_path, monkeypatch
):
    """In the first case, the sandbox cannot be made, because the machine allows no more processes.
    In the second case, the guard of the sandbox fails."""
    fails = ["/bin/sh", "-c", script, "--"]
    monkeypatch.setattr(sandbox, "wrap", lambda argv, *given, **more: [*fails, *argv])
    right = {path: (kit.root / path).read_bytes() for path in PATHS}
    ours = kit.root / "build/grader/reference/plain/run_handshaking"
    builder = SimpleNamespace(
        kit=kit, submission=Submission(LAB, right), runner_file=lambda part, mode: ours
    )
    settings = parse_settings(small_settings(), "x")

    with pytest.raises(GraderError, match="the sandbox failed"):
        run_suite("handshaking", builder, settings, tmp_path, with_diagnosis=False)


def test_time_in_which_processes_of_one_command_wait_for_each_other_does_not_count():
    """If these waits counted, the machine would always be blamed for a command whose processes keep
    each other waiting."""
    spin = "(while :; do :; done) & " * 4 + "wait"
    words = ["taskset", "-c", str(min(os.sched_getaffinity(0))), "sh", "-c", spin]

    result, said = sandbox._run(words, None, b"", Limits(cpu_s=2, wall_s=60), None)

    assert result.limit_hit is LimitHit.CPU
    # Times are counted in whole ticks. If the sum included the waits of these processes for each
    # other, it would be larger by seconds.
    ticks = 0.1
    assert float(said["waited"]) + float(said["cpu"]) <= result.wall_s + ticks


TOGETHER = """
#include "usage.hpp"
int main() {
  usage::Ledger ledger;
  for (int look = 1; look <= 100; look++) {  // the looks are 20 ms apart
    ledger.begin();
    for (int thread = 0; thread < 60; thread++) ledger.add_wait(0.0003);
    ledger.finish(0.020, 0.5, 0.020 * look);
  }
  return ledger.waited_s() < 0.2 ? 0 : 1;
}
"""


def test_time_in_which_several_threads_wait_is_counted_only_once(tmp_path):
    """Threads that wake up together wait for a processor at the same time. If their waits were
    added up, the command would reach its limit of wall time much later."""
    (tmp_path / "x.cpp").write_text(TOGETHER)
    words = ["g++", "-std=c++17", f"-I{sandbox.GUARD_SOURCES}", "x.cpp", "-o", "x"]
    subprocess.run(words, cwd=tmp_path, check=True)

    assert subprocess.run([tmp_path / "x"]).returncode == 0


def test_a_command_that_sleeps_too_long_is_slow():
    work = "import time\nwhile time.process_time() < 0.2: pass\ntime.sleep(60)"

    result = run([PYTHON, "-c", work], limits=Limits(cpu_s=0.3, wall_s=1))

    assert result.limit_hit is LimitHit.WALL


def test_processor_time_is_measured_even_if_a_limit_ends_the_command():
    work = "import time\nwhile time.process_time() < 0.5: pass\ntime.sleep(60)"

    result = run([PYTHON, "-c", work], limits=Limits(cpu_s=9, wall_s=1.5))

    assert result.limit_hit is LimitHit.WALL
    assert 0.4 < result.cpu_s < 1.5  # counted in hundredths of a second


CHILDREN = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(60):
    if os.fork() == 0:
        while time.process_time() < 0.3: pass
        os._exit(0)
    time.sleep(0.31)
"""


def test_the_time_of_children_counts_even_if_no_process_waits_for_them():
    result = run([PYTHON, "-c", CHILDREN], limits=Limits(cpu_s=2, wall_s=60))

    assert result.limit_hit is LimitHit.CPU


def test_a_students_program_cannot_hide_the_times_of_its_children():
    """If the program could ignore SIGCHLD, Linux would not record the times of its children. Then
    the guard would miss the times of children that live only briefly."""
    code = "import signal; signal.signal(signal.SIGCHLD, signal.SIG_IGN); print('ignored')"

    assert b"ignored" not in run([*SINGLE, PYTHON, "-c", code]).stdout


def test_a_grader_that_is_stopped_ends_the_commands_that_run(monkeypatch):
    monkeypatch.setattr(guarded_process, "_stopped", guarded_process.threading.Event())
    guarded_process.stop()

    with pytest.raises(guarded_process.SandboxError, match="stopped"):
        run(["/bin/sleep", "60"], limits=Limits(wall_s=60))


def test_a_child_process_is_ended_with_its_parent_even_if_no_guard_has_reported_it():
    shell = "sleep 600 & echo $!; exec sleep 600"
    process = subprocess.Popen(
        ["/bin/sh", "-c", shell], stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdout
    child = Path(f"/proc/{int(process.stdout.readline())}/stat")

    guarded_process._kill(process, guarded_process._Watch())
    process.wait()
    process.stdout.close()

    until = time.monotonic() + 60
    while child.exists() and ") Z " not in child.read_text():
        assert time.monotonic() < until
        time.sleep(0.01)


def _outcome(hit: LimitHit, cpu_s: float):
    case = SecretCase("a graph", Path("graph"), 2, [1, 0], 1, "forward", 10.0, 0.1)
    result = Result(None, None, b"", b"", 60.0, cpu_s, 1, hit)
    return judge(result, case, read_settings(SETTINGS), parse_output)


def test_a_starved_run_gets_no_verdict():
    with pytest.raises(GraderError, match="too busy"):
        _outcome(LimitHit.STARVED, 1.5)


def test_a_run_that_worked_and_then_slept_without_end_is_slow():
    assert _outcome(LimitHit.WALL, 7.0).verdict is Verdict.SLOW
