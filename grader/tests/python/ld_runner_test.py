"""ld_runner (the program that runs ld_extension.cu) decrypts the graph and sends right replies.

The tests use no sandbox. On a machine with nvcc and a GPU, they also test the program that nvcc
builds. The only Python packages that they need are numpy and pytest:
    python3 -m pytest -rs grader/tests/python/ld_runner_test.py
"""

import os
import secrets
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from handshake_grader.secret.graph_recipes import make_graph, parse_recipe, right_matching
from handshake_grader.secret.sealed import (
    KEY_BYTES,
    READY,
    edges_of,
    fingerprint,
    right_matches,
    seal,
)

ROOT = Path(__file__).resolve().parents[3]
OBJECTS = ("grader/plain/ld_runner.cu.o", "gpu_extra_credit/ld_extension.cu.o")


def why_no_gpu() -> str:
    if shutil.which("nvcc") is None:
        return "nvcc is not installed"
    if shutil.which("nvidia-smi") is None:
        return "this machine has no GPU"
    asked = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    said = subprocess.run(asked, capture_output=True, text=True)
    return "" if said.returncode == 0 and said.stdout.strip() else "nvidia-smi sees no GPU"


needs_gpu = pytest.mark.skipif(bool(why_no_gpu()), reason=why_no_gpu() or "there is a GPU")


@pytest.fixture(scope="module", params=["cpu", pytest.param("cuda", marks=needs_gpu)])
def runner(request, tmp_path_factory):
    out = f"build/grader/runner_test_{request.param}"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}

    def make(*words: str) -> str:
        command = ["make", "-s", "-j2", f"BACKEND={request.param}", f"OUT={out}", *words]
        done = subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    objects = [f"{out}/{name}" for name in OBJECTS]
    make(*objects)
    linker = make('--eval=show: ; @echo "$(CU_LINK)"', "show").split()
    program = tmp_path_factory.mktemp("runner") / "ld_runner"
    subprocess.run([*linker, *objects, "-o", str(program)], cwd=ROOT, check=True)
    return program


def replies(runner: Path, file: Path, key: bytes, schedule: str = "forward"):
    environment = {**os.environ, "CUCC_SCHEDULE": schedule}
    done = subprocess.run([runner, file], input=key, capture_output=True, env=environment)
    return done.returncode, done.stdout, done.stderr.decode()


@pytest.mark.parametrize("schedule", ["forward", "reverse", "shuffle:3"])
@pytest.mark.parametrize(
    "recipe",
    ["path 1", "path 2", "path 9", "star 150", "ties 200 600", "sparse 300 150", "wide 4000 20000"],
)
def test_the_runner_sends_ready_then_the_fingerprint_then_the_right_matching(
    runner, tmp_path, recipe, schedule
):
    graph = make_graph(parse_recipe(recipe), seed=5)
    key = secrets.token_bytes(KEY_BYTES)
    (tmp_path / "graph").write_bytes(seal(edges_of(graph), key))
    expected = np.array(right_matching(graph), dtype="<i4")

    code, said, errors = replies(runner, tmp_path / "graph", key, schedule)

    assert code == 0, errors
    assert said == READY + fingerprint(expected, key) + expected.tobytes()


def test_the_matching_of_a_large_graph_is_right(runner, tmp_path):
    edges = edges_of(make_graph(parse_recipe("wide 100000 400000"), seed=6))
    key = secrets.token_bytes(KEY_BYTES)
    (tmp_path / "graph").write_bytes(seal(edges, key))

    code, said, errors = replies(runner, tmp_path / "graph", key)

    assert code == 0, errors
    assert said[9:] == right_matches(edges).tobytes()


def test_without_the_whole_key_the_runner_only_says_that_it_is_ready(runner, tmp_path):
    graph = edges_of(make_graph(parse_recipe("path 5"), seed=1))
    (tmp_path / "graph").write_bytes(seal(graph, bytes(KEY_BYTES)))

    code, said, errors = replies(runner, tmp_path / "graph", b"too short")

    assert (code, said) == (1, READY)
    assert "no key came" in errors


@pytest.mark.parametrize("data", [b"", b"\1\0\0\0", b"\xff\xff\xff\xff\0\0\0\0", bytes(8)])
def test_a_file_that_is_not_a_sealed_graph_is_refused(runner, tmp_path, data):
    (tmp_path / "graph").write_bytes(data)

    code, said, errors = replies(runner, tmp_path / "graph", bytes(KEY_BYTES))

    assert (code, said) == (1, b"") and "is not an encrypted graph" in errors
