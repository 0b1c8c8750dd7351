"""Each sandbox gets a cgroup. One test makes a real cgroup and marks it as delegated."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import needs
from handshake_grader.sandbox import cgroup

# This script runs in a separate process, because it moves its process into a cgroup. The test needs
# no cgroup controller.
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from handshake_grader.sandbox import cgroup, guarded_process, sandbox
cgroup.NEEDED = tuple(sys.argv[2].split())
home = cgroup.home()
assert home.folder, home.reason
before = sorted(one.name for one in home.folder.iterdir() if one.is_dir())
assert before == ["grader"], before
seen = []
wrap = sandbox.wrap
def look(*arguments, **more):
    seen.extend(one.name for one in home.folder.iterdir() if one.name.startswith("sandbox."))
    return wrap(*arguments, **more)
sandbox.wrap = look
result = sandbox.run(["/bin/sh", "-c", "setsid sleep 99 & cat /proc/self/cgroup; exit 3"])
assert result.exit_code == 3, result
assert len(seen) == 1, seen
after = sorted(one.name for one in home.folder.iterdir() if one.is_dir())
assert after == ["grader"], after
print("well")
"""
# In this script, a trusted program starts two commands, as `check` does.
SEVERAL = """
import os, subprocess, sys, time
sys.path.insert(0, sys.argv[1])
from handshake_grader.sandbox import cgroup, sandbox
cgroup.NEEDED = tuple(sys.argv[2].split())
home = cgroup.home()
limits = sandbox.Limits()
def folders(of): return sorted(one for one in of.iterdir() if one.is_dir())
with sandbox.own_cgroups(limits) as moved:
    words = sandbox.prefix((), {}, limits, moved=moved)
    two = [subprocess.Popen([*words, "/bin/sleep", "99"]) for _ in range(2)]
    (group,) = [one for one in folders(home.folder) if one.name != "grader"]
    until = time.monotonic() + 60
    while time.monotonic() < until:
        held = [(one / "cgroup.procs").read_text().split() for one in folders(group)]
        if len(held) == 2 and all(len(each) >= 2 for each in held): break
    assert len(held) == 2 and all(len(each) >= 2 for each in held), held
assert [one.wait() != 0 for one in two] == [True, True]
assert [one.name for one in folders(home.folder)] == ["grader"]
print("well")
"""


@pytest.fixture
def delegated():
    """An empty cgroup of the real v2 hierarchy, with the mark of systemd for a delegated cgroup."""
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    roots = [words[4] for words in mounts if words[words.index("-") + 1] == "cgroup2"]
    folder = Path(roots[0] if roots else "/nowhere", f"handshake_test.{os.getpid()}")
    try:
        folder.mkdir()
        os.setxattr(folder, "user.delegate", b"1")
    except OSError as error:
        pytest.skip(f"no cgroup v2 can be made here: {error}")
    yield folder
    for part in [*folder.glob("*/"), folder]:
        part.rmdir()


@needs.sandbox
@pytest.mark.parametrize("script", [SCRIPT, SEVERAL], ids=["one", "several"])
def test_a_sandbox_gets_a_cgroup_that_is_removed_at_the_end(script, delegated):
    package = Path(__file__).resolve().parents[2]
    join = 'echo 0 >"$0/cgroup.procs" && exec "$@"'

    done = subprocess.run(
        ["sh", "-c", join, delegated, sys.executable, "-c", script, package, ""],
        capture_output=True,
        text=True,
    )

    assert done.stdout == "well\n", done.stderr


def test_a_cgroup_gets_the_limits_of_memory_and_processes(tmp_path):
    """Here, the shell writes the limits into an ordinary folder that has the files of a cgroup."""
    limits = cgroup._limits(123 << 20, 45)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cgroup, "home", lambda: cgroup.Home(tmp_path, ""))
        patch.setattr(cgroup, "_divide", lambda folder: None)
        patch.setattr(cgroup, "_end", lambda folder: None)
        with cgroup.cgroups(123 << 20, 45) as moved:
            made = "mkdir() { /bin/mkdir $1; for f in memory.max pids.max; do : >$1/$f; done; }; "
            subprocess.run(["sh", "-c", f"{made}{moved}true"], check=True)

    found = {file.name: file.read_text() for file in tmp_path.glob("*/*/*.max")}
    assert found == {name: f"{limits[name]}\n" for name in ("memory.max", "pids.max")}


def test_without_a_delegated_cgroup_nothing_is_moved_and_the_reason_is_reported():
    here = Path("/proc/self/cgroup").read_text()

    found = cgroup.home()

    if found.folder is None:
        assert found.reason and Path("/proc/self/cgroup").read_text() == here


def test_a_number_is_read_from_a_cgroup_file_and_is_0_if_the_file_is_missing(tmp_path):
    (tmp_path / "memory.events").write_text("low 0\noom 2\noom_kill 1\n")

    assert cgroup._number_of(tmp_path / "memory.events", "oom_kill") == 1
    assert cgroup._number_of(tmp_path / "missing", "oom_kill") == 0
