#!/usr/bin/env python3
"""Grades every attack of this folder, and one right submission, and looks for gains of an attack.

The class is graded for real, and not by an examiner of the tests.

    .venv/bin/python grader/tests/submissions/attack.py                 all of them; minutes
    .venv/bin/python grader/tests/submissions/attack.py fork_bomb read  these names and kinds
    .venv/bin/python grader/tests/submissions/attack.py --variants      those of variants.py

The last line says how many gains there were; the exit code is 0 if there were none.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import platform
import re
import secrets
import socket
import sys
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent), str(ROOT / "grader")]

from corpus import ROOTS, Attack, attacks, settings_that_accept  # noqa: E402
from handshake_grader import __version__  # noqa: E402
from handshake_grader.cli import main as grade  # noqa: E402
from handshake_grader.course.gradescope_zip import for_container  # noqa: E402
from handshake_grader.kit.kit import build_kit  # noqa: E402
from handshake_grader.marks.journal import Journal  # noqa: E402
from handshake_grader.sandbox import own_root  # noqa: E402
from handshake_grader.sandbox.sandbox import LEVELS, level  # noqa: E402
from matching import LAB  # noqa: E402
from matrix_corpus import solution  # noqa: E402
from pack import make_tar  # noqa: E402
from sample_class import small_settings  # noqa: E402
from variants import all_variants  # noqa: E402

CONTROL = "zz_right"  # a right submission, graded beside the attacks
FULL_MARKS = "110"


class Listener:
    """Notes every connection, from this machine's network or to a socket without a file."""

    def __init__(self, mark: str):
        self.heard: list[str] = []
        self._tcp = socket.create_server(("0.0.0.0", 0))
        self._local = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._local.bind("\0" + mark)
        self._local.listen()
        self.port = self._tcp.getsockname()[1]
        for name, server in (("tcp", self._tcp), ("unix", self._local)):
            threading.Thread(target=self._listen, args=(name, server), daemon=True).start()

    def _listen(self, name: str, server: socket.socket) -> None:
        while True:
            server.accept()[0].close()
            self.heard.append(name)


@dataclass
class Outcome:
    marks: dict[str, str]  # student -> total
    verdicts: dict[str, set[str]]
    gains: list[str] = field(default_factory=list)  # what attacks gained; empty if nothing
    seconds: float = 0.0


def grade_attacks(chosen: list[Attack], folder: Path, tree: Path = ROOT, jobs: int = 2) -> Outcome:
    mark = f"handshake.{secrets.token_hex(8)}"
    secret, out = folder / "secret" / "key", folder / "out"
    secret.parent.mkdir(mode=0o755)
    secret.write_text(secrets.token_hex(32) + "\n")
    secret.chmod(0o600)
    listener = Listener(mark)
    names = {"SECRET": str(secret), "OUT": str(out), "PORT": str(listener.port), "MARK": mark}
    _hand_in(chosen, folder / "in", tree, names)
    settings = small_settings()
    if own_root.is_used():
        settings = for_container(settings, "small settings")
    handed_in = [folder / "in" / one.name for one in chosen if one.verdict != "HELD"]
    settings += settings_that_accept((each / "submit_me.tar").read_bytes() for each in handed_in)
    (folder / "settings.toml").write_text(settings)
    os.environ["HANDSHAKE_CANARY"] = mark
    digest = build_kit(tree, LAB).digest
    earlier = _children()
    started = time.monotonic()
    words = ["class", folder / "in", "--out", out, "--settings", folder / "settings.toml"]
    words += ["--secret", secret, "--tree", tree, "--jobs", jobs]
    code = grade([str(word) for word in words])
    outcome = Outcome(_marks(out), _verdicts(out), seconds=time.monotonic() - started)
    time.sleep(1.5)  # an attack may have left something behind that acts later
    outcome.gains += [f"the grader ended with exit code {code}"] * (code not in (0, 1))
    outcome.gains += [f"somebody connected: {who}" for who in listener.heard]
    outcome.gains += _gained_points(chosen, outcome) + _left_behind(out, earlier)
    outcome.gains += _told(out, {"the secret": secret.read_text().strip(), "the environment": mark})
    if build_kit(tree, LAB).digest != digest:
        outcome.gains.append("the kit is not what it was")
    return outcome


def _hand_in(chosen: list[Attack], folder: Path, tree: Path, names: dict[str, str]) -> None:
    right = {path: text.encode() for path, text in solution(tree).items()}
    archives = {CONTROL: make_tar(right)}
    archives |= {one.name: one.archive(right, names) for one in chosen}
    for name, data in archives.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "submit_me.tar").write_bytes(data)


def _marks(out: Path) -> dict[str, str]:
    rows = csv.DictReader(io.StringIO((out / "marks.csv").read_text()))
    return {row["student"]: row["total"] for row in rows}


def _verdicts(out: Path) -> dict[str, set[str]]:
    journal = Journal(out / "private/journal.sqlite")
    found = {
        name: {one.result.verdict.value for one in journal.newest(name).values()}
        for name in _marks(out)
    }
    journal.close()
    return found


def _gained_points(chosen: list[Attack], outcome: Outcome) -> list[str]:
    gains = []
    for one in chosen:
        points = outcome.marks.get(one.name, "no row")
        wanted, found = set(one.verdict.split()), outcome.verdicts.get(one.name, set())
        if one.kind == "archive" and points == "" and "UNREAD" in found:
            continue  # a person decides: there are no points
        is_open = points == "" and {"JE", "HELD"} & wanted
        is_number = points.replace(".", "", 1).isdecimal()
        if not is_open and not (is_number and float(points) <= float(one.points)):
            gains.append(f"{one.name} has {points or 'no'} points")
        if not wanted & found:
            said = ", ".join(sorted(found))
            gains.append(f"{one.name} is not {' or '.join(sorted(wanted))}, but {said}")
    if outcome.marks.get(CONTROL) != FULL_MARKS:
        gains.append(f"the right submission has {outcome.marks.get(CONTROL)} points")
    return gains


def _children() -> set[str]:
    """The children of this process, the grader: what an attack leaves behind is among them."""
    tasks = Path("/proc/self/task").iterdir()
    return {child for task in tasks for child in (task / "children").read_text().split()}


def _left_behind(out: Path, earlier: set[str]) -> list[str]:
    gains = [f"{one} is left" for one in (out / "private/scratch").iterdir()]
    for child in _children() - earlier:
        words = Path("/proc", child, "cmdline").read_text().replace("\0", " ")
        gains += [f"a process is left: {words}"] * bool(words)  # an ended process has no words
    for process in Path("/proc").glob("[0-9]*/comm"):
        with suppress(OSError):  # the process ended meanwhile
            gains += [f"{process} is left"] * (process.read_text() == "handshake_mark\n")
    return gains


def _told(out: Path, hidden: dict[str, str]) -> list[str]:
    """Looks for words that must not be in any file that the grader wrote."""
    gains = []
    words = {**hidden, "something that only an attack that got out says": "handshake_seen"}
    for file in out.rglob("*"):
        text = file.read_bytes().decode(errors="replace") if file.is_file() else ""
        name = file.relative_to(out)
        gains += [f"{name} holds {what}" for what, word in words.items() if word in text]
        if "<script>alert" in text and file.suffix == ".html":
            gains.append(f"{name} holds markup of a submission")
        if name.name == "marks.csv" and "handshake_forged" in text:
            gains.append(f"{name} was written by a submission")
        if file.suffix in (".csv", ".txt") and re.search(r"[\x00-\x08\x0b-\x1f\u202e]", text):
            gains.append(f"{name} holds control characters")
    return gains


def table(chosen: list[Attack], outcome: Outcome) -> str:
    lines = [f"{'root':9} {'attack':48} {'kind':8} {'points':>6}  verdicts of its parts"]
    for one in sorted(chosen, key=lambda one: (ROOTS.index(one.root), one.kind, one.name)):
        said = ", ".join(sorted(outcome.verdicts.get(one.name, ())))
        points = outcome.marks.get(one.name) or "-"
        lines.append(f"{one.root:9} {one.name:48} {one.kind:8} {points:>6}  {said}")
    said = ", ".join(sorted(outcome.verdicts.get(CONTROL, ())))
    lines.append(f"{'':9} {'(a right submission)':57} {outcome.marks.get(CONTROL):>6}  {said}")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("only", nargs="*", help="names, roots, kinds or verdicts")
    parser.add_argument("--variants", action="store_true", help="those that are made, by root")
    parser.add_argument("--every", type=int, default=1, help="only every N-th of them")
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    chosen = attacks(options.only)
    if options.variants:
        chosen = [*all_variants(options.only, options.every)]
    with tempfile.TemporaryDirectory(prefix="attacks.") as name:
        outcome = grade_attacks(chosen, Path(name), options.tree.resolve(), options.jobs)
    print(f"{time.strftime('%Y-%m-%d')}, {platform.platform()}, {os.cpu_count()} processors")
    print(f"grader {__version__}, sandbox level {level()} ({LEVELS[level()]})")
    print(f"command: {' '.join(['grader/tests/submissions/attack.py', *sys.argv[1:]])}\n")
    print(table(chosen, outcome))
    print("".join(f"\nGAINED: {one}" for one in outcome.gains))
    held = "all were held" if not outcome.gains else f"{len(outcome.gains)} gains, see above"
    print(f"{len(chosen)} attacks in {outcome.seconds:.0f} s: {held}")
    return 1 if outcome.gains else 0


if __name__ == "__main__":
    sys.exit(main())
