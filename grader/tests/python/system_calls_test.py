"""The sandbox allows only the system calls of a list. Programs can use only resources that have a
limit."""

import pytest

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
