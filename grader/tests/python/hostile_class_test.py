"""A class in which nearly everybody is hostile, drawn from a seed, from the download to the pages.

Each archive and each text may cost its own student whatever it does; nobody else, no second of the
machine's beyond a bound, and not one line of a traceback. Nothing is compiled: an examiner of the
tests gives verdicts and reports. As a program it grades the class, so that it can have limits.
"""

import bz2
import gzip
import lzma
import os
import random
import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

from fake_examiner import grade
from grade_class_test import make_class, marks, submission
from handshake_grader.intake.submission import MOST_SOURCE_BYTES, PATHS
from pack import FILES, make_tar, make_zip, special
from reported_class import HOSTILE, ReportingExaminer

SEED, HOSTILE_STUDENTS = 18, 20
MOST_CPU_S = 120  # for all of them; one parser that goes back and forth over a text needs more
BELOW, ABOVE = "/** YOUR CODE GOES BELOW **/\n", "/** YOUR CODE GOES ABOVE **/\n"
PIECES = [
    *("(", "{", "[", "<", "((((a", "{{ 7 * 7 }}", "{% for x in y %}", "<![CDATA[", "]]>", "<!--"),
    *(
        "/*",
        "*/",
        "//",
        "/**/",
        "/* /*",
        "// \\\n",
        "\\\n",
        "\\",
        '"',
        "'",
        '\\"',
        'R"(',
        'R"x(',
        "??/",
    ),
    *(" ", "\t", "\n", "\r", "\r\n", "\v", "\f", "\0", "\x1b[2J", "\u202e", "\u2028", "\ufeff"),
    *("#include <a>\n", "#define x x x\n", '#line 1 "/etc/passwd"\n', "#", "# define", "_Pragma("),
    *(BELOW, ABOVE, ABOVE + BELOW, "/** YOUR CODE GOES", "__attribute__ (( ", "asm volatile ("),
    *(
        "if (x) ",
        "else ",
        "a = ",
        "=",
        "a b ",
        "cudaMalloc(&a, ",
        "<<<",
        ">>>",
        "->*",
        "0x1p-",
        "1e",
    ),
    *(
        "=cmd|' /C calc'!A0",
        "-2+3",
        "@SUM(1)",
        HOSTILE,
        "&amp;",
        "\\u{110000}",
        "${x}",
        "`x`",
        "%s%n",
    ),
]
RAW = [b"\xff", b"\xc3(", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80" * 7]


def text_of(chance: random.Random) -> bytes:
    """A piece again and again, up to the size that a file may have, with some others in between."""
    size = chance.choice([40, 3000, MOST_SOURCE_BYTES - 1, MOST_SOURCE_BYTES - 1])
    words = [chance.choice(PIECES).encode() for _ in range(chance.choice([1, 1, 2, 3]))]
    words += [chance.choice(RAW)] * (chance.random() < 0.2)
    body = (b"".join(words) * (size // len(b"".join(words)) + 1))[:size]
    verdict = chance.choice(["", "scan.alone: VALUE_ERROR", "filter.alone: RECURSION_ERROR"])
    head = (
        f"// {verdict}\n// report: {chance.choice(['wrong_filter', 'memory_fault'])}\n// hostile\n"
    )
    inside = chance.random() < 0.5
    return (head + (BELOW if inside else "")).encode() + body + (ABOVE if inside else "").encode()


def name_of(chance: random.Random) -> str:
    odd = [
        "",
        "/",
        "..",
        "../" * 9 + "x",
        "a" * 90,
        "CON",
        "x\0y",
        "\u202e",
        HOSTILE[:60],
        "timestamp.txt",
    ]
    return "/".join(chance.choice(odd) for _ in range(chance.choice([1, 2, 30]))) or "x"


def archive_of(chance: random.Random) -> bytes:
    files = {path: text_of(chance) for path in chance.sample(PATHS, chance.randint(1, len(PATHS)))}
    odd = {name_of(chance)[:99].strip("/") or "x": b"x" for _ in range(chance.choice([0, 1, 40]))}
    links = [special(name, b"2", "/etc/passwd") for name in odd] if chance.random() < 0.3 else []
    data = make_tar(files, extra=links)
    if chance.random() < 0.3:
        method = chance.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
        data = make_zip({**odd, **files}, method)
    for pack in chance.sample(
        [gzip.compress, bz2.compress, lzma.compress], chance.choice([0, 1, 3])
    ):
        data = pack(data)
    return damaged(data, chance) if chance.random() < 0.4 else data


def damaged(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice([1, 5, 50])):
        at = chance.randrange(min(len(changed), chance.choice([600, len(changed)])))
        changed[at] = chance.choice([0, 0x7F, 0x80, 0xFF, chance.randrange(256)])
    return bytes(changed[: chance.choice([len(changed), chance.randrange(1, len(changed))])])


def bound() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S + 5))


def graded(tmp_path: Path, hand_in: Callable[[random.Random], bytes]) -> Path:
    chance = random.Random(SEED)
    students = {f"evil{number:02}": hand_in(chance) for number in range(HOSTILE_STUDENTS)}
    right = {"aa_right": submission(), "zz_right": submission()}
    folder = make_class(tmp_path / "in", {**students, **right})
    words = [sys.executable, __file__, folder, tmp_path / "out"]

    paths = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(words, capture_output=True, text=True, env=paths, preexec_fn=bound)

    assert done.returncode == 0, done.stderr[-3000:]
    assert "Traceback" not in done.stdout + done.stderr
    return tmp_path / "out"


def test_hostile_archives_cost_nobody_else_anything(tmp_path):
    out = graded(tmp_path, archive_of)

    found = marks(out)
    assert len(found) == HOSTILE_STUDENTS + 2
    assert (found["aa_right"]["total"], found["zz_right"]["total"]) == ("110", "110")


def test_hostile_texts_cost_nobody_else_anything_and_are_told_in_private(tmp_path):
    out = graded(
        tmp_path, lambda chance: make_tar({**FILES, **{p: text_of(chance) for p in PATHS}})
    )

    found = marks(out)
    assert (found["aa_right"]["total"], found["zz_right"]["total"]) == ("110", "110")
    logs = {file.name: file.read_text() for file in (out / "private/logs").iterdir()}
    kept = sum("Traceback" in log for log in logs.values())
    opened = sum(row["total"] == "" for row in found.values())
    assert kept == opened > 0
    pages = [page for page in out.rglob("*") if page.suffix in (".html", ".txt", ".csv")]
    assert len(pages) > 2 * HOSTILE_STUDENTS
    assert not [page for page in pages if "Traceback" in page.read_text()]


if __name__ == "__main__":
    grade(Path(sys.argv[1]), Path(sys.argv[2]), ReportingExaminer())
