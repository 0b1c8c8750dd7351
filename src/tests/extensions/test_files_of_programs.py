"""All programs of the extensions handle files, flags and missing features of a machine in the same
way.

The environment variables SUITOR, B_MATCHING, ... are the paths of the programs; the defaults are
the programs of this checkout.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "src/tests/program"))
from built import built_program  # noqa: E402
from program import run  # noqa: E402

USAGE, GPU, OUTPUT = 2, 4, 6
GRAPH = "%%MatrixMarket matrix coordinate integer symmetric\n2 2 1\n2 1 7\n"
PAIR = "1\n0\n"
PROGRAMS = {
    "multi_gpu_ld": ("-input", PAIR),
    "suitor": ("-input", PAIR),
    "b_matching": ("-input", PAIR),
    "stable_marriage": ("-graph", PAIR),
    "louvain": ("-input", "0\n0\n"),
}


@pytest.fixture(params=PROGRAMS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize(
    "code, flags, told",
    [
        (USAGE, ["-output", ""], "-output: the value is empty"),
        (USAGE, ["-json", ""], "-json: the value is empty"),
        (USAGE, ["-output", "./graph.mtx"], "names the same file"),
        (USAGE, ["-json", "link.mtx"], "names the same file"),
        (USAGE, ["-output", "new", "-json", "./new"], "-output names the same file"),
        (USAGE, ["-output", "-", "-json", "-"], "-output names the same file"),
        (OUTPUT, ["-output", "new", "-json", "missing/file"], "missing/file: cannot create a file"),
        (OUTPUT, ["-json", "new", "-output", "."], "this is a folder"),
    ],
)
def test_if_an_output_is_refused_no_file_changes(
    name: str, code: int, flags: list[str], told: str, tmp_path: Path
) -> None:
    (tmp_path / "graph.mtx").write_text(GRAPH)
    (tmp_path / "link.mtx").symlink_to("graph.mtx")
    result = run(built_program(name), PROGRAMS[name][0], "graph.mtx", *flags, folder=tmp_path)

    assert result.code == code, result.stderr
    [line] = result.stderr.splitlines()
    assert line.startswith(f"{name}: ") and told in line
    assert not result.stdout, "the program has begun its work"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["graph.mtx", "link.mtx"]
    assert (tmp_path / "graph.mtx").read_text() == GRAPH


@pytest.mark.parametrize(
    "name, flags, needed",
    [
        ("suitor", ["-variant", "hybrid"], "-variant needs -algorithm gpu-suitor"),
        (
            "suitor",
            ["-algorithm", "gpu-ld", "-vertices-per-warp", "4"],
            "needs -algorithm gpu-suitor",
        ),
        (
            "suitor",
            ["-algorithm", "gpu-ld", "-threads", "4"],
            "-threads needs -algorithm omp-ld, omp-suitor, rounds or sorted",
        ),
        ("multi_gpu_ld", ["-engine", "paper", "-passes", "4"], "-passes needs -engine fast"),
        ("b_matching", ["-gpus", "2"], "-gpus needs -algorithm gpu"),
        ("b_matching", ["-components"], "-components needs -algorithm gpu"),
        (
            "b_matching",
            ["-algorithm", "gpu", "-threads", "4"],
            "-threads needs -algorithm omp, simulated or mpi",
        ),
        (
            "b_matching",
            ["-algorithm", "serial-eager", "-rounds", "4"],
            "-rounds needs -algorithm omp or gpu",
        ),
        ("b_matching", ["-memory", "1G"], "-memory needs -algorithm gpu"),
        (
            "b_matching",
            ["-algorithm", "sorted", "-sorting", "full"],
            "serial-eager or serial-delayed",
        ),
        ("b_matching", ["-strategy", "b1_N4_S"], "-algorithm simulated or mpi"),
        ("b_matching", ["-ranks", "4"], "-ranks needs -algorithm simulated"),
        ("b_matching", ["-asynchronous"], "-asynchronous needs -algorithm mpi"),
        ("stable_marriage", ["-b", "3"], "-b needs -graph"),
        (
            "stable_marriage",
            ["-engine", "serial", "-threads", "4"],
            "-threads needs -engine auto or omp",
        ),
        (
            "stable_marriage",
            ["-engine", "gpu", "-algorithm", "mw"],
            "-algorithm needs -engine auto, serial or omp",
        ),
        *(
            ("louvain", ["-scheme", "paper", *words], f"{words[0]} needs -scheme exact")
            for words in (
                ["-colors", "16"],
                ["-threshold", "0.5"],
                ["-refine", "3"],
                ["-passes", "2"],
                ["-engine", "omp"],
                ["-gpus", "2"],
            )
        ),
        ("louvain", ["-scheme", "sequential", "-threads", "4"], "-threads needs -scheme exact"),
        ("louvain", ["-scheme", "sequential", "-engine", "gpu"], "-engine needs -scheme exact"),
        ("louvain", ["-engine", "omp", "-small", "5"], "-small needs -scheme exact and -engine"),
        ("louvain", ["-engine", "gpu", "-threads", "5"], "-threads needs -scheme exact and"),
        ("louvain", ["-relaxed"], "-relaxed needs -scheme paper"),
        ("louvain", ["-bin", "0.1"], "-bin needs -scheme paper or sequential"),
    ],
)
def test_a_flag_that_would_do_nothing_is_refused(
    name: str, flags: list[str], needed: str, tmp_path: Path
) -> None:
    instance = "easy:4" if name == "stable_marriage" else "path:2"
    result = run(built_program(name), "-input", instance, *flags, folder=tmp_path)

    assert result.code == USAGE
    assert result.stderr.startswith(f"{name}: ") and needed in result.stderr


def test_the_help_names_each_flag_once(name: str, tmp_path: Path) -> None:
    result = run(built_program(name), "-help", folder=tmp_path)

    assert result.code == 0 and not result.stderr
    lines = result.stdout.decode().splitlines()
    flags = [line.split()[0] for line in lines if line.startswith("  -")]
    assert len(set(flags)) == len(flags)
    for flag in ("-output", "-json", "-repeat", "-verify", "-version", "-help"):
        assert flag in flags


def test_a_result_is_verified_and_the_best_of_several_runs_is_reported(
    name: str, tmp_path: Path
) -> None:
    flag, answer = PROGRAMS[name]
    (tmp_path / "graph.mtx").write_text(GRAPH)
    words = ("-verify", "-repeat", "3", "-output", "out.txt")
    result = run(built_program(name), flag, "graph.mtx", *words, folder=tmp_path)

    assert result.code == 0, result.stderr
    assert result.stdout.decode().splitlines()[-1].startswith("verified: ")
    assert (tmp_path / "out.txt").read_text() == answer


@pytest.mark.parametrize(
    "place, words",
    [
        ("cpu", "suitor"),
        ("gpu", "suitor -algorithm gpu-ld"),
        ("gpu", "suitor -algorithm gpu-suitor"),
        ("gpu", "multi_gpu_ld"),
        ("gpu", "multi_gpu_ld -gpus 3"),
        ("cpu", "multi_gpu_ld -engine paper -gpus 2"),
        ("cpu", "multi_gpu_ld -batches 3"),
    ],
)
def test_quality_gives_one_heavier_matching_on_every_engine(
    place: str, words: str, tmp_path: Path
) -> None:
    quality = ("-input", "kron:8", "-quality", "4", "-verify", "-repeat", "2", "-json", "measured")
    for out, command in (("one.txt", "suitor -threads 1"), ("two.txt", words)):
        name, *more = command.split()
        result = run(built_program(name), *quality, *more, "-output", out, folder=tmp_path)

        assert result.code == 0, result.stderr
        assert "verified: this is a matching, and not lighter than before" in result.stdout.decode()
    measured = json.loads((tmp_path / "measured").read_text())
    assert measured["weight"] > measured["weight_before_quality"]
    assert measured["quality"] == 4 and 1 <= measured["quality_scans"] <= 4
    assert measured["quality_on"] == place and measured["quality_milliseconds"] >= 0
    assert (tmp_path / "one.txt").read_text() == (tmp_path / "two.txt").read_text()


def has_lemon() -> bool:
    return Path("/usr/include/lemon/matching.h").is_file()


@pytest.mark.parametrize("words", ["suitor", "suitor -quality 1", "multi_gpu_ld -gpus 2"])
def test_exact_gives_the_heaviest_matching_or_names_the_package(words: str, tmp_path: Path) -> None:
    name, *more = words.split()
    path = "4 4 3\n2 1 3\n3 2 4\n4 3 3\n"  # the greedy matching takes only the edge in the middle
    (tmp_path / "graph.mtx").write_text(GRAPH.replace("2 2 1\n2 1 7\n", path))
    exact = ("-input", "graph.mtx", "-exact", "-verify", "-output", "out.txt", "-json", "measured")
    result = run(built_program(name), *exact, *more, folder=tmp_path)

    if not has_lemon():
        assert result.code == USAGE and "liblemon-dev" in result.stderr
        return
    assert result.code == 0, result.stderr
    measured = json.loads((tmp_path / "measured").read_text())
    assert measured["weight"] == 6
    assert measured["weight_before_exact"] == (6 if "-quality" in more else 4)
    assert measured["percent_of_optimum"] == pytest.approx(100 if "-quality" in more else 200 / 3)
    assert (tmp_path / "out.txt").read_text() == "1\n0\n3\n2\n"


def test_a_file_name_that_is_not_utf8_is_reported_as_json(name: str, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"a\xff.mtx")).write_text(GRAPH)
    words = (PROGRAMS[name][0], os.fsdecode(b"a\xff.mtx"), "-json", "-")
    result = run(built_program(name), *words, folder=tmp_path)

    assert json.loads(result.stdout)["input"] == "a\ufffd.mtx"


def test_if_the_result_goes_to_the_standard_output_nothing_else_is_written_there(
    name: str, tmp_path: Path
) -> None:
    flag, answer = PROGRAMS[name]
    (tmp_path / "graph.mtx").write_text(GRAPH)
    answered = run(built_program(name), flag, "graph.mtx", "-output", "-", folder=tmp_path)
    measured = run(built_program(name), flag, "graph.mtx", "-json", "-", folder=tmp_path)

    assert (answered.code, measured.code) == (0, 0), answered.stderr + measured.stderr
    assert answered.stdout == answer.encode()
    facts = json.loads(measured.stdout)
    assert facts["milliseconds"] >= 0
    version = run(built_program(name), "-version", folder=tmp_path).stdout.decode().strip()
    assert f"{facts['program']} {facts['version']}" == version and facts["processors"] > 0
    assert [path.name for path in tmp_path.iterdir()] == ["graph.mtx"]


@pytest.mark.parametrize(
    "name, flags",
    [
        ("multi_gpu_ld", ["-input", "urand:6"]),
        ("b_matching", ["-input", "urand:6", "-algorithm", "gpu"]),
        ("stable_marriage", ["-input", "random:8", "-engine", "gpu"]),
    ],
)
def test_gpus_whose_link_has_no_atomic_operations_are_refused(
    name: str, flags: list[str], tmp_path: Path
) -> None:
    words = [*flags, "-gpus", "2", "-output", "out.txt"]
    links = {"CUCC_DEVICES": "2", "CUCC_LINKS": "pcie"}
    result = run(built_program(name), *words, folder=tmp_path, environment=links)

    assert result.code == GPU, result.stderr
    [line] = result.stderr.splitlines()
    assert "(the link does not support them); use " in line
    assert not list(tmp_path.iterdir())
    links["CUCC_LINKS"] = "nvlink"
    assert run(built_program(name), *words, folder=tmp_path, environment=links).code == 0
