"""Fails when a file includes from a room that its own room may not know (docs/architecture.md)."""

import re
import sys
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent

# room -> rooms it may include besides itself. "contract" are the headers that the handout names.
MAY_INCLUDE = {
    "contract": set(),
    "flags": set(),
    "text": set(),
    "graph": {"flags"},
    "matching": {"graph"},
    "gpu": set(),
    "cuda_on_cpu": {"text"},
    "gpu_required": {"contract"},
    "gpu_extra_credit": {"contract", "gpu"},
    "gpu_given": {"contract"},
    "program": {"contract", "flags", "graph", "matching", "gpu", "gpu_extra_credit"},
    "extensions": {"flags", "text", "graph", "matching", "gpu"},
    "tests": None,  # anything
}
CONTRACT = {"gpuHeaders.cuh", "onewaywrapper.hpp", "util/DataStructure.hpp", "util/utils.hpp"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
SEARCH_PATH = ["", "util/", "gpu_required/", "gpu_given/", "gpu_extra_credit/"]


def room_of(path: str) -> str:
    """The room of a file, named relative to src/."""
    if path in CONTRACT:
        return "contract"
    first = path.split("/")[0] if "/" in path else "program"
    return "program" if first == "util" else first


def resolve(including: Path, name: str) -> str | None:
    """The included file relative to src/, or None when it is not one of ours."""
    beside = (including.parent / name).resolve()
    if beside.is_file() and beside.is_relative_to(SRC):
        return beside.relative_to(SRC).as_posix()
    return next(
        (prefix + name for prefix in SEARCH_PATH if (SRC / (prefix + name)).is_file()), None
    )


def faults_in(path: Path) -> list[str]:
    name = path.relative_to(SRC).as_posix()
    room = room_of(name)
    allowed = MAY_INCLUDE.get(room, set())
    if allowed is None:
        return []
    faults = []
    for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
        target = resolve(path, included)
        if target is None:
            continue
        target_room = room_of(target)
        other_extension = (
            room == target_room == "extensions" and name.split("/")[1] != target.split("/")[1]
        )
        if (target_room != room and target_room not in allowed) or other_extension:
            faults.append(f"src/{name}: the room {room} may not include {target_room} ({included})")
    return faults


def main() -> int:
    files = sorted(p for p in SRC.rglob("*") if p.suffix in {".cpp", ".hpp", ".cu", ".cuh", ".h"})
    unknown = {room_of(p.relative_to(SRC).as_posix()) for p in files} - set(MAY_INCLUDE)
    faults = [
        f"src/{room}: this room is not in the table of {Path(__file__).name}"
        for room in sorted(unknown)
    ]
    for path in files:
        faults += faults_in(path)
    print("\n".join(faults) or f"{len(files)} files, every include points to a room it may know")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
