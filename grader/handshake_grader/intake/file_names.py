"""Names that a browser, Windows or a file manager changed, such as `X (1).cu` and `X.cu.txt`."""

from __future__ import annotations

import re

# What stands before the first dot or at the end of a name: the word for a copy, and a number.
_COPY = re.compile(
    r"(\s-\s(?:c[oó]p|kop)\w{1,3}|\scopy)?(\s?\(\d{1,3}\)|[\s-]\d{1,3})?(?=\.|$)",
    re.IGNORECASE,
)
_TEXT = re.compile(r"(\.(?:cu|tar|tgz|zip))\.txt$", re.IGNORECASE)


def meant_name(path: str) -> str:
    """The path with the name that the file had before a program changed it."""
    folder, slash, name = path.rpartition("/")
    return folder + slash + _TEXT.sub(r"\1", _COPY.sub("", name.strip()))
