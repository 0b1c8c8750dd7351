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
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from skeleton import emptied

from ..errors import GraderError
from ..lab import Lab
from ..sandbox.sandbox import CLEAN_ENVIRONMENT, bound

DEFAULT_OUT = "build/grader"

TRACE_HEADER = "runner/traced_cuda.hpp"  # in grader/; counts the allocations of onewaywrapper.cu
TRACED_NAMES = "grader/runner/traced_names"  # lists calls to rename in onewaywrapper.cu's object

# A student's file may include these files of lab.header_folders, but no .cu or .cpp files, because
# those hold solutions.
_HEADER_ENDINGS = (".hpp", ".cuh", ".h")


@dataclass(frozen=True)
class Program:
    """The files and options for the whole program of a lab, and for its host code and its device
    that run in two processes."""

    fixed: tuple[Path, ...]  # the objects of the program, without the students' files
    broker: Path  # the trusted program between host code and device
    wrapper: Path  # the object of our own file with host code
    host: tuple[Path, ...]  # the other objects of the host program
    device: tuple[Path, ...]  # the objects of the device program, without the students' files
    # Only a few libraries: every run must start a host program and a device program fast.
    link_words: tuple[str, ...]
    extension_runner: Path  # the object of the program that runs an extension
    our_extension: Path  # the object of our own extension

    @property
    def files(self) -> tuple[Path, ...]:
        made = (self.broker, self.wrapper, self.extension_runner, self.our_extension)
        return (*self.fixed, *made, *self.host, *self.device)


@dataclass(frozen=True)
class Kit:
    root: Path
    lab: Lab
    view: Path  # named /kit in the sandbox that compiles and links a submission
    compile_words: tuple[str, ...]
    kernel_words: tuple[str, ...]  # additional words for a file that holds only kernels
    inspector: str  # in the view: inspects what an object contains and what it refers to
    own_names: str  # in the view: the names of our code that host code of a submission may use
    link_words: tuple[str, ...]
    link_tail: tuple[str, ...]
    reference_objects: dict[str, Path]  # by the path of the student's file
    defined: dict[str, frozenset[str]]  # by the path: what our file defines, as the linker names it
    runner_objects: dict[tuple[str, str], tuple[Path, ...]]  # by mode and part of the suite
    whole: Program | None  # None: the lab has kernels only
    modes: tuple[str, ...]  # "plain", and "diagnostic" where CUDA on the CPU offers it
    check_program: Path
    digest: str

    @property
    def program(self) -> Program:
        if self.whole is None:
            raise GraderError(f"the lab {self.lab.name} has no program of its own")
        return self.whole

    @property
    def built_files(self) -> list[Path]:
        """All files that are linked with those of a submission, or that run them."""
        found = [*self.reference_objects.values(), self.check_program]
        found += [path for paths in self.runner_objects.values() for path in paths]
        return sorted({*found, *(self.whole.files if self.whole else ())})


def build_kit(root: Path, lab: Lab, out: str = DEFAULT_OUT) -> Kit:
    """Builds what is not up to date. If two graders run at once, one waits for the other."""
    root = root.resolve()
    folder = root / out
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _build(root, lab, out)


def _build(root: Path, lab: Lab, out: str) -> Kit:
    variables = [f"LAB={lab.name}", "BACKEND=cpu", f"STUDENT={lab.sources}"]
    variables += [f"OUT={out}/kit", f"CHECK_DIR={out}/reference_{lab.name}"]
    told = json.loads(make(root, variables, "print-kit"))

    def paths(words: list[str]) -> tuple[Path, ...]:
        return tuple(root / word for word in words)

    ours = {path: root / word for path, word in told["ours"].items()}
    whole = _program(told["program"], paths, set(ours.values()))
    targets = [
        str(file.relative_to(root)) for file in (*ours.values(), *(whole.files if whole else ()))
    ]
    goals = [*dict.fromkeys(targets), "check-build", "PART=all"]
    make(root, variables, *goals, found=told["found"])
    runners: dict[tuple[str, str], tuple[Path, ...]] = {
        (mode, part): paths(words)
        for mode, parts in told["runners"].items()
        for part, words in parts.items()
    }
    beside: list[Path] = []
    if whole:
        beside = [*whole.fixed, *(ours[one] for one in ours if one != lab.host)]
        beside += runners["plain", "memory"]
    kit = Kit(
        root,
        lab,
        _make_view(root, out, lab, "".join(f"{one}\n" for one in _our_names(beside))),
        tuple(told["compile"]),
        tuple(told["kernels"]),
        f"{out}/kit/cuda_on_cpu/cuda_on_cpu_inspect",
        f"{out}/kit/own_names",
        tuple(told["link"]),
        tuple(told["link_tail"]),
        ours,
        _defined(ours, [*beside, *(file for files in runners.values() for file in files)]),
        runners,
        whole,
        tuple(told["modes"]),
        root / told["check_program"],
        "",
    )
    missing = [str(path) for path in kit.built_files if not path.is_file()]
    if missing:
        raise GraderError(f"building the kit: make did not build {missing[0]}")
    return replace(kit, digest=_digest(kit))


def _program(
    told: dict[str, Any] | None, paths: Callable[[list[str]], tuple[Path, ...]], ours: set[Path]
) -> Program | None:
    if told is None:
        return None
    alone = {key: paths([word])[0] for key, word in told.items() if isinstance(word, str)}
    return Program(
        fixed=tuple(one for one in paths(told["fixed"]) if one not in ours),
        host=paths(told["host"]),
        device=paths(told["device"]),
        link_words=tuple(told["link"]),
        **alone,
    )


def given_files(root: Path, lab: Lab) -> dict[str, bytes]:
    """The students' files as they were handed out: without code in the students' blocks."""
    return {path: emptied((root / path).read_text()).encode() for path in lab.all_paths}


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


def _names(objects: list[Path], *options: str) -> set[str]:
    """The names in these objects."""
    if not objects:
        return set()
    words = ["nm", "--extern-only", *options, "--", *map(str, objects)]
    done = subprocess.run(words, capture_output=True, text=True, env=CLEAN_ENVIRONMENT)
    if done.returncode != 0:
        raise GraderError(f"building the kit: nm cannot read our objects: {done.stderr.strip()}")
    return {found[1] for found in re.finditer(r"(?m)^[0-9a-f ]+ \w (.+)$", done.stdout)}


def _defined(ours: dict[str, Path], beside: list[Path]) -> dict[str, frozenset[str]]:
    """What each of our files defines for other files, as the linker names it."""
    wanted = _names([*ours.values(), *beside], "--demangle", "--undefined-only")
    return {
        path: frozenset(_names([file], "--demangle", "--defined-only") & wanted)
        for path, file in ours.items()
    }


def _our_names(objects: list[Path]) -> list[str]:
    """The names that these objects define. Of the names in the runners, only those that replace
    functions of CUDA are listed."""
    names = _names(objects, "--defined-only")
    ours = {name for name in names if "9handshake6runner" in name or name.startswith("main")}
    ours -= {name for name in ours if "TracedCall" in name}
    return sorted(names - ours)


def _make_view(root: Path, out: str, lab: Lab, own_names: str) -> Path:
    """Makes the view, as a new copy each time, so that it contains no file of an older tree."""
    view, library = root / out / f"view_{lab.name}", root / out / "kit/cuda_on_cpu"
    fresh = root / out / f"view_{lab.name}.{os.getpid()}"
    shutil.rmtree(fresh, ignore_errors=True)
    for folder in lab.header_folders:
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
    for path in lab.all_paths:  # empty files, which the sandbox replaces by a submission's files
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


def _digest(kit: Kit) -> str:
    """A digest of everything in the suite and the kit that can change a result."""
    text = hashlib.sha256(tree_digest(kit.view).encode())
    for path in kit.built_files:
        text.update(hashlib.sha256(path.read_bytes()).digest())
    return text.hexdigest()[:16]
