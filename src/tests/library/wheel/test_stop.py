"""A signal, such as that of Ctrl-C, ends a call if its handler raises an exception. Nothing is
written, nothing is lost, and the next call works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from handshake import _core

NODES, STEPS = 1 << 18, np.arange(1, 33)
NOTHING = -7  # an element to which a call has not written


class Asked(Exception):
    pass


@pytest.fixture(scope="module")
def arrays():
    """A graph for which each engine needs at least ten times as long as until the signal."""
    steps = np.concatenate((STEPS, NODES - STEPS))
    indices = np.sort((np.arange(NODES)[:, None] + steps) % NODES, axis=1).astype(np.int32)
    random = np.random.default_rng(1)
    values = random.integers(1, 1 << 20, NODES).astype(np.float64)
    weights = values[:, None] + values[indices]  # the same at both ends of an edge
    return np.arange(NODES + 1) * steps.size, indices.ravel(), weights.ravel()


@pytest.fixture(scope="module")
def graph(arrays):
    return _core.Graph(*arrays, False)


def asked_to_stop(call: Callable[[], object], after: float = 0.01) -> None:
    """Calls call(), and sends the signal while it runs. The call must not reach its end."""
    ended = []

    def handler(*_: object) -> None:
        raise Asked

    before = signal.signal(signal.SIGALRM, handler)
    try:
        with pytest.raises(Asked):
            signal.setitimer(signal.ITIMER_REAL, after)
            ended.append(call())
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not ended


def output() -> np.ndarray:
    return np.full(NODES, NOTHING, np.int32)


@pytest.mark.parametrize("quality", [0, 20])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_matching_stops(graph, threads, quality):
    out, expected = output(), output()
    graph.match("index", quality, threads, expected)
    asked_to_stop(lambda: graph.match("index", quality, threads, out))
    assert (out == NOTHING).all()
    graph.match("index", quality, threads, out)
    assert (out == expected).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_communities_stop(graph, threads):
    out, expected = output(), output()
    value = graph.louvain(1.0, threads, expected)
    asked_to_stop(lambda: graph.louvain(1.0, threads, out))
    assert (out == NOTHING).all()
    assert graph.louvain(1.0, threads, out) == value
    assert (out == expected).all()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_b_matching_stops(graph, threads):
    b = np.full(NODES, 8, np.int32)
    expected = graph.b_match(b, "index", threads)
    asked_to_stop(lambda: graph.b_match(b, "index", threads))
    found = graph.b_match(b, "index", threads)
    assert all((x == y).all() for x, y in zip(found, expected, strict=True))


@pytest.mark.parametrize("threads", [1, 3])
def test_marriages_stop(arrays, threads):
    offsets, members, _ = arrays
    out, expected = output(), output()
    lists = (offsets, members, offsets, members)
    _core.stable(*lists, threads, expected)
    asked_to_stop(lambda: _core.stable(*lists, threads, out))
    assert (out == NOTHING).all()
    _core.stable(*lists, threads, out)
    assert (out == expected).all()


def test_the_check_of_a_graph_stops(arrays):
    asked_to_stop(lambda: _core.Graph(*arrays, False), after=0.001)
    _core.Graph(*arrays, False)


def test_a_handler_that_raises_nothing_does_not_stop_the_call(graph):
    seen = []
    out, expected = output(), output()
    graph.match("index", 0, 1, expected)
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005)
        graph.match("index", 0, 1, out)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen == [1]
    assert (out == expected).all()


def test_memory_does_not_grow(graph):
    def memory() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    out = output()
    for _ in range(5):
        asked_to_stop(lambda: graph.match("index", 0, 2, out))
        asked_to_stop(lambda: graph.louvain(1.0, 2, out))
    before = memory()
    for _ in range(20):
        asked_to_stop(lambda: graph.match("index", 0, 2, out))
        asked_to_stop(lambda: graph.louvain(1.0, 2, out))
    assert memory() - before < 100 * 2**20  # each pair of calls uses as much


CTRL_C = """
import os, signal, threading
import numpy as np
import handshake
n, steps = 1 << 18, np.arange(1, 33)
steps = np.concatenate((steps, n - steps))
indices = np.sort((np.arange(n)[:, None] + steps) % n, axis=1).astype(np.int32).ravel()
graph = (np.arange(n + 1) * steps.size, indices, None)
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored in background jobs
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
ended = True
try:
    while True:
        ended = False
        handshake.louvain(graph)
        ended = True
except KeyboardInterrupt:
    print(ended, handshake.match(graph).min())
"""


def test_ctrl_c_raises_keyboard_interrupt():
    done = subprocess.run(
        [sys.executable, "-c", CTRL_C], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "False 0\n"), done.stderr
