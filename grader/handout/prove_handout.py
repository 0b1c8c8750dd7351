"""Builds and grades the students' kit, to prove that it works: `make handout-proofs`.

    prove_handout.py build/handout SETTINGS

This takes minutes. It also proves that the kit has no line of a solution, and that two runs of
make_handout.py give the same bytes. Each proof prints one line. The first proof that fails ends
this program with exit code 1.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from make_handout import ROOT, leaks, make_handout

sys.path.insert(0, str(ROOT / "grader/tests"))
from matrix_corpus import CORPUS, apply, read_entry

PARTS = ("handshaking", "filter", "scan", "memory", "match", "extra")
# Right solutions that differ from ours, as a student who has only the handout could write them.
ANOTHER_SOLUTION = (
    "right/handshaking/read_only_loads.cu",
    "right/filter/zero_first.cu",
    "right/scan/two_loops.cu",
    "right/memory/one_allocation_in_pieces.cu",
    "right/extra/search_by_node.cu",
)
A_FIRST_TRY = """\
  const int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < numNodes) matches[tid] = strongNeighbor[tid];
"""


class ProofFails(Exception):
    pass


def require(holds: bool, what: str, said: str = "") -> None:
    if not holds:
        raise ProofFails(what + (f":\n{said[-4000:]}" if said else ""))


def command(words: list[str], folder: Path) -> tuple[int, str]:
    """Runs a command. Returns its exit code and all of its output."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        words, cwd=folder, env=clean, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.returncode, done.stdout


def no_line_of_a_solution(kit: Path) -> None:
    files = {f.relative_to(kit).as_posix(): f.read_bytes() for f in kit.rglob("*") if f.is_file()}
    found = leaks(ROOT, files, [])
    require(not found, "a line of a solution is in the kit", "\n".join(found))


def two_runs_give_the_same_bytes(kit: Path, scratch: Path, settings: Path) -> None:
    make_handout(ROOT, scratch / "again", settings)
    one, two = (folder / "handout.tar.gz" for folder in (kit.parent, scratch / "again"))
    require(one.read_bytes() == two.read_bytes(), f"{one} and {two} differ")


def compiles_without_a_warning(fresh: Path) -> str:
    """Compiles for the CPU, and with nvcc if it is installed; neither needs a GPU."""
    backends = ["cpu"] + (["cuda"] if shutil.which("nvcc") else [])
    for backend in backends:
        code, said = command(["make", f"BACKEND={backend}", "match"], fresh)
        require(code == 0 and "warning" not in said.lower(), f"BACKEND={backend} warns", said)
    return "on the CPU" + (" and with nvcc" if "cuda" in backends else "; nvcc is not installed")


def two_commands_to_the_first_explanation(tar: Path, scratch: Path) -> None:
    code, said = command(["tar", "-xzf", str(tar)], scratch)
    require(code == 0, "the kit does not unpack", said)
    code, said = command(["make", "-C", "handout", "check", "BACKEND=cpu"], scratch)
    require(code == 2, f"make check ends with exit code {code}, not with 2", said)
    require("NOT STARTED" in said, "make check does not print NOT STARTED", said)
    kernel = scratch / "handout/src/gpu_required/check_handshaking.cu"
    given = kernel.read_text()
    kernel.write_text(given.replace("BELOW **/\n", f"BELOW **/\n{A_FIRST_TRY}"))
    code, said = command(["make", "-C", "handout", "check", "BACKEND=cpu"], scratch)
    kernel.write_text(given)
    for word in ("WRONG", "matches[", "make check-handshaking"):
        holds = code == 2 and word in said
        require(holds, f"make check explains a first try, but does not say {word!r}", said)


def scores_nothing(fresh: Path, scratch: Path) -> None:
    # As long as no code is written, make check builds nothing. So this test runs make report.
    command(["make", "report", "BACKEND=cpu"], fresh)
    report = json.loads((fresh / "build/check/results.json").read_text())
    verdicts = {part["id"]: part["verdict"] for part in report["parts"]}
    bad = {"OK"} & set(verdicts.values())
    require(set(verdicts) == set(PARTS) and not bad, f"make check: {verdicts}")
    marks = marks_of(fresh, scratch / "kit")
    require(set(marks.values()) == {0.0}, f"the grader gives {marks}")


def solved_scores_all(scratch: Path) -> None:
    code, said = command(["make", "BACKEND=cpu", "match"], ROOT)
    require(code == 0, "the tree does not build", said)
    code, said = command([sys.executable, "testcases/compare.py"], ROOT)
    require(code == 0, "a test case differs", said)
    marks = marks_of(ROOT, scratch / "solved")
    require(sum(marks.values()) == 110.0, f"the grader gives {marks}")


def solved_as_a_student_would(fresh: Path, scratch: Path) -> None:
    for name in ANOTHER_SOLUTION:
        for path, text in apply(read_entry(CORPUS / name, CORPUS), fresh).files.items():
            (fresh / path).write_text(text)
    code, said = command(["make", "check", "BACKEND=cpu"], fresh)
    require(code == 0, "make check reports a failure", said)
    marks = marks_of(fresh, scratch / "student")
    require(sum(marks.values()) == 110.0, f"the grader gives {marks}")


def marks_of(tree: Path, folder: Path) -> dict[str, float]:
    """The points that each part gets if this tree is packed with make submit and then graded."""
    folder.mkdir()
    code, said = command(["make", "submit", "BACKEND=cpu"], tree)
    require(code == 0, "make submit fails", said)
    words = ["grader/grade", "one", f"{tree}/submit_me.tar", "--secret", f"{folder}/secret"]
    code, said = command([*words, "--gradescope", f"{folder}/results.json"], ROOT)
    require(code in (0, 1), "grader/grade one fails", said)
    tests = json.loads((folder / "results.json").read_text())["tests"]
    return {test["name"]: test["score"] for test in tests}


def main() -> int:
    kit, settings = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory(prefix="handout.") as name:
        scratch = Path(name)
        fresh = scratch / "handout"
        proofs = (
            ("no line of a solution is in the kit", lambda: no_line_of_a_solution(kit)),
            (
                "two runs give the same bytes",
                lambda: two_runs_give_the_same_bytes(kit, scratch, settings),
            ),
            (
                "after `tar -xzf handout.tar.gz`, `make check` explains a first try",
                lambda: two_commands_to_the_first_explanation(Path(f"{kit}.tar.gz"), scratch),
            ),
            ("the kit compiles without a warning", lambda: compiles_without_a_warning(fresh)),
            ("the kit scores 0 in every part", lambda: scores_nothing(fresh, scratch)),
            (
                "the kit with a student's solution, packed by make submit, gets all points",
                lambda: solved_as_a_student_would(fresh, scratch),
            ),
            (
                "the solved tree gets all points at every number of threads",
                lambda: solved_scores_all(scratch),
            ),
        )
        for what, prove in proofs:
            try:
                print(f"proved: {what} {prove() or ''}".rstrip(), flush=True)
            except ProofFails as fault:
                print(f"prove_handout: {what}: {fault}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
