"""Any signal that ends the grader ends all of its processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

import needs
from handshake_grader.course.class_run import ClassRun
from handshake_grader.kit.kit import build_kit
from handshake_grader.sandbox import guarded_process
from handshake_grader.sandbox.sandbox import bound, find_bwrap, guard_program
from matching import LAB

GRADER = Path(__file__).resolve().parents[2]
MOST_S = 120  # long: in a container, one of the two commands of GRADING waits for the other

GRADING = """
import sys, tempfile, threading
from pathlib import Path
sys.path.insert(0, {grader!r})
from handshake_grader import cli
from handshake_grader.course.class_run import ClassRun
from handshake_grader.examine.suite_runs import _run_check
from handshake_grader.sandbox.sandbox import run

script = "sleep {mark} & setsid sleep {mark} & sleep {mark}"
folder = Path(tempfile.mkdtemp())
def sandboxed(*given): run(["/bin/sh", "-c", script])
words = ["/bin/sh", "-c", "sleep {mark} & sleep {mark}"]
def checked(*given): _run_check(words, folder, folder, {{}})
def grade(options, console):
    class Run(ClassRun):
        def __init__(self): self.__dict__.update(_stop=threading.Event())
        def _grade_student(self, run, one): one()
    Run()._grade_here(1, [sandboxed, checked], 2)
from handshake_grader import commands
commands.do_doctor = grade
sys.exit(cli.main(["doctor"]))
"""


def commands(mark: str) -> list[str]:
    shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    return [line for line in shown.splitlines() if mark in line and "-c" not in line.split()]


def running(mark: str) -> int:
    return commands(mark).count(f"sleep {mark}")


def wait_until(count: int, mark: str) -> int:
    until = time.monotonic() + MOST_S
    while running(mark) != count and time.monotonic() < until:
        time.sleep(0.1)
    return running(mark)


NUMBERS = pytest.mark.parametrize("number", ["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT"])


@needs.sandbox
@NUMBERS
def test_no_process_survives_a_grader_that_is_killed(number):
    kill_the_grader(number, dict(os.environ), "4")


def heed_signals() -> None:
    """Makes SIGHUP and SIGINT end this process. Tests that were started under nohup or with &
    ignore these signals."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)


def kill_the_grader(number: str, environment: dict[str, str], first: str) -> None:
    """Kills the grader while two commands run. The test recognizes these commands by the number of
    seconds that they sleep. This number begins with `first`."""
    mark = f"{first}{int(signal.Signals[number]):02}{os.getpid()}"
    code = GRADING.format(grader=str(GRADER), mark=mark)
    words = [sys.executable, "-c", code]
    process = subprocess.Popen(
        words, env=environment, start_new_session=True, preexec_fn=heed_signals
    )

    assert wait_until(5, mark) == 5, commands(mark)
    process.send_signal(signal.Signals[number])
    left = wait_until(0, mark)
    try:
        code = process.wait(MOST_S)
    finally:
        process.kill()

    assert left == 0
    assert code == (-signal.SIGKILL if number == "SIGKILL" else 130)


def test_a_trusted_command_continues_after_its_guard_was_stopped_for_a_moment():
    guard = subprocess.Popen(bound([sys.executable, "-c", "import time; time.sleep(1); exit(3)"]))
    stat = Path(f"/proc/{guard.pid}/stat")
    for number, state in ((signal.SIGSTOP, "T"), (signal.SIGCONT, "S")):
        time.sleep(0.2)
        guard.send_signal(number)
        while stat.read_text().rsplit(")", 1)[1].split()[0] not in (state, "Z"):
            time.sleep(0.01)

    assert guard.wait(MOST_S) == 3


class Interrupted(list):
    """Two pieces of work. Ctrl-C comes when the second piece is requested, after the first piece
    has begun."""

    def __init__(self, begun: Event):
        self.begun = begun

    def __iter__(self):
        yield "first"
        self.begun.wait()
        raise KeyboardInterrupt


def test_ctrl_c_during_the_start_of_jobs_stops_the_running_jobs():
    begun, stopped = Event(), []

    class Run(ClassRun):
        def __init__(self):
            self._stop = Event()

        def _grade_student(self, run, one):
            begun.set()
            stopped.append(self._stop.wait(10))

    try:
        with pytest.raises(KeyboardInterrupt):
            Run()._grade_here(1, Interrupted(begun), 1)
    finally:
        guarded_process.go_on()

    assert stopped == [True]


FALSE = """
import subprocess, sys
sys.path.insert(0, {grader!r})
from handshake_grader import cli, commands
commands.do_doctor = lambda *about: subprocess.run(["/bin/false"]).returncode
sys.exit(cli.main(["doctor"]))
"""


def ignore_ends_of_children() -> None:
    """Some editors ignore SIGCHLD, and so does every program that they start."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def test_the_grader_gets_exit_codes_even_if_its_parent_ignores_sigchld():
    words = [sys.executable, "-c", FALSE.format(grader=str(GRADER))]

    assert subprocess.run(words, preexec_fn=ignore_ends_of_children).returncode == 1


def test_a_kernel_crash_is_noticed_even_if_the_parent_of_check_ignores_sigchld(tmp_path, request):
    check = build_kit(Path(request.config.getoption("--tree")), LAB).check_program
    (tmp_path / "run_scan").write_text("#!/bin/sh\nkill -SEGV $$\n")
    (tmp_path / "run_scan").chmod(0o755)
    words = [check, "scan", "--programs", tmp_path, "--output", tmp_path, "--verdict-only"]

    done = subprocess.run(words, capture_output=True, preexec_fn=ignore_ends_of_children)

    assert b"segmentation fault" in done.stdout


def test_a_command_of_the_grader_does_not_start_if_its_parent_is_not_the_grader():
    done = subprocess.run([guard_program(), "--bound", "1", "--", "/bin/true"])

    assert done.returncode == 125


@pytest.mark.parametrize("words", [["--cpu", "1x"], ["--memory", "9999999999999999999"], ["--cpu"]])
def test_the_guard_refuses_a_limit_that_is_not_a_valid_number(words):
    rest = "--cpu 1 --memory 1 --file 1 --processes 1 --work / -- /bin/true".split()
    done = subprocess.run([guard_program(), *words, *rest], capture_output=True, text=True)

    assert done.returncode == 125 and "cannot be understood" in done.stderr


def test_the_guard_refuses_to_run_if_it_would_kill_the_processes_of_others():
    # Here, the guard runs in a sandbox, but is not the first process of this sandbox.
    sandbox = [str(find_bwrap()), "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc"]
    limits = "--cpu 9 --memory 999999999 --file 9 --processes 99 --work / -- /bin/true".split()
    done = subprocess.run([*sandbox, guard_program(), *limits], capture_output=True, text=True)

    assert done.returncode == 125 and "the first process" in done.stderr
