"""Makes sealed (encrypted) graphs for grader/runner/ld_runner.cu, and computes the right replies.

The runner first gets an encrypted graph, and later the key, which starts the clock. So the time for
copying the graph does not count, and no program can begin early. The runner then replies with a
fingerprint, which stops the clock. No program can compute the fingerprint without the whole
matching, so the matching can be copied after the clock has stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .graph_recipes import UNMATCHED, Graph

KEY_BYTES = 32
FINGERPRINT_BYTES = 8
READY = b"r"
_ROUNDS = 8  # ChaCha8 (Bernstein 2008), nonce 0
_CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_BLOCK_WORDS = 16

Ints = NDArray[np.int32]
Words = NDArray[np.uint32]


@dataclass(frozen=True)
class Edges:
    """Every undirected edge once."""

    num_nodes: int
    a: Ints
    b: Ints
    weight: Ints


def edges_of(graph: Graph) -> Edges:
    columns = np.array(graph.edges, dtype=np.int32).reshape(-1, 3).T
    return Edges(graph.num_nodes, *columns)


def shuffled(edges: Edges, seed: int) -> Edges:
    """A graph of the same shape, in which the node numbers and the weights are permuted."""
    chance = np.random.default_rng(seed)
    number = chance.permutation(edges.num_nodes).astype(np.int32)
    return Edges(
        edges.num_nodes, number[edges.a], number[edges.b], chance.permutation(edges.weight)
    )


def right_matches(edges: Edges) -> Ints:
    """Takes the edges one by one, the heaviest first. Equally heavy edges are sorted by the smaller
    index of their two ends, and then by the larger index. So the equally heavy edges of one node
    are sorted by the index of the neighbor, as the handout demands."""
    low, high = np.minimum(edges.a, edges.b), np.maximum(edges.a, edges.b)
    order = np.lexsort((high, low, -edges.weight.astype(np.int64)))
    matches = [UNMATCHED] * edges.num_nodes
    for a, b in zip(low[order].tolist(), high[order].tolist(), strict=True):
        if matches[a] == UNMATCHED and matches[b] == UNMATCHED:
            matches[a], matches[b] = b, a
    return np.array(matches, dtype=np.int32)


def seal(edges: Edges, key: bytes) -> bytes:
    """The file that the runner loads."""
    ends = np.concatenate([edges.a, edges.b]), np.concatenate([edges.b, edges.a])
    order = np.lexsort((ends[1], ends[0]))
    offsets = np.zeros(edges.num_nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(ends[0], minlength=edges.num_nodes), out=offsets[1:])
    weights = np.concatenate([edges.weight, edges.weight])[order]
    words = np.concatenate([offsets, ends[1][order], weights]).astype("<i4").view("<u4")
    sizes = np.array([edges.num_nodes, len(order)], dtype="<i4")
    return bytes(sizes.tobytes() + (words ^ _key_stream(key, len(words))).tobytes())


def fingerprint(matches: Ints, key: bytes) -> bytes:
    """The runner's first reply after the key; all sums are modulo 2^64."""
    x = np.arange(len(matches), dtype=np.uint64) << np.uint64(32)
    mixed = (x | matches.astype(np.int32).view(np.uint32)) + np.frombuffer(key, "<u8")[0]
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    total = np.sum(mixed ^ mixed >> np.uint64(31), dtype=np.uint64)
    return int(total).to_bytes(8, "little")


def _key_stream(key: bytes, num_words: int) -> Words:
    counters = np.arange((num_words + _BLOCK_WORDS - 1) // _BLOCK_WORDS, dtype=np.uint64)
    start: list[Words] = [np.full(len(counters), word, np.uint32) for word in _CONSTANTS]
    start += [np.full(len(counters), word, np.uint32) for word in np.frombuffer(key, "<u4")]
    start += [counters.astype(np.uint32), (counters >> np.uint64(32)).astype(np.uint32)]
    start += [np.zeros(len(counters), np.uint32)] * 2
    x = [word.copy() for word in start]
    for _ in range(_ROUNDS // 2):
        for i in range(4):
            _quarter_round(x, i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            _quarter_round(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return np.stack([one + two for one, two in zip(x, start, strict=True)], axis=1).ravel()[
        :num_words
    ]


def _quarter_round(x: list[Words], a: int, b: int, c: int, d: int) -> None:
    for left, right, other, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        x[left] += x[right]
        x[other] ^= x[left]
        x[other] = x[other] << np.uint32(by) | x[other] >> np.uint32(32 - by)
