"""The four tools of compute-sanitizer find nothing in any program."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpu_programs import PROGRAMS, on_each_number_of_gpus, run

SANITIZER = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
needs_sanitizer = pytest.mark.skipif(
    not Path(SANITIZER).is_file(), reason="compute-sanitizer is not installed"
)
VARIANTS = ("nosync", "syncnolb", "synclb", "hybrid")


def command_lines() -> Iterator[list[str]]:
    for number in (5, 10):
        for threads in ("33", "1024"):
            given = ["match", "-input", f"testcases/input{number}.mtx", "-threads", threads]
            yield from (given, [*given, "-extra"])
    for graph in ("urand:9", "kron:11:ef=48", "kmer:9", "mesh27:5:w=const"):
        yield from on_each_number_of_gpus(["multi_gpu_ld", "-input", graph])
    yield ["multi_gpu_ld", "-input", "urand:9", "-engine", "paper"]
    for graph in ("kron:8:w=int", "mesh27:5:w=const"):
        for way in (["gpu-ld"], *(["gpu-suitor", "-variant", name] for name in VARIANTS)):
            yield ["suitor", "-input", graph, "-algorithm", *way]
    for more in (["-b", "3", "-rounds", "2"], ["-b", "10", "-ties", "hash"], ["-b", "20"]):
        words = ["b_matching", "-input", "kron:10", "-algorithm", "gpu", *more]
        yield from on_each_number_of_gpus(words)
    for more in (["kron:10:ef=64"], ["kron:10:ef=64", "-small", "0"], ["rgg:11"]):
        yield from on_each_number_of_gpus(["louvain", "-engine", "gpu", "-input", *more])
    yield ["louvain", "-scheme", "paper", "-input", "rgg:11"]
    for kind in ("easy:3000", "hard:3000", "random:150", "solo:60", "group:100"):
        yield ["stable_marriage", "-input", kind, "-engine", "gpu"]
    for words in (["-input", "random:150", "-make-ranks"], ["-graph", "urand:8", "-b", "3"]):
        yield ["stable_marriage", *words, "-engine", "gpu"]


@needs_sanitizer
@pytest.mark.parametrize("tool", ["memcheck", "racecheck", "synccheck", "initcheck"])
@pytest.mark.parametrize("words", command_lines(), ids=" ".join)
def test_compute_sanitizer_finds_nothing(tool: str, words: list[str], tmp_path: Path) -> None:
    flags = ["--tool", tool, "--error-exitcode", "99"]
    if "paper" in words and words[0] == "multi_gpu_ld":  # NCCL tries calls that may fail
        flags += ["--report-api-errors", "no"]
    run([SANITIZER, *flags, PROGRAMS / words[0], *words[1:], "-output", tmp_path / "out"])
