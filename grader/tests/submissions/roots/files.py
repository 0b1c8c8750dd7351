"""Root: students' files cannot control trusted code.

Random archives and texts: nested or damaged archives, odd names, and texts that repeat one piece of
code or markup, up to the size that a file may have.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import zipfile
from collections.abc import Iterator
from functools import partial

from handshake_grader.intake.submission import MOST_SOURCE_BYTES
from matching import PATHS
from pack import make_tar, make_zip, special

VERDICTS = "NO_BUILD NOT_STARTED NOT_CHECKED JE HELD"
KIND, LIST, POINTS = "archive", "14 28 29", "0"
SEED, COUNT = 18, 40
MARKUP = "<img src=x onerror=\"alert(1)\">'\"{{ 7 * 7 }}<script>alert(1)</script>\u202e"
BELOW, ABOVE = "/** YOUR CODE GOES BELOW **/\n", "/** YOUR CODE GOES ABOVE **/\n"
PIECES = """\
( { [ < ((((a {% <![CDATA[ ]]> <!-- /* */ // /**/ \\ " ' \\" R"( R"x( ??/ # _Pragma( if( else a=
= a-b cudaMalloc(&a, <<< >>> ->* 0x1p- 1e =cmd|'/C&calc'!A0 -2+3 @SUM(1) &amp; \\u{110000} ${x} `x` %s%n
__attribute__(( asm&volatile( \x1b[2J \u202e \u2028 \ufeff \0""".split()
PIECES += [" ", "\t", "\n", "\r", "\v", "\f", "\\\n", "// \\\n", MARKUP, BELOW, ABOVE, ABOVE + BELOW]
PIECES += ["#include <a>\n", "#define x x x\n", '#line 1 "/etc/passwd"\n', "/** YOUR CODE GOES"]
RAW = [b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80" * 7]
ODD = ["", "/", "..", "../" * 9 + "x", "a" * 90, "CON", "x\0y", "\u202e", MARKUP[:60], "timestamp.txt"]


def text_of(chance: random.Random, head: str = "") -> bytes:
    size = chance.choice([40, 3000, MOST_SOURCE_BYTES - 999, MOST_SOURCE_BYTES - 999])
    words = [chance.choice(PIECES).encode() for _ in range(chance.choice([1, 1, 2, 3]))]
    words += [chance.choice(RAW)] * (chance.random() < 0.2)
    body = (b"".join(words) * (size // len(b"".join(words)) + 1))[:size]
    is_inside = chance.random() < 0.5
    above, below = (BELOW, ABOVE) if is_inside else ("", "")
    return (head + above).encode() + body + below.encode()


def archive_of(chance: random.Random, head: str = "") -> bytes:
    chosen = chance.sample(PATHS, chance.randint(1, len(PATHS)))
    files = {path: text_of(chance, head) for path in chosen}
    odd = {_name(chance): b"x" for _ in range(chance.choice([0, 1, 40]))}
    links = [special(name, b"2", "/etc/passwd") for name in odd] if chance.random() < 0.3 else []
    data = make_tar(files, extra=links)
    if chance.random() < 0.3:
        method = chance.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
        data = make_zip({**odd, **files}, method)
    packers = [gzip.compress, bz2.compress, lzma.compress]
    for pack in chance.sample(packers, chance.choice([0, 1, 3])):
        data = pack(data)
    return _damaged(data, chance) if chance.random() < 0.4 else data


def _name(chance: random.Random) -> str:
    name = "/".join(chance.choice(ODD) for _ in range(chance.choice([1, 2, 30])))
    return name[:99].strip("/").split("\0")[0] or "x"


def _damaged(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice([1, 5, 50])):
        at = chance.randrange(min(len(changed), chance.choice([600, len(changed)])))
        changed[at] = chance.choice([0, 0x7F, 0x80, 0xFF, chance.randrange(256)])
    return bytes(changed[: chance.choice([len(changed), chance.randrange(1, len(changed))])])


def variants() -> Iterator[tuple[str, partial[bytes]]]:
    for number in range(COUNT):
        yield f"{number:02}", partial(_drawn, number)


def _drawn(number: int, right: dict[str, str]) -> bytes:
    return archive_of(random.Random(f"{SEED} {number}"))
