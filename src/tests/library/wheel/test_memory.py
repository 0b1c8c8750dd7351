"""Arrays whose types fit are not copied, memory is given back, and other threads keep running."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from oracles import random_graph

import handshake

# In a new process, so that the largest memory so far is that of the call.
GROWTH = """
import sys
import numpy as np
import handshake
dtype, offsets = np.dtype(sys.argv[1]), np.dtype(sys.argv[2])
n, half = 1 << 16, 64
ring = np.arange(1, half + 1)
steps = np.concatenate((ring, n - ring))
indices = np.sort((np.arange(n)[:, None] + steps) % n, axis=1).astype(np.int32).ravel()
indptr = np.arange(n + 1, dtype=offsets) * (2 * half)
data = np.ones(indices.size, dtype)
def most():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
handshake.match((indptr[:3] * 0, indices[:0], data[:0]))
del ring, steps
open("/proc/self/clear_refs", "w").write("5")  # forgets the largest memory so far
before = most()
handshake.match((indptr, indices, data), threads=1)
print((most() - before) / indices.size)
"""


def growth(dtype: str, offsets: str) -> float:
    """The memory in bytes per entry by which a call grows the process."""
    command = [sys.executable, "-c", GROWTH, dtype, offsets]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("offsets", ["int32", "int64"])
def test_floats_are_not_copied(offsets):
    assert growth("float32", offsets) < 1.5  # 56 or 64 bytes per node, for 128 entries


@pytest.mark.parametrize("dtype", ["float64", "int32", "int64"])
def test_other_weights_take_four_bytes_per_entry(dtype):
    assert growth(dtype, "int64") < 5.5


def test_arrays_are_released():
    A = random_graph(np.random.default_rng(1), 50, np.float32)
    indptr, partners = handshake.b_match(A, 3)
    kept = partners.copy()
    reference = weakref.ref(A.data)
    del A
    assert reference() is None
    assert partners.tolist() == kept.tolist()  # the answer does not depend on the input


def test_memory_does_not_grow_from_call_to_call():
    A = random_graph(np.random.default_rng(2), 20000, np.float64)
    for _ in range(3):
        handshake.b_match(A, 3)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        handshake.b_match(A, 3)
        handshake.match(A)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 3000  # kB; one answer has 320


def test_threads_of_the_caller_get_the_same_answers():
    A = random_graph(np.random.default_rng(3), 30000, np.float64)
    lists = (A.indptr, A.indices)

    def answers() -> list[list[int]]:
        return [
            handshake.match(A, threads=2).tolist(),
            handshake.match(A, quality=2, threads=2).tolist(),
            handshake.b_match(A, 2, threads=2)[1].tolist(),
            handshake.louvain(A, threads=2).labels.tolist(),
            handshake.stable(lists, lists, threads=2).tolist(),
        ]

    expected = answers()
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(answers) for _ in range(4)]
    assert [call.result() for call in calls] == [expected] * 4


def test_other_threads_run_during_a_call():
    n, steps = 1 << 16, np.arange(1, 17)
    steps = np.concatenate((steps, n - steps))
    indices = np.sort((np.arange(n)[:, None] + steps) % n, axis=1).astype(np.int32).ravel()
    graph = (np.arange(n + 1) * steps.size, indices, np.ones(indices.size))
    thread = threading.Thread(target=handshake.louvain, args=(graph,))
    thread.start()
    turns = 0
    while thread.is_alive():  # if the engine kept the lock, there would be no turn until it ends
        turns += 1
        time.sleep(0.001)
    assert turns > 10


# Each thread needs 8 MB of addresses for its stack, so only a few of 64 threads can be started.
FEW_THREADS = """
import resource
import numpy as np
import handshake
n = 1000
indices = np.sort(np.stack(((np.arange(n) + 1) % n, (np.arange(n) - 1) % n), 1), axis=1)
graph = (np.arange(n + 1) * 2, indices.astype(np.int32).ravel(), None)
def answers(threads):
    lists = graph[:2]
    return [
        handshake.match(graph, threads=threads).tolist(),
        handshake.match(graph, quality=2, threads=threads, progress=lambda done: None).tolist(),
        handshake.b_match(graph, 2, threads=threads)[1].tolist(),
        handshake.louvain(graph, threads=threads).labels.tolist(),
        handshake.stable(lists, lists, threads=threads).tolist(),
    ]
expected = answers(1)
lines = open("/proc/self/status").read().splitlines()
size = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmSize"))
resource.setrlimit(resource.RLIMIT_AS, (size + 48 * 2**20,) * 2)
print(answers(64) == expected)
"""


def test_a_call_works_if_the_system_starts_only_a_few_threads():
    command = [sys.executable, "-c", FEW_THREADS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr


# All functions need more memory for this graph than the limit leaves.
LITTLE_MEMORY = """
import resource
import numpy as np
import handshake
n = 1 << 21
indices = np.sort(np.stack(((np.arange(n) + 1) % n, (np.arange(n) - 1) % n), 1), axis=1)
indices = indices.astype(np.int32).ravel()
graph = (np.arange(n + 1) * 2, indices, np.ones(2 * n, np.float32))
lists = (np.arange(n + 1) * 2, indices)
lines = open("/proc/self/status").read().splitlines()
size = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmSize"))
resource.setrlimit(resource.RLIMIT_AS, (size + 60 * 2**20, resource.RLIM_INFINITY))
for call in (
    lambda: handshake.match(graph, symmetric="trust", threads=1, out=out),
    lambda: handshake.b_match(graph, 2, symmetric="trust", threads=1),
    lambda: handshake.louvain(graph, threads=1),
    lambda: handshake.stable(lists, lists, threads=1),
):
    try:
        out = np.empty(n, np.int32)
        call()
    except MemoryError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY,) * 2)
print(handshake.match(graph).min())
"""


def test_too_little_memory_is_said_before_the_work_starts():
    command = [sys.executable, "-c", LITTLE_MEMORY]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    *errors, last = done.stdout.splitlines()
    works = ["the matching", "the b-matching", "the search for communities"]
    for line, work in zip(errors, works, strict=False):
        assert re.fullmatch(
            rf"{work} needs at least \d+ bytes of memory, but only \d+ are free; use a smaller"
            " graph, or free memory",
            line,
        )
    assert len(errors) >= len(works)
    assert last == "0"
