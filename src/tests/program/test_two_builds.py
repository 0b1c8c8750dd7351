"""The programs that the Makefile builds give the same answers as those that CMake builds.

CMAKE_BUILD=folder names the folder in which CMake has built the programs. Without this variable,
the tests are skipped.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from program import ROOT, TESTCASES, listing, make, run

CMAKE_BUILD = os.environ.get("CMAKE_BUILD")
pytestmark = pytest.mark.skipif(
    CMAKE_BUILD is None, reason="CMAKE_BUILD does not name a folder in which CMake has built"
)

PROGRAMS = {
    "match": "match",
    "ld_match": "ld_match",
    "generate_graph": "graph/generate_graph",
    "multi_gpu_ld": "extensions/multi_gpu_ld/multi_gpu_ld",
    "stable_marriage": "extensions/stable_marriage/stable_marriage",
    "b_matching": "extensions/b_matching/b_matching",
    "suitor": "extensions/suitor/suitor",
    "louvain": "extensions/louvain/louvain",
}
GRAPHS = [TESTCASES / f"input{number}.mtx" for number in (1, 5, 14, 18, 30, 33)]
COMMANDS = [
    *(
        ("match", "-input", graph, *more)
        for graph in GRAPHS
        for more in ((), ("-threads", "33"), ("-extra",))
    ),
    *(("ld_match", "-input", graph, "-output", "out.txt") for graph in GRAPHS),
    *(
        ("multi_gpu_ld", "-input", graph, "-output", "out.txt", "-gpus", "2", "-engine", engine)
        for graph in GRAPHS
        for engine in ("fast", "paper")
    ),
    ("stable_marriage", "-input", "easy:300", "-output", "out.txt", "-save", "easy.txt"),
    ("stable_marriage", "-input", "hard:300", "-output", "out.txt", "-engine", "gpu"),
    ("b_matching", "-input", "kron:8", "-b", "3", "-output", "out.txt", "-verify"),
    *(
        ("suitor", "-input", GRAPHS[1], "-output", "out.txt", "-algorithm", algorithm)
        for algorithm in ("rounds", "omp-suitor", "gpu-ld", "gpu-suitor")
    ),
    ("louvain", "-input", "kron:8", "-output", "out.txt", "-hierarchy", "all.txt", "-verify"),
    ("generate_graph", "kron:8:w=int", "-output", "kron.mtx"),
    ("generate_graph", "rgg:9", "-output", "rgg.bin"),
    *((name, "-version") for name in PROGRAMS),
    *((name, "-help") for name in PROGRAMS),
    *((name, "-nonsense") for name in PROGRAMS),
    *((name, "-input", "missing.mtx") for name in PROGRAMS if name != "generate_graph"),
    ("match", "-input", GRAPHS[0], "-threads", "0"),
    ("generate_graph", "nonsense:8"),
]


@pytest.fixture(scope="module")
def of_make() -> dict[str, Path]:
    make(ROOT, "BACKEND=cpu", *PROGRAMS)
    return {name: ROOT / name for name in PROGRAMS}


def what_it_says(output: bytes) -> list[str]:
    """Returns the lines of the output without the path of the checkout. Leaves out all lines with a
    time, and the usage line, because it has the path of the program."""
    lines = output.decode().replace(str(ROOT), "").splitlines()
    return [line for line in lines if " ms" not in line and not line.startswith("Usage:")]


@pytest.mark.parametrize(
    "command",
    COMMANDS,
    ids=lambda command: " ".join(word.name if isinstance(word, Path) else word for word in command),
)
def test_both_builds_give_the_same_answers(
    of_make: dict[str, Path], tmp_path: Path, command: tuple[str | Path, ...]
) -> None:
    name, *words = command
    of_cmake = Path(CMAKE_BUILD or "").resolve() / "src" / PROGRAMS[str(name)]
    answers = []
    for program in (of_make[str(name)], of_cmake):
        folder = tmp_path / str(len(answers))
        folder.mkdir()
        result = run(program, *words, folder=folder)
        errors = what_it_says(result.stderr.encode())
        answers.append((result.code, what_it_says(result.stdout), errors, listing(folder)))

    assert answers[0] == answers[1]
