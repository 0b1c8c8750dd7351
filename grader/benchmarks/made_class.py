"""Makes a class from the corpora of this tree: the files that each student hands in, and the result
that the grader must find.

A corpus states one of three things about each entry: the entry is right; a certain part is wrong,
and certain verdicts are possible; or the entry is an attack that gets a certain number of points.
This statement is stored with the submission, and `mistakes` compares it with the result of the
grader. The same seed makes the same class.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TESTS = ROOT / "grader/tests"
sys.path[:0] = [str(ROOT / "grader"), str(TESTS), str(TESTS / "submissions")]

from corpus import attacks  # noqa: E402
from handshake_grader.settings.settings import Property, Settings  # noqa: E402
from handshake_grader.verdict import ItemResult, Verdict  # noqa: E402
from matching import EXTRA, LAB, PATHS, WRAPPER  # noqa: E402
from matrix_corpus import PARTS, apply, load  # noqa: E402
from pack import make_tar, make_zip  # noqa: E402
from sample_class import GRACE, IN_TIME, NIGHT, ONE_DAY, THREE_DAYS, TOO_LATE  # noqa: E402
from skeleton import emptied, with_blocks  # noqa: E402

TITLE = "Project 3"
KERNELS = LAB.kernel_files
# Numbers per 100 students. They are guesses: we do not know what a real class hands in.
MIX = (
    ("everything right", 46),
    ("one part wrong", 22),
    ("two parts wrong", 8),
    ("unfinished", 10),
    ("does not compile", 4),
    ("hostile", 4),
    ("unreadable archive", 3),
    ("nothing handed in", 3),
)
TIMES = ((IN_TIME, 50, 1.0), (NIGHT, 30, 1.0), (GRACE, 6, 1.0), (ONE_DAY, 8, 0.8))
TIMES += ((THREE_DAYS, 4, 0.4), (TOO_LATE, 2, 0.0))
WRONG_PARTS = {"one part wrong": 1, "two parts wrong": 2}
WITH_EXTRA_CREDIT = 0.4


@dataclass
class Work:
    """What one student hands in, and what is known about it."""

    student: str
    kind: str
    entries: list[str]  # the names of the corpus entries
    when: str
    share: float  # the share of the points that the late rule leaves
    files: dict[str, bytes] = field(default_factory=dict)  # by name; empty: nothing handed in
    right: set[str] = field(default_factory=set)  # files in which nothing is wrong
    unfit: set[str] = field(default_factory=set)  # files that can get no points
    # A wrong part -> the verdicts that the grader may give for it.
    wrong: dict[str, tuple[str, ...]] = field(default_factory=dict)
    # An attack: the most that it may get; "": a person decides. None: it follows from the verdicts.
    points: str | None = None
    verdict: str = ""  # the expected verdict of an attack


def make_class(count: int, seed: int, tree: Path, names: dict[str, str]) -> list[Work]:
    """`names` holds the replacements for @SECRET@ and similar words in attacks."""
    chance = random.Random(seed)
    maker = _Maker(tree, chance, names)
    kinds = _kinds(count)
    chance.shuffle(kinds)
    return [maker.work(f"st{number:03}", kind) for number, kind in enumerate(kinds, 1)]


def _kinds(count: int) -> list[str]:
    """The kinds of `count` students, in the order of MIX. The shares of the kinds are those of
    MIX, rounded."""
    whole = sum(share for _, share in MIX)
    ends, sofar = [], 0
    for kind, share in MIX:
        sofar += share
        ends.append((kind, round(count * sofar / whole)))
    starts = [0, *(end for _, end in ends[:-1])]
    places = zip(ends, starts, strict=True)
    return [kind for (kind, end), start in places for _ in range(end - start)]


class _Maker:
    def __init__(self, tree: Path, chance: random.Random, names: dict[str, str]):
        self._chance, self._names = chance, names
        self._solved = {path: (tree / path).read_text() for path in PATHS}
        self._entries = [(one, apply(one, tree).files) for one in load()]
        self._attacks = attacks()

    def work(self, student: str, kind: str) -> Work:
        when, _, share = self._pick(TIMES, [weight for _, weight, _ in TIMES])
        work = Work(student, kind, [], when, share)
        if kind == "hostile":
            self._attack(work, [one for one in self._attacks if one.kind != "archive"])
        elif kind == "unreadable archive":
            self._attack(work, [one for one in self._attacks if one.kind == "archive"])
        elif kind == "nothing handed in":
            work.when, work.points = "", "0"
        else:
            self._sources(work)
        return work

    def _sources(self, work: Work) -> None:
        texts, free = dict(self._solved), set(PARTS)
        work.right = set(PATHS)
        if self._chance.random() > WITH_EXTRA_CREDIT:
            texts[EXTRA] = emptied(texts[EXTRA])
            texts[WRAPPER] = _without_branch(texts[WRAPPER])
            self._spoil(work, EXTRA)
            free -= {"extra", "memory"}  # entries for these parts change the removed code
        for _ in range(WRONG_PARTS.get(work.kind, 0)):
            self._apply(work, texts, free, wrong=True)
        for _ in range(self._chance.randrange(3)):
            self._apply(work, texts, free, wrong=False)
        if work.kind == "unfinished":
            for path in self._chance.sample(KERNELS + (WRAPPER,), self._chance.randrange(1, 4)):
                texts[path] = emptied(self._solved[path])
                self._spoil(work, path)
        if work.kind == "does not compile":
            path = self._chance.choice(KERNELS)
            texts[path] += "\nint x = ;\n"
            self._spoil(work, path)
        work.files = self._packed({path: text.encode() for path, text in texts.items()})

    def _apply(self, work: Work, texts: dict[str, str], free: set[str], wrong: bool) -> None:
        """Applies an entry of the corpus that changes only files of parts that have no entry yet.
        After an entry for `memory` or `extra`, neither part gets another entry: both parts use
        onewaywrapper.cu."""
        unused = {PARTS[part] for part in free}
        fitting = [
            (one, files)
            for one, files in self._entries
            if one.wrong == wrong and one.part in free and files.keys() <= unused
        ]
        if not fitting:
            return
        entry, files = self._chance.choice(fitting)
        free -= {"memory", "extra"} if entry.part in ("memory", "extra") else {entry.part}
        texts |= files
        work.entries.append(f"{'wrong' if wrong else 'right'}/{entry.name}")
        if wrong:
            for part in entry.blame:
                work.wrong[part] = entry.verdicts
                work.right.discard(PARTS[part])

    def _spoil(self, work: Work, path: str) -> None:
        work.right.discard(path)
        work.unfit.add(path)

    def _attack(self, work: Work, chosen: list) -> None:
        attack = self._chance.choice(chosen)
        right = {path: text.encode() for path, text in self._solved.items()}
        work.files = {"submit_me.tar": attack.archive(right, self._names)}
        work.entries, work.verdict = [attack.name], attack.verdict
        waits = Verdict(attack.verdict).needs_human
        work.points = "" if waits else attack.points
        work.when, work.share = IN_TIME, 1.0

    def _packed(self, files: dict[str, bytes]) -> dict[str, bytes]:
        tar = make_tar(files)
        ways = (
            {"submit_me.tar": tar},
            {"submit_me.tar": make_tar({f"project/{path}": text for path, text in files.items()})},
            {"submit_me.tar": make_zip(files)},
            {"my work.zip": make_zip({"work/submit_me.tar": tar})},
        )
        return self._pick(ways, [85, 7, 4, 4])

    def _pick(self, things, weights):
        return self._chance.choices(things, weights)[0]


def _without_branch(text: str) -> str:
    """onewaywrapper.cu without the student's code in its -extra branch."""
    return with_blocks(text, lambda number, old: "\n" if number == 1 else old)


def sakai_download(works: list[Work]) -> bytes:
    """The download of the class, as Sakai packs it; grader/tests/submissions/sample_class.py
    explains this form."""
    files, roster = {}, [TITLE, "", "Display ID,ID,Last Name,First Name,grade"]
    for work in works:
        roster.append(f"{work.student},{work.student},Student,{work.student},")
        folder = f"{TITLE}/Student, {work.student}({work.student})"
        if work.when:
            files[f"{folder}/timestamp.txt"] = work.when.encode()
        for name, data in work.files.items():
            files[f"{folder}/Submission attachment(s)/{name}"] = data
    files[f"{TITLE}/grades.csv"] = "\n".join([*roster, ""]).encode()
    return make_zip(files)


# ---- the results that the grader must find


def mistakes(
    work: Work, row: dict[str, str], results: dict[str, ItemResult], settings: Settings
) -> list[str]:
    """The differences between the result of the grader and the result that the corpus expects."""
    said = _said_of_points(work, row) if work.points is not None else []
    if work.verdict and work.verdict not in {one.verdict.value for one in results.values()}:
        said.append(f"no property is {work.verdict}")
    if work.points is None:
        said += _said_of_items(work, results, settings)
        said += _said_of_marks(work, row, results, settings)
    who = f"{work.student} ({work.kind}: {', '.join(work.entries) or 'our solution'})"
    return [f"{who}: {one}" for one in said]


def _said_of_points(work: Work, row: dict[str, str]) -> list[str]:
    got, most = row["total"], work.points
    if got == most or (got and most and float(got) <= float(most)):
        return []
    return [f"{got or 'no'} points, must be {f'at most {most}' if most else 'none'}"]


def _files_of(one: Property) -> tuple[str, ...]:
    return tuple(one.own) or LAB.parts[one.suite]


def _said_of_items(work: Work, results: dict[str, ItemResult], settings: Settings) -> list[str]:
    said, failed = [], {}
    for part in settings.parts:
        for one in part.properties:
            item, files = f"{part.id}.{one.id}", set(_files_of(one))
            verdict, earned = results[item].verdict, results[item].earned
            if verdict is not Verdict.OK:
                failed.setdefault(part.id, set()).add(verdict.value)
            if files <= work.right and verdict is not Verdict.OK:
                said.append(f"{item} is {verdict.value}, but nothing in its files is wrong")
            if files & work.unfit and earned > 0:
                said.append(f"{item} earns points, but one of its files must not get any")
    for part, verdicts in work.wrong.items():
        if not failed.get(part, set()) & set(verdicts):
            found = ", ".join(sorted(failed.get(part, {"OK"})))
            said.append(f"{part} is {found}, must be one of {', '.join(verdicts)}")
    return said


def _said_of_marks(
    work: Work, row: dict[str, str], results: dict[str, ItemResult], settings: Settings
) -> list[str]:
    """The differences between this row of marks.csv and the expected one. The late rule applies to
    the sum."""
    said, reached = [], 0.0
    given = _given_points(results, settings)
    for part in settings.parts:
        points = sum(given[f"{part.id}.{one.id}"] for one in part.properties)
        reached += points
        if row[part.id] != f"{round(points, 2):g}":
            said.append(f"{part.id} has {row[part.id] or 'no'} points, must have {points:g}")
    total = f"{round(reached * work.share, 2):g}"
    if row["total"] != total:
        said.append(f"total {row['total'] or 'none'}, must be {total}")
    return said


def _given_points(results: dict[str, ItemResult], settings: Settings) -> dict[str, float]:
    """The points of each property."""
    return {
        f"{part.id}.{one.id}": round(one.points * results[f"{part.id}.{one.id}"].earned, 2)
        for part in settings.parts
        for one in part.properties
    }
