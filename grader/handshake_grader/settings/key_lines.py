"""Finds the line of each key and table in a TOML file, for error messages."""

from __future__ import annotations

import re

Place = tuple[str | int, ...]  # the path of a key or table; tables of an array are numbered from 0
_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-\".]+)\s*=")


def key_lines(text: str) -> dict[Place, int]:
    """The line of every key and table.

    If a value spans several lines, its lines may be mistaken for keys. This does no harm, because
    no message is about such a key.
    """
    lines: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    current: Place = ()
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        key = _KEY.match(line)
        if header:
            current = _table_path(header[2].split("."), header[1] == "[[", counts)
            lines.setdefault(current, number)
        elif key:
            lines.setdefault(current + tuple(key[1].replace('"', "").split(".")), number)
    return lines


def _table_path(pieces: list[str], is_array: bool, counts: dict[Place, int]) -> Place:
    path: Place = ()
    for at, piece in enumerate(pieces):
        path += (piece.strip(),)
        if at == len(pieces) - 1 and is_array:
            counts[path] = counts.get(path, -1) + 1
            for deeper in [
                one for one in counts if len(one) > len(path) and one[: len(path)] == path
            ]:
                if deeper[len(path)] == counts[path]:
                    del counts[deeper]
        if path in counts:
            path += (counts[path],)
    return path
