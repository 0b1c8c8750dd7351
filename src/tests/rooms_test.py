"""Fails if a file includes or imports a file of another room although the tables in
docs/architecture.md do not allow this. Also fails if rooms use each other in a cycle.

A room is a file, or a folder with everything in it that is not a room itself. The tables are here
as data, for C++, CUDA and Python.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CONTRACT = "the headers that the handout names"
ANYTHING = "*"
# room -> the other rooms that it may use ("know"). Extensions never use each other.
PROGRAMS = {
    CONTRACT: "",
    "src/flags": "",
    "src/graph": "flags",
    "src/matching": "graph",
    "src/gpu": "",
    "src/cuda_on_cpu/text": "",
    "src/cuda_on_cpu/findings": "",
    "src/cuda_on_cpu": "src/cuda_on_cpu/text, src/cuda_on_cpu/findings",
    "src/gpu_required": CONTRACT,
    "src/gpu_extra_credit": f"{CONTRACT}, gpu",
    "src/gpu_given": CONTRACT,
    "src": f"{CONTRACT}, flags, graph, matching, gpu, gpu_extra_credit",  # the programs, and util/
    "src/extensions/common": "src/flags, src/cuda_on_cpu/text, src/graph, src/matching, src/gpu",
    "src/extensions": "src/extensions/common, flags, src/cuda_on_cpu/text, graph, matching, gpu",
    "src/library": "src/extensions, src/extensions/common, flags, graph, matching",
    "src/tests": ANYTHING,
}
CHECK = {
    "grader/protocol": "src/cuda_on_cpu/text",
    "grader/suite": "protocol, src/cuda_on_cpu/findings",
    "grader/suite/words": "grader/suite, grader/protocol, src/cuda_on_cpu/findings",
    "grader/check": "suite, suite/words, protocol, src/flags, src/cuda_on_cpu/text, "
    "src/cuda_on_cpu/findings, src/cuda_on_cpu",
    # labs whose parts are all kernels; they never use each other
    "labs": "grader/suite, grader/suite/words",
    "labs/matching": "labs/matching/runner, grader/suite, grader/suite/words, grader/protocol",
    "labs/matching/check": "labs/matching, grader/check, grader/suite, grader/suite/words, "
    "grader/protocol, labs/matching/runner, src/flags, src/cuda_on_cpu/findings",
    "labs/matching/runner": f"grader/runner, grader/protocol, {CONTRACT}",
    "labs/matching/tests": ANYTHING,
    "grader/broker": f"{CONTRACT}, src/cuda_on_cpu",
    "grader/runner": f"protocol, {CONTRACT}, src/gpu, src/gpu_extra_credit",
    "grader/skeleton.py": "",
    "grader/report": "protocol",
    # prove_handout.py uses the solutions in grader/tests
    "grader/handout": (
        "skeleton.py, tests, grader/handshake_grader, grader/handshake_grader/settings"
    ),
    "grader/benchmarks": ANYTHING,
    "grader/tests": ANYTHING,
    "grader/check/tests": ANYTHING,
    "grader/suite/tests": ANYTHING,
    "testcases": "grader/skeleton.py",  # tells whether the extra credit is begun
    ".ci": "",
}
GROUND = "grader/handshake_grader"  # errors, files, messages, verdict
GRADER = {
    GROUND: "grader/report",  # for the version of Handshake
    "grader/handshake_grader/sandbox": "",
    "grader/handshake_grader/intake": "sandbox, grader/skeleton.py",
    "grader/handshake_grader/secret": "",
    "grader/handshake_grader/settings": "secret",
    "grader/handshake_grader/kit": "intake, sandbox, settings, grader/skeleton.py",
    "grader/handshake_grader/doctor.py": "intake, sandbox, settings",
    "grader/handshake_grader/examine": (
        "intake, sandbox, secret, settings, kit, doctor.py, grader/report, grader/skeleton.py"
    ),
    "grader/handshake_grader/marks": "intake, settings, grader/skeleton.py",
    "grader/handshake_grader/pages": "intake, settings, marks, grader/report",
    "grader/handshake_grader/course": "intake, sandbox, secret, settings, marks",
    "grader/handshake_grader/terminal.py": "intake, settings, doctor.py, marks",
    "grader/handshake_grader/options.py": "",
    "grader/handshake_grader/commands.py": (
        "options.py, terminal.py, intake, secret, settings, kit, doctor.py, examine, course, "
        "marks, pages"
    ),
    "grader/handshake_grader/desk.py": (
        "commands.py, options.py, terminal.py, intake, secret, settings, kit, doctor.py, examine, "
        "course, marks, pages"
    ),
    "grader/handshake_grader/demo.py": (
        "commands.py, desk.py, options.py, grader/tests"  # the sample class is in the tests
    ),
    "grader/handshake_grader/cli.py": "options.py, secret, commands.py, desk.py, demo.py",
}


def named(room: str, words: str) -> set[str]:
    """Returns the rooms in `words`, a cell of the table. A name that is not in ROOMS means a room
    in the same folder as `room`."""
    names = [word.strip() for word in words.split(",") if word.strip()]
    around = room.rsplit("/", 1)[0]
    return {name if name in ROOMS or name == ANYTHING else f"{around}/{name}" for name in names}


ROOMS = PROGRAMS | CHECK | GRADER
FLAT = ("src", GROUND)  # every folder inside these two must be a room of the table
MAY_KNOW = {room: named(room, words) for room, words in ROOMS.items()}
MAY_KNOW |= {room: MAY_KNOW[room] | {GROUND} for room in GRADER if room != GROUND}

CXX = {".cpp", ".hpp", ".cu", ".cuh", ".h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
CONTRACT_FILES = (
    "src/gpuHeaders.cuh src/onewaywrapper.hpp src/util/DataStructure.hpp src/util/utils.hpp"
).split()
INCLUDE_PATH = "src src/util src/gpu_required src/gpu_given src/gpu_extra_credit grader .".split()
IMPORT_PATH = [
    *("grader", "grader/tests", "grader/tests/python", "grader/tests/submissions"),
    *("grader/tests/report", "grader/benchmarks", "grader/handout", "testcases"),
]
# Files that imitate a student's work, inputs of the fuzz tests, and Python's cache.
LEFT_OUT = re.compile(
    r"grader/tests/(kernels|submissions/\w+/)|labs/\w+/(wrong|right)/|/(fuzz/corpus|__pycache__)/"
)


def room_of(path: str) -> str:
    """Returns the deepest room that contains the file at `path` (relative to the root of the
    tree), or "" if the table has no such room."""
    if path in CONTRACT_FILES:
        return CONTRACT
    pieces = path.replace("src/util/", "src/").split("/")
    around = ("/".join(pieces[:count]) for count in range(len(pieces), 0, -1))
    room = next((one for one in around if one in ROOMS), "")
    return "" if room in FLAT and len(pieces) > room.count("/") + 2 else room


def included(root: Path, file: Path) -> Iterator[tuple[str, str]]:
    """Yields each name that a file includes, and the file of this tree that the name means."""
    for name in INCLUDE.findall(file.read_text(encoding="utf-8")):
        places = [file.parent, *(root / one for one in INCLUDE_PATH)]
        yield from _first(root, name, [(one / name).resolve() for one in places])


def imported(root: Path, file: Path) -> Iterator[tuple[str, str]]:
    """Yields each name that is imported anywhere in a file, and the file of this tree that the name
    means."""
    anywhere = [file.parent, *(root / one for one in IMPORT_PATH)]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield from _first(root, one.name, _modules(anywhere, one.name))
        elif isinstance(node, ast.ImportFrom):
            places = [file.parents[node.level - 1]] if node.level else anywhere
            module = node.module or ""
            for one in node.names:  # a module of a package, or a name in a module
                deeper = _modules(places, f"{module}.{one.name}".strip("."))
                yield from _first(root, f"{module}.{one.name}", deeper + _modules(places, module))


def _modules(places: list[Path], name: str) -> list[Path]:
    paths = [place.joinpath(*name.split(".")) for place in places]
    return [one for path in paths for one in (Path(f"{path}.py"), path / "__init__.py")]


def _first(root: Path, name: str, candidates: list[Path]) -> Iterator[tuple[str, str]]:
    found = next((one for one in candidates if one.is_file() and one.is_relative_to(root)), None)
    if found:
        yield name, found.relative_to(root).as_posix()


def our_files(root: Path) -> Iterator[tuple[str, Path]]:
    for top in ("src", "grader", "labs", "testcases", ".ci"):
        for file in sorted((root / top).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.suffix in {*CXX, ".py"} and file.is_file() and not LEFT_OUT.search(path):
                yield path, file


def faults(root: Path) -> tuple[list[str], int]:
    """Returns every include or import that is not allowed, and the number of all includes and
    imports."""
    found, count = [], 0
    for path, file in our_files(root):
        room = room_of(path)
        if not room:
            found.append(f"{path}: the file is in no room of the table")
            continue
        for name, target in (imported if file.suffix == ".py" else included)(root, file):
            count += 1
            if not _is_allowed(path, target):
                found.append(f"{path}: the room {room} may not use {room_of(target)} ({name})")
    return found, count


def _is_allowed(path: str, target: str) -> bool:
    room, target_room = room_of(path), room_of(target)
    if room == target_room and room in ("src/extensions", "labs"):
        below = room.count("/") + 1
        return path.split("/")[below] == target.split("/")[below]
    return room == target_room or bool(MAY_KNOW[room] & {target_room, ANYTHING})


def circles(may_know: dict[str, set[str]]) -> list[str]:
    """Returns a message if rooms of the table use each other in a cycle. Leaves out rooms that may
    use every room: they are in a cycle with every room that uses them."""
    ordered = {room: known for room, known in may_know.items() if ANYTHING not in known}
    try:
        TopologicalSorter({room: known & set(ordered) for room, known in ordered.items()}).prepare()
    except CycleError as error:
        return [f"the rooms of the table form a cycle: {' -> '.join(error.args[1])}"]
    return []


def main() -> int:
    unknown = {name for known in MAY_KNOW.values() for name in known} - set(ROOMS) - {ANYTHING}
    found, count = faults(ROOT)
    said = [f"a row of the table names a room without a row: {name}" for name in sorted(unknown)]
    said += circles(MAY_KNOW) + found
    print("\n".join(said) or f"all {count} includes and imports are allowed")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
