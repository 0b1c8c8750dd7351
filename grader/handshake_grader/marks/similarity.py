"""Finds pairs and groups of submissions, and single files, that are unusually similar.

Given code is not compared. In a file of an earlier kit, it is the text outside of the YOUR CODE
marks.

Small kernels are similar by nature. So this module finds what a person should read; it does not say
why two submissions are similar. Code that many students write in the same way is left out. For this
rule, students with nearly equal submissions count as one student. So a large group that copied is
still found.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from skeleton import find_blocks, is_of_another_kit, only_blocks

from ..intake.class_folder import Attempt
from .fingerprints import fingerprints, lines_with, runs_of

COMMON_SHARE = 0.2  # code is left out if a larger share of the students has it
LEAST_PRINTS = 6  # a submission or a file with fewer fingerprints is not compared
LEAST_SHARE = 0.5  # a pair that shares less is not listed
SAME_SHARE = 0.6  # pairs that share at least this part of all their code count as one author
SAME_FILE_SHARE = 0.9
MOST_PAIRS = 200
MOST_SHOWN = 30  # pairs that are shown side by side

Prints = dict[str, frozenset[int]]  # the fingerprints of each file


@dataclass(frozen=True)
class Pair:
    one: str
    other: str
    # The share of the smaller submission's fingerprints that the larger one has, too.
    share: float
    same_names: float  # the smaller submission's share, if names must be equal, too
    lines_one: dict[str, frozenset[int]] = field(default_factory=dict)  # path -> common lines
    lines_other: dict[str, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class FileGroup:
    """One file that is nearly the same in submissions that are not similar as a whole."""

    path: str
    students: tuple[str, ...]
    same_names: float


@dataclass(frozen=True)
class Likeness:
    compared: int = 0
    # The median, over the submissions, of the largest share that each has with another one.
    typical: float = 0.0
    pairs: list[Pair] = field(default_factory=list)  # the most alike first
    left_out: int = 0  # pairs that are not listed
    shown: list[Pair] = field(default_factory=list)  # the pairs for which lines are shown
    groups: list[tuple[str, ...]] = field(default_factory=list)  # formed by pairs; largest first
    files: list[FileGroup] = field(default_factory=list)
    not_compared: list[str] = field(default_factory=list)  # no file was read, or hardly any code


def likeness(
    attempts: list[Attempt], given: list[Mapping[str, bytes]], earlier: list[Attempt] | None = None
) -> Likeness:
    """given: the files of this kit and of earlier kits, as they were handed out. earlier:
    submissions of other terms; a pair of two earlier submissions is not listed."""
    return _Comparison(attempts, given, earlier or []).result()


class _Comparison:
    def __init__(
        self, attempts: list[Attempt], given: list[Mapping[str, bytes]], earlier: list[Attempt]
    ):
        self._known = frozenset(run for files in given for run, *_ in runs_of(files))
        self._known_words = frozenset(run for files in given for run, *_ in runs_of(files, True))
        attempts = _one_of_each_group(attempts)
        both = [*attempts, *_one_of_each_group(earlier)]
        ours = given[0] if given else {}
        self._files = {one.student.id: _own_text(one.submission.files, ours) for one in both}
        self._ours = {one.student.id for one in attempts if one.label}
        own = {who: fingerprints(files, self._known) for who, files in self._files.items()}
        self._own = {who: prints for who, prints in own.items() if prints}
        self._words: dict[str, Prints] = {}

    def result(self) -> Likeness:
        whole = {who: frozenset().union(*prints.values()) for who, prints in self._own.items()}
        whole = {who: each for who, each in whole.items() if len(each) >= LEAST_PRINTS}
        same = _groups((a, b) for a, b, _ in _same_pairs(whole, SAME_SHARE))
        pairs = _alike(_without_common(whole, same), LEAST_SHARE)
        best: dict[str, float] = dict.fromkeys((who for who in whole if who in self._ours), 0.0)
        for (a, b), share in pairs.items():
            for who in {a, b} & best.keys():
                best[who] = max(best[who], share)
        kept = {pair: share for pair, share in pairs.items() if self._ours & set(pair)}
        order = sorted(kept, key=lambda pair: (-kept[pair], pair))
        groups = _groups(kept)
        needed = _needed(order)
        others = [pair for pair in order if pair not in needed]
        listed = needed | set(others[: max(0, MOST_PAIRS - len(needed))])
        found = [self._pair(*pair, kept[pair]) for pair in order if pair in listed]
        return Likeness(
            len(self._ours & whole.keys()),
            statistics.median(best.values()) if best else 0.0,
            found,
            len(order) - len(found),
            [self._with_lines(one, whole) for one in found if (one.one, one.other) in needed][
                :MOST_SHOWN
            ],
            groups,
            self._single_files(groups),
            sorted(self._ours - whole.keys()),
        )

    def _pair(self, one: str, other: str, share: float) -> Pair:
        return Pair(one, other, share, self._same_names([one, other], None))

    def _with_lines(self, pair: Pair, whole: dict[str, frozenset[int]]) -> Pair:
        both = whole[pair.one] & whole[pair.other]
        lines = (lines_with(self._files[who], both) for who in (pair.one, pair.other))
        return Pair(pair.one, pair.other, pair.share, pair.same_names, *lines)

    def _same_names(self, students: list[str], path: str | None) -> float:
        """The share of common fingerprints, if fingerprints include the names in the code. For more
        than two students: the smallest share of two adjacent elements of `students`."""
        for who in students:
            if who not in self._words:
                self._words[who] = fingerprints(self._files[who], self._known_words, True)
        prints = []
        for who in students:
            of = self._words[who]
            prints.append(of.get(path, frozenset()) if path else frozenset().union(*of.values()))
        return min(_share(a, b) for a, b in zip(prints, prints[1:], strict=False))

    def _single_files(self, groups: list[tuple[str, ...]]) -> list[FileGroup]:
        found = []
        for path in sorted({path for each in self._own.values() for path in each}):
            prints = {who: each[path] for who, each in self._own.items() if path in each}
            prints = {who: each for who, each in prints.items() if len(each) >= LEAST_PRINTS}
            for group in _groups({(a, b): s for a, b, s in _same_pairs(prints, SAME_FILE_SHARE)}):
                names = self._same_names(list(group), path)
                is_usual = len(group) > max(2, COMMON_SHARE * len(prints)) and names < LEAST_SHARE
                is_told = any(set(group) <= set(known) for known in groups)
                if self._ours & set(group) and not is_usual and not is_told:
                    found.append(FileGroup(path, group, names))
        return found


def _own_text(files: Mapping[str, bytes], given: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files without the given code of another kit; the lines keep their numbers."""
    own = dict(files)
    for path in files.keys() & given.keys():
        source = files[path].decode("utf-8", errors="replace")
        ours = given[path].decode("utf-8", errors="replace")
        if find_blocks(source).blocks and is_of_another_kit(source, ours):
            own[path] = only_blocks(source).encode()
    return own


def _one_of_each_group(attempts: list[Attempt]) -> list[Attempt]:
    """One attempt of each group, because students who handed in together wrote one submission."""
    chosen = {one.student.group or f"only {one.student.id}": one for one in reversed(attempts)}
    return list(chosen.values())


def _same_pairs(
    prints: Mapping[str, frozenset[int]], least: float
) -> Iterator[tuple[str, str, float]]:
    """Pairs that share enough: the number of common fingerprints, divided by the number of all
    fingerprints of the two submissions, is at least `least`. The submissions are sorted by size, so
    that two of very different sizes, which cannot share enough, are never compared."""
    by_size = sorted(prints, key=lambda who: (len(prints[who]), who))
    for at, one in enumerate(by_size):
        for other in by_size[at + 1 :]:
            small, large = prints[one], prints[other]
            if len(small) < least * len(large):
                break
            both = len(small & large)
            share = both / (len(small) + len(large) - both)
            if share >= least:
                yield min(one, other), max(one, other), share


def _without_common(
    whole: dict[str, frozenset[int]], groups: list[tuple[str, ...]]
) -> dict[str, frozenset[int]]:
    """For each submission, the fingerprints that few others have. A group counts as
    one submission."""
    in_groups = {who for group in groups for who in group}
    authors = [(who,) for who in whole if who not in in_groups] + groups
    holders: Counter[int] = Counter()
    for author in authors:
        holders.update(frozenset().union(*(whole[who] for who in author)))
    most = max(2, COMMON_SHARE * len(authors))
    common = frozenset(one for one, count in holders.items() if count > most)
    rare = {who: each - common for who, each in whole.items()}
    return {who: each for who, each in rare.items() if len(each) >= LEAST_PRINTS}


def _alike(rare: dict[str, frozenset[int]], least: float) -> dict[tuple[str, str], float]:
    pairs = {}
    for one, other in combinations(sorted(rare), 2):
        share = _share(rare[one], rare[other])
        if share >= least:
            pairs[one, other] = share
    return pairs


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _groups(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """The groups that pairs form, the largest first."""
    group_of: dict[str, list[str]] = {}
    for one, other in pairs:
        first, second = group_of.setdefault(one, [one]), group_of.setdefault(other, [other])
        if first is not second:
            first += second
            group_of.update(dict.fromkeys(second, first))
    groups = {id(group): tuple(sorted(group)) for group in group_of.values()}
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def _needed(order: list[tuple[str, str]]) -> set[tuple[str, str]]:
    """The pairs to show side by side: all but those of two submissions that are both in earlier
    pairs of `order`."""
    reached: set[str] = set()
    needed = set()
    for pair in order:
        if set(pair) - reached:
            needed.add(pair)
        reached |= set(pair)
    return needed
