"""Builds programs that hold many mutants each, and runs the check on one mutant at a time.

One source file holds all mutants of a batch, each in its own namespace. An environment variable
chooses the mutant that runs. So the compiler reads the headers only once for all mutants, and a
mutant needs no compilation of its own.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from matrix_corpus import solution
from mutant_operators import EXTRA, PARTS, TREE, WRAPPER, Mutant

ROOM = TREE / "build" / "mutants"
KERNELS = {
    "handshaking": "check_handshaking_gpu",
    "filter": "markFilterEdges_gpu",
    "scan": "exclusive_prefix_sum_gpu",
}
VARIABLE = "HANDSHAKE_MUTANT"
MOST_SECONDS = 900  # for one compilation or one check, on a busy machine
# Seconds that a run may take; its waits for a processor do not count. All runs of a part together
# may take five times as long. A mutant that is right and slow may be either OK or SLOW.
TIME_LIMIT = 4

CHOSEN = f'static const int chosen = std::atoi(std::getenv("{VARIABLE}"));'
INCLUDE = re.compile(r"^#include .*\n", re.MULTILINE)
ERROR = re.compile(r"^[^\s:]*mutants\.cu:(\d+)(?::\d+)?: (?:fatal )?error: ", re.MULTILINE)


class MutantsError(Exception):
    """The mutation test cannot continue."""


def run(command: Sequence[str | Path], **more: str) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS"} | more
    return subprocess.run(
        words, cwd=TREE, env=environment, capture_output=True, text=True, timeout=MOST_SECONDS
    )


@dataclass(frozen=True)
class Kit:
    parts: dict

    @staticmethod
    def read() -> Kit:
        made = run(["make", "-s", "check-build", "PART=all", "BACKEND=cpu"])
        if made.returncode != 0:
            raise MutantsError(f"make check-build fails:\n{made.stderr}")
        return Kit(json.loads(run(["make", "-s", "print-kit", "BACKEND=cpu"]).stdout))


@dataclass
class Batch:
    """Mutants of one part. Each mutant has a number, by which it is chosen."""

    kit: Kit
    part: str
    name: str
    mutants: dict[int, Mutant]
    unbuilt: list[Mutant] = field(default_factory=list)  # that the compiler refuses

    @property
    def room(self) -> Path:
        return ROOM / self.name

    def build(self, mode: str) -> None:
        """Builds the program of the part in this mode, without the mutants that the compiler
        refuses."""
        source = self.room / "mutants.cu"
        target = self.room / mode / f"run_{_program(self.part)}"
        target.parent.mkdir(parents=True, exist_ok=True)
        while self.mutants:
            text, numbers = source_text(self.part, self.mutants)
            source.write_text(text)
            done = self._compile(mode, source)
            if done.returncode == 0:
                self._link(mode, target)
                return
            refused = {numbers[int(line) - 1] for line in ERROR.findall(done.stderr)} - {None}
            if not refused:
                raise MutantsError(f"{source} does not build:\n{done.stderr[-3000:]}")
            self.unbuilt += [self.mutants.pop(number) for number in refused if number is not None]

    def _compile(self, mode: str, source: Path) -> subprocess.CompletedProcess[str]:
        # Host code is long: optimizing so many copies of it would take too long.
        is_traced = self.part in ("memory", "extra")
        traced = ["-O0", "-include", "runner/traced_cuda.hpp"] if is_traced else []
        done = run(
            [
                *self.kit.parts["compile"],
                *(["--diagnose"] if mode == "diagnostic" else []),
                *("-w", "-Igrader", *traced, "-c", source, "-o", self._object(mode)),
            ]
        )
        if done.returncode == 0 and traced:
            run(["objcopy", "--redefine-syms=grader/runner/traced_names", self._object(mode)])
        return done

    def _object(self, mode: str) -> Path:
        return self.room / f"{mode}.o"

    def _link(self, mode: str, target: Path) -> None:
        beside = [
            one for one in self.kit.parts["runners"][mode][self.part] if "/launch_" not in one
        ]
        tail = self.kit.parts["link_tail"]
        diagnose = ["--diagnose"] if mode == "diagnostic" else []
        link = [*self.kit.parts["link"], *diagnose, self._object(mode), *beside, "-o", target]
        done = run([*link, *tail])
        if done.returncode != 0:
            raise MutantsError(f"{target} cannot be linked:\n{done.stderr[-3000:]}")

    def verdict(self, number: int, mode: str) -> str:
        """The verdict of the check on one mutant. With mode="diagnostic", a mutant that is OK in
        plain mode gets the verdict of diagnostic mode."""
        out = self.room / f"out{number}"
        out.mkdir(exist_ok=True)
        results = out / "results.json"
        done = run(
            [
                *(self.kit.parts["check_program"], "--programs", self.room / "plain"),
                *(["--diagnostic", self.room / mode] if mode == "diagnostic" else []),
                *("--verdict-only", "--time-limit", f"{TIME_LIMIT}"),
                *("--part-limit", f"{5 * TIME_LIMIT}"),
                *("--output", out, "--json", results, self.part),
            ],
            **{VARIABLE: str(number)},
        )
        if done.returncode not in (0, 1):
            raise MutantsError(f"{self.mutants[number].name}: {done.stderr}")
        parts = json.loads(results.read_text())["parts"]
        return next(part["verdict"] for part in parts if part["id"] == self.part)


def _program(part: str) -> str:
    return "wrapper" if part in ("memory", "extra") else part


def source_text(part: str, mutants: Mapping[int, Mutant]) -> tuple[str, list[int | None]]:
    """The text of a file with all mutants, and for each line the number of its mutant."""
    head, pieces, tail = (
        _wrapper_pieces(mutants) if part in ("memory", "extra") else _kernel_pieces(part, mutants)
    )
    lines: list[int | None] = [None] * head.count("\n")
    for number, piece in zip(mutants, pieces, strict=True):
        lines += [number] * piece.count("\n")
    text = head + "".join(pieces) + tail
    return text, lines + [None] * (text.count("\n") - len(lines) + 1)


def _in_namespace(number: int, text: str) -> str:
    return f"namespace mutant{number} {{\n{text}\n}}\n"


def _kernel_pieces(part: str, mutants: Mapping[int, Mutant]) -> tuple[str, list[str], str]:
    solved = solution()[PARTS[part]]
    signature = "void handshake::runner::launch_kernel(const LaunchArguments& launch) "
    kernel = KERNELS[part]
    head = (
        "".join(INCLUDE.findall(solved))
        + '#include "runner/launch_kernel.cuh"\n#include <cstdlib>\n'
    )
    kernels = [
        _in_namespace(number, INCLUDE.sub("", one.applied(solved)))
        for number, one in mutants.items()
    ]
    launch = "launch_with(&mutant{0}::{1}, launch)"
    cases = "".join(f"case {n}: {launch.format(n, kernel)}; break;\n" for n in mutants)
    return head, kernels, f"{signature}{{ {CHOSEN}\nswitch (chosen) {{\n{cases}}} }}\n"


def _wrapper_pieces(mutants: Mapping[int, Mutant]) -> tuple[str, list[str], str]:
    wrapper, extra = solution()[WRAPPER], solution()[EXTRA]
    passes, entry = "// Returns the number of passes.", "void one_way_handshake_wrapper("
    before = wrapper[: wrapper.index(passes)].replace('#include "extra.cu"\n', "")
    head = "#include <cstdlib>\n" + "".join(INCLUDE.findall(extra)) + before
    pieces = []
    for number, one in mutants.items():
        changed = one.applied(wrapper) if one.file == WRAPPER else wrapper
        kernels = one.applied(extra) if one.file == EXTRA else extra
        own = changed[changed.index(passes) : changed.index(entry)]
        pieces.append(_in_namespace(number, INCLUDE.sub("", kernels) + own))
    cases = "".join(
        f"case {n}: mutant{n}::one_way_handshake(graph, res, numthreads, extra_credit); break;\n"
        for n in mutants
    )
    signature = wrapper[wrapper.index(entry) :].partition("{")[0]
    return head, pieces, f"{signature}{{ {CHOSEN}\nswitch (chosen) {{\n{cases}}} }}\n"
