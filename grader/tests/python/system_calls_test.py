"""The sandbox allows only the system calls of a list. Programs can use only resources that have a
limit."""

import subprocess

import pytest

from handshake_grader.kit.gpu import SHARED_BYTES, wrap_with_gpu
from handshake_grader.sandbox.guarded_process import LimitHit, Limits
from handshake_grader.sandbox.sandbox import find_bwrap, run

pytestmark = pytest.mark.skipif(find_bwrap() is None, reason="bwrap is not installed")
CALL = """
import ctypes, fcntl, mmap, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *words):
    if libc.syscall(number, *map(ctypes.c_long, words)) < 0: raise OSError(ctypes.get_errno(), "")
try:
    %s
except (OSError, PermissionError) as error:
    print("refused", error.errno)
else:
    print("allowed")
"""


def said(code: str) -> bytes:
    return run(["/usr/bin/python3", "-c", CALL % code]).stdout


@pytest.mark.parametrize(
    "code",
    [
        "mmap.mmap(-1, 1 << 20)",  # shared memory without a file
        "mmap.mmap(os.open('/dev/zero', os.O_RDONLY), 4096, prot=mmap.PROT_READ)",
        "fcntl.fcntl(os.pipe()[0], 1031, 1 << 20)",  # a larger pipe
        "os.setpriority(os.PRIO_PROCESS, 0, 19)",
        "os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))",
        "os.mkfifo('pipe')",
        "os.setxattr('/box', 'user.x', b'x')",
        # ADDR_NO_RANDOMIZE: the program would get the same addresses in each run.
        "libc.personality(0x40000) < 0 and os.mkfifo('x')",
        "call(253) if os.uname().machine == 'x86_64' else call(26, 0)",  # inotify
        "call(9999)",
    ],
)
def test_a_call_that_is_not_in_the_list_is_refused(code):
    assert b"refused" in said(code)


def test_a_call_that_is_newer_than_the_list_fails_as_if_linux_did_not_have_it():
    assert said("call(470)") == b"refused 38\n"


def test_a_program_can_take_space_on_the_disk_only_by_writing():
    """Space that is reserved after the end of a file is not part of the file's length."""
    keep_size = "file = os.open('x', os.O_CREAT | os.O_WRONLY)\n    "
    keep_size += "if libc.fallocate(file, 1, ctypes.c_long(0), ctypes.c_long(1 << 20)) < 0: "
    keep_size += "raise OSError(ctypes.get_errno(), '')"

    assert said(keep_size) == b"refused 95\n"
    assert said("os.posix_fallocate(os.open('x', os.O_CREAT | os.O_RDWR), 0, 4096)") == b"allowed\n"


PAGE_TABLES = """
import ctypes, mmap, time
libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
size = 1 << 46
at = libc.mmap(None, ctypes.c_size_t(size), 1, 0x4022, -1, ctypes.c_long(0))
step, place = 1 << 21, at
for _ in range(60000):  # each read uses the page of zeros, but a new page table
    ctypes.c_char.from_address(place).value
    place += step
time.sleep(20)
"""


def test_page_tables_count_as_memory():
    result = run(["/usr/bin/python3", "-c", PAGE_TABLES], limits=Limits(memory_bytes=128 << 20))

    assert result.limit_hit is LimitHit.MEMORY


def run_with_gpu(code: str, memory_bytes: int = 256 << 20) -> subprocess.CompletedProcess:
    """Runs the code as a program for a GPU. The sandbox is the same if the machine has no GPU."""
    argv = ["/usr/bin/python3", "-c", code]
    words = wrap_with_gpu(argv, {}, Limits(memory_bytes=memory_bytes), {})
    return subprocess.run(words, env={}, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "bytes_, expected",
    [(SHARED_BYTES, "allowed\n"), (SHARED_BYTES + 4096, "refused 1\n"), (1 << 32, "refused 1\n")],
)
def test_a_program_for_a_gpu_may_map_as_much_shared_memory_as_the_driver_does(bytes_, expected):
    assert run_with_gpu(CALL % f"mmap.mmap(-1, {bytes_})").stdout == expected


# No page of this memory is resident, but all of it is in use.
HIDDEN_MEMORY = """
import ctypes, mmap, time
libc = ctypes.CDLL(None)
kept = []
for _ in range(100):
    memory = mmap.mmap(-1, 2 << 20)
    memory[:] = bytes(2 << 20)
    if %r == "given back": memory.madvise(mmap.MADV_DONTNEED)
    else: libc.munmap(ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(memory))),
                      ctypes.c_size_t((2 << 20) - 4096))
    kept.append(memory)
time.sleep(20)
"""


@pytest.mark.parametrize("how", ["given back", "unmapped"])
def test_shared_memory_counts_as_memory_even_if_it_is_not_resident(how):
    done = run_with_gpu(HIDDEN_MEMORY % how, memory_bytes=128 << 20)

    assert "limit of memory" in done.stderr
