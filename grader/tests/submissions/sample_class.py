"""A class of 24 as Sakai's bulk download: right, partly right, late, hostile and broken work.

`grader/grade demo --out DIR` writes it to DIR/sample_class.zip and grades it. The layout is

    Project 3/Last, First(ID)/Submission attachment(s)/FILE
    Project 3/Last, First(ID)/timestamp.txt                     when it was handed in
    Project 3/grades.csv                                        the roster

Nobody in it is a real person, and no solution is kept here: each is cut from the tree.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(HERE.parent)]

from corpus import attacks  # noqa: E402
from handshake_grader.intake.submission import FILTER, HANDSHAKING, PATHS, SCAN  # noqa: E402
from matrix_corpus import CORPUS, apply, read_entry  # noqa: E402
from pack import make_tar, make_zip  # noqa: E402
from skeleton import emptied  # noqa: E402

TITLE = "Project 3"
IN_TIME, NIGHT, GRACE = "2026-12-08T19:30:00Z", "2026-12-11T04:59:58.250Z", "2026-12-11T05:06:00Z"
ONE_DAY, THREE_DAYS = "2026-12-11T23:00:00Z", "2026-12-13T16:00:00Z"
TOO_LATE = "2026-12-20T14:00:00Z"
NAMES = (
    "Adams Bauer Chen Diaz Evans Fischer Garcia Haddad Ivanov Jensen Kim Lopez "
    "Meyer Nguyen Okafor Patel Quinn Rossi Sato Taylor Ueda Varga Weber Zhou"
).split()
SMALL = (
    (r"(?m)^graphs = .*$", 'graphs = ["path 5", "ties 30 60"]'),
    (r"(?m)^threads = .*$", "threads = [1, 256]"),
    (r"floor_s = [\d.]+", "floor_s = 1.0"),
    (r"(?m)^memory_mib = \d+", "memory_mib = 512"),
    (r"compile_s = [\d.]+", "compile_s = 15.0"),
    (r"time_limit_s = \d+", "time_limit_s = 4"),
)


def small_settings() -> str:
    """The assignment's own, with few secret graphs and short limits, so that a run ends soon."""
    text = (ROOT / "grader/settings/matching.toml").read_text()
    for pattern, replacement in SMALL:
        text, count = re.subn(pattern, replacement, text)
        if count != 1:
            raise ValueError(f"matching.toml: {pattern} stands there {count} times")
    return text


class Work:
    """What students make of the tree: each method gives the files that one hands in."""

    def __init__(self, tree: Path):
        self.tree = tree
        self.right = {path: (tree / path).read_text() for path in PATHS}

    def mistaken(self, *entries: str) -> dict[str, str]:
        """With mistakes of grader/tests/kernels."""
        files = dict(self.right)
        for entry in entries:
            file = next(CORPUS.glob(f"{entry}.*"))
            files |= apply(read_entry(file, CORPUS), self.tree).files
        return files

    def only(self, *paths: str) -> dict[str, str]:
        """The others are as they were given."""
        return {path: text if path in paths else emptied(text) for path, text in self.right.items()}

    def with_text(self, path: str, old: str, new: str) -> dict[str, str]:
        assert old in self.right[path], (path, old)
        return {**self.right, path: self.right[path].replace(old, new)}

    def retold(self) -> dict[str, str]:
        """Somebody else's work with other names."""
        tid = re.compile(r"\btid\b")
        return {path: tid.sub("thread_number", text) for path, text in self.right.items()}


def tar(files: dict[str, str]) -> dict[str, bytes]:
    return {"submit_me.tar": make_tar({path: text.encode() for path, text in files.items()})}


def students(tree: Path) -> list[tuple[str, dict[str, bytes]]]:
    """When each handed in, and which files; nothing at all is an empty time."""
    work = Work(tree)
    right = {path: text.encode() for path, text in work.right.items()}
    hostile = {one.name: one.archive(right, {"PORT": "9"}) for one in attacks()}
    packed = make_tar(right)
    return [
        (IN_TIME, tar(work.right)),
        (NIGHT, {"submit_me.tar": make_zip(right)}),
        (IN_TIME, {"my work.zip": make_zip({"work/submit_me.tar": packed})}),
        (GRACE, tar(work.mistaken("right/filter/chunks_in_a_row", "right/scan/pointers"))),
        (ONE_DAY, tar(work.retold())),
        (THREE_DAYS, tar(work.right)),
        (TOO_LATE, tar(work.right)),
        (IN_TIME, tar(work.only(HANDSHAKING, FILTER, SCAN))),
        (IN_TIME, tar(work.mistaken("wrong/scan/in_place"))),
        (IN_TIME, tar(work.mistaken("wrong/filter/or_for_and"))),
        (IN_TIME, tar(work.mistaken("wrong/handshaking/no_unmatched_guard"))),
        (ONE_DAY, tar(work.mistaken("wrong/memory/matches_never_freed"))),
        (IN_TIME, tar(work.mistaken("wrong/extra/tie_takes_larger_index"))),
        (IN_TIME, tar(work.mistaken("wrong/scan/endless_at_head"))),
        (IN_TIME, tar(work.with_text(FILTER, "keep ? 1 : 0;", "keep ? 1 : 0"))),
        (IN_TIME, tar(work.with_text(HANDSHAKING, "UNMATCHED", "-2"))),
        (NIGHT, tar({HANDSHAKING: work.right[HANDSHAKING]})),
        (IN_TIME, tar(work.only())),
        (IN_TIME, {"submit_me.tar": hostile["solves_on_the_host"]}),
        (IN_TIME, {"submit_me.tar": hostile["fork_bomb"]}),
        (IN_TIME, {"submit_me.tar": hostile["html_in_messages"]}),
        (IN_TIME, {"submit_me.tar": packed[:3000]}),
        (IN_TIME, {"submit_me.tar": b""}),
        ("", {}),
    ]  # fmt: skip


def sample_roster() -> str:
    """Two sections, as a table for --roster."""
    ids = [_netid(name, number) for number, name in enumerate(NAMES, 1)]
    return "\n".join(["netid,section", *(f"{one},{1 + int(one[2:]) % 2}" for one in ids), ""])


def _netid(name: str, number: int) -> str:
    return f"{name[:2].lower()}{100 + number}"


def sample_class(tree: Path) -> bytes:
    """The download, as a zip; the same bytes for the same tree."""
    files, roster = {}, ["Display ID,ID,Last Name,First Name,grade"]
    for number, (name, (when, handed_in)) in enumerate(zip(NAMES, students(tree), strict=True), 1):
        netid = _netid(name, number)
        roster.append(f"{netid},{netid},{name},Student {number},")
        folder = f"{TITLE}/{name}, Student {number}({netid})"
        if when:
            files[f"{folder}/timestamp.txt"] = when.encode()
        for file, data in handed_in.items():
            files[f"{folder}/Submission attachment(s)/{file}"] = data
    files[f"{TITLE}/grades.csv"] = "\n".join([TITLE, "", *roster, ""]).encode()
    return make_zip(files)
