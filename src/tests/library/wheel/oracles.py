"""The definitions of the answers in plain Python. They share no code with the library."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import scipy.sparse as sp

MASK = 2**64 - 1


def mix_bits(x: int) -> int:
    """One step of splitmix64."""
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def rank(ties: str, u: int, v: int, degrees: np.ndarray) -> tuple[int, int]:
    smaller, larger = min(u, v), max(u, v)
    if ties == "index":
        return smaller, larger
    hashed = MASK - mix_bits(larger << 32 | smaller)
    return (int(degrees[u] + degrees[v]) if ties == "degree" else 0), hashed


def greedy(A: sp.csr_array, b: np.ndarray, ties: str) -> list[list[int]]:
    """Every edge, the best first, if both of its ends have a free place."""
    degrees = np.diff(A.indptr)
    edges = []
    for u in range(A.shape[0]):
        for e in range(A.indptr[u], A.indptr[u + 1]):
            v = int(A.indices[e])
            if u < v:
                edges.append((-Fraction(A.data[e].item()), rank(ties, u, v, degrees), u, v))
    partners: list[list[int]] = [[] for _ in range(A.shape[0])]
    for _, _, u, v in sorted(edges):
        if len(partners[u]) < b[u] and len(partners[v]) < b[v]:
            partners[u].append(v)
            partners[v].append(u)
    return partners


def gale_shapley(men: list[list[int]], women: list[list[int]]) -> list[int]:
    ranks = [{man: place for place, man in enumerate(row)} for row in women]
    wives, husbands = [-1] * len(men), [-1] * len(women)
    free = [(man, 0) for man in range(len(men))]
    while free:
        man, at = free.pop()
        if at == len(men[man]):
            continue
        woman = men[man][at]
        rival = husbands[woman]
        if man in ranks[woman] and (rival < 0 or ranks[woman][man] < ranks[woman][rival]):
            husbands[woman], wives[man] = man, woman
            if rival >= 0:
                wives[rival] = -1
                free.append((rival, men[rival].index(woman) + 1))
        else:
            free.append((man, at + 1))
    return wives


def random_graph(random: np.random.Generator, nodes: int, dtype: type) -> sp.csr_array:
    """A symmetric graph, with many equal weights, and doubles that are equal as floats."""
    size = 3 * nodes
    u, v = random.integers(0, max(nodes, 1), (2, size)) if nodes else np.empty((2, 0), int)
    values = random.integers(-3, 4, size).astype(dtype)
    if dtype is np.float64 and random.random() < 0.7:
        values = 1 + values * 1e-12
    if dtype is np.int64 and random.random() < 0.7:
        values += 2**53
    edges = {(min(a, b), max(a, b)): w for a, b, w in zip(u, v, values, strict=True) if a != b}
    rows = [a for a, _ in edges] + [b for _, b in edges]
    columns = [b for _, b in edges] + [a for a, _ in edges]
    data = np.array(list(edges.values()) * 2, dtype)
    A = sp.coo_array((data, (rows, columns)), shape=(nodes, nodes)).tocsr()
    A.sort_indices()
    return A
