"""Runs `make check` on one entry of the corpus, and judges the result of the check.

An entry becomes a whole submission in a separate folder. Files that it does not change keep their
time stamps, and the objects of the solved tree are copied as well, so that make builds only what
the entry changes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from matrix_corpus import PARTS, TREE, Changed, Entry, apply

MODES = ("plain", "diagnostic")
MOST_SECONDS = 1800  # for one make; the first one builds everything


class MatrixError(Exception):
    """The confusion matrix (matrix.py) cannot be made, and the entry is not at fault."""


@dataclass(frozen=True)
class Settings:
    schedules: int = 0  # orders of threads for right kernels; 0: the orders of `make check`
    make: tuple[str, ...] = ()  # more words for make, such as CXX=clang++
    backend: str = "cpu"
    keeps_programs: bool = False
    folder: str = "matrix"  # in build/: where programs are built
    case_of_match: int = 0  # only this case of the part `match`; 0: all cases
    modes: tuple[str, ...] = MODES

    @property
    def room(self) -> Path:
        return TREE / "build" / (self.folder if self.backend == "cpu" else "matrix_gpu")


@dataclass(frozen=True)
class Row:
    """The result of one entry."""

    name: str
    wrong: bool
    part: str
    verdict: str
    summary: str
    blamed: str  # the part that the check blames; empty when every part is OK
    caught: bool
    right_part: bool
    right_verdict: bool
    right_line: bool
    lines: tuple[str, ...]  # the lines that the first failure names
    alarms: tuple[str, ...]  # what was wrongly reported about a right kernel
    seconds: float

    def as_json(self) -> dict:
        return asdict(self)


def make_words(target: str, room: Path, settings: Settings) -> list[str]:
    where = room.relative_to(TREE)
    words = ["make", "-s", target, f"BACKEND={settings.backend}", f"STUDENT={where}/src"]
    words += [f"CHECK_MODES={' '.join(settings.modes)}"] if settings.modes != MODES else []
    return [*words, f"CHECK_DIR={where}/out", *settings.make]


def run_check(part: str, room: Path, settings: Settings, schedules: int = 0) -> dict:
    """The JSON of one `make check-PART`."""
    result = room / "out" / "results.json"
    result.unlink(missing_ok=True)
    command = make_words(f"check-{part}" if part else "check", room, settings)
    if schedules:
        command.append(f"SCHEDULES={schedules}")
    if part == "match" and settings.case_of_match:
        command.append(f"CASE={settings.case_of_match}")
    log = room / f"check-{part or 'all'}.log"
    run_make(command, log)
    if not result.exists():
        raise MatrixError(f"{' '.join(command)} left no results; see {log}")
    return json.loads(result.read_text())


def run_make(command: list[str], log: Path) -> int:
    with open(log, "w") as out:
        try:
            done = subprocess.run(
                command, cwd=TREE, env=environment(), stdout=out, stderr=out, timeout=MOST_SECONDS
            )
        except subprocess.TimeoutExpired as error:
            said = f"{' '.join(command)} takes more than {MOST_SECONDS} s; see {log}"
            raise MatrixError(said) from error
    return done.returncode


@cache
def environment() -> dict[str, str]:
    """The environment, with the facts about the compiler that each `make` would otherwise determine
    again."""
    plain = {key: value for key, value in os.environ.items() if key != "MAKEFLAGS"}
    command = ["make", "-s", "BACKEND=cpu", "--eval=told: ; env", "told"]
    done = subprocess.run(command, cwd=TREE, env=plain, capture_output=True, text=True)
    found = re.findall("^(LINKS_OF|ZLIB|OPENMP)=(.*)$", done.stdout, re.MULTILINE)
    return plain | dict(found)


def write_submission(folder: Path, changed: Changed) -> None:
    for path in PARTS.values():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if path not in changed.files:
            shutil.copy2(TREE / path, target)
    for path, text in changed.files.items():
        (folder / path).write_text(text)
    touch_changed(folder, changed)


def touch_changed(folder: Path, changed: Changed) -> None:
    """Makes the changed files of the entry newer than all copied objects."""
    includes_extra = [PARTS["memory"]] if PARTS["extra"] in changed.files else []
    for path in (*changed.files, *includes_extra):
        (folder / path).touch()


def build_base(settings: Settings, parts: Sequence[str] = ("",)) -> None:
    """Checks these parts of the solved tree, or all of it: if they are not OK, no comparison makes
    sense."""
    room = settings.room / "base"
    write_submission(room, Changed({}, {}))
    checked = [one for part in parts for one in run_check(part, room, settings)["parts"]]
    faulty = [f"{part['name']}: {part['verdict']}" for part in checked if not is_ok(part)]
    if faulty:
        raise MatrixError(f"the solved tree is not OK: {'; '.join(faulty)}; see {room}")


def is_ok(part: dict) -> bool:
    return part["verdict"] == "OK"


def check_entry(entry: Entry, settings: Settings) -> Row:
    start = time.monotonic()
    room, changed = prepare(entry, settings)
    parts = run_parts(entry, changed, room, settings)
    if not settings.keeps_programs:
        for mode in MODES:
            shutil.rmtree(room / "out" / mode, ignore_errors=True)
    return judge(entry, changed, parts, time.monotonic() - start)


def room_of(entry: Entry, settings: Settings) -> Path:
    return settings.room / ("wrong" if entry.wrong else "right") / entry.name


def prepare(entry: Entry, settings: Settings) -> tuple[Path, Changed]:
    room = room_of(entry, settings)
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    changed = apply(entry)
    # Only the check of the part `extra` needs programs that are built from unchanged files.
    if entry.part == "extra":
        copy_objects(room, settings)
    write_submission(room, changed)
    return room, changed


def copy_objects(room: Path, settings: Settings) -> None:
    """Copies the objects of the base, which are newer than their source files. So `make` does not
    recompile files that the entry leaves unchanged."""
    base = settings.room / "base" / "out"
    for mode in settings.modes:
        if (base / mode).is_dir():
            shutil.copytree(base / mode, room / "out" / mode, dirs_exist_ok=True)


def run_parts(entry: Entry, changed: Changed, room: Path, settings: Settings) -> list[dict]:
    """Checks the entry's own part. If this check finds nothing, checks the whole program. For the
    part `memory`, checks the extra credit in between, because both parts use onewaywrapper.cu."""
    schedules = 0 if entry.wrong else settings.schedules
    found = [run_part(entry.part, room, settings, schedules)]
    if not is_ok(found[0]):
        return found
    copy_objects(room, settings)
    touch_changed(room, changed)
    for part in ("extra", "match") if entry.part == "memory" else ("match",):
        if is_ok(found[-1]):
            found.append(run_part(part, room, settings, schedules))
    return found


def run_part(part: str, room: Path, settings: Settings, schedules: int) -> dict:
    report = run_check(part, room, settings, schedules)
    return next(result for result in report["parts"] if result["id"] == part)


def judge(entry: Entry, changed: Changed, parts: list[dict], seconds: float) -> Row:
    faulty = [part for part in parts if not is_ok(part)]
    first = faulty[0] if faulty else None
    lines = named_lines(first) if first else ()
    return Row(
        name=entry.name,
        wrong=entry.wrong,
        part=entry.part,
        verdict=first["verdict"] if first else "OK",
        summary=first["summary"] if first else "",
        blamed=first["id"] if first else "",
        caught=bool(faulty),
        right_part=bool(faulty) and first["id"] in entry.blame,
        right_verdict=bool(faulty) and first["verdict"] in entry.verdicts,
        right_line=any(is_blamed(line, changed) for line in lines),
        lines=tuple(f"{Path(file).name}:{line}" for file, line in lines),
        alarms=() if entry.wrong else tuple(alarm for part in parts for alarm in alarms(part)),
        seconds=round(seconds, 1),
    )


def named_lines(part: dict) -> tuple[tuple[str, int], ...]:
    """The lines that the explanation of the first failure names, the surest one first."""
    if not part["failures"]:
        return ()
    return tuple((place["file"], place["line"]) for place in part["failures"][0]["places"])


def is_blamed(place: tuple[str, int], changed: Changed) -> bool:
    file, line = place
    return any(
        line in lines and Path(file).name == Path(path).name
        for path, lines in changed.blamed.items()
    )


def alarms(part: dict) -> list[str]:
    """Everything that is reported about a right kernel, except notes."""
    told = [] if is_ok(part) else [f"{part['id']} {part['verdict']}: {part['summary']}"]
    for finding in part["findings"]:
        if finding["severity"] != "note":
            place = f"{Path(finding['file'] or '').name}:{finding['line']}"
            told.append(f"{finding['severity']} at {place}: {finding['text']}")
    return told
