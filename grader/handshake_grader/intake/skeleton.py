"""What stands between the marks of the handout: a file as given, and one that was never begun."""

from __future__ import annotations

import re

from .submission import EXTRA, WRAPPER, Submission

_COMMENT = re.compile(r'//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_BELOW, _ABOVE = "YOUR CODE GOES BELOW", "YOUR CODE GOES ABOVE"
BLOCK = re.compile(rf"([^\n]*{_BELOW}[^\n]*\n)(.*?)([^\n]*{_ABOVE})", re.DOTALL)
HINT = "// HINT"  # a line between the marks that begins so is handed out


def emptied(text: str) -> str:
    """A student's file of this tree, as it is handed out."""

    def hints(match: re.Match[str]) -> str:
        kept = [line for line in match[2].splitlines(True) if line.strip().startswith(HINT)]
        return match[1] + ("".join(kept) or "\n") + match[3]

    return BLOCK.sub(hints, text)


def blocks_between_marks(text: bytes) -> list[str]:
    """The code between each pair of marks, without comments."""
    source = text.decode("utf-8", errors="replace")
    blocks, inside, start = [], False, 0
    for match in _COMMENT.finditer(source):
        if _BELOW in match[0] and not inside:
            inside, start = True, match.end()
        elif _ABOVE in match[0] and inside:
            blocks.append(without_comments(source[start : match.start()]))
            inside = False
    return blocks


def without_comments(source: str, keep_lines: bool = False) -> str:
    def shorten(match: re.Match[str]) -> str:
        if match[0].startswith('"'):
            return match[0]
        return " " + "\n" * match[0].count("\n") if keep_lines else " "

    text = _COMMENT.sub(shorten, source)
    return text if keep_lines else text.strip()


def is_started(submission: Submission, path: str) -> bool:
    """False only where the marks are there and nothing stands between them, or the file is missing."""
    if path not in submission.files:
        return False
    blocks = blocks_between_marks(submission.files[path])
    if path == WRAPPER:  # allocate and copy, the -extra branch, free
        return len(blocks) < 3 or bool(blocks[0] or blocks[2])
    if path == EXTRA:
        branch = blocks_between_marks(submission.files.get(WRAPPER, b""))
        return not blocks or any(blocks) or (len(branch) == 3 and bool(branch[1]))
    return not blocks or any(blocks)
