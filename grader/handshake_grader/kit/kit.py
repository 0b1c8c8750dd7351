"""Builds the kit, which all gradings share and trust: our kernels, the parts of the runners, and
`check`.

A submission is compiled with a partial copy of the kit, which is called the view. The view has the
headers and the compiler, but no solution.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from skeleton import emptied

from ..errors import GraderError
from ..intake.submission import (
    ALL_PATHS,
    EXTRA,
    FILTER,
    HANDSHAKING,
    SCAN,
    WRAPPER,
)
from ..sandbox.sandbox import CLEAN_ENVIRONMENT, bound

DEFAULT_OUT = "build/grader"

# The parts of the suite, and the files of a submission that each part checks.
SUITE_FILES = {
    "handshaking": (HANDSHAKING,),
    "filter": (FILTER,),
    "scan": (SCAN,),
    "memory": (WRAPPER,),
    "extra": (WRAPPER, EXTRA),
}
KERNEL_PARTS = ("handshaking", "filter", "scan")
KERNEL_FILES = tuple(SUITE_FILES[part][0] for part in KERNEL_PARTS)
# What each file must define: the function, and its arguments as the linker names them.
DEFINED = {
    HANDSHAKING: ("check_handshaking_gpu", "(int*, int*, int)"),
    FILTER: ("markFilterEdges_gpu", "(int*, int*, int*, int*, int)"),
    SCAN: ("exclusive_prefix_sum_gpu", "(int*, int*, int, int)"),
    WRAPPER: ("one_way_handshake_wrapper", "(GraphData, int*&, int, bool)"),
}
DECLARED_IN = {WRAPPER: "onewaywrapper.hpp"}  # all others: gpuHeaders.cuh
TRACE_HEADER = "runner/traced_cuda.hpp"  # in grader/; counts the allocations of onewaywrapper.cu
TRACED_NAMES = "grader/runner/traced_names"  # lists calls to rename in onewaywrapper.cu's object

# A student's file may include the headers in these folders, but no .cu or .cpp files, because
# these hold solutions.
_HEADER_FOLDERS = (
    *("src", "src/util", "src/gpu", "src/graph", "src/gpu_given", "src/gpu_extra_credit"),
)
_HEADER_ENDINGS = (".hpp", ".cuh", ".h")


@dataclass(frozen=True)
class Remote:
    """The files and options for host code and a device that run in two processes."""

    broker: Path  # the trusted program between host code and device
    host_objects: tuple[Path, ...]  # without onewaywrapper.cu
    host_wrapper: Path  # the object of our own onewaywrapper.cu
    device_objects: tuple[Path, ...]  # without the students' files
    # Only a few libraries: every run must start a host program and a device program fast.
    link_words: tuple[str, ...]


@dataclass(frozen=True)
class Kit:
    root: Path
    view: Path  # named /kit in the sandbox that compiles and links a submission
    compile_words: tuple[str, ...]
    kernel_words: tuple[str, ...]  # additional words for a file that holds only kernels
    inspector: str  # in the view: inspects what an object contains and what it refers to
    own_names: str  # in the view: the names of our code that host code of a submission may use
    link_words: tuple[str, ...]
    link_tail: tuple[str, ...]
    fixed_objects: tuple[Path, ...]  # the objects of match, without the students' files
    reference_objects: dict[str, Path]  # by the path of the student's file
    runner_objects: dict[tuple[str, str], tuple[Path, ...]]  # by mode and part of the suite
    extension_runner: Path  # the object of the program that runs an ld_extension.cu
    extension_reference: Path  # the object of our own ld_extension.cu
    remote: Remote
    modes: tuple[str, ...]  # "plain", and "diagnostic" where CUDA on the CPU offers it
    check_program: Path
    digest: str


def build_kit(root: Path, out: str = DEFAULT_OUT) -> Kit:
    """Builds what is not up to date. If two graders run at once, one waits for the other."""
    root = root.resolve()
    folder = root / out
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _build(root, out)


def _build(root: Path, out: str) -> Kit:
    variables = ["BACKEND=cpu", f"OUT={out}/kit", f"CHECK_DIR={out}/reference", "STUDENT=src"]
    parts = json.loads(make(root, variables, "print-kit"))
    extension, remote = parts["extension"], parts["remote"]
    targets = [*extension.values(), remote["broker"], remote["wrapper"]]
    targets += dict.fromkeys([*remote["host"], *remote["device"]])
    goals = [f"{out}/kit/match", *targets, "check-build", "PART=all"]
    make(root, variables, *goals, found=parts["found"])
    students = {path: root / word for path, word in parts["students"].items()}
    beside = [root / word for word in parts["match"] if root / word != students[WRAPPER]]
    beside += [root / word for word in parts["runners"]["plain"]["memory"]]
    kit = Kit(
        root,
        _make_view(root, out, root / out / "kit/cuda_on_cpu", _defined_names(beside)),
        tuple(parts["compile"]),
        tuple(parts["kernels"]),
        f"{out}/kit/cuda_on_cpu/cuda_on_cpu_inspect",
        f"{out}/kit/own_names",
        tuple(parts["link"]),
        tuple(parts["link_tail"]),
        tuple(root / word for word in parts["match"] if root / word not in students.values()),
        students,
        {
            (mode, part): tuple(root / word for word in words)
            for mode, parts_of_mode in parts["runners"].items()
            for part, words in parts_of_mode.items()
        },
        root / extension["runner"],
        root / extension["ours"],
        Remote(
            root / remote["broker"],
            tuple(root / word for word in remote["host"]),
            root / remote["wrapper"],
            tuple(root / word for word in remote["device"]),
            tuple(remote["link"]),
        ),
        tuple(parts["modes"]),
        root / parts["check_program"],
        "",
    )
    _require_files(kit)
    return replace(kit, digest=_digest(kit))


def given_files(root: Path) -> dict[str, bytes]:
    """The students' files as they were handed out: without code in the students' blocks."""
    return {path: emptied((root / path).read_text()).encode() for path in ALL_PATHS}


def make(
    root: Path, variables: list[str], *targets: str, found: Mapping[str, str] | None = None
) -> str:
    """Runs make, and returns its output. `found`: facts about the compiler from an earlier make."""
    command = ["make", "-s", "-C", str(root), *variables]
    # With this environment, `make` uses the sandbox's compiler and none of the caller's variables.
    environment = {**CLEAN_ENVIRONMENT, "TMPDIR": tempfile.gettempdir(), **(found or {})}
    done = subprocess.run(
        bound([*command, *targets]), capture_output=True, text=True, env=environment
    )
    if done.returncode != 0:
        raise GraderError(
            f"building the kit: `make {' '.join(targets)}` in {root} failed; run it by hand:\n"
            + (done.stderr or done.stdout)[-2000:]
        )
    return done.stdout


def _defined_names(objects: list[Path]) -> str:
    """The names that these objects define, one per line. Of the names in the runners, only
    those that replace functions of CUDA are listed."""
    words = ["nm", "--defined-only", "--extern-only", "--format=posix", "--", *map(str, objects)]
    done = subprocess.run(words, capture_output=True, text=True, env=CLEAN_ENVIRONMENT)
    if done.returncode != 0:
        raise GraderError(f"building the kit: nm cannot read our objects: {done.stderr.strip()}")
    names = {line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 1}
    ours = {name for name in names if "9handshake6runner" in name or name.startswith("main")}
    ours -= {name for name in ours if "TracedCall" in name}
    return "".join(f"{name}\n" for name in sorted(names - ours))


def _make_view(root: Path, out: str, library: Path, own_names: str) -> Path:
    """Makes the view, as a new copy each time, so that it contains no file of an older tree."""
    view = root / out / "view"
    fresh = root / out / f"view.{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    for folder in _HEADER_FOLDERS:
        for header in sorted((root / folder).glob("*")):
            if header.suffix in _HEADER_ENDINGS:
                _copy(header, fresh / folder / header.name)
    shutil.copytree(root / "src/cuda_on_cpu/include", fresh / "src/cuda_on_cpu/include")
    for folder in ("runner", "protocol"):
        for header in sorted((root / "grader" / folder).glob("*.hpp")):
            _copy(header, fresh / "grader" / folder / header.name)
    _copy(root / TRACED_NAMES, fresh / TRACED_NAMES)
    _copy(root / "src/cuda_on_cpu/cucc", fresh / "src/cuda_on_cpu/cucc")
    for file in sorted(library.iterdir()):
        if file.is_file() and file.suffix != ".o":
            _copy(file, fresh / out / "kit/cuda_on_cpu" / file.name)
    (fresh / out / "kit/own_names").write_text(own_names)
    for path in ALL_PATHS:  # empty files, which the sandbox replaces by a submission's files
        (fresh / path).parent.mkdir(parents=True, exist_ok=True)
        (fresh / path).write_bytes(b"")
    if view.exists() and _same_tree(view, fresh):
        shutil.rmtree(fresh)
    else:
        shutil.rmtree(view, ignore_errors=True)
        fresh.rename(view)
    return view


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, target)


def tree_digest(folder: Path, pattern: str = "*") -> str:
    text = hashlib.sha256()
    for path in sorted(folder.rglob(pattern)):
        if path.is_file():
            text.update(f"{path.relative_to(folder)}\0{path.stat().st_mode}\0".encode())
            text.update(hashlib.sha256(path.read_bytes()).digest())
    return text.hexdigest()


def _same_tree(one: Path, other: Path) -> bool:
    return tree_digest(one) == tree_digest(other)


def _require_files(kit: Kit) -> None:
    wanted = [*kit.fixed_objects, *kit.reference_objects.values(), kit.check_program]
    wanted += [path for paths in kit.runner_objects.values() for path in paths]
    wanted += [kit.extension_runner, kit.extension_reference, *_remote_files(kit)]
    missing = [str(path) for path in wanted if not path.is_file()]
    if missing:
        raise GraderError(f"building the kit: make did not build {missing[0]}")


def _remote_files(kit: Kit) -> list[Path]:
    remote = kit.remote
    return [remote.broker, remote.host_wrapper, *remote.host_objects, *remote.device_objects]


def _digest(kit: Kit) -> str:
    """A digest of everything in the suite and the kit that can change a result."""
    text = hashlib.sha256(tree_digest(kit.view).encode())
    objects = {path for paths in kit.runner_objects.values() for path in paths}
    objects |= {kit.extension_runner, kit.extension_reference, *_remote_files(kit)}
    for path in sorted(
        {*objects, *kit.fixed_objects, *kit.reference_objects.values(), kit.check_program}
    ):
        text.update(hashlib.sha256(path.read_bytes()).digest())
    return text.hexdigest()[:16]
