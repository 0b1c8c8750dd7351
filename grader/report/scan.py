"""The meaning of the elements of the prefix sum between its steps."""

from __future__ import annotations

from itertools import accumulate


def distances(edges: int) -> list[int]:
    """The distances that a pass over this number of edges uses: 0, 1, 2, 4, ..."""
    return [0] + [1 << bit for bit in range(edges.bit_length())]


def sums_after(keep: list[int], distance: int) -> list[int]:
    """The elements after the step of this distance. Each element counts the kept edges before it,
    but only as far back as the steps so far reach: twice the distance, or one place for distance
    0."""
    reach = 2 * distance or 1
    ones = [0, *accumulate(keep)]
    return [ones[x] - ones[max(0, x - reach)] for x in range(len(keep) + 1)]
