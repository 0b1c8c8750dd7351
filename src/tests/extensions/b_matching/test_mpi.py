"""Under mpirun of Open MPI and MPICH, b_matching_mpi writes the same bytes as b_matching, on 2 and
4 ranks. A fault on one rank ends all ranks with a message.

The tests use the programs that the command `make b_matching_mpi MPICXX=mpicxx.openmpi` (or .mpich)
has built.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "src/tests/program"))
from program import Run, run  # noqa: E402

USAGE, INPUT, OUTPUT = 2, 3, 6
# Settings that let mpirun run as root, in a container, with more ranks than processors, and without
# ssh.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
    "OMPI_MCA_plm_rsh_agent": "true",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMP_NUM_THREADS": "1",
}


class Mpi:
    def __init__(self, name: str) -> None:
        self.launcher = f"mpirun.{name}"
        self.program = ROOT / f"build/cpu-release/mpicxx.{name}/b_matching_mpi"

    def run(self, ranks: int, *words: str | Path, folder: Path) -> Run:
        every = (self.launcher, "-n", str(ranks), self.program, "-algorithm", "mpi")
        return run(*every, *words, folder=folder, environment=ENVIRONMENT)


@pytest.fixture(scope="session", params=["openmpi", "mpich"])
def mpi(request: pytest.FixtureRequest) -> Mpi:
    compiler = f"mpicxx.{request.param}"
    if not shutil.which(compiler):
        pytest.skip(f"MPI is missing: {compiler} is not installed")
    found = Mpi(request.param)
    if not found.program.is_file():
        pytest.exit(f"{found.program} is not there: run make b_matching_mpi MPICXX={compiler}", 2)
    return found


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a binary graph, the b of each node, and the answer of b_matching (no MPI)."""
    folder = tmp_path_factory.mktemp("mpi")
    generator = os.environ.get("GENERATE_GRAPH", ROOT / "generate_graph")
    one_rank = os.environ.get("B_MATCHING", ROOT / "b_matching")
    (folder / "b.txt").write_text("\n".join(str(v * 7 % 6) for v in range(512)))
    for words in (
        (generator, "kron:9:w=int", "-output", "g.hsg"),
        (one_rank, "-input", "g.hsg", "-b-file", "b.txt", "-ties", "degree", "-output", "out.txt"),
    ):
        result = run(*words, folder=folder)
        assert result.code == 0, result.stderr
    return folder


@pytest.mark.parametrize(
    "ranks, words",
    [(2, ["-threads", "2"]), (4, ["-strategy", "b1_N4_S"]), (4, ["-asynchronous"])],
)
def test_ranks_that_each_read_a_part_of_the_file_give_the_same_bytes(
    mpi: Mpi, files: Path, tmp_path: Path, ranks: int, words: list[str]
) -> None:
    graph = ("-input", files / "g.hsg", "-b-file", files / "b.txt", "-ties", "degree")
    result = mpi.run(ranks, *graph, *words, "-output", "out.txt", "-verify", folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_bytes() == (files / "out.txt").read_bytes()


def test_ranks_without_nodes_take_part(mpi: Mpi, tmp_path: Path) -> None:
    result = mpi.run(4, "-input", "path:1", "-output", "out.txt", folder=tmp_path)

    assert result.code == 0, result.stderr
    assert (tmp_path / "out.txt").read_text() == "1\n0\n"


@pytest.mark.parametrize(
    "code, words, told",
    [
        (INPUT, ["-input", "missing.hsg"], "rank 0: missing.hsg: cannot open the file"),
        (OUTPUT, ["-input", "path:4", "-output", "no/folder"], "rank 0: no/folder"),
        (USAGE, ["-input", "path:4", "-output", "no", "-json", "no"], "names the same file"),
        (INPUT, ["-input", "lame.hsg"], "is not stored at both of its ends"),
    ],
)
def test_a_fault_is_reported_once_and_ends_all_ranks(
    mpi: Mpi, files: Path, tmp_path: Path, code: int, words: list[str], told: str
) -> None:
    if "lame.hsg" in words:  # changes the weight of one direction of an edge
        whole = (files / "g.hsg").read_bytes()
        (tmp_path / "lame.hsg").write_bytes(whole[:-4] + b"\x7f\0\0\0")
    result = mpi.run(2, *words, folder=tmp_path)

    assert result.code == code, result.stderr
    assert [told in line for line in result.stderr.splitlines()].count(True) == 1
    assert not (tmp_path / "no").exists()


# All ranks run this script, because mpirun of Open MPI 5.0.7 crashes if `:` separates two commands.
RANK = """#!/bin/sh
case ${OMPI_COMM_WORLD_RANK:-$PMI_RANK} in
  0) exec "$FIRST" "$@" -b 1 ;;
  1) exec "$SECOND" "$@" -b "$SECOND_B" ;;
esac
"""


def test_ranks_with_different_builds_or_flags_do_not_start(mpi: Mpi, tmp_path: Path) -> None:
    other, rank = tmp_path / "other", tmp_path / "rank"
    code = mpi.program.read_bytes()
    assert code.count(b"b_matching 1.") > 0
    other.write_bytes(code.replace(b"b_matching 1.", b"b_matching 9."))
    rank.write_text(RANK)
    for file in (other, rank):
        file.chmod(0o755)
    for program, b, told in ((other, "1", "another version"), (mpi.program, "2", "other flags")):
        given = {"FIRST": str(mpi.program), "SECOND": str(program), "SECOND_B": b}
        words = (mpi.launcher, "-n", "2", rank, "-algorithm", "mpi", "-input", "path:3")
        result = run(*words, folder=tmp_path, environment={**ENVIRONMENT, **given})

        assert result.code == INPUT, result.stderr
        assert "b_matching, rank 1: " in result.stderr and told in result.stderr


def children_of(process: int) -> list[int]:
    found = []
    for tasks in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            found += [child, *children_of(child)]
    return found


def ranks_of(process: int, program: Path) -> list[int]:
    found = []
    for child in children_of(process):
        try:
            if Path(os.readlink(f"/proc/{child}/exe")) == program:
                found.append(child)
        except OSError:  # the process has ended meanwhile
            continue
    return found


# Starts each rank in its own folder, in which b.txt is a pipe.
RANK_IN_FOLDER = """#!/bin/sh
cd "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" && exec "$PROGRAM" "$@"
"""


def write_when_read(pipe: Path, text: str) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            file = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)  # fails until a rank reads the pipe
            break
        except OSError:
            assert time.monotonic() < deadline, f"no rank reads {pipe}"
            time.sleep(0.01)
    with open(file, "w") as opened:
        opened.write(text)


def test_if_a_rank_dies_all_ranks_end_with_a_message(mpi: Mpi, tmp_path: Path) -> None:
    """The rank is killed only after MPI has started: mpirun of MPICH may end without a message if
    a rank dies earlier."""
    (tmp_path / "rank").write_text(RANK_IN_FOLDER)
    (tmp_path / "rank").chmod(0o755)
    pipes = [tmp_path / rank / "b.txt" for rank in "01"]
    for pipe in pipes:
        pipe.parent.mkdir()
        os.mkfifo(pipe)
    words = (mpi.launcher, "-n", "2", tmp_path / "rank", "-algorithm", "mpi", "-input", "urand:10")
    process = subprocess.Popen(
        [*words, "-b-file", "b.txt", "-repeat", "1000000"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **ENVIRONMENT, "PROGRAM": str(mpi.program)},
    )
    try:
        for pipe in pipes:
            write_when_read(pipe, "1\n" * 1024)
        ranks = ranks_of(process.pid, mpi.program)
        os.kill(ranks[1], signal.SIGKILL)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()

    assert process.returncode != 0
    assert b"killed" in (out + err).lower(), (process.returncode, ranks)
    assert not any(Path(f"/proc/{rank}/exe").exists() for rank in ranks)


def test_the_program_without_mpi_says_how_to_build_it_with_mpi(tmp_path: Path) -> None:
    one_rank = os.environ.get("B_MATCHING", ROOT / "b_matching")
    result = run(one_rank, "-algorithm", "mpi", "-input", "path:3", folder=tmp_path)

    assert result.code == USAGE
    assert "make b_matching_mpi" in result.stderr.splitlines()[0]
