"""The table of one run of net.py, and the differences between two runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any

from net_layouts import LAYOUTS

GROUPS = ("wrong", "distant", "change", "right")
LOSSES = ("verdict", "part", "marked line")


@dataclass(frozen=True)
class Record:
    """What the check says about one entry in one layout."""

    name: str
    layout: str
    group: str
    what: str
    commit: str
    seconds: float
    verdict: str
    part: str  # the part that is blamed; empty if all parts are OK
    is_right_verdict: bool
    is_right_part: bool
    marked: tuple[str, ...]
    # What the first failure says. The lines are in the order in which they are shown.
    lines: tuple[str, ...]
    sentences: tuple[str, ...]  # with the numbers of the lines as written, in every layout
    question: str

    @staticmethod
    def of(values: dict[str, Any]) -> Record:
        lists = {key: tuple(one) for key, one in values.items() if isinstance(one, list)}
        return Record(**(values | lists))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.layout, self.group, self.name

    @property
    def names_marked(self) -> bool:
        return bool(set(self.lines) & set(self.marked))

    @property
    def first_is_marked(self) -> bool:
        return bool(self.lines) and self.lines[0] in self.marked


Records = dict[tuple[str, str, str], Record]


def lost(before: Iterable[str], after: Iterable[str]) -> list[str]:
    return list((Counter(before) - Counter(after)).elements())


def table(before: Records, after: Records | None = None) -> str:
    """One line per layout and group of entries. With two runs, a cell that differs has both
    values."""
    runs = [before] if after is None else [before, after]
    head = ["layout", "group", "entries", "verdict", "part", "line", "first line", "lines shown"]
    head += ["sentences", "lost by layout"] + ["lost", "gained"] * (after is not None)
    rows = [head]
    for layout in LAYOUTS:
        for group in (*GROUPS, "all"):
            keys = [key for key in before if key[0] == layout and group in (key[1], "all")]
            if not keys:
                continue
            cells = [run_cells([run[key] for key in keys], run) for run in runs]
            row = [" -> ".join(dict.fromkeys(values)) for values in zip(*cells, strict=True)]
            if after is not None:
                pairs = [(before[key].sentences, after[key].sentences) for key in keys]
                row.append(str(sum(len(lost(old, new)) for old, new in pairs)))
                row.append(str(sum(len(lost(new, old)) for old, new in pairs)))
            rows.append([layout, group, *row])
    widths = [max(len(row[n]) for row in rows) for n in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if n < 2 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )


def run_cells(records: list[Record], run: Records) -> list[str]:
    def count(is_met: Callable[[Record], bool]) -> str:
        return str(sum(map(is_met, records)))

    failing = [one for one in records if one.part]
    shown = sum(len(one.lines) for one in failing)
    as_written = [run.get(("as_written", *one.key[1:])) for one in records]
    lost_by_layout = [
        len(lost(old.sentences, new.sentences))
        for old, new in zip(as_written, records, strict=True)
        if old
    ]
    return [
        str(len(records)),
        count(lambda one: one.is_right_verdict),
        count(lambda one: one.is_right_part),
        count(lambda one: one.names_marked),
        count(lambda one: one.first_is_marked),
        f"{shown / len(failing):.2f}" if failing else "-",
        str(sum(len(one.sentences) for one in records)),
        str(sum(lost_by_layout)) if lost_by_layout else "-",
    ]


def losses(old: Record, new: Record) -> list[str]:
    """What was right in the first run and is not in the second."""
    pairs = (
        (old.is_right_verdict, new.is_right_verdict),
        (old.is_right_part, new.is_right_part),
        (old.names_marked, new.names_marked),
    )
    return [word for word, (had, has) in zip(LOSSES, pairs, strict=True) if had and not has]


def differences(old: Record, new: Record) -> list[str]:
    """One line per difference of two records of one entry."""
    told = [f"LOST: {word}" for word in losses(old, new)]
    told += [f"gained: {word}" for word in losses(new, old)]
    if old.names_marked and old.first_is_marked != new.first_is_marked:
        told.append(f"first line is marked: {old.first_is_marked} -> {new.first_is_marked}")
    for word in ("verdict", "part", "question"):
        if getattr(old, word) != getattr(new, word):
            told += [f"{word}: {getattr(old, word)} -> {getattr(new, word)}"]
    if old.lines != new.lines:
        told.append(f"lines: {' '.join(old.lines)} -> {' '.join(new.lines)}")
    told += [f"- {one}" for one in lost(old.sentences, new.sentences)]
    told += [f"+ {one}" for one in lost(new.sentences, old.sentences)]
    return told


def compare(before: Records, after: Records) -> tuple[str, bool]:
    """The text about two runs, and whether a verdict, a part or a marked line is lost. Only entries
    of both runs are compared."""
    both = [key for key in before if key in after and before[key].what == after[key].what]
    old, new = ({key: run[key] for key in both} for run in (before, after))
    told = []
    for key in both:
        found = differences(old[key], new[key])
        if found:
            told += [f"{old[key].layout} {old[key].group} {old[key].name}: {old[key].what}"]
            told += [f"  {one}" for one in found]
    alone = len(before) + len(after) - 2 * len(both)
    told += ["", table(old, new), f"\n{len(both)} compared, {alone} only in one of the two runs"]
    return "\n".join(told), any(losses(old[key], new[key]) for key in both)
