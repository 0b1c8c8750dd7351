"""The corpus of the confusion matrix: reads the entries in kernels/ and applies them to the tree.

kernels/README.md describes the two forms of an entry. An entry that no longer fits the solved tree
is never left out: it causes an error that names the entry.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

TREE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TREE / "grader"))
from handshake_grader.lab import MATCHING, lab_named  # noqa: E402
from skeleton import EXTRA, WRAPPER, with_blocks  # noqa: E402

PARTS = lab_named(MATCHING).marks()  # what a student writes for each part
CORPUS = Path(__file__).resolve().parent / "kernels"
# The extra credit that a student hands in: it is simpler than ours.
STUDENTS_EXTRA = CORPUS / "right/extra/atomic_for_each_edge.cu"

BLAME = re.compile(r"\s*// BLAME$")
SECTION = re.compile(r"^(?:// )?@@ (?P<path>\S+)(?: block (?P<block>\d))?$")
HEADER = re.compile(r"^(?:// )?(?P<key>[a-z]+): (?P<value>.+)$")
CONTINUED = re.compile(r"^(?:// )?  (?P<value>\S.*)$")
KEYS = {"what", "seen", "blame", "verdicts", "gpu"}


class CorpusError(Exception):
    """An entry is malformed, or does not fit the solved tree."""


@dataclass(frozen=True)
class Section:
    """The change that an entry makes at one place of one file."""

    path: str
    block: int | None  # only the text between this pair of marks; the first pair is 1
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    name: str  # scan/in_place
    part: str
    wrong: bool
    file: Path
    what: str
    seen: str  # the launch shapes or orders that show a fault; empty if all of them do
    blame: tuple[str, ...]  # the parts that may be blamed for a fault
    verdicts: tuple[str, ...]
    verdicts_on_gpu: tuple[str, ...]  # empty if they are the same
    sections: tuple[Section, ...] = field(repr=False)


@dataclass(frozen=True)
class Changed:
    """The files that an entry changes, and the lines that a report should point at."""

    files: dict[str, str]
    blamed: dict[str, frozenset[int]]


def load(root: Path = CORPUS) -> list[Entry]:
    """All entries: the wrong ones first, part by part, in the order of their names."""
    paths = [path for path in root.rglob("*") if path.suffix in (".patch", ".cu")]
    entries = [read_entry(path, root) for path in paths]
    entries.sort(key=lambda entry: (not entry.wrong, list(PARTS).index(entry.part), entry.name))
    if not entries:
        raise CorpusError(f"{root}: no entry there")
    return entries


def read_entry(path: Path, root: Path) -> Entry:
    kind, part = path.relative_to(root).parts[:2]
    if kind not in ("wrong", "right") or part not in PARTS:
        raise CorpusError(f"{path}: an entry belongs in wrong/PART or right/PART")
    header, sections = split(path)
    unknown = set(header) - KEYS
    if unknown or "what" not in header:
        raise CorpusError(f"{path}: keys are {', '.join(sorted(KEYS))}, and `what` is needed")
    verdicts = tuple(header.get("verdicts", "").split())
    if (kind == "wrong") != bool(verdicts):
        raise CorpusError(f"{path}: a wrong kernel must name verdicts, a right one must not")
    return Entry(
        name=f"{part}/{path.stem}",
        part=part,
        wrong=kind == "wrong",
        file=path,
        what=header["what"],
        seen=header.get("seen", ""),
        blame=tuple(header.get("blame", part).replace(",", " ").split()),
        verdicts=verdicts,
        verdicts_on_gpu=tuple(header.get("gpu", "").split()),
        sections=tuple(sections),
    )


def split(path: Path) -> tuple[dict[str, str], list[Section]]:
    header: dict[str, str] = {}
    sections: list[Section] = []
    body: list[str] = []
    key = ""
    for line in path.read_text().splitlines():
        if match := SECTION.match(line):
            body = []
            block = int(match["block"]) if match["block"] else None
            sections.append(Section(match["path"], block, body))
        elif sections:
            body.append(line)
        elif match := HEADER.match(line):
            key = match["key"]
            header[key] = match["value"]
        elif key and (match := CONTINUED.match(line)):
            header[key] += " " + match["value"]
        elif line:
            raise CorpusError(f"{path}: expected `key: value` or `@@ path`, found: {line}")
    if not sections:
        raise CorpusError(f"{path}: changes nothing")
    return header, [Section(s.path, s.block, tuple(s.lines)) for s in sections]


def solution(tree: Path = TREE) -> dict[str, str]:
    """The files of a student who has solved everything: as ours, but for the extra credit."""
    ours = {path: (tree / path).read_text() for path in PARTS.values()}
    return ours | apply(read_entry(STUDENTS_EXTRA, CORPUS), tree).files


def apply(entry: Entry, tree: Path = TREE) -> Changed:
    """Changes the files of the solution. The extra credit has a part of the host code, so these two
    files change together."""
    texts: dict[str, list[str]] = {}
    if entry.file != STUDENTS_EXTRA and {EXTRA, WRAPPER} & {one.path for one in entry.sections}:
        solved = solution(tree)
        texts = {path: solved[path].splitlines() for path in (EXTRA, WRAPPER)}
    for section in entry.sections:
        if section.path not in texts:
            texts[section.path] = (tree / section.path).read_text().splitlines()
        old = texts[section.path]
        if entry.file.suffix == ".patch":
            texts[section.path] = replace_lines(old, section, entry)
        elif section.block is not None:
            texts[section.path] = replace_block(old, section, entry)
        else:
            texts[section.path] = list(section.lines)
    return strip_marks(texts)


def replace_lines(old: list[str], section: Section, entry: Entry) -> list[str]:
    """Applies one hunk of a diff without line numbers. It must fit in exactly one place."""
    if any(line[:1] not in (" ", "-", "+") for line in section.lines):
        raise CorpusError(f"{entry.file}: every line of a hunk begins with a space, - or +")
    wanted = [line[1:] for line in section.lines if line[0] != "+"]
    places = [
        start
        for start in range(len(old) - len(wanted) + 1)
        if old[start : start + len(wanted)] == wanted
    ]
    if len(places) != 1 or not wanted:
        first = wanted[0] if wanted else ""
        raise CorpusError(
            f"{entry.file}: a hunk fits {section.path} in {len(places)} places, not in one;"
            f" it begins with: {first}"
        )
    given = [line[1:] for line in section.lines if line[0] != "-"]
    return old[: places[0]] + given + old[places[0] + len(wanted) :]


def replace_block(old: list[str], section: Section, entry: Entry) -> list[str]:
    blocks = []

    def fill(number: int, lines: str) -> str:
        blocks.append(number + 1)
        return (
            lines if number + 1 != section.block else "".join(f"{one}\n" for one in section.lines)
        )

    changed = with_blocks("".join(f"{line}\n" for line in old), fill)
    if section.block not in blocks:
        raise CorpusError(f"{entry.file}: {section.path} has no block {section.block}")
    return changed.splitlines()


def strip_marks(texts: dict[str, list[str]]) -> Changed:
    """Removes the marks that show where the fault is: the files that are built must not contain
    them."""
    blamed = {
        path: frozenset(n for n, line in enumerate(lines, 1) if BLAME.search(line))
        for path, lines in texts.items()
    }
    files = {
        path: "".join(BLAME.sub("", line) + "\n" for line in lines) for path, lines in texts.items()
    }
    return Changed(files, {path: lines for path, lines in blamed.items() if lines})
