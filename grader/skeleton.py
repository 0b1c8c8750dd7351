"""Reads the text between the marks YOUR CODE GOES BELOW and YOUR CODE GOES ABOVE. No other code
decides what a student wrote.

    skeleton.py begun FILE...     prints, in one line, the files that have code between their marks
    skeleton.py facts STUDENT SOURCES ID=FILE...   prints what `make check` must know about the
                                  files in the folder STUDENT, as JSON. In a submission, they are
                                  in the folder SOURCES. FILE: what a student writes for a part
    skeleton.py start PART STUDENT SOURCES ID=FILE...   if nothing of the part is written (for
                                  `all`: of any part), prints where to start, and ends with exit
                                  code 1

A mark is a comment. The text between a pair of marks is a block. If a file has no marks, or a mark
without a partner, the whole file is one block. The text may be an attack, so the time of
every function is at most proportional to the length of the text.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

BELOW, ABOVE = "YOUR CODE GOES BELOW", "YOUR CODE GOES ABOVE"
HINT = "// HINT"  # a line between the marks that begins like this is handed out

GIVEN_WRAPPER = "grader/given/onewaywrapper.cu"  # in a kit: WRAPPER as it was handed out
WRAPPER = "src/onewaywrapper.cu"  # three blocks: allocate and copy, the -extra branch, free
EXTRA = "src/gpu_extra_credit/extra.cu"
# ---- the part of C++ that is needed: comments and literals

_SPLICE = r"(?:\\\r?\n)*"  # a line that continues in the next one
_NUMBER = r"(?<!\w)\d(?:'?[\w.])*"  # with the single quotes between its digits
_NEXT = re.compile(rf"{_NUMBER}|/{_SPLICE}(?P<comment>[/*])|(?P<quote>[\"'])")
_COMMENT_ENDS = re.compile(rf"\*{_SPLICE}/")
# A string or a character without a closing quote ends at the end of its line.
_QUOTED = {
    quote: re.compile(rf"{quote}(?:[^{quote}\\\n]|\\(?:\r\n|.))*{quote}?", re.DOTALL)
    for quote in "\"'"
}
_RAW = re.compile(r"(?<!\w)(?:u8|[uUL])?R\Z")
_DELIMITER = re.compile(r'"([^\s()\\]{0,16})\(')


class Piece(NamedTuple):
    is_comment: bool
    start: int
    end: int


def pieces(source: str) -> Iterator[Piece]:
    """All comments, and the text between them, in order."""
    start = at = 0
    while found := _NEXT.search(source, at):
        at = found.end()
        if found["quote"]:
            at = _end_of_quoted(source, found.start())
        elif found["comment"]:
            yield Piece(False, start, found.start())
            start = at = _end_of_comment(source, found)
            yield Piece(True, found.start(), at)
    yield Piece(False, start, len(source))


def _end_of_comment(source: str, opened: re.Match[str]) -> int:
    if opened["comment"] == "*":
        closed = _COMMENT_ENDS.search(source, opened.end())
        return closed.end() if closed else len(source)
    at = source.find("\n", opened.end())
    while at >= 0 and source[max(0, at - 2) : at].rstrip("\r").endswith("\\"):
        at = source.find("\n", at + 1)
    return at if at >= 0 else len(source)


def _end_of_quoted(source: str, start: int) -> int:
    if source[start] == '"' and _RAW.search(source[max(0, start - 4) : start]):
        raw = _DELIMITER.match(source, start)
        if raw:
            end = source.find(f'){raw[1]}"', raw.end())
            return len(source) if end < 0 else end + len(raw[1]) + 2
    quoted = _QUOTED[source[start]].match(source, start)
    return quoted.end() if quoted else start + 1


def without_comments(source: str, keep_lines: bool = False) -> str:
    """The code with a blank in place of each comment. If `keep_lines` is set, the newlines in
    comments stay."""
    kept = []
    for piece in pieces(source):
        text = source[piece.start : piece.end]
        kept.append(text if not piece.is_comment else " " + "\n" * (keep_lines * text.count("\n")))
    return "".join(kept)


# ---- the blocks of a file


class Marked(NamedTuple):
    blocks: tuple[tuple[int, int], ...]  # from the end of one mark to the start of the other
    lacks: str  # the mark that is missing although its partner is there, or nothing


@lru_cache(maxsize=16)
def find_blocks(source: str) -> Marked:
    blocks, below, stray = [], -1, False
    for piece in pieces(source):
        if not piece.is_comment:
            continue
        if source.find(BELOW, piece.start, piece.end) >= 0:
            below = piece.end if below < 0 else below
        elif source.find(ABOVE, piece.start, piece.end) >= 0:
            if below >= 0:
                blocks.append((below, piece.start))
            stray, below = below < 0, -1
    lacks = ABOVE if below >= 0 else BELOW if stray and not blocks else ""
    return Marked(tuple(blocks), lacks)


@lru_cache(maxsize=16)
def codes(source: str) -> tuple[str, ...]:
    """The code of each block, without comments."""
    marked = find_blocks(source)
    blocks = marked.blocks if marked.blocks and not marked.lacks else ((0, len(source)),)
    return tuple(without_comments(source[start:end]).strip() for start, end in blocks)


def given_code(source: str) -> str:
    """The text outside of the blocks, without comments and white space."""
    kept, at = [], 0
    for start, end in (*find_blocks(source).blocks, (len(source), len(source))):
        kept.append("".join(without_comments(source[at:start]).split()))
        at = end
    return "\n".join(kept)


def with_blocks(source: str, fill: Callable[[int, str], str]) -> str:
    """The file with other lines between its marks: `fill` gets the number of a block and the
    current lines of this block, and returns the lines that replace them."""
    made, at = [], 0
    for number, (start, end) in enumerate(find_blocks(source).blocks):
        between = source[start:end]
        first, last = between.find("\n") + 1, between.rfind("\n") + 1 or len(between)
        made += [source[at : start + first], fill(number, between[first:last])]
        at = start + last
    return "".join([*made, source[at:]])


def only_blocks(source: str) -> str:
    """The blocks alone. Each of their lines keeps its number."""
    kept, at = [], 0
    for start, end in find_blocks(source).blocks:
        kept += ["\n" * source.count("\n", at, start), source[start:end]]
        at = end
    return "".join(kept)


def lines_between(source: str) -> list[str]:
    """The lines of all blocks, including comments."""
    lines: list[str] = []

    def keep(_: int, old: str) -> str:
        lines.extend(old.splitlines())
        return old

    with_blocks(source, keep)
    return lines


def emptied(source: str) -> str:
    """The file of a student, as it is handed out: only hints are between its marks."""

    def hints(_: int, old: str) -> str:
        kept = [line for line in old.splitlines(True) if line.strip().startswith(HINT)]
        return "".join(kept) or "\n"

    return with_blocks(source, hints)


# ---- a submission. The keys of `files` are the paths of its files, and the values are the texts


def is_begun(path: str, files: Mapping[str, str]) -> bool:
    return bool(_code_of(path, files))


def _code_of(path: str, files: Mapping[str, str]) -> str:
    """The student's code for the part to which this file belongs. onewaywrapper.cu belongs to two
    parts: its second block is part of the code for the extra credit."""
    if path not in files or _is_empty_kernel(path, files[path]):
        return ""
    written = codes(files[path])
    if path == WRAPPER and len(written) >= 3:
        written = written[:1] + written[2:]
    if path == EXTRA:
        wrapper = codes(files.get(WRAPPER, ""))
        written += wrapper[1:2] if len(wrapper) >= 3 else ()
    return "\n".join(filter(None, written))


def _is_empty_kernel(path: str, source: str) -> bool:
    """Whether the file is from an earlier kit (with other marks or none) and has only an empty
    kernel. Such a file counts as not begun."""
    if "/gpu_required/" not in path or find_blocks(source).blocks:
        return False
    given = r'^ *#include (<[\w./]+>|"(gpuHeaders\.cuh|utils\.hpp)")'
    code = re.sub(given, "", without_comments(source), flags=re.M)
    return re.fullmatch(r"[^{};#]*\{\s*\}\s*", code) is not None


def uses_old_unmatched(code: str) -> bool:
    """Whether the code has the number -2 but not the name UNMATCHED. In the kit of 2021, UNMATCHED
    was -2."""
    if "UNMATCHED" in code:
        return False
    for match in re.finditer(r"-2(?![\w.])", code):
        at = match.start()
        while code[at - 1 : at] == " ":
            at -= 1
        if not re.match(r"[\w)\]]", code[at - 1 : at]):  # `x - 2` is a difference
            return True
    return False


def _given_lines(source: str) -> set[str]:
    """The lines outside of the blocks, without comments and white space."""
    kept, at = [], 0
    for start, end in (*find_blocks(source).blocks, (len(source), len(source))):
        kept += without_comments(source[at:start]).splitlines()
        at = end
    return {"".join(line.split()) for line in kept} - {"", "}", "{"}


def is_of_another_kit(source: str, given: str) -> bool:
    """Whether a student's file is from another kit: at least half of the given lines are missing. A
    student who changes a few lines outside of the marks still has our kit."""
    lines = _given_lines(given)
    return 2 * len(lines - _given_lines(source)) >= len(lines) > 0


def facts(files: Mapping[str, str], given_wrapper: str, parts: Mapping[str, str]) -> dict[str, Any]:
    """What the check program needs to know about the text of a submission. parts: for each part,
    the path of the file that a student writes for it."""
    wrapper = files.get(WRAPPER, "")
    return {
        "not_started": [part for part, path in parts.items() if not is_begun(path, files)],
        "broken": [one for part in parts for one in _broken(part, parts[part], files)],
        "old_unmatched": [
            part for part, path in parts.items() if uses_old_unmatched(_code_of(path, files))
        ],
        "is_of_another_kit": is_of_another_kit(wrapper, given_wrapper),
        "wrapper_lines": _lines_of_blocks(wrapper),
    }


def where_to_start(files: Mapping[str, str], part: str, parts: Mapping[str, str]) -> str:
    """A text that says where to start. Empty if some code of the part is written, or if a file or a
    mark is missing."""
    asked = [part] if part in parts else list(parts)
    if any(is_begun(parts[one], files) or _broken(one, parts[one], files) for one in asked):
        return ""
    path = parts[asked[0]]
    return (
        "NOT STARTED: nothing is written here yet, so nothing was built.\n"
        f"Write your code between the marks in {path}, and run make check-{asked[0]}."
    )


def _lines_of_blocks(source: str) -> list[list[int]]:
    """The numbers of the first and the last line of each block, counted from 1."""
    lines, number, at = [], 1, 0
    for start, end in find_blocks(source).blocks:
        first = number + source.count("\n", at, start)
        number, at = first + source.count("\n", start, end), end
        lines.append([first, number - 1])
    return lines


def _broken(part: str, own: str, files: Mapping[str, str]) -> list[dict[str, str]]:
    for path in (EXTRA, WRAPPER) if own == EXTRA else (own,):
        lacks = find_blocks(files[path]).lacks if path in files else ""
        if lacks or path not in files:
            return [{"part": part, "file": path, "lacks": lacks}]
    return []


# ---- the command line


def read_texts(student: Path, sources: str, paths: Iterable[str]) -> dict[str, str]:
    texts = {}
    for path in paths:
        file = student / path[len(sources) + 1 :]
        if file.is_file():
            texts[path] = file.read_text(encoding="utf-8-sig", errors="replace")
    return texts


def _begun(files: list[str]) -> int:
    texts = {one: Path(one).read_text(encoding="utf-8-sig", errors="replace") for one in files}
    print(*(path for path, text in texts.items() if any(codes(text))))
    return 0


def main(words: list[str]) -> int:
    asked, parts = words[:1], dict(word.split("=", 1) for word in words if "=" in word)
    words = [word for word in words[1:] if "=" not in word]
    if asked == ["begun"]:
        return _begun(words)
    if not (asked == ["facts"] and len(words) == 2 or asked == ["start"] and len(words) == 3):
        print(__doc__, file=sys.stderr)
        return 2
    student, sources = words[-2:]
    parts = {one: f"{sources}/{file}" for one, file in parts.items()}
    texts = read_texts(Path(student), sources, parts.values())
    if asked == ["start"]:
        said = where_to_start(texts, words[0], parts)
        print(said, end="\n" if said else "")
        return 1 if said else 0
    print(json.dumps(facts(texts, _given_wrapper() if WRAPPER in texts else "", parts)))
    return 0


def _given_wrapper() -> str:
    """In a kit, src/ belongs to the student, so make_handout.py puts a copy of the given file
    elsewhere."""
    root = Path(__file__).resolve().parents[1]
    kept = root / GIVEN_WRAPPER
    return (kept if kept.is_file() else root / WRAPPER).read_text(encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
