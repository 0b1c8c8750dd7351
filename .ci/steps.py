"""The steps of `make test` and `make test-quick`. (gpu_steps.py has those of `make test-gpu`.) The
output of a step is in build/test/NAME.log.

With HANDSHAKE_ALL_TESTS=1 (the default if CI=true), a skipped test counts as failed, unless a line
of excused_skips.txt matches the reason for the skip.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import caches
import gpu_steps
from runner import Runner, Step

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build/test"

PYTEST = ".venv/bin/python -m pytest -q -rs --junitxml=$REPORT"
BY_FILE = f"{PYTEST} -n $JOBS --dist loadfile"  # tests of one file share their preparation
TESTS_OF_TESTS = (
    ".ci/steps_test.py .ci/tidy_test.py .ci/english_test.py .ci/cucc_by_ccache_test.py"
    " .ci/results_test.py"
    " grader/tests/matrix_test.py grader/tests/net_test.py"
)
PROGRAM = "src/tests/program"
KIT = "build/grader/kit"
SANITIZED = "build/cmake-sanitize"
RESULTS = f"{SANITIZED}/results"  # each program of GoogleTest writes its own file there
CTEST = f"rm -rf {RESULTS}; mkdir {RESULTS}; ctest --preset sanitize -j$JOBS --output-junit $REPORT"
EXTENSIONS = sorted(file.parent.name for file in ROOT.glob("src/extensions/*/module.mk"))
CLANG_SAMPLE = ("scan/in_place", "filter/only_dst", "handshaking/hand_in_shared_short")
QUICK_GRADER = "{archive,intake,messages,pages,secret_cases,settings}_test.py"

# Steps are in the order in which they start. The builds of the step "make" fill the cache of the
# compiler for the other steps.
ALL = (
    Step("rooms", ".venv/bin/python src/tests/rooms_test.py"),
    Step("testcases", ".venv/bin/python testcases/generate.py --check"),
    Step("own", f"{PYTEST} {TESTS_OF_TESTS}"),
    Step(
        "make",
        f"make BACKEND=cpu match generate_graph ld_match {' '.join(EXTENSIONS)}\n"
        "for mpi in openmpi mpich; do ! command -v mpicxx.$mpi ||"
        " make BACKEND=cpu b_matching_mpi MPICXX=mpicxx.$mpi; done\n"
        "make BACKEND=cpu check-build PART=all",
    ),
    Step(
        "kit",  # without this step, the grader's tests build the kit file by file, without a cache
        f"make BACKEND=cpu STUDENT=src OUT={KIT} CHECK_DIR=build/grader/reference {KIT}/match"
        f" {KIT}/grader/plain/ld_runner.cu.o {KIT}/gpu_extra_credit/ld_extension.cu.o"
        " check-build PART=all",
        needs="make",
    ),
    Step(
        "cmake",
        "cmake --preset sanitize\ncmake --build --preset sanitize -- -j$JOBS",
        needs="make",
    ),
    Step("library", f"{PYTEST} src/tests/library/test_*.py", needs="make"),
    Step("grader", f"{BY_FILE} grader/tests/python", needs="kit"),
    Step("ctest", CTEST, needs="cmake", report=f"{RESULTS}/ctest.xml"),
    Step("program", f"{BY_FILE} {PROGRAM} --ignore-glob=*/test_two_builds.py", needs="make"),
    Step(
        "sanitized",  # the programs that CMake has built, with both sanitizers
        f"export CMAKE_BUILD=$PWD/{SANITIZED}; export MATCH=$CMAKE_BUILD/src/match\n"
        "export GENERATE_GRAPH=$CMAKE_BUILD/src/graph/generate_graph\n"
        + "".join(
            f"export {name.upper()}=$CMAKE_BUILD/src/extensions/{name}/{name}\n"
            for name in EXTENSIONS
        )
        + f"{PYTEST} -n $JOBS {PROGRAM}/test_{{bad_input,flags,output,two_builds}}.py"
        " src/tests/extensions",
        needs="cmake",
    ),
    Step(
        "matrix",
        ".venv/bin/python grader/tests/matrix.py --quick --make VARIANTS= --jobs $JOBS\n"
        ".venv/bin/python grader/tests/mutants.py --part filter --count 20 --jobs $JOBS",
        needs="make",
    ),
    Step(
        "clang",  # only a sample of the kernels; docs/results has a run of all of them with clang++
        "command -v clang++ || exit 0\n"
        "make BACKEND=cpu CXX=clang++ OUT=build/clang build/clang/grader/check_program 2>&1"
        " | tee build/clang.log\n"
        "if grep warning: build/clang.log; then exit 1; fi\n"
        ".venv/bin/python grader/tests/matrix.py --folder matrix_clang"
        " --make CXX=clang++ --make OUT=build/clang --jobs $JOBS"
        f"{''.join(f' --only {name}' for name in CLANG_SAMPLE)}",
        needs="make",
    ),
    Step("report", f"{PYTEST} -n $JOBS grader/tests/report", needs="make"),
    Step("lint", ".ci/lint"),
    Step(
        "nvcc",
        '! command -v nvcc || make BACKEND=cuda NVCC="$(command -v ccache) nvcc"'
        " build/cuda-release/match",
    ),
)
QUICK = (
    *(step for step in ALL if step.name in ("rooms", "testcases", "own", "make", "cmake")),
    Step("ctest", f"{CTEST} -LE 'slow|nvcc'", needs="cmake", report=f"{RESULTS}/ctest.xml"),
    Step(
        "program",
        f"{BY_FILE} --quick {PROGRAM}/test_{{answers,bad_input,flags,output}}.py",
        needs="make",
    ),
    Step("grader", f"{BY_FILE} grader/tests/python/{QUICK_GRADER}"),
    Step(
        "matrix",
        ".venv/bin/python grader/tests/matrix.py --every 15 --make VARIANTS= --jobs $JOBS",
        needs="make",
    ),
)


def environment() -> dict[str, str]:
    # The tests start make as a person does, and not as a part of the make that started the tests.
    outer = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "LINKS_OF", "ZLIB", "OPENMP")
    found = {name: value for name, value in os.environ.items() if name not in outer}
    found["JOBS"] = str(min(len(os.sched_getaffinity(0)), 8))
    # The same sources are compiled several times, for make, CMake, the grader and copies of the
    # tree. So the compiler is called through ccache.
    found["PATH"] = f"/usr/lib/ccache:{found['PATH']}"
    # All clones on the machine share one cache: compiled files do not depend on their folder.
    found.setdefault("CCACHE_DIR", str(caches.folder() / "ccache"))
    found.setdefault("CCACHE_BASEDIR", str(ROOT))
    # With CCACHE_DEPEND, ccache gets the list of a file's headers from the compiler, which has to
    # read them anyway. With CCACHE_SLOPPINESS, ccache also caches files that use CMake's
    # precompiled headers.
    found.setdefault("CCACHE_DEPEND", "1")
    found.setdefault("CCACHE_SLOPPINESS", "pch_defines,time_macros")
    # With this setting, ccache reads a header only once for all files that include it. This saves
    # time, because a precompiled header has 80 MB.
    found.setdefault("CCACHE_INODECACHE", "1")
    found.setdefault("CXX", "g++")  # so that all builds call the compiler by the same name
    if shutil.which("ccache"):
        found.setdefault("CUCC_BY", str(ROOT / ".ci/cucc_by_ccache"))
        if shutil.which("nvcc"):
            found.setdefault("NVCC", "ccache nvcc")
    # With this setting, waiting OpenMP threads leave the processor to other tests.
    found.setdefault("OMP_WAIT_POLICY", "passive")
    # The folder for the objects that the grader builds in its sandbox (kit/kept_objects.py).
    found.setdefault("HANDSHAKE_KEPT_OBJECTS", str(caches.folder() / "handshake_objects"))
    return found


def with_needed(steps: tuple[Step, ...], names: list[str]) -> list[Step]:
    wanted = set(names or [step.name for step in steps])
    for step in reversed(steps):
        if step.name in wanted:
            wanted |= set(step.needs.split())
    return [step for step in steps if step.name in wanted]


def excuses() -> list[str]:
    """Returns patterns of the reasons for which a test may be skipped. An empty list means that
    every test may be skipped."""
    default = "1" if os.environ.get("CI", "") in ("1", "true") else "0"
    if os.environ.get("HANDSHAKE_ALL_TESTS", default) != "1":
        return []
    lines = (ROOT / ".ci/excused_skips.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def tell(runner: Runner, excuses: list[str]) -> bool:
    """Prints the important results. Returns true if nothing failed."""
    skipped = [skip for step in runner.steps for skip in step.counts.skipped]
    for reason, times in Counter(reason for reason, _ in skipped).most_common():
        print(f"skipped {times}: {reason}")
    for step in runner.those("failed"):
        print(f"\n== {step.name} failed; its output ({os.path.relpath(runner.log(step))}):")
        print(runner.log(step).read_text(errors="replace"))
    excused = re.compile("|".join(excuses))
    missing = [skip for skip in skipped if not excused.search(skip[0])]
    for reason, test in missing:
        print(f"failed, because skipped without an excuse: {test}: {reason}")
    passed = sum(step.counts.passed for step in runner.steps)
    failed = sum(step.counts.failed for step in runner.steps) + len(missing)
    failed += len(runner.those("not run"))
    print(
        f"tests: {passed} passed, {failed} failed, {len(skipped) - len(missing)} skipped"
        f" in {runner.clock()} min"
    )
    return failed == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="the tests to run after a change")
    parser.add_argument("--gpu", action="store_true", help="the tests that need a GPU")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="run only these steps and what they need"
    )
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.gpu and (reason := gpu_steps.why_not()):
        print(f"make test-gpu: {reason}", file=sys.stderr)
        return 1
    steps = gpu_steps.STEPS if arguments.gpu else QUICK if arguments.quick else ALL
    unknown = set(arguments.names) - {step.name for step in steps}
    if unknown:
        known = " ".join(step.name for step in steps)
        parser.error(f"no such step: {' '.join(unknown)}; there are {known}")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    subprocess.run([".venv/bin/python", "grader/tests/needs.py"], check=True)
    more = gpu_steps.environment() if arguments.gpu else {}
    runner = Runner(with_needed(steps, arguments.names), FOLDER, environment() | more)
    runner.run()
    passed = tell(runner, excuses())
    if arguments.gpu and not arguments.names:
        print(f"\n{gpu_steps.write_table(runner)}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
