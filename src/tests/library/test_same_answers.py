"""C++, C, Python and the programs, on the CPU and on GPUs, give the same bytes for 200 random
graphs. On a machine without a GPU, the GPUs are simulated."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from building import BUILD, JOBS, ROOT, run

sys.path.insert(0, str(ROOT / "src/tests/program"))
from built import built_program

COUNT = 200
KINDS = ("urand", "kron", "rgg", "kmer", "urand", "rmatu", "path", "kron")
WEIGHTS = ("w=int", "w=const", "w=dec3", "w=unif", "w=dec3:type=float", "w=const:type=float")
TIES = ("index", "hash", "degree")
HERE = Path(__file__).resolve().parent / "same_answers"


def spec(i: int) -> str:
    kind = KINDS[i % len(KINDS)]
    more = f":ef={1 + i % 9}" if kind in ("urand", "kron", "rmatu") else ""
    return f"{kind}:{i % 8}{more}:{WEIGHTS[i % len(WEIGHTS)]}:seed={i}"


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("graphs")
    for i in range(COUNT):
        run(
            built_program("generate_graph"),
            spec(i),
            "-format",
            "binary",
            "-output",
            folder / f"{i}.hsg",
        )
    return folder


@pytest.fixture(scope="module")
def expected(installed: Path, graphs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The answers of the functions of C++."""
    folder = tmp_path_factory.mktemp("cpp")
    run(BUILD / "tests/answers_cpp", graphs, folder, str(COUNT))
    assert len(list(folder.iterdir())) == COUNT * (3 * len(TIES) + 2)
    return folder


def expect_same(expected: Path, found: Path) -> None:
    names = {path.name for path in found.iterdir()}
    assert names == {path.name for path in expected.iterdir()}
    different = [
        name for name in names if (expected / name).read_bytes() != (found / name).read_bytes()
    ]
    assert different == []


def test_c(installed: Path, graphs: Path, expected: Path, tmp_path: Path) -> None:
    run(BUILD / "tests/answers_c", graphs, tmp_path, str(COUNT))
    expect_same(expected, tmp_path)


def test_python(environment: Path, graphs: Path, expected: Path, tmp_path: Path) -> None:
    run(environment, HERE / "answers.py", graphs, tmp_path, str(COUNT))
    expect_same(expected, tmp_path)


# What each program does for a task, on the CPU, on one GPU and on two.
PROGRAMS = {
    "match": (
        "suitor -algorithm rounds",
        "suitor -algorithm gpu-suitor",
        "multi_gpu_ld -gpus 2",
    ),
    "quality": (
        "suitor -algorithm rounds -quality 2",
        "multi_gpu_ld -quality 2",
        "multi_gpu_ld -gpus 2 -quality 2",
    ),
    "b_match": (
        "b_matching -algorithm omp -b 2",
        "b_matching -algorithm gpu -b 2",
        "b_matching -algorithm gpu -gpus 2 -b 2",
    ),
    "louvain": ("louvain -engine omp", "louvain -engine gpu", "louvain -engine gpu -gpus 2"),
    "stable": ("stable_marriage -engine omp", "stable_marriage -engine gpu"),
}


def preferences(number: int, lists: Path) -> None:
    """Each node of the graph becomes a man and a woman, who rank its neighbors by their numbers."""
    text = lists.with_suffix(".mtx")
    run(built_program("generate_graph"), spec(number), "-output", text)
    header, *entries = [line.split() for line in text.open() if line[0] != "%"]
    rows: list[list[int]] = [[] for _ in range(int(header[0]))]
    for u, v, *_ in entries:
        rows[int(u) - 1].append(int(v) - 1)
        rows[int(v) - 1].append(int(u) - 1)
    side = "".join(" ".join(map(str, sorted(row))) + "\n" for row in rows)
    lists.write_text(f"%%preferences lists\n{len(rows)} {len(rows)}\n{side}{side}")


@pytest.mark.parametrize("task", PROGRAMS)
def test_programs(task: str, graphs: Path, expected: Path, tmp_path: Path) -> None:
    """To start the programs takes most of the time, so each graph has one rule for ties. All rules
    and all engines in one process: src/tests/extensions/same_answers_test.cpp."""

    def answer(i: int) -> list[str]:
        source, ties, flags = graphs / f"{i}.hsg", TIES[i // 8 % 3], []
        if task == "stable":
            source = tmp_path / f"{i}.lists"
            preferences(i, source)
        elif task != "louvain":
            flags = ["-ties", ties]
        right = (expected / (f"{i}.{task}_{ties}" if flags else f"{i}.{task}")).read_bytes()
        different = []
        for words in PROGRAMS[task]:
            program, *options = words.split()
            output = tmp_path / f"{i}.answer"
            run(built_program(program), "-input", source, *options, *flags, "-output", output)
            if output.read_bytes() != right:
                different.append(f"{words}: {spec(i)} {ties}")
        return different

    with ThreadPoolExecutor(int(JOBS)) as pool:
        assert [line for lines in pool.map(answer, range(COUNT)) for line in lines] == []
