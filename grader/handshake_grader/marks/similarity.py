"""Pairs of submissions that are unusually alike once the given code is taken away.

Small kernels are alike by nature, so this shows pairs for a person to read and says nothing about how
they came about. Files are compared as sequences of tokens, with all names taken for one, by the share
of runs of tokens (k-grams) that both hold and few others do. Tools for this (JPlag, Dolos) know no
CUDA, and advise against verdicts on tasks that everybody solves alike.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from skeleton import without_comments

from ..intake.class_folder import Attempt
from ..intake.submission import ALL_PATHS

RUN = 12  # tokens
COMMON_SHARE = 0.2  # a run that more of the class holds is how one writes it
LEAST_RUNS = 15  # of a submission, or there is nothing to compare
MOST_PAIRS = 30
LEAST_SHARE = 0.5

Tokens = tuple[str, ...]  # one run of them

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+\.?\w*|<<<|>>>|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\S")
_KEYWORDS = frozenset(
    "if else for while do return break continue int long unsigned float double bool const void char sizeof "
    "__global__ __device__ __shared__ __syncthreads threadIdx blockIdx blockDim gridDim".split()
)


@dataclass(frozen=True)
class Pair:
    one: str
    other: str
    share: float  # of the rarer runs of the smaller submission
    lines_one: dict[str, frozenset[int]]  # path -> lines that both hold
    lines_other: dict[str, frozenset[int]]


@dataclass(frozen=True)
class _Runs:
    places: dict[Tokens, list[tuple[str, int, int]]]  # path, first line, last line


def similar_pairs(attempts: list[Attempt], given: dict[str, bytes]) -> list[Pair]:
    """given: the files as they were handed out."""
    known = set(_runs_of(given).places)
    runs = {
        one.student.id: _runs_of(one.submission.files) for one in attempts if one.submission.files
    }
    holders = Counter(run for each in runs.values() for run in each.places)
    most = max(2, COMMON_SHARE * len(runs))
    rare = {
        student: {run for run in each.places if run not in known and holders[run] <= most}
        for student, each in runs.items()
    }
    enough = sorted(student for student, found in rare.items() if len(found) >= LEAST_RUNS)
    pairs = []
    for at, one in enumerate(enough):
        for other in enough[at + 1 :]:
            both = rare[one] & rare[other]
            share = len(both) / min(len(rare[one]), len(rare[other]))
            if share >= LEAST_SHARE:
                pairs.append(
                    Pair(one, other, share, _lines(runs[one], both), _lines(runs[other], both))
                )
    return sorted(pairs, key=lambda pair: (-pair.share, pair.one, pair.other))[:MOST_PAIRS]


def _runs_of(files: dict[str, bytes]) -> _Runs:
    places: dict[Tokens, list[tuple[str, int, int]]] = {}
    for path in ALL_PATHS:
        tokens = _tokens(files.get(path, b""))
        for at in range(len(tokens) - RUN + 1):
            piece = tokens[at : at + RUN]
            run = tuple(token for token, _ in piece)
            places.setdefault(run, []).append((path, piece[0][1], piece[-1][1]))
    return _Runs(places)


def _tokens(text: bytes) -> list[tuple[str, int]]:
    """(token, line). Comments go away without moving the lines."""
    source = without_comments(text.decode("utf-8", errors="replace"), keep_lines=True)
    found = []
    for number, line in enumerate(source.split("\n"), start=1):
        for token in _TOKEN.findall(line):
            is_name = (token[0].isalpha() or token[0] == "_") and token not in _KEYWORDS
            found.append(("name" if is_name else token, number))
    return found


def _lines(runs: _Runs, both: set[Tokens]) -> dict[str, frozenset[int]]:
    lines: dict[str, set[int]] = {}
    for run in both:
        for path, first, last in runs.places[run]:
            lines.setdefault(path, set()).update(range(first, last + 1))
    return {path: frozenset(numbers) for path, numbers in lines.items()}
