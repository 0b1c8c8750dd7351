"""What changed in the marks since they were last reported, and why.

Each row of a student's marks has its causes: the decisions of persons, what was handed in, the
settings, and the run that examined it. The reason for a change is the difference between the causes
of then and those of now.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..intake.download import Student
from ..settings.listing import differences, exception_of
from .journal import Journal
from .standing import OfStudent, Row, Standing

_OF_A_RUN = ("assignment", "secret", "limits", "suite", "sandbox", "speed")
_MOST_REASONS = 3  # for a total; the rows above it have all of them
_EXPLAINS_NOTHING = ("title",)  # a key that decides no points
_COUNTED_IN_DAYS = ("grace_minutes",)  # explains no change if as many late days have begun
COUNTS_OTHERWISE = "this version of the grader counts in another way"
UNKNOWN = "nothing that the journal keeps explains this; look at it"


@dataclass(frozen=True)
class Change:
    student: Student
    where: str
    before: str
    after: str
    why: str


@dataclass(frozen=True)
class Changes:
    rows: list[Change]
    settings: list[str]  # every setting that has changed, also if it changes no mark


def changes(old: Standing, new: Standing, journal: Journal, file: str) -> Changes:
    """file: the name of the settings file of `new`."""
    because = _Because(journal, old, new, file)
    otherwise = UNKNOWN if old.version == new.version else COUNTS_OTHERWISE
    rows = []
    for student in {**old.students, **new.students}:
        then, now = old.students.get(student), new.students.get(student)
        name = next(one.name for one in (now, then) if one)
        for where, before, after, whys in _of_student(student, then, now, because):
            why = "; ".join(dict.fromkeys(whys)) or otherwise
            rows.append(Change(Student(student, name), where, before, after, why))
    return Changes(rows, because.settings())


Line = tuple[str, str, str, list[str]]  # where, before, after, why


def _of_student(
    student: str, then: OfStudent | None, now: OfStudent | None, because: _Because
) -> list[Line]:
    if now is None:
        assert then is not None
        return [("total", then.rows["total"].cell, "-", ["no longer in the class"])]
    if then is None:
        return [("total", "-", now.rows["total"].cell, ["new in the class", _handed_in(now)])]
    if now.files != then.files or (now.is_examined and not then.is_examined):
        return _with_other_files(student, then, now, because)
    lines: list[Line] = []
    for where, before, after in _differing(then, now):
        whys = because.of(student, where, before, after)
        whys += because.examined(where, before, after)
        whys += because.followed(where, then, now)
        if where == "late" and then.hand_in != now.hand_in:
            whys.append(_handed_in(now))
        if where == "total":
            whys += _shortened([why for line in lines for why in line[3]])
        lines.append((where, _cell(before), _cell(after), whys))
    return lines


def _with_other_files(
    student: str, then: OfStudent, now: OfStudent, because: _Because
) -> list[Line]:
    """One row, because nearly every row has the same reason."""
    differing = _differing(then, now)
    whys = [f"a new hand-in: {now.hand_in}" if now.hand_in else "nothing is handed in"]
    if now.files == then.files:
        whys = ["graded for the first time"]
    whys += [why for row in differing for why in because.of(student, *row)]
    totals = then.rows["total"].cell, now.rows["total"].cell
    return [("total", *totals, whys)] if differing else []


def _differing(then: OfStudent, now: OfStudent) -> list[tuple[str, Row | None, Row | None]]:
    """The rows that show something else than before; the total comes last."""
    names = dict.fromkeys([*then.rows, *now.rows])
    pairs = [(where, then.rows.get(where), now.rows.get(where)) for where in names]
    pairs.sort(key=lambda one: one[0] == "total")
    return [
        (where, old, new)
        for where, old, new in pairs
        if not (old.shows_the_same(new) if old and new else _cell(old) == _cell(new))
    ]


def _cell(row: Row | None) -> str:
    return row.cell if row else "-"


def _handed_in(now: OfStudent) -> str:
    return f"handed in: {now.hand_in}" if now.hand_in else "nothing handed in"


def _shortened(whys: list[str]) -> list[str]:
    distinct = list(dict.fromkeys(whys))
    more = len(distinct) - _MOST_REASONS
    return distinct if more <= 0 else [*distinct[:_MOST_REASONS], f"and {more} more, as above"]


class _Because:
    """The reasons for the change of one row."""

    def __init__(self, journal: Journal, old: Standing, new: Standing, file: str):
        self._journal, self._file = journal, file
        self._runs = {run["id"]: run for run in journal.runs()}
        self._changed = self._differences(old.settings, new.settings)

    def settings(self) -> list[str]:
        return [self._named(one) for group in self._changed.values() for one in group.values()]

    def of(self, student: str, where: str, before: Row | None, after: Row | None) -> list[str]:
        """The decisions and the settings that have changed."""
        found = _decided(where, before, after)
        changed = _of_groups(self._changed, [where])
        if where == "late":
            changed = _of_groups(self._changed, ["assignment", "late", exception_of(student)])
            # An exception can name the student by another id, or a student of the same group.
            others = [group for group in self._changed if group.startswith(exception_of(""))]
            changed = changed or _of_groups(self._changed, others)
            if before and after and before.days is not None and before.days == after.days:
                changed = _of_groups(self._changed, ["late"], _COUNTED_IN_DAYS)
        return found + [self._named(one) for one in changed]

    def examined(self, where: str, before: Row | None, after: Row | None) -> list[str]:
        """What was different when the property was examined again."""
        is_again = before and after and after.run is not None and before.run != after.run
        if not (before and after and is_again) or _is_by_hand(before) or _is_by_hand(after):
            return []
        now = self._runs[after.run]
        if before.run is None:
            return [f"graded for the first time ({now['what']}, by {now['who']})"]
        then = self._runs[before.run]
        found = ["the kit changed"] if then["grader"] != now["grader"] else []
        changed = self._differences(then["settings"], now["settings"])
        found += [self._named(one) for one in _of_groups(changed, [*_OF_A_RUN, where])]
        said = f"graded again ({now['what']}, by {now['who']})"
        if found:
            return [*found, said]
        return [f"{said} with the same kit, settings and files: luck, or the machine; look at it"]

    def followed(self, where: str, then: OfStudent, now: OfStudent) -> list[str]:
        """What has changed in other results from which the points of the row follow. Decisions have
        no effect on them."""
        rows = [one.rows[where] for one in (then, now) if where in one.rows]
        parts = {part for row in rows for part in row.follows}
        names = [name for name in {**then.rows, **now.rows} if name.split(".")[0] in parts]
        found = [self._named(one) for one in _of_groups(self._changed, names)]
        for name, before, after in _differing(then, now):
            if name in names and name != where:
                found += self.examined(name, before, after)
        return [f"follows from {one}" for one in found]

    def _differences(self, old: str, new: str) -> dict[str, dict[str, str]]:
        if old == new:
            return {}
        before, after = self._journal.settings_of(old), self._journal.settings_of(new)
        if before is None or after is None:
            return {"assignment": {"": "other settings, which the journal does not have"}}
        return differences(before, after)

    def _named(self, change: str) -> str:
        return f"{self._file}: {change}"


def _of_groups(
    changed: dict[str, dict[str, str]],
    groups: list[str],
    without: tuple[str, ...] = _EXPLAINS_NOTHING,
) -> list[str]:
    return [
        text
        for group in groups
        for key, text in changed.get(group, {}).items()
        if key not in without
    ]


def _decided(where: str, before: Row | None, after: Row | None) -> list[str]:
    old, new = (row.decision if row else None for row in (before, after))
    if new == old:
        return []
    if new is None:
        assert old is not None
        return [f"the decision of {old.who} about {where} was for other files"]
    return [f"{'undone' if new.points is None else 'decided'} by {new.who}: {new.why}"]


def _is_by_hand(row: Row) -> bool:
    return row.decision is not None and row.decision.points is not None
