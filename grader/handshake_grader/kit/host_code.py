"""What was found in an object of a submission that uses more than kernels and their launches.

Kernels have no host code: what the compiler refuses in their files is looked for once more. The
host code of the other files is legitimate, but a result that was read from a file, made by another
process or before main is not a result of it. So a person looks first.
"""

from __future__ import annotations

MOST_SHOWN = 5


def host_calls(said: str) -> list[str]:
    """From the lines of cuda_on_cpu_inspect, "FILE:LINE: error: NAME": names with their places."""
    calls = []
    for line in said.splitlines():
        place, _, name = line.rpartition("error: ")
        place = place.removesuffix(": ")
        calls.append(f"{name} at {place}" if place else name)
    return calls


def in_words(calls: list[str]) -> str:
    return ", ".join(calls[:MOST_SHOWN]) + (", ..." if len(calls) > MOST_SHOWN else "")
