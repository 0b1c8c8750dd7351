"""Writes an entry of the corpus in another layout, and follows its lines. Only white space, line
breaks, comments and one kind of empty declaration change, so the same program is compiled.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace

from matrix_corpus import TREE, Entry, Section, apply
from skeleton import find_blocks, only_blocks, pieces

CLANG_FORMAT = TREE / ".venv/bin/clang-format"
# These settings of clang-format change more than white space.
WHITE_SPACE_ONLY = {
    "SortIncludes": "Never",
    "SortUsingDeclarations": "false",
    "IncludeBlocks": "Preserve",
    "BreakStringLiterals": "false",
    "FixNamespaceComments": "false",
}
STYLES = {
    "columns_80": {"ColumnLimit": "80"},
    "columns_60": {"ColumnLimit": "60"},
    "allman_tabs": {
        "BreakBeforeBraces": "Allman",
        "UseTab": "Always",
        "IndentWidth": "8",
        "TabWidth": "8",
    },
}
LAYOUTS = ("as_written", *STYLES, "comments")

ADDED = 'static_assert(true, "// x = 0; } /* \' return; */ if (x) {");'
HEAD_OF_LOOP = re.compile(r"\s*(for|while) \(.*\{$")


class LayoutError(Exception):
    """An entry cannot be written in this layout."""


def format_code(text: str, style: dict[str, str]) -> str:
    own = (TREE / ".clang-format").read_text().splitlines()
    words = dict(line.split(": ") for line in own) | WHITE_SPACE_ONLY | style
    asked = ", ".join(f"{key}: {value}" for key, value in words.items())
    command = [str(CLANG_FORMAT), f"--style={{{asked}}}", "--assume-filename=kernel.cu"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise LayoutError(f"{CLANG_FORMAT.name} fails: {done.stderr}")
    return done.stdout


def with_comments(text: str) -> str:
    """Writes each line of code two more times, in comments above it, and adds declarations that are
    empty but for a string that looks like code. The given code gets no declaration."""
    made, is_continued = [], False
    begins = lines_that_begin_code(text)
    own = (only_blocks(text) if find_blocks(text).blocks else text).splitlines()
    for number, line in enumerate(text.splitlines(), 1):
        is_directive = is_continued or line.lstrip().startswith("#")
        is_continued = line.endswith("\\")
        if number in begins and not is_directive and "YOUR CODE" not in line:
            old = line.replace("/*", "").replace("*/", "").rstrip()
            made += [f"/* {old.strip()}", old, "*/", f"// {old.strip()}"]
        made.append(line)
        if HEAD_OF_LOOP.match(line) and line in own[number - 1 : number] and not is_directive:
            made.append(ADDED)
    return "".join(f"{line}\n" for line in made)


def lines_that_begin_code(text: str) -> set[int]:
    """The lines that have a word of code, and that do not begin inside of a comment."""
    found = {line for one, line in code_of(text) if one.isalnum()}
    for piece in pieces(text):
        first = text.count("\n", 0, piece.start) + 1
        if piece.is_comment:
            found -= set(range(first + 1, first + 1 + text.count("\n", piece.start, piece.end)))
    return found


CHANGES: dict[str, Callable[[str], str]] = {
    name: (lambda text, style=style: format_code(text, style)) for name, style in STYLES.items()
} | {"comments": with_comments}


def code_of(text: str) -> list[tuple[str, int]]:
    """Each character of the code, without comments and white space, and its line."""
    found, line = [], 1
    for piece in pieces(text):
        for at in range(piece.start, piece.end):
            one = text[at]
            if not (piece.is_comment or one.isspace() or text.startswith("\\\n", at)):
                found.append((one, line))
            line += one == "\n"
    return found


def without_added(code: list[tuple[str, int]]) -> list[tuple[str, int]]:
    text, added = "".join(one for one, _ in code), "".join(ADDED.split())
    kept, at = [], 0
    for match in re.finditer(re.escape(added), text):
        kept += code[at : match.start()]
        at = match.end()
    return kept + code[at:]


def follow(old: str, new: str) -> dict[int, list[int]]:
    """For each line of the new text that has code: the lines of the old text that it is made of."""
    before, after = code_of(old), without_added(code_of(new))
    if [one for one, _ in before] != [one for one, _ in after]:
        raise LayoutError("the new layout has other code")
    origins: dict[int, dict[int, None]] = {}
    for (_, was), (_, now) in zip(before, after, strict=True):
        origins.setdefault(now, {})[was] = None
    return {now: list(was) for now, was in origins.items()}


def marked_lines(blamed: frozenset[int], origins: dict[int, list[int]], new: str) -> set[int]:
    """The lines that the marked lines have become; braces alone only if there is nothing else."""
    lines = new.splitlines()
    found = {now for now, was in origins.items() if blamed & set(was)}
    lost = blamed - {was for now in found for was in origins[now]}
    if lost:
        raise LayoutError(f"the marked line {min(lost)} has no code")
    return {now for now in found if lines[now - 1].strip() not in ("{", "}")} or found


def in_layout(entry: Entry, layout: str) -> tuple[Entry, dict[str, dict[int, list[int]]]]:
    """The entry with its files in this layout, and for each file the origins of its lines."""
    if layout == "as_written":
        return entry, {}
    sections, origins = [], {}
    changed = apply(entry)
    for path, old in changed.files.items():
        try:
            new = CHANGES[layout](old)
            origins[path] = follow(old, new)
            marked = marked_lines(changed.blamed.get(path, frozenset()), origins[path], new)
        except LayoutError as error:
            raise LayoutError(f"{entry.name}: {path} as {layout}: {error}") from error
        lines = enumerate(new.splitlines(), 1)
        texts = (line + "  // BLAME" * (number in marked) for number, line in lines)
        sections.append(Section(path, None, tuple(texts)))
    name = f"{entry.name}.{layout}"
    file = entry.file.with_suffix(".cu")  # the form of an entry that holds whole files
    return replace(entry, name=name, file=file, sections=tuple(sections)), origins
