"""Each of the five programs of src/extensions writes the same bytes on a GPU and on a CPU."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gpu_programs import number_of_gpus, on_each_number_of_gpus, run

GRAPHS = (
    "urand:10", "urand:14:w=unif", "kron:12:ef=48", "kron:14:w=int", "kmer:14", "rgg:12:w=const",
    "mesh27:9:w=const", "mesh81:6", "myc:9", "path:11",
)  # fmt: skip
TIES = ("index", "hash", "degree")
VARIANTS = ("nosync", "syncnolb", "synclb", "hybrid")
COMPLETE = ("random", "perfect", "congested", "solo", "group")


def comparisons() -> Iterator[tuple[list[str], list[str]]]:
    """For each comparison, the command lines for the CPU and for the GPU."""
    for at, graph in enumerate(GRAPHS):
        given = ["-input", graph]
        for tie in TIES:
            rule = [*given, "-ties", tie]
            for words in on_each_number_of_gpus(["multi_gpu_ld", *rule]):
                yield ["suitor", *rule, "-algorithm", "rounds"], words
        rule = [*given, "-ties", TIES[at % 3]]
        for way in (["gpu-ld"], *(["gpu-suitor", "-variant", name] for name in VARIANTS)):
            words = ["suitor", *rule, "-algorithm", *way]
            yield ["suitor", *rule, "-algorithm", "rounds"], words
        better = [*rule, "-quality", "4"]
        on_one = ["suitor", *better, "-algorithm", "gpu-suitor"]
        for words in (on_one, *on_each_number_of_gpus(["multi_gpu_ld", *better])):
            yield ["suitor", *better, "-algorithm", "rounds"], words
        for b in (1, 3, 10):
            rule = [*given, "-b", str(b), "-ties", TIES[(at + b) % 3]]
            for more in ([], ["-rounds", "2"]):
                words = ["b_matching", *rule, "-algorithm", "gpu", *more]
                for each in on_each_number_of_gpus(words):
                    yield ["b_matching", *rule, "-algorithm", "sorted"], each
        for more in ([], ["-small", "0"]):  # one launch per graph, and many
            for words in on_each_number_of_gpus(["louvain", *given, "-engine", "gpu", *more]):
                yield ["louvain", *given, "-engine", "serial"], words
    yield from marriages()


def marriages() -> Iterator[tuple[list[str], list[str]]]:
    for kind in COMPLETE:
        for size in (1, 33, 257, 1500):
            given = ["stable_marriage", "-input", f"{kind}:{size}"]
            for more in ([], ["-make-ranks"]):
                for words in on_each_number_of_gpus([*given, "-engine", "gpu", *more]):
                    yield [*given, "-engine", "serial"], words
    for kind in ("easy", "hard"):
        for size in (2, 3000, 100000):
            given = ["stable_marriage", "-input", f"{kind}:{size}"]
            yield [*given, "-engine", "serial"], [*given, "-engine", "gpu"]
    for b in ("1", "3"):
        given = ["stable_marriage", "-graph", "kron:10", "-b", b]
        yield [*given, "-engine", "serial"], [*given, "-engine", "gpu"]


@pytest.mark.parametrize("pair", comparisons(), ids=lambda pair: " ".join(pair[1]))
def test_a_program_writes_the_same_bytes_on_a_gpu_and_on_a_cpu(
    pair: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    files = tmp_path / "on_cpu", tmp_path / "on_gpu"
    for words, file in zip(pair, files, strict=True):
        run([*words, "-output", file])

    assert files[1].read_bytes() == files[0].read_bytes()


def test_every_engine_of_multi_gpu_ld_finds_the_serial_matching() -> None:
    run(["compare_engines", "1", "12", str(number_of_gpus())])


def test_every_algorithm_of_suitor_for_gpus_finds_the_serial_matching() -> None:
    run(["compare_suitor", "gpu", "1", "40"])
