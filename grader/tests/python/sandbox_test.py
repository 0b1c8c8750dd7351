"""The sandbox: what it allows, what it limits, and that it leaves no process behind."""

import os
import subprocess
import time
from pathlib import Path

import pytest

import needs
from handshake_grader.errors import SandboxError
from handshake_grader.sandbox import escapes, guarded_process, sandbox
from handshake_grader.sandbox.guarded_process import LimitHit, Limits, Result
from handshake_grader.sandbox.sandbox import layers, level, run

pytestmark = needs.sandbox


given_guard = sandbox._guard


def shell(script: str, **more) -> Result:
    return run(["/bin/sh", "-c", script], **more)


def test_output_and_exit_code_are_returned():
    result = shell("cat; echo err >&2; exit 7", stdin=b"data")

    assert (result.stdout, result.stderr, result.exit_code) == (b"data", b"err\n", 7)
    assert result.limit_hit is LimitHit.NONE


def test_a_signal_is_distinguished_from_an_exit_code():
    result = shell("kill -SEGV $$")

    assert (result.exit_code, result.signal) == (None, 11)


def test_an_endless_command_is_ended_with_all_processes_that_it_started():
    marker = f"sleep 31{os.getpid()}"

    result = shell(f"setsid {marker} & setsid {marker}", limits=Limits(wall_s=0.5))

    assert result.limit_hit is LimitHit.WALL
    assert (
        marker not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    )


def test_a_background_process_is_ended_when_its_command_ends():
    marker = f"sleep 32{os.getpid()}"

    assert shell(f"setsid {marker} >/dev/null 2>&1 & exit 0").ok
    assert (
        marker not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    )


def test_too_much_output_is_cut_and_ends_the_command():
    result = shell("yes", limits=Limits(output_bytes=1000))

    assert result.limit_hit is LimitHit.OUTPUT
    assert len(result.stdout) == 1000


def test_memory_is_bounded():
    result = run(
        ["/usr/bin/python3", "-c", "b = b'x' * (400 << 20); import time; time.sleep(5)"],
        limits=Limits(memory_bytes=100 << 20),
    )

    assert result.limit_hit is LimitHit.MEMORY


def test_a_command_sees_only_the_folders_that_the_sandbox_gives_it(tmp_path):
    (tmp_path / "given").write_text("hello")

    result = shell("cat /in/given; ls /; ls /home /root /work 2>&1", read_only={"/in": tmp_path})

    assert result.stdout.startswith(b"hello")
    assert b"home\n" not in result.stdout
    assert b"cannot access '/work'" in result.stdout


@pytest.mark.parametrize("place", ["/", "/usr", "/etc", "/dev", "/in"])
def test_nothing_but_the_work_folder_can_be_written(tmp_path, place):
    assert not shell(f"touch {place}/file", read_only={"/in": tmp_path}).ok


def test_the_size_of_the_work_folder_is_limited():
    assert shell("echo 1 >file").ok
    assert not shell("head -c 9000000 /dev/urandom >file", limits=Limits(tmpfs_bytes=4 << 20)).ok


def test_a_sandbox_has_no_network():
    assert shell("cat /proc/net/dev").stdout.count(b":") == 1  # only the loopback interface


def test_a_command_sees_nothing_of_the_graders_environment(monkeypatch):
    monkeypatch.setenv("HANDSHAKE_SECRET_FILE", "x")

    assert b"HANDSHAKE" not in shell("env").stdout


@pytest.mark.parametrize("what", ["sleep 9 &", "sh -c 'sleep 9 & sleep 9' &"])
def test_processes_are_limited_for_every_user_of_the_grader(what):
    """A resource limit alone is not enough: it does not restrict the processes of root."""
    result = shell(f"for i in $(seq 1 200); do {what} done; wait; echo through")

    assert result.limit_hit is LimitHit.PROCESSES or b"fork" in result.stderr
    assert b"through" not in result.stdout


@pytest.mark.parametrize(
    "code, is_allowed",
    [
        ("os.fork()", False),
        ("ctypes.CDLL(None).syscall(57)", False),
        ("threading.Thread(target=print).start()", True),
        ("os.posix_spawn('/bin/true', ['true'], {})", True),
    ],
)
def test_a_students_program_cannot_start_a_copy_of_itself(code, is_allowed):
    """It does not matter which user runs the grader. A program may start threads. It may also
    start other programs, because reports need addr2line."""
    script = f"import ctypes, os, threading\nif {code} == -1: raise OSError\nprint('allowed')"

    result = run([*sandbox.SINGLE, "/usr/bin/python3", "-c", script])

    assert (result.stdout.endswith(b"allowed\n")) == is_allowed, result.stderr


def test_threads_count_as_processes():
    start = "threading.Thread(target=time.sleep, args=(9,)).start()"
    threads = f"import threading, time; [{start} for _ in range(99)]"

    result = run(["/usr/bin/python3", "-c", threads])

    assert result.limit_hit is LimitHit.PROCESSES or b"start new thread" in result.stderr


MANY_THREADS = """
#include <fcntl.h>
#include <unistd.h>
#include <thread>
static int opened = 0;
static int counted(const char* path, int flags) { opened++; return open(path, flags); }
#define open counted
#include "usage.hpp"
int main() {
  for (int i = 0; i < 400; i++) std::thread([] { pause(); }).detach();
  usage::Ledger ledger;
  usage::Look look;
  ledger.begin();
  ledger.add(std::to_string(getpid()).c_str(), look, 20);
  printf("%d %d", look.processes > 20, opened);
  fflush(stdout);
  _exit(0);
}
"""


def compiled(folder: Path, text: str) -> Path:
    """A program that uses headers of the guard."""
    (folder / "x.cpp").write_text(text)
    words = ["g++", "-std=c++17", "-pthread", f"-I{sandbox.GUARD_SOURCES}", "x.cpp", "-o", "x"]
    subprocess.run(words, cwd=folder, check=True)
    return folder / "x"


def test_the_guard_stops_counting_threads_at_the_limit(tmp_path):
    """If the guard counted beyond the limit, a command could make new threads as fast as the guard
    counts them, until the machine has no more process IDs. Then other sandboxes could not start any
    process."""
    done = subprocess.run([compiled(tmp_path, MANY_THREADS)], capture_output=True, check=True)
    too_many, opened = map(int, done.stdout.split())

    assert too_many and opened < 50


RELEASES = """
#include <cstdio>
#include "process_limit.hpp"
int main(int, char** words) {
  while (*++words != nullptr) printf("%d", counts_namespaces(*words));
}
"""


def test_the_process_limit_of_linux_is_used_only_if_linux_counts_processes_per_sandbox(tmp_path):
    program = compiled(tmp_path, RELEASES)
    releases = ["4.18.0-553.el8", "5.10.0-28-amd64", "5.14.0-427.el9", "6.1.0-18-amd64", "odd"]

    done = subprocess.run([program, *releases], capture_output=True, text=True, check=True)

    assert done.stdout == "00110"


def test_cpu_time_of_all_processes_together_is_bounded():
    result = shell("for i in 1 2 3 4; do while :; do :; done & done; wait", limits=Limits(cpu_s=1))

    assert result.limit_hit is LimitHit.CPU
    assert result.cpu_s < 4


def test_cpu_time_of_ended_processes_counts():
    short = "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done"

    result = shell(f"while :; do sh -c '{short}'; done", limits=Limits(cpu_s=1, wall_s=60))

    assert result.limit_hit is LimitHit.CPU


def test_a_process_that_is_ended_for_its_cpu_time_has_not_crashed():
    result = shell("exec 2>&1; while :; do :; done", limits=Limits(cpu_s=2.0, wall_s=60))

    assert result.limit_hit is LimitHit.CPU


def test_memory_of_all_processes_together_is_bounded():
    one = "b = b'x' * (60 << 20); import time; time.sleep(9)"

    result = shell(
        f'for i in 1 2 3; do /usr/bin/python3 -c "{one}" & done; wait',
        limits=Limits(memory_bytes=150 << 20),
    )

    assert result.limit_hit is LimitHit.MEMORY


WITHOUT_FIRST_THREAD = """
import ctypes, os, platform, threading, time
def take():
    time.sleep(0.3)
    kept = b"x" * (150 << 20)
    time.sleep(9)
threading.Thread(target=take).start()
ctypes.CDLL(None).syscall(93 if platform.machine() == "aarch64" else 60, 0)
"""


def test_limits_the_memory_of_a_process_whose_first_thread_has_ended():
    limits = Limits(memory_bytes=100 << 20)

    result = run(["/usr/bin/python3", "-c", WITHOUT_FIRST_THREAD], limits=limits)

    assert result.limit_hit is LimitHit.MEMORY


SWAPPED = """
#include "usage.hpp"
int main() {
  unsigned long long field[23] = {};
  printf("%lld", usage::memory_of(".", field));
}
"""


def test_memory_in_huge_pages_and_swapped_out_memory_are_counted(tmp_path):
    """A process can swap out its own memory, with madvise, and can ask for huge pages."""
    program = compiled(tmp_path, SWAPPED)
    lines = ("Name:\tx", "VmPTE:\t      12 kB", "VmSwap:\t    3000 kB", "HugetlbPages:\t  2048 kB")
    (tmp_path / "status").write_text("\n".join(lines))

    done = subprocess.run([program], cwd=tmp_path, capture_output=True, check=True)

    assert int(done.stdout) == (12 + 3000 + 2048) * 1024


def test_the_number_of_files_is_limited():
    result = shell("i=0; while :; do i=$((i + 1)); : >$i; done", limits=Limits(cpu_s=60, wall_s=60))

    assert result.limit_hit is LimitHit.FILES


def test_a_guard_started_by_another_program_leaves_no_zombie_process(monkeypatch):
    monkeypatch.setattr(guarded_process, "BURY_AFTER_S", 0)
    assert shell("true").ok  # this process adopts orphans from here on
    process = subprocess.Popen([*sandbox.wrap(["/bin/sleep", "99"])], stdout=subprocess.PIPE)
    time.sleep(0.3)
    process.kill()
    process.wait()
    process.stdout.close()
    time.sleep(0.3)

    for _ in range(3):
        shell("true")

    assert (
        "guard"
        not in subprocess.run(
            ["ps", "--ppid", str(os.getpid()), "-o", "comm"], capture_output=True, text=True
        ).stdout
    )


def test_no_process_in_the_sandbox_can_end_the_guard():
    script = "kill -9 1; kill -STOP 1; kill -9 -1 2>/dev/null; echo on"

    result = shell(script, limits=Limits(wall_s=5))

    assert result.limit_hit is LimitHit.NONE


@pytest.mark.parametrize(
    "call",
    [
        "ctypes.CDLL(None).unshare(1 << 28) and 1 / 0",
        "socket.socket(socket.AF_INET)",
        "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)",
        "socket.socket(getattr(socket, 'AF_VSOCK', 40), socket.SOCK_STREAM)",
        "os.memfd_create('hidden')",
        "ctypes.CDLL(None).ptrace(0, 0, 0, 0) and 1 / 0",
        "ctypes.CDLL(None).process_vm_readv(1, 0, 0, 0, 0, 0) and 1 / 0",
        "ctypes.CDLL(None).keyctl and ctypes.CDLL(None).syscall(250, 0, 0) < 0 and 1 / 0",
        "ctypes.CDLL(None).syscall(425, 1, 0) < 0 and 1 / 0",
        "ctypes.CDLL(None).fcntl(os.open('x', os.O_CREAT), 1024, 0) < 0 and 1 / 0",  # a lease
        "ctypes.CDLL(None).prctl(62, 1, 0, 0, 0) < 0 and 1 / 0",  # a processor core for itself
        "resource.prlimit(1, resource.RLIMIT_NOFILE, (32, 32))",  # changes a limit of the guard
        "os.sched_setaffinity(1, os.sched_getaffinity(1))",
    ],
)
def test_system_calls_that_no_submission_needs_are_refused(call):
    code = f"import ctypes, os, resource, socket; {call}; print('allowed')"

    assert b"allowed" not in run(["/usr/bin/python3", "-c", code]).stdout


def test_a_program_may_change_its_own_limits_and_processors():
    code = "import fcntl, os, resource; resource.setrlimit(resource.RLIMIT_NOFILE, (32, 32)); "
    code += "os.sched_setaffinity(0, os.sched_getaffinity(0)); "
    code += "fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, 9); print(fcntl.fcntl(1, 1032) > 0)"

    assert run(["/usr/bin/python3", "-c", code]).stdout == b"True\n"


def test_lower_limits_that_the_graders_shell_has_set_are_kept(monkeypatch):
    wrapped = sandbox.wrap
    lower = ["/bin/sh", "-c", 'ulimit -n 40 && ulimit -t 500 && exec "$@"', "sh"]
    monkeypatch.setattr(sandbox, "wrap", lambda *given: [*lower, *wrapped(*given)])

    assert shell("ulimit -n", limits=Limits(cpu_s=900)).stdout == b"40\n"


def test_a_command_never_gets_the_exit_code_of_a_failed_guard():
    assert [shell(f"exit {code}").exit_code for code in (124, 125, 126)] == [124, 124, 126]


def test_a_command_that_could_not_begin_has_no_result(monkeypatch):
    """The guard cannot restrict the command to a folder that is not there."""
    if not layers()[3].active:
        pytest.skip("this kernel has no Landlock")
    monkeypatch.setattr(sandbox, "_guard", lambda *given: [*given_guard(*given), "--write", "/no"])

    with pytest.raises(SandboxError, match="landlock"):
        shell("exit 0")


def test_a_crash_does_not_start_the_machines_crash_handler():
    """If the size limit of core files is 0 bytes, Linux still starts the machine's crash handler.
    If the limit is 1 byte, Linux starts nothing."""
    result = shell("grep -w core /proc/self/limits")

    assert result.stdout.split()[4:6] == [b"1", b"1"]


def test_processes_of_the_user_outside_of_the_sandbox_do_not_count_toward_the_limit():
    others = [subprocess.Popen(["sleep", "5"]) for _ in range(80)]
    try:
        assert shell("sleep 0 & wait").ok
    finally:
        for one in others:
            one.kill()
            one.wait()


def test_the_protection_level_depends_on_the_layers_that_work():
    active = [layer.name for layer in layers() if layer.active]
    assert active[:3] == ["namespaces", "limits", "seccomp"]
    assert level() == sum(layer.active for layer in layers()[:4]) - 1


def test_a_bwrap_that_ends_immediately_counts_as_a_missing_layer(tmp_path, monkeypatch):
    (tmp_path / "bwrap").write_text("#!/bin/sh\necho 'No space left on device' >&2\nexit 1\n")
    (tmp_path / "bwrap").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    assert sandbox.level() == 0


def test_landlock_forbids_writing_even_where_a_mount_allows_it(tmp_path, monkeypatch):
    if not layers()[3].active:
        pytest.skip("this kernel has no Landlock")
    (tmp_path / "file").write_text("")
    wrapped = sandbox.wrap

    def with_a_hole(*arguments):
        words = wrapped(*arguments)
        at = words.index("--remount-ro")
        return [*words[:at], "--bind", str(tmp_path), "/hole", *words[at:]]

    monkeypatch.setattr(sandbox, "wrap", with_a_hole)

    result = shell("cat /hole/file && echo x >/hole/file")

    assert not result.ok and b"Permission denied" in result.stderr
    assert (tmp_path / "file").read_text() == ""


def test_every_attempt_to_escape_fails():
    attempts = escapes.try_to_escape()

    assert [one.name for one in attempts if not one.held] == []


def test_the_self_test_notices_a_sandbox_that_protects_nothing(monkeypatch):
    def run_openly(argv, limits=None):
        done = subprocess.run(argv, capture_output=True)
        return Result(done.returncode, None, done.stdout, done.stderr, 0, 0, 0)

    monkeypatch.setattr(escapes, "run", run_openly)

    held = {one.name for one in escapes.try_to_escape() if one.held}

    assert (
        not {
            "reads a file of this machine",
            "sees processes of this machine",
            "reaches the network",
        }
        & held
    )
