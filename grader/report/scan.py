"""The distances of the steps of the scan, and its values after each step."""

from __future__ import annotations

from itertools import accumulate


def distances(edges: int) -> list[int]:
    """The distances of the scan's steps in a pass over this number of edges: 0, 1, 2, 4, ..."""
    return [0] + [1 << bit for bit in range(edges.bit_length())]


def sums_after(keep: list[int], distance: int) -> list[int]:
    """The partial sums after the step with this distance. `reach` is twice the distance, or 1 for
    distance 0. Element x counts the kept edges among the `reach` edges before edge x."""
    reach = 2 * distance or 1
    ones = [0, *accumulate(keep)]
    return [ones[x] - ones[max(0, x - reach)] for x in range(len(keep) + 1)]
