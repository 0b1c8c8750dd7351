"""A function that gets the progress of a call may end it. What it raises, the call raises; nothing
is written, nothing is lost, and the next call works."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from oracles import random_graph

import handshake

NODES = 1 << 17
NOTHING = -7  # an element to which a call has not written


@pytest.fixture(scope="module")
def graph():
    steps = np.arange(1, 17)
    steps = np.concatenate((steps, NODES - steps))
    indices = np.sort((np.arange(NODES)[:, None] + steps) % NODES, axis=1).astype(np.int32)
    values = np.random.default_rng(1).integers(1, 1 << 20, NODES).astype(np.float32)
    weights = values[:, None] + values[indices]
    return np.arange(NODES + 1) * steps.size, indices.ravel(), weights.ravel()


def calls(graph):
    lists = graph[:2]
    return {
        "match": lambda progress: handshake.match(graph, threads=2, progress=progress),
        "quality": lambda progress: handshake.match(graph, quality=8, progress=progress),
        "b_match": lambda progress: handshake.b_match(graph, 3, threads=2, progress=progress)[1],
        "louvain": lambda progress: handshake.louvain(graph, threads=2, progress=progress).labels,
        "stable": lambda progress: handshake.stable(lists, lists, threads=2, progress=progress),
    }


NAMES = ("match", "quality", "b_match", "louvain", "stable")


@pytest.mark.parametrize("name", NAMES)
def test_the_share_that_is_done_rises_and_changes_no_answer(graph, name):
    seen = []
    call = calls(graph)[name]
    found = call(lambda done: seen.append((done, threading.get_ident())))
    shares = [done for done, _ in seen]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[-1] <= 1
    assert {thread for _, thread in seen} == {threading.get_ident()}
    assert found.tolist() == call(None).tolist()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("after", [1, 3])
def test_a_true_value_stops_the_call(graph, name, after):
    seen = []

    def progress(done: float) -> bool:
        seen.append(done)
        return len(seen) == after

    call = calls(graph)[name]
    with pytest.raises(handshake.Stopped, match="has asked to stop"):
        for _ in range(100):  # a call on a fast machine may end before the third question
            call(progress)
    assert len(seen) == after
    call(None)


class Fault(Exception):
    pass


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("after", [1, 3])
def test_the_exception_of_the_function_reaches_the_caller(graph, name, after):
    seen, fault = [], Fault("mine")

    def progress(done: float) -> None:
        seen.append(done)
        if len(seen) == after:
            raise fault

    call = calls(graph)[name]
    with pytest.raises(Fault) as caught:
        for _ in range(100):
            call(progress)
    assert caught.value is fault
    assert len(seen) == after
    call(None)


def test_out_is_not_written_if_the_call_stops(graph):
    out = np.full(NODES, NOTHING, np.int32)
    seen = []

    def progress(done: float) -> bool:
        seen.append(done)
        return done > 0.3  # the graph is checked, and the matching has begun

    with pytest.raises(handshake.Stopped):
        handshake.match(graph, quality=50, threads=1, progress=progress, out=out)
    assert (out == NOTHING).all()


def test_a_small_graph_asks_at_least_once():
    A = random_graph(np.random.default_rng(1), 20, np.float64)
    seen = []
    handshake.match(A, progress=seen.append)
    assert seen[0] == 0
    with pytest.raises(handshake.Stopped):
        handshake.match(A, progress=lambda done: True)


def test_progress_that_is_not_a_function_is_refused():
    A = random_graph(np.random.default_rng(1), 20, np.float64)
    with pytest.raises(TypeError, match="progress is a int; it must be a function, or None"):
        handshake.match(A, progress=1)


def test_a_value_that_has_no_truth_is_an_error_of_the_function():
    A = random_graph(np.random.default_rng(1), 20, np.float64)
    with pytest.raises(ValueError, match="truth value of an array"):
        handshake.match(A, progress=lambda done: np.array([0, 1]))


def test_several_threads_have_functions_of_their_own(graph):
    expected = handshake.match(graph).tolist()
    seen: list[list[int]] = [[] for _ in range(4)]

    def work(i: int) -> list[int]:
        def progress(done: float) -> None:
            seen[i].append(threading.get_ident())

        return handshake.match(graph, threads=2, progress=progress).tolist()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(work, range(4)))
    assert found == [expected] * 4
    assert all(len(set(idents)) == 1 for idents in seen)
