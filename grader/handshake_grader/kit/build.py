"""Compiles and links a submission's files, each step in a separate sandbox."""

from __future__ import annotations

import re
import shlex
import tempfile
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from skeleton import with_blocks

from ..errors import GraderError, UsageError
from ..intake.submission import Submission
from ..messages import sentence
from ..sandbox.guarded_process import MEBIBYTE, LimitHit, Limits, Result
from ..sandbox.sandbox import WORK_FOLDER, run
from ..settings.plan import items_of
from ..settings.settings import Settings
from .host_code import host_calls
from .kept_objects import KeptObjects
from .kit import TRACE_HEADER, TRACED_NAMES, Kit

KIT_FOLDER = "/kit"
INPUT_FOLDER = "/in"
MOST_PROGRAM_BYTES = 64 * MEBIBYTE
MOST_LOG = 4000
LAUNCHES = 1  # the block of onewaywrapper.cu with the launches of the extra credit

# The additional options of each way to build a file.
DIAGNOSED = ("--diagnose",)
# The runner uses only the function one_way_handshake_wrapper of onewaywrapper.cu. All other names
# in the object of that file are hidden. Otherwise another function in the object, such as an inline
# write() or a different version of a template, could replace a function of the runner.
ONLY_ENTRY = (
    f"ld -r --force-group-allocation {WORK_FOLDER}/x.o -o {WORK_FOLDER}/whole.o && "
    "objcopy --wildcard --keep-global-symbol='*one_way_handshake_wrapper*' "
    f"{WORK_FOLDER}/whole.o {WORK_FOLDER}/x.o"
)
TRACED = ("-Igrader", "-include", TRACE_HEADER)
REMOTE = ("--remote",)  # host code whose device is another process
HIDEABLE = ("-fno-gnu-unique",)  # otherwise g++ makes names that objcopy cannot hide
EXPORTED = ("-rdynamic",)  # a device finds its kernels by their names

ONLY_KERNELS = Path(__file__).with_name("only_kernels.sh")


_controlled: dict[
    tuple[str, ...], str
] = {}  # by kit and command: why our own file does not compile; "" if it compiles
_control_lock = threading.Lock()


@dataclass(frozen=True)
class Built:
    """A file that a build step made, or the reason why there is none."""

    file: Path | None
    log: str = ""
    # The submission's file that did not compile, or that does not define its function as our
    # headers declare it (`lacks`: the name of this function). "" if linking failed otherwise.
    at_fault: str = ""
    lacks: str = ""

    def made(self) -> Path:
        """Returns the file. Only for builds from our own files: if such a build fails, the grader
        has a fault."""
        if self.file is None:
            raise GraderError(f"our own program does not link in the sandbox: {self.log}")
        return self.file


def require_that_ours_builds(kit: Kit, settings: Settings) -> None:
    """Builds our own solution in the sandbox before the first student is graded. Otherwise, a fault
    of the kit or of the sandbox would leave every item of every student ungraded."""
    lab = kit.lab
    solution = Submission(lab, {path: (kit.root / path).read_bytes() for path in lab.paths})
    with tempfile.TemporaryDirectory(prefix="handshake_solution.") as folder:
        builder = Builder(kit, settings, solution, Path(folder))
        for part in lab.kernels if kit.whole is None else ():
            builder.runner(part, "plain").made()
        for build in (builder.program, builder.host, builder.device) if kit.whole else ():
            build(frozenset(lab.paths) - {lab.included}).made()


def require_modes(kit: Kit, settings: Settings) -> None:
    """If the settings need a mode that is missing, raises an error before the first student is
    graded. Without the error, all items that need this mode would be ungraded, for all students."""
    asks = [item.id for item in items_of(settings) if item.property.by == "findings"]
    if settings.suite.diagnostic == "required" or asks:
        is_off = settings.suite.diagnostic == "off"
        if is_off or "diagnostic" not in kit.modes:
            why = "but suite.diagnostic is off" if is_off else "which this kit does not have"
            needs = asks[0] if asks else 'suite.diagnostic = "required"'
            raise UsageError(f"settings: {needs} needs diagnostic mode, {why}")


def used_modes(kit: Kit, settings: Settings) -> list[str]:
    """The modes in which the suite runs with this kit and these settings."""
    return [mode for mode in kit.modes if mode == "plain" or settings.suite.diagnostic != "off"]


@dataclass
class Builder:
    """Builds each object and program of one submission at most once."""

    kit: Kit
    settings: Settings
    submission: Submission
    folder: Path  # private to this submission
    wall_s: float = 0.0
    _objects: dict[tuple[str, bool, tuple[str, ...]], Built] = field(default_factory=dict)
    _programs: dict[tuple[object, ...], Built] = field(default_factory=dict)
    _host_calls: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._kept = KeptObjects(self.kit)
        self._lab = self.kit.lab
        for path, text in self.submission.files.items():
            file = self.folder / "src" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)

    def program(self, own: frozenset[str]) -> Built:
        """Builds the program `match`. The files `own` are the submission's, all others are ours."""
        key = ("match", own)
        if key not in self._programs:
            self._programs[key] = self._build_match(own)
        return self._programs[key]

    def host(self, own: frozenset[str]) -> Built:
        """The host program of `match`: it has the submission's onewaywrapper.cu, but no kernels."""
        key = ("host", self._lab.included in own)
        if key not in self._programs:
            built = self.object(self._lab.host, self._lab.included in own, REMOTE)
            if built.file is not None:
                objects = [built.file, *self.kit.program.host]
                built = self._link(
                    f"host_{len(self._programs)}",
                    objects,
                    (*REMOTE, *EXPORTED, *self.kit.program.link_words),
                )
            self._programs[key] = built
        return self._programs[key]

    def device(self, own: frozenset[str]) -> Built:
        """The device program of `match`: it has all kernels, also those in onewaywrapper.cu."""
        key = ("device", own)
        if key not in self._programs:
            objects = self._students_objects(own, self._kernels_of_wrapper)
            if not isinstance(objects, Built):
                objects += self.kit.program.device
                name = f"device_{len(self._programs)}"
                objects = self._link(name, objects, (*EXPORTED, *self.kit.program.link_words))
            self._programs[key] = objects
        return self._programs[key]

    def _kernels_of_wrapper(self, needs_extra: bool) -> Built:
        host, whole = (self.object(self._lab.host, needs_extra, words) for words in (REMOTE, ()))
        if host.file is None or whole.file is None:
            return host if host.file is None else whole
        at = {name: f"{INPUT_FOLDER}/{name}" for name in ("host.o", "whole.o", ONLY_KERNELS.name)}
        inputs = dict(zip(at.values(), (host.file, whole.file, ONLY_KERNELS), strict=True))
        objects = f"host={at['host.o']} whole={at['whole.o']}"
        script = f"env -C {WORK_FOLDER} {objects} sh {at[ONLY_KERNELS.name]}"
        name = f"kernels_{len(self._programs)}.o"
        return self._step(script, inputs, f"{WORK_FOLDER}/kernels.o", name)

    def our_remote(self) -> tuple[Path, Path]:
        """The host program and the device program of `match`, built from our files only."""
        key = ("our_host",)
        if key not in self._programs:
            objects = [self.kit.program.wrapper, *self.kit.program.host]
            self._programs[key] = self._link(
                "our_host", objects, (*REMOTE, *self.kit.program.link_words)
            )
        return self._programs[key].made(), self.device(frozenset()).made()

    def runner(self, part: str, mode: str) -> Built:
        """The program that runs one part of the suite. Its file is runner_file(part, mode)."""
        key = ("runner", part, mode)
        if key not in self._programs:
            path = self._lab.parts[part][0]
            words: tuple[str, ...] = DIAGNOSED if mode == "diagnostic" else ()
            words += TRACED if part not in self._lab.kernels else ()
            built = self.object(path, len(self._lab.parts[part]) > 1, words)
            if built.file is not None:
                name = self.runner_file(part, mode).relative_to(self.folder).as_posix()
                objects = [built.file, *self.kit.runner_objects[mode, part]]
                built = self._link(name, objects, DIAGNOSED if mode == "diagnostic" else ())
            self._programs[key] = built
        return self._programs[key]

    def extension(self) -> Built:
        """The program that runs the submission's ld_extension.cu."""
        key = ("extension",)
        if key not in self._programs:
            built = self.object(self._lab.optional[0])
            if built.file is not None:
                built = self._link("ld_runner", [built.file, self.kit.program.extension_runner])
            self._programs[key] = built
        return self._programs[key]

    def our_extension(self) -> Built:
        """The program that runs our own ld_extension.cu."""
        key = ("our_extension",)
        if key not in self._programs:
            objects = [self.kit.program.our_extension, self.kit.program.extension_runner]
            self._programs[key] = self._link("our_ld_runner", objects)
        return self._programs[key]

    def runner_file(self, part: str, mode: str) -> Path:
        return (
            self.folder
            / "runners"
            / mode
            / part
            / f"run_{part if part in self._lab.kernels else 'wrapper'}"
        )

    def object(self, path: str, needs_extra: bool = False, words: tuple[str, ...] = ()) -> Built:
        """The object of one file. If the file with host code does not compile with the file that it
        includes, and `needs_extra` is false, it is compiled again without the extra credit, because
        a mistake in it should not affect the other parts."""
        key = (path, needs_extra, words)
        if key not in self._objects:
            built = self._compile(path, True, words)
            if (
                path == self._lab.host
                and built.file is None
                and not needs_extra
                and self._lab.included in self.submission.files
            ):
                without = self._compile(path, False, words)
                built = without if without.file is not None else built
            self._objects[key] = built
        return self._objects[key]

    def host_calls(self, path: str) -> list[str]:
        """Lists the file's host code that is forbidden, or that a person must look at. For a
        file of kernels, the list has all code that the compiler should have refused. For any other
        file, the list has all code that uses the operating system. The list is empty if the file
        does not compile."""
        if path not in self._host_calls:
            modes = used_modes(self.kit, self.settings)
            ways = [DIAGNOSED if mode == "diagnostic" else () for mode in modes]
            if path in self._lab.kernel_files:
                found = [self._inspect(path, way, way) for way in ways]
            else:
                # every object that is built from onewaywrapper.cu is inspected
                ways = (
                    [(), REMOTE, *((*way, *TRACED) for way in ways)]
                    if path == self._lab.host
                    else [()]
                )
                words = ("--host", "--own", self.kit.own_names)
                found = [self._inspect(path, way, words) for way in ways]
            self._host_calls[path] = list(dict.fromkeys(call for calls in found for call in calls))
        return self._host_calls[path]

    def _inspect(self, path: str, way: tuple[str, ...], options: tuple[str, ...]) -> list[str]:
        """Inspects the object in a separate sandbox, not in the sandbox that compiled it."""
        built = self.object(path, words=way)
        if built.file is None:
            return []
        command = shlex.join([self.kit.inspector, *options, f"{INPUT_FOLDER}/x.o"])
        # Exit code 0: nothing was found. 1: something was found. Any other code: an error.
        script = f"cd {KIT_FOLDER} && {{ {command} 2>&1 || [ $? = 1 ]; }}"
        result = self._run(script, {f"{INPUT_FOLDER}/x.o": built.file})
        said = result.stdout.decode("utf-8", errors="replace")
        if not result.ok:
            why = _log_of(result, self.settings) or said
            raise GraderError(f"inspecting the object of {path}: {why}")
        return host_calls(said.replace(f"{KIT_FOLDER}/", ""))

    def _build_match(self, own: frozenset[str]) -> Built:
        objects = self._students_objects(own)
        if isinstance(objects, Built):
            return objects
        objects += self.kit.program.fixed
        name = "match_" + "_".join(sorted(Path(path).stem for path in own))
        return self._link(name, objects)

    def _students_objects(
        self, own: frozenset[str], wrapper: Callable[[bool], Built] | None = None
    ) -> list[Path] | Built:
        """One object for each file that students write: the submission's object if the file is in
        `own`, otherwise ours. If a file has no object, returns the reason instead."""
        objects = []
        for path, reference in sorted(self.kit.reference_objects.items()):
            if path not in own:
                built = Built(reference)
            elif path == self._lab.host and wrapper:
                built = wrapper(self._lab.included in own)
            else:
                built = self.object(path, self._lab.included in own)
            if built.file is None:
                return built
            objects.append(built.file)
        return objects

    def _compile(self, path: str, with_extra: bool, words: tuple[str, ...]) -> Built:
        inputs = {f"{KIT_FOLDER}/{path}": self.folder / "src" / path}
        if path == self._lab.host and not with_extra:
            inputs = {f"{KIT_FOLDER}/{path}": self._without_extra()}
        elif path == self._lab.host and self._lab.included in self.submission.files:
            inputs[f"{KIT_FOLDER}/{self._lab.included}"] = self.folder / "src" / self._lab.included
        words = (*self.kit.kernel_words, *words) if path in self._lab.kernel_files else words
        is_traced = words[-len(TRACED) :] == TRACED
        if path == self._lab.host and (is_traced or not words) and "g++" in self.kit.compile_words:
            words = (*HIDEABLE, *words)
        command = [*self.kit.compile_words, *words, "-c", path, "-o", f"{WORK_FOLDER}/x.o"]
        name = f"{len(self._objects)}{'' if with_extra else '.alone'}.o"
        script = shlex.join(command)
        if is_traced:
            script += (
                f" && objcopy --redefine-syms={TRACED_NAMES} {WORK_FOLDER}/x.o && {ONLY_ENTRY}"
            )
        built = self._step(script, inputs, f"{WORK_FOLDER}/x.o", name)
        if built.file is None:
            self._require_that_ours_compiles(path, command)
            return Built(None, built.log, path)
        return built

    def _without_extra(self) -> Path:
        """The student's onewaywrapper.cu without the launches of the extra credit; each line keeps
        its number."""
        text = self.submission.files[self._lab.host].decode("latin-1")
        kept = with_blocks(
            text, lambda number, old: "\n" * old.count("\n") if number == LAUNCHES else old
        )
        file = self.folder / "src" / f"{self._lab.host}.without_extra"
        file.write_text(kept, encoding="latin-1", newline="")
        return file

    def _require_that_ours_compiles(self, path: str, command: list[str]) -> None:
        """Compiles our own file with the same command. If it does not compile either, raises an
        error: the grader has a fault, and the student's file may be right."""
        key = (self.kit.digest, *command)
        with _control_lock:
            if key not in _controlled:
                ours = {
                    f"{KIT_FOLDER}/{one}": self.kit.root / one for one in (path, self._lab.included)
                }
                result = self._run(f"cd {KIT_FOLDER} && {shlex.join(command)} >&2", ours)
                _controlled[key] = "" if result.ok else _log_of(result, self.settings)
            if _controlled[key]:
                raise GraderError(f"our own {path} does not compile: {_controlled[key]}")

    def _link(self, name: str, objects: list[Path], words: tuple[str, ...] = ()) -> Built:
        inputs = {f"{INPUT_FOLDER}/{at}.o": file for at, file in enumerate(objects)}
        # Only diagnostic mode needs the names of symbols. Other programs are smaller without them.
        words = words if words == DIAGNOSED else (*words, "-Xlinker", "-s")
        command = [
            *self.kit.link_words,
            *words,
            *inputs,
            "-o",
            f"{WORK_FOLDER}/program",
            *self.kit.link_tail,
        ]
        built = self._step(shlex.join(command), inputs, f"{WORK_FOLDER}/program", name)
        return _blamed(built, self.kit.defined) if built.file is None else built

    def _step(self, script: str, inputs: dict[str, Path], product: str, name: str) -> Built:
        script = f"cd {KIT_FOLDER} && {{ {script}; }} >&2 && cat {product}"
        kept = self._kept.name(script, inputs)
        found = self._kept.find(kept)
        if found is not None:
            return self._built(name, *found)
        result = self._run(script, inputs)
        if not result.ok:
            # A student loses points only if the step fails twice. If the second failure is due to a
            # lack of processor time, it does not count.
            again = self._run(script, inputs)
            if again.ok or again.limit_hit is LimitHit.STARVED:
                raise GraderError(
                    f"building {name}: the compiler failed, but not every time: "
                    f"{_log_of(result, self.settings)}"
                )
            return Built(None, _log_of(again, self.settings))
        if not result.stdout:
            raise GraderError(f"building {name}: the compiler succeeded, but made nothing")
        log = _log_of(result, self.settings)
        self._kept.keep(kept, result.stdout, log)
        return self._built(name, result.stdout, log)

    def _built(self, name: str, made: bytes, log: str) -> Built:
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(made)
        file.chmod(0o644 if name.endswith(".o") else 0o755)
        return Built(file, log)

    def _run(self, script: str, inputs: dict[str, Path]) -> Result:
        result = run(
            ["/bin/sh", "-c", script], {KIT_FOLDER: self.kit.view, **inputs}, limits=self._limits()
        )
        self.wall_s += result.wall_s
        return result

    def _limits(self) -> Limits:
        limits = self.settings.limits
        return Limits(
            cpu_s=limits.compile_s,
            wall_s=4 * limits.compile_s,
            memory_bytes=limits.compile_memory_mib * MEBIBYTE,
            file_bytes=MOST_PROGRAM_BYTES,
            output_bytes=MOST_PROGRAM_BYTES,
            tmpfs_bytes=4 * MOST_PROGRAM_BYTES,
        )


def _blamed(unlinked: Built, defined: Mapping[str, frozenset[str]]) -> Built:
    """Names the file that does not define its function, if the linker misses this very function.
    If the linker misses a function of the same name with other arguments, the caller is wrong."""
    undefined = re.findall(r"undefined [^`':]*[`':] ?([^'\n]+)", unlinked.log)
    for path, names in defined.items():
        lacks = next((name for name in undefined if name.strip() in names), "")
        if lacks:
            return replace(unlinked, at_fault=path, lacks=lacks.split("(")[0])
    return unlinked


def _log_of(result: Result, settings: Settings) -> str:
    limits, hit = settings.limits, result.limit_hit
    if hit in (LimitHit.WALL, LimitHit.CPU):
        reason = sentence("compiler_time", most=f"{limits.compile_s:g}")
    elif hit is LimitHit.MEMORY:
        reason = sentence("compiler_memory", most=limits.compile_memory_mib)
    elif hit is LimitHit.OUTPUT:
        reason = sentence("compiler_output")
    else:
        reason = "" if hit is LimitHit.NONE else sentence("compiler_processes")
    said = result.stderr[: 4 * MOST_LOG].decode("utf-8", errors="replace")
    said = said.replace(f"{KIT_FOLDER}/", "").replace(f"{WORK_FOLDER}/", "")
    said = "".join(letter for letter in said if letter.isprintable() or letter in "\n\t")
    return "\n".join(piece for piece in (reason, said[:MOST_LOG].strip()) if piece)
