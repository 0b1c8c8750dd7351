"""Pairs of submissions that are unusually alike once the given code is taken away.

Small kernels are alike by nature, so this shows pairs for a person to read and says nothing about
how they came about. Files are compared as sequences of tokens, with all names taken for one, by the
share of runs of tokens (k-grams) that both hold and few others do. Tools for this (JPlag, Dolos)
know no CUDA, and advise against verdicts on tasks that everybody solves alike.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from skeleton import without_comments

from ..intake.class_folder import Attempt
from ..intake.submission import ALL_PATHS

RUN = 12  # tokens
COMMON_SHARE = 0.2  # a run that more of the class holds is how one writes it
LEAST_RUNS = 15  # of a submission, or there is nothing to compare
MOST_PAIRS = 30
MOST_LETTERS = 40  # of a token
MOST_TOKENS = 20_000  # of a submission, twenty times what is usual: beyond them it is not compared
LEAST_SHARE = 0.5

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+\.?\w*|<<<|>>>|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\S")
_KEYWORDS = frozenset(
    "if else for while do return break continue int long unsigned float double bool const void "
    "char sizeof "
    "__global__ __device__ __shared__ __syncthreads threadIdx blockIdx blockDim gridDim".split()
)


@dataclass(frozen=True)
class Pair:
    one: str
    other: str
    share: float  # of the rarer runs of the smaller submission
    lines_one: dict[str, frozenset[int]]  # path -> lines that both hold
    lines_other: dict[str, frozenset[int]]


def similar_pairs(attempts: list[Attempt], given: dict[str, bytes]) -> list[Pair]:
    """given: the files as they were handed out."""
    known = {run for run, *_ in _runs_of(given)}
    files = {one.student.id: one.submission.files for one in attempts if one.submission.files}
    runs = {student: {run for run, *_ in _runs_of(each)} for student, each in files.items()}
    holders = Counter(run for each in runs.values() for run in each)
    most = max(2, COMMON_SHARE * len(runs))
    rare = {
        student: {run for run in each if run not in known and holders[run] <= most}
        for student, each in runs.items()
    }
    enough = sorted(student for student, found in rare.items() if len(found) >= LEAST_RUNS)
    pairs: list[tuple[float, str, str]] = []
    for at, one in enumerate(enough):
        for other in enough[at + 1 :]:
            both = rare[one] & rare[other]
            share = len(both) / min(len(rare[one]), len(rare[other]))
            if share >= LEAST_SHARE:
                pairs.append((share, one, other))
    pairs.sort(key=lambda pair: (-pair[0], *pair[1:]))
    return [
        Pair(one, other, share, _lines(files[one], both), _lines(files[other], both))
        for share, one, other in pairs[:MOST_PAIRS]
        for both in [rare[one] & rare[other]]
    ]


Run = tuple[int, str, int, int]  # a number for the tokens, path, first line, last line


def _runs_of(files: Mapping[str, bytes]) -> Iterator[Run]:
    """One after the other, so that nobody holds the tokens of a whole class."""
    left = MOST_TOKENS
    for path in ALL_PATHS:
        recent: deque[tuple[str, int]] = deque(maxlen=RUN)
        for token in islice(_tokens(files.get(path, b"")), left):
            left -= 1
            recent.append(token)
            if len(recent) == RUN:
                yield hash(tuple(text for text, _ in recent)), path, recent[0][1], recent[-1][1]


def _tokens(text: bytes) -> Iterator[tuple[str, int]]:
    """(token, line). Comments go away without moving the lines."""
    source = without_comments(text.decode("utf-8", errors="replace"), keep_lines=True)
    for number, line in enumerate(source.split("\n"), start=1):
        for match in _TOKEN.finditer(line):
            token = match[0]
            is_name = (token[0].isalpha() or token[0] == "_") and token not in _KEYWORDS
            yield ("name" if is_name else token[:MOST_LETTERS]), number


def _lines(files: Mapping[str, bytes], both: set[int]) -> dict[str, frozenset[int]]:
    lines: dict[str, set[int]] = {}
    for run, path, first, last in _runs_of(files):
        if run in both:
            lines.setdefault(path, set()).update(range(first, last + 1))
    return {path: frozenset(numbers) for path, numbers in lines.items()}
