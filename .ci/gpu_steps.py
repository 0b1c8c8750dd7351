"""The steps of `make test-gpu`: everything that CI skips because its machines have no GPU. The
result is one table, which names the card and the commit."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

from runner import Runner, Step

TABLE = Path("docs/results/test-gpu.txt")
PYTEST = ".venv/bin/python -m pytest -q -rs --junitxml=$REPORT"
ON_GPU = f"{PYTEST} -n 4 src/tests/gpu"  # processes that start to use a GPU wait for each other
BUILD_KITS = """
from pathlib import Path
from handshake_grader.kit.gpu import find_gpu, kit_for
from handshake_grader.kit.kit import build_kit
from handshake_grader.lab import MATCHING, lab_named
kit_for(build_kit(Path.cwd(), lab_named(MATCHING)), find_gpu())
"""
PROGRAMS = (
    "generate_graph multi_gpu_ld compare_engines suitor compare_suitor b_matching louvain"
    " stable_marriage"
)

STEPS = (
    Step("build", "make -j$JOBS BACKEND=cuda match check-build PART=all"),
    Step("kit", f"PYTHONPATH=grader .venv/bin/python -c '{BUILD_KITS}'"),
    Step(
        "corpus",
        ".venv/bin/python grader/tests/matrix_gpu.py --make VARIANTS= --jobs 12 --deadline 360"
        " --junit $REPORT",
        needs="build",
    ),
    Step(
        "programs",
        f"make -j$JOBS BACKEND=cuda $(printf 'build/cuda-release/%s ' {PROGRAMS})",
        needs="build",
    ),
    Step(
        "timing",
        f"{PYTEST} grader/tests/python/extension_test.py"
        "::test_on_a_gpu_an_extension_is_built_with_nvcc_and_timed",
        needs="kit",
        alone=True,
    ),
    Step("sanitizers", f"{ON_GPU}/test_sanitizer.py", needs="programs"),
    Step("bytes", f"{ON_GPU}/test_same_bytes.py", needs="programs"),
    Step("match", f"{ON_GPU}/test_match_on_gpu.py", needs="build"),
    Step("package", "CMAKE_BUILD_PARALLEL_LEVEL=$JOBS .venv/bin/python -m pip install -q ."),
    Step("library", f"{PYTEST} src/tests/gpu/test_library_on_gpu.py", needs="package"),
    Step("runner", f"{PYTEST} grader/tests/python/ld_runner_test.py", needs="build"),
    Step("back_ends", f"{PYTEST} src/tests/program/test_variants.py -k back_end", needs="build"),
)
WHAT = {
    "corpus": "wrong and right kernels: make check gives a verdict that the entry names",
    "match": "42 test cases, 6 numbers of threads, with and without -extra",
    "bytes": "the five programs write the same bytes on a GPU and on a CPU",
    "sanitizers": "four tools of compute-sanitizer, all programs",
    "timing": "an extension is timed in the sandbox",
    "library": "the Python package on arrays of CuPy and PyTorch",
    "runner": "the program that runs an extension, built with nvcc and for the CPU",
    "back_ends": "make replaces a build for the CPU by one for the GPU",
}


def ask(*query: str) -> str:
    """The answer of nvidia-smi about the first GPU; empty if there is none."""
    command = ["nvidia-smi", f"--query-gpu={','.join(query)}", "--format=csv,noheader", "-i", "0"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def why_not() -> str:
    """The reason why the tests cannot run on this machine; empty if they can."""
    if not ask("name"):
        return "this machine has no GPU: nvidia-smi shows none"
    if shutil.which("nvcc") is None:
        return "nvcc of the CUDA toolkit is not on the PATH"
    if not Path(".venv/bin/python").exists():
        return "there is no .venv: run .ci/setup, which installs what the tests need"
    return ""


def environment() -> dict[str, str]:
    """What the steps need besides the environment of other tests."""
    architecture = ask("compute_cap").replace(".", "")
    return {
        "JOBS": str(len(os.sched_getaffinity(0))),
        # All builds are for the kind of GPU of this machine: otherwise its driver would compile
        # each program when the program starts.
        "ARCH": f"-arch=sm_{architecture}",
        "CUDAARCHS": architecture,  # for CMake
        # The tests start a program some thousand times. With one queue for launches instead of
        # eight, a start takes 80 ms instead of 200 ms (16 at a time on an H200).
        "CUDA_DEVICE_MAX_CONNECTIONS": "1",
    }


def write_table(runner: Runner) -> str:
    text = table(runner, facts(time.monotonic() - runner.began))
    TABLE.write_text(text)
    return text


def facts(seconds: float) -> dict[str, str]:
    commit = git("rev-parse", "HEAD") or "not known"
    nvcc = subprocess.run(["nvcc", "--version"], capture_output=True, text=True).stdout
    release = next((line for line in nvcc.splitlines() if "release" in line), "not known")
    return {
        "commit": commit + (", with changes" if git("status", "--porcelain", "-uno") else ""),
        "card": ask("name", "driver_version").replace(", ", ", driver "),
        "machine": f"{len(os.sched_getaffinity(0))} cores, nvcc{release.split('release')[-1]}",
        "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "time": f"{seconds:.0f} s",
    }


def git(*words: str) -> str:
    try:
        return subprocess.run(["git", *words], capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def table(runner: Runner, known: dict[str, str]) -> str:
    lines = ["make test-gpu: everything that CI skips because its machines have no GPU"]
    lines += [f"{name}:".ljust(9) + value for name, value in known.items()]
    lines += ["", f"{'':<12}{'passed':>8}{'failed':>8}{'not run':>9}{'seconds':>9}"]
    for step in runner.steps:
        counts, seconds = step.counts, f"{step.seconds:.0f}"
        failed = counts.failed + (step.state == "not run")
        lines.append(
            f"{step.name:<12}{counts.passed:>8}{failed:>8}{len(counts.skipped):>9}{seconds:>9}"
            f"  {WHAT.get(step.name, 'a build')}"
        )
    for step in runner.steps:
        if step.state == "not run":
            lines.append(f"not run: {step.name}, because it needs {step.needs}")
        for reason, times in Counter(reason for reason, _ in step.counts.skipped).items():
            lines.append(f"not run: {times} of {step.name}: {reason}")
    return "\n".join(lines) + "\n"
