"""Reads tables that a person or a course site saved as CSV, and finds their character set and
separator."""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from pathlib import Path

from .errors import UsageError

Rows = list[tuple[int, list[str]]]
_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # .xlsx and .ods, .xls
_SAVE = "save it as CSV in UTF-8 (in Excel: CSV UTF-8)"
_SAYS_SEPARATOR = re.compile(r"\s*sep=(.)\r?\n")  # the first line of a file for Excel


def read_table(path: Path) -> Rows:
    """All rows that are not empty, each with its line number. The first row is the header."""
    try:
        text = unicodedata.normalize("NFC", table_text(path.read_bytes(), str(path)))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    said = _SAYS_SEPARATOR.match(text)
    text = "\n" + text[said.end() :] if said else text
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = said[1] if said else max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise UsageError(f"{path}:{reader.line_num}: {error}") from error
    if not rows:
        raise UsageError(f"{path}: is empty")
    return rows


def table_text(data: bytes, name: str) -> str:
    """The text of a table. The character set is never guessed: a wrong guess could change letters
    of an id, so that the id names another student."""
    if data.startswith(_WORKBOOKS):
        raise UsageError(f"{name}: is a workbook of a spreadsheet program; {_SAVE}")
    is_wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # "Unicode Text" of Excel
    try:
        return data.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UsageError(f"{name}:{line}: has letters that are not UTF-8; {_SAVE}") from error
