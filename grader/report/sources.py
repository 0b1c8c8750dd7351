"""The submission's files, and pieces of them with line numbers.

Only files that the caller gives are shown, because the file names in results come from untrusted
programs.
"""

from __future__ import annotations

from pathlib import Path

from .markup import Markup, join, only_for_ears, soft, tag

AROUND = 2  # lines before and after the marked one
MOST_BYTES = 1 << 20


class Sources:
    def __init__(self, texts: dict[str, str]):
        self.lines = {file: text.splitlines() for file, text in texts.items()}

    def find(self, file: str) -> str | None:
        """The name that the caller uses for this file; the runners name it by its full path."""
        return next((known for known in self.lines if Path(known).name == Path(file).name), None)

    def excerpts(self, places: list[tuple[str, int]]) -> list[Markup]:
        """The given lines, each with a mark, and the lines around them. Lines near each other form
        one piece."""
        pieces: list[tuple[str, list[int]]] = []
        for file, line in sorted(places):
            known = self.find(file)
            if known is None or not 1 <= line <= len(self.lines[known]):
                continue
            if pieces and pieces[-1][0] == known and line - pieces[-1][1][-1] <= 3 * AROUND:
                pieces[-1][1].append(line)
            else:
                pieces.append((known, [line]))
        return [self.excerpt(known, meant) for known, meant in pieces]

    def excerpt(self, known: str, meant: list[int]) -> Markup:
        first = max(1, meant[0] - AROUND)
        last = min(len(self.lines[known]), meant[-1] + AROUND)
        rows = [self.row(known, n, n in meant) for n in range(first, last + 1)]
        name = f"{known}, lines {first} to {last}"
        code = tag("ol", rows, class_="code scroll", role="list", tabindex=0, aria_label=name)
        return tag("figure", tag("figcaption", soft(known)), code, class_="excerpt")

    def row(self, known: str, number: int, is_meant: bool) -> Markup:
        line = code_line(number, self.lines[known][number - 1], is_meant)
        return tag("li", line, class_="meant" if is_meant else None)


def code_line(number: int, text: str, is_meant: bool = False) -> Markup:
    mark = tag("span", "▶", class_="mark", aria_hidden="true") if is_meant else None
    return join(
        tag("span", number, class_="number"),
        mark,
        only_for_ears("this line: ") if is_meant else None,
        tag("code", text.expandtabs(4) or " "),
    )


def read(parts: list[dict]) -> Sources:
    """Reads the files of all parts of a check."""
    texts = {}
    for file in [file for part in parts for file in part["files"]]:
        path = Path(file)
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            texts[file] = path.read_text(encoding="utf-8", errors="replace")
    return Sources(texts)
