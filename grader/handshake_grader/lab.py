"""What the grader knows about an assignment: its files, and the parts of its suite.

labs/NAME/lab.mk has this table; make reads it, too. grader/check/check.mk explains its rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .errors import GraderError, UsageError

ROOT = Path(__file__).resolve().parents[2]
MATCHING = "matching"  # the lab of settings that name none
_ROW = re.compile(r"(\w+)\s*:=\s*([^#]*)")


@dataclass(frozen=True)
class Lab:
    name: str
    sources: str  # the folder of the students' files
    header: str  # declares what they define
    kernels: tuple[str, ...]  # the parts of the suite that are one kernel
    parts: dict[str, tuple[str, ...]]  # of the suite -> paths of their files
    kinds: dict[str, tuple[str, ...]]  # of the cases of each part
    paths: tuple[str, ...]  # of the files of a submission
    optional: tuple[str, ...]  # other files that may be handed in
    host: str  # the path of the only file with host code, or nothing
    host_header: str  # declares what it defines
    included: str  # the path of a file that `host` includes, or nothing
    header_folders: tuple[str, ...]  # with headers that a student's file may include

    @property
    def all_paths(self) -> tuple[str, ...]:
        return (*self.paths, *self.optional)

    @property
    def kernel_files(self) -> tuple[str, ...]:
        return tuple(self.parts[one][0] for one in self.kernels)

    def marks(self) -> dict[str, str]:
        """The file that a student writes for each part, as skeleton.py takes it."""
        return {part: files[-1] for part, files in self.parts.items()}


@lru_cache
def lab_named(name: str) -> Lab:
    """Raises UsageError if there is no such lab, and GraderError if its table is wrong."""
    folder = ROOT / "labs" / name
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or not (folder / "lab.cpp").is_file():
        raise UsageError(f"there is no lab {name!r}: it would be the file labs/{name}/lab.cpp")
    rows = _rows(folder / "lab.mk")
    row = {key: tuple(words.split()) for key, words in rows.items()}
    sources = rows.get("LAB_SOURCES", f"labs/{name}/src")
    kernels = row.get("LAB_KERNELS", (name,))

    def paths(key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        return tuple(f"{sources}/{file}" for file in row.get(key, default))

    parts = {one: paths(f"FILE_{one}", (f"{one}.cu",)) for one in kernels}
    others = [key.removeprefix("FILES_") for key in row if key.startswith("FILES_")]
    parts |= {one: paths(f"FILES_{one}") for one in others}
    host, included = paths("LAB_HOST"), paths("LAB_INCLUDED")
    files = tuple(file for one in kernels for file in parts[one])
    return Lab(
        name,
        sources,
        rows.get("LAB_HEADER", "kernels.cuh"),
        kernels,
        parts,
        {one: row.get(f"KINDS_{one}", ("",)) for one in parts},
        (*host, *files, *included),
        paths("LAB_OPTIONAL"),
        "".join(host),
        rows.get("LAB_HOST_HEADER", ""),
        "".join(included),
        row.get("LAB_HEADER_FOLDERS", (f"labs/{name}",)),
    )


def _rows(table: Path) -> dict[str, str]:
    if not table.is_file():
        return {}
    rows = {}
    for number, line in enumerate(table.read_text().splitlines(), start=1):
        found = _ROW.fullmatch(line)
        if found:
            rows[found[1]] = found[2].strip()
        elif line.strip() and not line.startswith("#"):
            raise GraderError(f"{table}:{number}: is not a row `NAME := words`: {line}")
    return rows
