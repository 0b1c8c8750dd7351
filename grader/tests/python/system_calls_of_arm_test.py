"""The list of allowed system calls on AArch64. Their numbers differ from those on x86-64.

The filter is built with the numbers of Linux's generic table, which AArch64 uses. The tests
interpret the filter's program step by step. The numbers in the tests are from documents of AArch64.
"""

import errno
import re
import subprocess

import pytest

from handshake_grader.sandbox.sandbox import GUARD_SOURCES, find_compiler

ARM, X86 = 0xC00000B7, 0xC000003E  # Linux's numbers of the two architectures
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
WANTED = "RENAMEAT NEW_STAT SET_GET_RLIMIT TIME32_SYSCALLS SYS_CLONE3".split()
DUMP = """
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <initializer_list>
#undef __x86_64__
#undef __aarch64__
#define __aarch64__ 1
#include "seccomp.hpp"
int main() {
  seccomp::Filter filter;
  seccomp::build(filter, false);
  for (int at = 0; at < filter.length; at++) {
    const sock_filter& one = filter.steps[at];
    printf("%u %u %u %u\\n", one.code, one.jt, one.jf, one.k);
  }
}
"""


@pytest.fixture(scope="module")
def steps(tmp_path_factory):
    folder = tmp_path_factory.mktemp("arm")
    text = (GUARD_SOURCES / "seccomp.hpp").read_text()
    head = "".join(f"#define __ARCH_WANT_{one}\n" for one in WANTED)
    head += "#include <asm-generic/unistd.h>\n"
    names = sorted(set(re.findall(r"\bSYS_(\w+)", text)))
    head += "".join(f"#define SYS_{one} __NR_{one}\n" for one in names)
    (folder / "sys").mkdir()
    (folder / "sys/syscall.h").write_text(head)
    (folder / "dump.cpp").write_text(DUMP)
    words = [find_compiler(), "-std=c++17", "-I", folder, "-I", GUARD_SOURCES]
    subprocess.run([*words, folder / "dump.cpp", "-o", folder / "dump"], check=True)
    shown = subprocess.run([folder / "dump"], capture_output=True, text=True, check=True).stdout
    return [tuple(map(int, line.split())) for line in shown.splitlines()]


def answer(steps, number: int, *arguments: int, machine: int = ARM) -> int:
    """The decision of the filter's program about this call."""
    words = {0: number, 4: machine}
    words |= {16 + 8 * at: value for at, value in enumerate(arguments)}
    at = loaded = 0
    while True:
        code, yes, no, value = steps[at]
        at += 1
        if code == 0x20:  # load a word
            loaded = words.get(value, 0)
        elif code == 0x54:  # bitwise AND
            loaded &= value
        elif code == 0x06:  # return
            return value
        else:
            holds = {
                0x15: loaded == value,
                0x25: loaded > value,
                0x35: loaded >= value,
                0x45: loaded & value != 0,
            }[code]
            at += yes if holds else no


@pytest.mark.parametrize(
    "number",
    [56, 57, 63, 64, 73, 79, 80, 93, 94, 98, 113, 129, 134, 139, 160, 214, 215, 221, 233, 261, 293],
)
def test_calls_that_programs_need_are_allowed(number, steps):
    assert answer(steps, number) == ALLOW


@pytest.mark.parametrize(
    ("number", "error"),
    [
        (198, errno.EPERM),  # socket
        (117, errno.EPERM),  # ptrace
        (40, errno.EPERM),  # mount
        (97, errno.EPERM),  # unshare
        (33, errno.EPERM),  # mknodat
        (270, errno.EPERM),  # process_vm_readv
        (279, errno.EPERM),  # memfd_create
        (280, errno.EPERM),  # bpf
        (425, errno.EPERM),  # io_uring_setup
        (47, errno.EOPNOTSUPP),  # fallocate
        (435, errno.ENOSYS),  # clone3
        (1000, errno.ENOSYS),
    ],
)
def test_all_other_calls_are_refused(number, error, steps):
    assert answer(steps, number) == REFUSE | error


def test_calls_with_arguments_for_shared_memory_or_new_namespaces_are_refused(steps):
    shared, private, new_user, thread = 0x21, 0x22, 0x10000000, 0x00010F00

    assert answer(steps, 222, 0, 4096, 3, shared) == REFUSE | errno.EPERM
    assert answer(steps, 222, 0, 4096, 3, private) == ALLOW
    assert answer(steps, 220, new_user) == REFUSE | errno.EPERM
    assert answer(steps, 220, thread) == ALLOW


def test_calls_of_another_architecture_end_the_process(steps):
    assert answer(steps, 63, machine=X86) == KILL
