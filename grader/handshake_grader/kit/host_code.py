"""Lists what an object file of a submission uses in addition to kernels and their launches.

Files of kernels must not have host code. The compiler refuses host code, and the objects of these
files are searched for it as well. Host code in the other files is allowed, but the submission must
compute the result itself. It must not read the result from a file, or get the result from another
process or from code that runs before main. So if one of the other files uses the operating
system, a person must look at that file before it counts.
"""

from __future__ import annotations

MOST_SHOWN = 5


def host_calls(said: str) -> list[str]:
    """Each name in `said`, with its file and line. `said` is the output of cuda_on_cpu_inspect; its
    lines have the form "FILE:LINE: error: NAME"."""
    calls = []
    for line in said.splitlines():
        place, _, name = line.rpartition("error: ")
        place = place.removesuffix(": ")
        calls.append(f"{name} at {place}" if place else name)
    return calls


def in_words(calls: list[str]) -> str:
    return ", ".join(calls[:MOST_SHOWN]) + (", ..." if len(calls) > MOST_SHOWN else "")
