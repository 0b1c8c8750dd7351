"""The sandbox for a container that does not allow namespaces.

Most tests start a new Python process that uses the sandbox, because each process chooses its kind
of sandbox only once.
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import needs
from handshake_grader.course.gradescope_zip import for_container
from handshake_grader.sandbox import own_root
from handshake_grader.sandbox.own_root import SWITCH
from handshake_grader.sandbox.sandbox import GUARD_SOURCES, find_compiler
from handshake_grader.settings.settings import parse_settings
from kills_test import NUMBERS, kill_the_grader
from sandbox_test import WITHOUT_FIRST_THREAD

GRADER = Path(__file__).resolve().parents[2]
SETTINGS = (GRADER / "settings/matching.toml").read_text()
FULL = "files"  # too many files, too many bytes in files, or too many nested folders


needs_root = needs.root


@needs_root
@NUMBERS
def test_a_signal_to_the_grader_ends_every_process(number, container):
    kill_the_grader(number, container, "5")


def python(code: str, environment: dict[str, str], before: Sequence[str] = ()) -> str:
    words = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(GRADER)!r})\n{code}"]
    words = [*before, *words]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout


def shell(script: str, environment: dict[str, str], limits: str = "") -> str:
    """Runs the script in the sandbox. Returns its output, and how it ended."""
    code = f"""
from handshake_grader.sandbox import own_root
from handshake_grader.sandbox.guarded_process import Limits
from handshake_grader.sandbox.sandbox import run
assert own_root.is_used()
result = run(["/bin/sh", "-c", {script!r}], limits=Limits({limits}))
said = (result.stdout + result.stderr).decode(errors="replace")
print(said, result.exit_code, result.signal, result.limit_hit.value)
"""
    return python(code, environment)


@needs_root
@needs.sandbox
def test_the_chroot_is_used_if_namespaces_are_allowed_but_mounting_proc_is_not():
    """As in Docker without seccomp, a part of /proc is hidden, so Linux refuses to mount a new
    /proc."""
    code = f"import sys; sys.path.insert(0, {str(GRADER)!r}); "
    code += "from handshake_grader.sandbox import own_root; print(own_root.is_used())"
    hides = ["bwrap", "--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"]
    hides += ["--cap-add", "ALL", "--setenv", SWITCH, "container"]

    done = subprocess.run([*hides, sys.executable, "-c", code], capture_output=True, text=True)

    assert done.stdout == "True\n", done.stderr


def test_several_checks_may_put_the_same_file_into_the_chroot_at_the_same_time(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(own_root, "ROOT", tmp_path / "root")
    (tmp_path / "guard").write_text("guard")

    def furnish(_):
        for _ in range(200):
            own_root.furnish({"/guard": tmp_path / "guard"})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(furnish, range(4)))  # raises an exception if one of the threads did

    assert [path.name for path in (tmp_path / "root").iterdir()] == ["guard"]


@needs_root
def test_the_chroot_is_used_only_if_it_is_requested_and_no_other_sandbox_works(container):
    code = "from handshake_grader.sandbox import own_root; print(own_root.is_used())"
    unasked = {name: value for name, value in container.items() if name != SWITCH}

    assert python(code, container) == "True\n"
    assert python(code, unasked) == "False\n"


@needs_root
def test_every_attempt_to_escape_fails(container):
    code = "from handshake_grader.sandbox.escapes import try_to_escape\n"
    code += "print(len(try_to_escape()), [one"
    code += ".name for one in try_to_escape() if not one.held])"

    assert python(code, container) == "12 []\n"


@needs_root
def test_the_protection_level_of_the_chroot_is_only_1(container):
    code = "from handshake_grader.sandbox.sandbox import layers, level\n"
    code += "print(level(), layers()[0].name)"

    assert python(code, container) == "1 user and root folder\n"


@needs_root
def test_each_command_has_a_separate_user_and_a_separate_work_folder(container):
    script = "id -u; pwd; echo left >note"
    first, second = (shell(script, container).split() for _ in range(2))

    assert int(first[0]) >= 20000 and first[1] == f"/work.{first[0]}"
    assert first[0] != second[0] and "note" not in shell("ls; ls /box", container)


@needs_root
@pytest.mark.parametrize("path", ["/proc", "/root", "/home", "/tmp", "/etc/passwd", str(GRADER)])
def test_no_file_of_the_container_is_visible_in_the_chroot(container, path):
    assert shell(f"ls -d {path} || echo none", container).startswith("none")


@needs_root
@pytest.mark.parametrize("place", ["/", "/usr", "/usr/bin/ls", "/dev", "/dev/null/x", "/guard"])
def test_nothing_but_the_work_folder_can_be_written(container, place):
    script = f"(echo x >{place} || echo x >{place}/file) 2>/dev/null && echo written"

    assert "written" not in shell(script, container)


@needs_root
@pytest.mark.parametrize(
    "end", ["exit 0", "sleep 60", "kill -9 -1", "while :; do :; done", "kill -STOP $$"]
)
def test_no_process_of_a_command_outlives_the_command(container, end):
    """The script ends by itself, is too slow, or kills all processes that it can."""
    mark = f"7{os.getpid()}"
    script = f"for i in 1 2 3; do setsid sleep {mark} >/dev/null 2>&1 & done; sleep 0.2; {end}"

    shell(script, container, "wall_s=2, cpu_s=2")

    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert f"sleep {mark}" not in running


@needs_root
def test_no_process_outlives_a_grader_that_is_killed(container):
    mark = f"8{os.getpid()}"
    code = f"from handshake_grader.sandbox.sandbox import run; run(['/bin/sleep', '{mark}'])"
    words = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(GRADER)!r}); {code}"]
    process = subprocess.Popen(words, env=container, start_new_session=True)

    def is_running() -> bool:
        shown = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
        return f"\n/bin/sleep {mark}\n" in shown

    until = time.monotonic() + 30
    while not is_running() and time.monotonic() < until:
        time.sleep(0.05)
    assert is_running()
    os.killpg(process.pid, 9)
    process.wait()
    while is_running() and time.monotonic() < until:
        time.sleep(0.05)

    assert not is_running()


@needs_root
def test_no_process_of_a_command_outlives_the_reader_of_the_guards_reports(container):
    """`check` ends a runner while the guard is about to report how long the runner waited."""
    mark = f"6{os.getpid()}"
    code = f"""
import os, subprocess
from handshake_grader.sandbox.guarded_process import Limits
from handshake_grader.sandbox.sandbox import lent, prefix
reader, writer = os.pipe()
with lent():
    words = prefix(["/bin/sh", "-c"], {{}}, Limits(), waited=writer)
    words.append("setsid sleep {mark} & exec sleep {mark}")
    process = subprocess.Popen(words, pass_fds=[writer])
    os.close(writer)
    os.read(reader, 1)
    os.close(reader)
    print(process.wait(60))
"""
    ended_with = python(code, container)

    running = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout
    assert (f"sleep {mark}" in running, ended_with) == (False, "125\n")


@needs_root
@pytest.mark.parametrize(
    "script, limits, hit",
    [
        ("for i in $(seq 200); do sleep 9 & done; wait; echo through", "wall_s=9", "processes"),
        ('tr -d "\\n" </dev/urandom | head -c 300M | tail', "memory_bytes=100 << 20", "memory"),
        (f"exec python3 -c '{WITHOUT_FIRST_THREAD}'", "memory_bytes=100 << 20", "memory"),
        ("while :; do :; done", "cpu_s=2", "cpu"),
        ("sleep 9", "wall_s=1", "wall"),
        ("yes", "output_bytes=1000", "output"),
        ("i=0; while :; do i=$((i + 1)); : >$i; done", "cpu_s=60, wall_s=60", FULL),
        (
            "for i in 1 2 3; do head -c 4M /dev/urandom >$i; done; sleep 9",
            "tmpfs_bytes=8 << 20",
            FULL,
        ),
        ("i=0; while [ $i -lt 99 ]; do mkdir d && cd d; i=$((i + 1)); done; sleep 9", "", FULL),
    ],
)
def test_the_resources_that_a_command_uses_are_limited(container, script, limits, hit):
    said = shell(script, container, limits)

    # A limit of the operating system may stop the script before the guard does.
    assert said.split()[-1] == hit or "fork" in said, said
    assert "through" not in said


THREADS = """
import os, sys, threading
os.setuid(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    threading.Thread(target=threading.Event().wait, daemon=True).start()
print("ready", flush=True)
sys.stdin.read()
"""


@needs_root
def test_processes_of_other_containers_do_not_count_toward_the_limit(container):
    """All containers of a machine use the same user IDs, and Linux counts all processes with the
    same user ID together."""
    words = [sys.executable, "-c", THREADS]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    others = [subprocess.Popen([*words, str(20000 + n), "70"], **pipes) for n in range(40)]
    own_processes = ["unshare", "--pid", "--fork", "--mount-proc"]
    code = "from handshake_grader.sandbox.sandbox import run\n"
    code += "print(run(['/bin/sh', '-c', 'id -u; sleep 0 & wait; echo through']).stdout)"
    try:
        assert all(other.stdout.readline() == b"ready\n" for other in others)
        said = python(code, container, own_processes)
    finally:
        for other in others:
            other.kill()
            other.communicate()

    assert "through" in said
    assert 20000 <= int(said[2:7]) < 20040  # the user is one of those that have many processes


SWAPS = """
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <atomic>
#include <thread>
#include "own_root.hpp"
int main(int, char** words) {
  own_root::Sandbox sandbox = {};
  snprintf(sandbox.work_outside, sizeof sandbox.work_outside, "%s", words[1]);
  if (chdir(words[1]) != 0 || mkdir("one", 0700) != 0 || mkfifo("two", 0600) != 0) return 1;
  std::atomic<bool> goes_on{true};
  std::thread swapper([&] {
    while (goes_on) renameat2(AT_FDCWD, "one", AT_FDCWD, "two", RENAME_EXCHANGE);
  });
  unsigned long most = 0;
  for (int look = 0; look < 20000; look++) most |= own_root::contents_of(sandbox, 9).files;
  goes_on = false;
  swapper.join();
  printf("%lu\\n", most);
}
"""


def test_the_guard_does_not_wait_for_a_pipe_that_takes_the_place_of_a_folder(tmp_path):
    (tmp_path / "swaps.cpp").write_text(SWAPS)
    words = [find_compiler(), "-std=c++17", "-O1", "-pthread", "-I", GUARD_SOURCES, "swaps.cpp"]
    subprocess.run([*words, "-o", "swaps"], cwd=tmp_path, check=True)
    (tmp_path / "work").mkdir()

    done = subprocess.run([tmp_path / "swaps", tmp_path / "work"], capture_output=True, timeout=120)

    assert done.stdout == b"2\n"  # the program counted both files, and ended


@needs_root
@pytest.mark.parametrize("family", ["AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET"])
def test_no_socket_can_be_opened(container, family):
    """Otherwise every user could connect to the sockets in the container's network, even to sockets
    without a file."""
    code = f"import socket; socket.socket(socket.{family}, socket.SOCK_STREAM); print('op''en')"

    assert "open" not in shell(f'/usr/bin/python3 -c "{code}"', container)


@needs_root
def test_the_chroot_cannot_be_left(container):
    """The well-known escape begins with a second chroot, into a subfolder."""
    code = "import os; os.mkdir('x'); os.chroot('x'); print('o''ut')"

    assert "out" not in shell(f'/usr/bin/python3 -c "{code}"', container)


@needs_root
def test_attacks_that_fail_in_the_usual_sandbox_also_fail_in_the_chroot(
    container, tmp_path, request
):
    """This test tries two attacks. The command for all attacks: HANDSHAKE_SANDBOX=container
    grader/tests/submissions/attack.py"""
    names = ["daemon_writes_later", "reads_the_secret"]
    folder, tree = str(tmp_path), request.config.getoption("--tree")
    code = f"""
sys.path.insert(0, {str(GRADER / "tests/submissions")!r})
from pathlib import Path
from attack import attacks, grade_attacks
print(grade_attacks(attacks({names}), Path({folder!r}), Path({tree!r})).gains)
"""

    assert python(code, container).endswith("\n[]\n")


def test_the_settings_in_the_zip_for_gradescope_fit_its_container():
    fitted = parse_settings(for_container(SETTINGS, "x"), "x")

    assert fitted.sandbox.minimum_level == 1
    assert fitted.limits.memory_mib + fitted.limits.compile_memory_mib < 2 * 768
    assert fitted.parts == parse_settings(SETTINGS, "x").parts


def test_limits_that_fit_the_container_stay_and_missing_limits_are_added():
    short = SETTINGS.replace("memory_mib = 1024", "memory_mib = 200").replace("floor_s = 10.0", "")
    without = short[: short.index("[suite]")] + short[short.index("[secret]") :]

    fitted = parse_settings(for_container(without, "x"), "x")

    assert (fitted.limits.memory_mib, fitted.limits.floor_s) == (200, 2.0)
    assert fitted.suite.time_limit_s == 10
