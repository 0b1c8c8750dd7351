"""Turns results into points. This is a pure function: the same results and settings give the same
marks."""

from __future__ import annotations

import builtins
import math
from dataclasses import dataclass, replace

from ..intake.class_folder import Attempt
from ..settings.settings import Part, Property, RubricLine, Settings, Speed
from ..verdict import ItemResult, Verdict
from .journal import Override
from .late import Lateness, lateness


@dataclass(frozen=True)
class PropertyScore:
    property: Property
    result: ItemResult | None  # None: not graded yet
    points: float | None  # None: not known yet
    override: Override | None = None
    failing: str = ""  # the file that fails by itself, so that the public cases gave the points

    @builtins.property  # `property` alone is a field here
    def is_not_timed(self) -> bool:
        """Whether the speed was not measured. Then the total does not include these points yet."""
        result = self.result
        return self.points is None and result is not None and result.verdict is Verdict.NOT_TIMED


@dataclass(frozen=True)
class RubricScore:
    line: RubricLine
    override: Override | None

    @property
    def points(self) -> float:
        return (self.override.points if self.override else None) or 0.0


@dataclass(frozen=True)
class PartScore:
    part: Part
    properties: tuple[PropertyScore, ...]
    rubric: tuple[RubricScore, ...]
    override: Override | None

    @property
    def points(self) -> float | None:
        if self.override:
            return self.override.points
        points = [one.points for one in self.properties if not one.is_not_timed]
        return _sum([*points, *(one.points for one in self.rubric)])


@dataclass(frozen=True)
class StudentScore:
    attempt: Attempt
    parts: tuple[PartScore, ...]
    lateness: Lateness
    total_override: Override | None = None

    @property
    def reached(self) -> float | None:
        """The points before the deduction for lateness; None if a part other than an extension is
        ungraded. The points of an extension are added when they are known."""
        points = [
            part.points
            for part in self.parts
            if part.points is not None or not part.part.is_extension
        ]
        return _sum(points)

    @property
    def total(self) -> float | None:
        if self.total_override:
            return self.total_override.points
        return None if self.reached is None else round(self.reached * self.lateness.factor, 2)

    @property
    def deduction(self) -> float | None:
        return (
            None
            if self.total is None or self.reached is None
            else round(self.reached - self.total, 2)
        )

    @property
    def ungraded(self) -> list[str]:
        """The items that a person must look at before there is a mark."""
        if self.total_override:
            return []
        return [
            f"{part.part.id}.{one.property.id}"
            for part in self.parts
            if part.override is None and not part.part.is_extension
            for one in part.properties
            if one.points is None
        ]

    @property
    def faults(self) -> list[str]:
        """The items that a fault of the grader left open (verdict JE) and that no person has
        decided since."""
        if self.total_override:
            return []
        return [
            f"{part.part.id}.{one.property.id}"
            for part in self.parts
            if part.override is None
            for one in part.properties
            if one.points is None and one.result and one.result.verdict is Verdict.JE
        ]


def fewest(settings: Settings, items: list[str]) -> list[str]:
    """The fewest targets of decisions that include all these items, and no other item."""
    found = []
    for part in settings.parts:
        own = [f"{part.id}.{one.id}" for one in part.properties]
        named = [one for one in own if one in items]
        found += [part.id] if named and named == own else named
    return ["total"] if found == [part.id for part in settings.parts if part.properties] else found


def _sum(points: list[float | None]) -> float | None:
    """The sum of the points; None if some of them are None."""
    known = [one for one in points if one is not None]
    return round(sum(known), 2) if len(known) == len(points) else None


def score(
    settings: Settings,
    attempt: Attempt,
    results: dict[str, ItemResult],
    overrides: dict[str, Override],
) -> StudentScore:
    """What follows from other results is computed from what the grader found, so the decisions come
    last: each of them changes exactly the points that it names."""
    parts = []
    for part in settings.parts:
        properties = tuple(
            _score_property(one, results.get(f"{part.id}.{one.id}"), settings.speed)
            for one in part.properties
        )
        rubric = tuple(
            RubricScore(line, overrides.get(f"{part.id}.{line.id}")) for line in part.rubric
        )
        parts.append(PartScore(part, properties, rubric, overrides.get(part.id)))
    parts = [_without_doubts(part, parts) for part in parts]
    parts = [_with_known_mistakes(part, parts) for part in parts]
    parts = [_with_decisions(part, overrides) for part in parts]
    late = lateness(
        settings, attempt.student.id, attempt.handed_in, attempt.late_flag, attempt.excepted
    )
    return StudentScore(attempt, tuple(parts), late, overrides.get("total"))


def _without_doubts(part: PartScore, all_parts: list[PartScore]) -> PartScore:
    """A public result that a second run contradicts earns at most the share of the part's secret
    graphs that are right; races and memory count if one of these graphs is right. If the host code
    is wrong in every case of its own part, a second run tells nothing about the kernels: then the
    result earns at most a third. (To make all those cases wrong on purpose costs more.)"""
    programs = [one for one in part.properties if one.property.by == "program"]
    right = most = min((one.result.earned for one in programs if one.result), default=0.0)
    files = {path for one in programs for path in one.property.own}
    if any(_is_all_wrong(other, files) for other in all_parts if other is not part):
        most = max(most, 1 / 3)
    limits = {"values": most, "findings": 1.0 if right > 0 else most}
    limited = (_at_most(one, limits.get(one.property.by, 1.0)) for one in part.properties)
    return replace(part, properties=tuple(limited))


def _is_all_wrong(part: PartScore, files: set[str]) -> bool:
    """Whether the part is about one of these files alone, and none of its cases is right."""
    own = [one.property.own for one in part.properties if one.property.by == "program"]
    if not own or not all(len(one) == 1 and one[0] in files for one in own):
        return False
    counted = [one.result for one in part.properties if one.property.by in ("program", "values")]
    return all(one is not None and one.values.get("right") == "0" for one in counted)


def _at_most(one: PropertyScore, most: float) -> PropertyScore:
    if one.points is None or not (one.result and one.result.is_doubted):
        return one
    return replace(one, points=min(one.points, round(one.property.points * most, 2)))


def _with_known_mistakes(part: PartScore, all_parts: list[PartScore]) -> PartScore:
    """With -extra, host code that fails by itself says nothing about the kernels; the public cases
    do. So the share of graphs on which it fails counts as far as they are right."""
    if not part.part.extra_credit:
        return part
    public = [one for one in part.properties if one.property.by == "values"]
    right = _share_of(public)
    failed = {
        one.property.own[0]: 1 - _share_of([one])
        for other in all_parts
        for one in other.properties
        if len(one.property.own) == 1 and not one.property.flags and _share_of([one]) < 1
    }
    return replace(part, properties=tuple(_at_least(one, failed, right) for one in part.properties))


def _share_of(properties: list[PropertyScore]) -> float:
    most = sum(one.property.points for one in properties)
    return sum(one.points or 0.0 for one in properties) / most if most else 0.0


def _at_least(one: PropertyScore, failed: dict[str, float], right: float) -> PropertyScore:
    known = [path for path in one.property.own if path in failed]
    if len(one.property.own) < 2 or not known or one.points is None:
        return one
    path = max(known, key=lambda path: failed[path])
    points = round(one.property.points * min(right, failed[path]), 2)
    return replace(one, points=points, failing=path) if points > one.points else one


def _with_decisions(part: PartScore, overrides: dict[str, Override]) -> PartScore:
    decided = []
    for one in part.properties:
        override = overrides.get(f"{part.part.id}.{one.property.id}")
        given = replace(one, points=override.points, override=override) if override else one
        decided.append(given)
    return replace(part, properties=tuple(decided))


def _score_property(one: Property, result: ItemResult | None, speed: Speed) -> PropertyScore:
    if result is None or result.verdict.needs_human or result.verdict is Verdict.NOT_TIMED:
        points = None
    elif one.by == "speed" and result.verdict is Verdict.OK:
        points = round(one.points * share_of_points(float(result.values["ratio"]), speed), 2)
    else:
        points = round(one.points * result.earned, 2)
    return PropertyScore(one, result, points)


def share_of_points(ratio: float, speed: Speed) -> float:
    """The share of the points for a ratio of the student's time to ours: all points for a ratio up
    to `full_at`, and none from `zero_at` on. In between, the points fall with the logarithm of the
    ratio: half of them are left at the geometric mean of `full_at` and `zero_at`."""
    if ratio <= speed.full_at:
        return 1.0
    return max(0.0, math.log(speed.zero_at / ratio) / math.log(speed.zero_at / speed.full_at))


def format_points(points: float | None) -> str:
    """The points as in marks.csv: unknown points are an empty text, which does not mean zero."""
    return "" if points is None else f"{points:.2f}".rstrip("0").rstrip(".")
