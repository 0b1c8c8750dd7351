"""The function that a caller gives to see, and to end, a long call."""

from __future__ import annotations

from collections.abc import Callable

# Gets the share of the call that is done; a true value asks the call to stop.
Progress = Callable[[float], object]


def part(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """For the part of a call from `begin` to `end`, which are shares of the call."""
    if progress is None:
        return None
    if not callable(progress):
        raise TypeError(f"progress is a {type(progress).__name__}; it must be a function, or None")
    return lambda done: progress(begin + done * (end - begin))
