"""Turns a submission into fingerprints by winnowing, as MOSS does (Schleimer, Wilkerson, Aiken
2003).

A file is a sequence of tokens without comments, in which all names count as the same name. Any RUN
consecutive tokens form a run, and a hash of these tokens is the number of the run. The smallest
number among any WINDOW consecutive runs is a fingerprint. So two files that share at least
RUN + WINDOW - 1 consecutive tokens have a fingerprint in common.
"""

from __future__ import annotations

import re
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import islice

from skeleton import without_comments

RUN = 12  # tokens
WINDOW = 4  # runs
MOST_LETTERS = 40  # characters of a token
MOST_TOKENS = 20_000  # 20 times as many as usual; a submission's further tokens are not compared

_TOKEN = re.compile(r"[A-Za-z_]\w*|\d+\.?\w*|<<<|>>>|[-+*/%&|^=!<>]=|&&|\|\||<<|>>|\S")
_KEYWORDS = frozenset(
    "if else for while do return break continue int long unsigned float double bool const void "
    "char sizeof "
    "__global__ __device__ __shared__ __syncthreads threadIdx blockIdx blockDim gridDim".split()
)
_BASE, _PRIME = 1_000_003, (1 << 61) - 1
_OLDEST = pow(_BASE, RUN, _PRIME)

Run = tuple[int, str, int, int]  # number of the run, path, first line, last line


def runs_of(files: Mapping[str, bytes], keep_names: bool = False) -> Iterator[Run]:
    """Yields the runs, file by file, so that the tokens of a whole class are never in
    memory at once."""
    left = MOST_TOKENS
    for path, text in files.items():
        recent: deque[tuple[int, int]] = deque(maxlen=RUN + 1)
        number = 0
        for token, line in islice(_tokens(text, keep_names), left):
            left -= 1
            recent.append((zlib.crc32(token.encode()), line))
            number = (number * _BASE + recent[-1][0]) % _PRIME
            if len(recent) > RUN:
                number = (number - recent.popleft()[0] * _OLDEST) % _PRIME
            if len(recent) == RUN:
                yield number, path, recent[0][1], recent[-1][1]


def fingerprints(
    files: Mapping[str, bytes], known: frozenset[int], keep_names: bool = False
) -> dict[str, frozenset[int]]:
    """The fingerprints of each file. known: the numbers of the runs of tokens in given
    code, which no student wrote."""
    found: dict[str, set[int]] = {}
    recent: deque[int] = deque(maxlen=WINDOW)
    at = ""
    for number, path, *_ in runs_of(files, keep_names):
        if path != at:
            at = path
            recent.clear()
        if number in known:
            recent.clear()
            continue
        recent.append(number)
        if len(recent) == WINDOW:
            found.setdefault(path, set()).add(min(recent))
    return {path: frozenset(each) for path, each in found.items()}


def lines_with(files: Mapping[str, bytes], numbers: frozenset[int]) -> dict[str, frozenset[int]]:
    """For each file, the lines from which these fingerprints come."""
    lines: dict[str, set[int]] = {}
    for number, path, first, last in runs_of(files):
        if number in numbers:
            lines.setdefault(path, set()).update(range(first, last + 1))
    return {path: frozenset(each) for path, each in lines.items()}


def _tokens(text: bytes, keep_names: bool) -> Iterator[tuple[str, int]]:
    """Yields each token and its line. Comments are removed, and line numbers stay the same."""
    source = without_comments(text.decode("utf-8", errors="replace"), keep_lines=True)
    for number, line in enumerate(source.split("\n"), start=1):
        for match in _TOKEN.finditer(line):
            token = match[0]
            is_name = (token[0].isalpha() or token[0] == "_") and token not in _KEYWORDS
            yield ("name" if is_name and not keep_names else token[:MOST_LETTERS]), number
