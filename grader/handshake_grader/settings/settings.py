"""Reads an assignment's settings file. Every mistake is reported with file and line."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from ..errors import UsageError
from ..lab import MATCHING, Lab, lab_named
from ..secret.graph_recipes import parse_recipe
from .key_lines import Place, key_lines

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def _is_identifier(text: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", text):
        raise ValueError(
            "must consist of lower-case letters, digits and _, and begin with a letter"
        )
    return text


def _is_path(text: str, info: ValidationInfo) -> str:
    paths = _lab(info).all_paths
    if text not in paths:
        raise ValueError(f"is not a file of a submission; those are {', '.join(paths)}")
    return text


def _lab(info: ValidationInfo) -> Lab:
    """The lab that the settings are about: parse_settings gives it to all checks."""
    assert info.context is not None
    lab: Lab = info.context["lab"]
    return lab


def _is_suite(text: str, info: ValidationInfo) -> str:
    parts = _lab(info).parts
    if text not in parts:
        raise ValueError(f"is not a part of the suite; those are {', '.join(parts)}")
    return text


def _is_zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise ValueError(
            f"there is no time zone {text!r}; an example is America/New_York"
        ) from None
    return text


def _is_recipe(text: str) -> str:
    parse_recipe(text)
    return text


def _has_no_zone(value: datetime) -> datetime:
    if value.tzinfo is not None:
        raise ValueError("must be without a time zone; assignment.time_zone names the zone")
    return value


Identifier = Annotated[str, AfterValidator(_is_identifier)]
SourcePath = Annotated[str, AfterValidator(_is_path)]
SuitePart = Annotated[str, AfterValidator(_is_suite)]
LocalTime = Annotated[datetime, AfterValidator(_has_no_zone)]
Points = Annotated[float, Field(ge=0, le=10_000)]


# The columns of marks.csv
RESERVED = ("student", "name", "section", "login", "email", "total", "status", "late")


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Assignment(_Table):
    id: str = Field(min_length=1, max_length=60)
    title: str = Field(min_length=1, max_length=200)
    lab: str = MATCHING  # a folder of labs/
    time_zone: Annotated[str, AfterValidator(_is_zone)]
    due: LocalTime | None = None

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)


class LateException(_Table):
    student: str = Field(min_length=1)
    due: LocalTime
    reason: str = Field(min_length=1)


class Late(_Table):
    grace_minutes: int = Field(default=0, ge=0, le=60 * 24)
    percent_per_day: float = Field(default=0, ge=0, le=100)
    days_accepted: int = Field(default=0, ge=0, le=366)
    exceptions: list[LateException] = []


class Visibility(_Table):
    secret_cases: Literal["points", "property", "reason", "full"] = "reason"
    give_cases: bool = True  # whether the staff may give a student the graph of a failed case


class HostCode(_Table):
    """An entry says that a person has read the host code in the file with this SHA-256, and found
    nothing harmful in it."""

    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    reason: str = Field(min_length=1)


class Sandbox(_Table):
    minimum_level: int = Field(default=2, ge=1, le=3)
    host_code: list[HostCode] = []


class LimitSettings(_Table):
    factor: float = Field(default=20.0, ge=2, le=1000)
    floor_s: float = Field(default=10.0, ge=1, le=600)
    memory_mib: int = Field(default=1024, ge=128, le=1 << 16)
    compile_s: float = Field(default=60.0, ge=5, le=600)
    compile_memory_mib: int = Field(default=1536, ge=256, le=1 << 16)


class Suite(_Table):
    diagnostic: Literal["off", "when built", "required"] = "when built"
    time_limit_s: int = Field(default=20, ge=1, le=600)


class Secret(_Table):
    threads: list[Annotated[int, Field(ge=1, le=1 << 20)]] = Field(min_length=1)
    graphs: list[Annotated[str, AfterValidator(_is_recipe)]] = Field(min_length=1)

    @model_validator(mode="after")
    def _needs_work(self) -> Secret:
        if not any(parse_recipe(one).has_edges for one in self.graphs):
            raise ValueError(
                "no graph is sure to have an edge, so kernels that do nothing would get points"
            )
        return self


class Speed(_Table):
    """How the speed of an extension is measured (by = "speed"), and how many points it gives."""

    on: Literal["gpu", "cpu"] = "gpu"
    graphs: list[Annotated[str, AfterValidator(_is_recipe)]] = Field(
        default=["wide 100000 800000"], min_length=1
    )
    # How many timed runs of each extension (ours and the student's) count for each graph.
    repetitions: int = Field(default=11, ge=5, le=101)
    # A measurement counts only if the spread of the times, and of their ratio, is at most this.
    most_spread: float = Field(default=0.1, gt=0, le=1)
    # A time up to this multiple of our time gets all points.
    full_at: float = Field(default=1.0, gt=0, le=1000)
    # A time of at least this multiple of our time gets no points.
    zero_at: float = Field(default=8.0, gt=0, le=1000)

    @model_validator(mode="after")
    def _falls(self) -> Speed:
        if self.zero_at <= self.full_at:
            raise ValueError("zero_at must be larger than full_at")
        return self

    @property
    def how(self) -> dict[str, object]:
        """The settings on which a measured time depends. `full_at` and `zero_at` only decide how
        many points a time gets, so they can be changed without another measurement."""
        return self.model_dump(exclude={"full_at", "zero_at"})


OF_EXTENSION = ("extension", "speed")  # kinds of properties that are about ld_extension.cu


class Property(_Table):
    id: Identifier
    title: str = Field(min_length=1)
    by: Literal["values", "findings", "program", "extension", "speed"]
    points: Points
    suite: SuitePart | None = None
    kinds: list[str] = []  # only these cases of `suite`; none: all cases
    secret: bool = False  # the cases have values that are made for each student
    threads: Literal["enough", "few"] | None = None  # at least one for each element, or fewer
    own: list[SourcePath] = []
    flags: list[Literal["-extra"]] = []

    @model_validator(mode="after")
    def _fits_its_kind(self, info: ValidationInfo) -> Property:
        lab = _lab(info)
        if self.by == "program" and (not self.own or self.suite):
            raise ValueError(
                'by = "program" needs `own` (files of the student), and must have no `suite`'
            )
        if self.by in OF_EXTENSION and (self.own or self.flags or self.suite):
            raise ValueError(f'by = "{self.by}" must have no `own`, `flags` or `suite`')
        if self.by in ("values", "findings") and (self.own or self.flags or not self.suite):
            raise ValueError(f'by = "{self.by}" needs `suite`, and must have no `own` or `flags`')
        if self.by != "values" and (self.kinds or self.threads):
            raise ValueError('`kinds` and `threads` are only for by = "values"')
        if self.threads and self.suite not in lab.kernels:
            raise ValueError(f"`threads` is only for the suites {', '.join(lab.kernels)}")
        if self.secret and (self.by != "values" or lab.host):
            raise ValueError('`secret` is only for by = "values" and a lab without host code')
        none = [kind for kind in self.kinds if self.suite and kind not in lab.kinds[self.suite]]
        if none:
            raise ValueError(
                f"suite {self.suite!r} has no case of the kind {none[0]!r}; "
                f"its kinds are {', '.join(lab.kinds[self.suite or ''])}"
            )
        return self

    def cases(self, lab: Lab) -> frozenset[tuple[str, ...]]:
        """The groups of cases that the property is about."""
        if self.by == "values" and self.suite:
            threads = ("enough", "few") if self.suite in lab.kernels else ("",)
            return frozenset(
                (self.suite, kind, number, str(self.secret))
                for kind in self.kinds or lab.kinds[self.suite]
                for number in ([self.threads] if self.threads else threads)
            )
        return frozenset({(self.by, self.suite or "", *sorted(self.own), *self.flags)})


class RubricLine(_Table):
    id: Identifier
    title: str = Field(min_length=1)
    points: Points


class Part(_Table):
    id: Identifier
    title: str = Field(min_length=1)
    needs: list[SourcePath] = Field(min_length=1)
    extra_credit: bool = False
    properties: list[Property] = Field(default=[], alias="property")
    rubric: list[RubricLine] = []

    @model_validator(mode="after")
    def _holds_something(self) -> Part:
        if not self.properties and not self.rubric:
            raise ValueError("has neither a property nor a rubric line")
        of_property = [("property", n, "id") for n in range(len(self.properties))]
        of_rubric = [("rubric", n, "id") for n in range(len(self.rubric))]
        _require_distinct("property", [one.id for one in self.lines], [*of_property, *of_rubric])
        kinds = {one.by in OF_EXTENSION for one in self.properties}
        if True in kinds and (False in kinds or not self.extra_credit):
            raise ValueError(
                'properties with by = "extension" or "speed" belong in a separate part, '
                "with extra_credit"
            )
        return self

    @property
    def lines(self) -> list[Property | RubricLine]:
        """Everything that gives points."""
        return [*self.properties, *self.rubric]

    @property
    def is_extension(self) -> bool:
        """Whether the part is about the extension. A fault in such a part does not delay the points
        of other parts."""
        return any(one.by in OF_EXTENSION for one in self.properties)

    @property
    def points(self) -> float:
        return sum(one.points for one in self.lines)


class Settings(_Table):
    assignment: Assignment
    late: Late = Late()
    visibility: Visibility = Visibility()
    sandbox: Sandbox = Sandbox()
    limits: LimitSettings = LimitSettings()
    suite: Suite = Suite()
    secret: Secret = Secret.model_construct(threads=[], graphs=[])
    speed: Speed = Speed()
    parts: list[Part] = Field(min_length=1, alias="part")

    @model_validator(mode="after")
    def _fits_together(self, info: ValidationInfo) -> Settings:
        parts = [part.id for part in self.parts]
        _require_distinct("part", parts, [("part", n, "id") for n in range(len(parts))])
        exceptions = [one.student for one in self.late.exceptions]
        places = [("late", "exceptions", n, "student") for n in range(len(exceptions))]
        _require_distinct("late exception", exceptions, places)
        self._require_later_exceptions()
        if sum(part.points for part in self.parts if not part.extra_credit) <= 0:
            raise ValueError("the parts without extra_credit have no points")
        for number, part in enumerate(self.parts):
            _require_own_cases(number, part, self.parts[:number], _lab(info))
            self._require_program(number, part, _lab(info))
            if part.id in RESERVED:
                said = f"a part cannot have the id {part.id!r}: it is a column of marks.csv"
                raise _misplaced(said, ("part", number, "id"))
        return self

    def _require_program(self, number: int, part: Part, lab: Lab) -> None:
        """Only a lab with host code has a program for secret graphs, and an extension."""
        for at, one in enumerate(part.properties):
            place = ("part", number, "property", at, "by")
            if one.by not in ("values", "findings") and not lab.host:
                raise _misplaced(f'the lab {lab.name} has no by = "{one.by}"', place)
            if one.by == "program" and not self.secret.graphs:
                raise _misplaced('by = "program" needs the table [secret]', place)

    @property
    def lab(self) -> Lab:
        return lab_named(self.assignment.lab)

    def _require_later_exceptions(self) -> None:
        due = self.assignment.due
        for number, one in enumerate(self.late.exceptions):
            if due is not None and one.due <= due:
                said = f"{one.due} is not later than assignment.due ({due}), so it has no effect"
                raise _misplaced(said, ("late", "exceptions", number, "due"))

    @property
    def points(self) -> float:
        """Full marks, extra credit not counted."""
        return sum(part.points for part in self.parts if not part.extra_credit)

    def part(self, part_id: str) -> Part:
        return next(part for part in self.parts if part.id == part_id)


def _require_own_cases(number: int, part: Part, before: list[Part], lab: Lab) -> None:
    """Each case may count only once: otherwise, one mistake would cost twice."""
    known = {
        case: f"{one.id}.{two.id}"
        for one in before
        for two in one.properties
        for case in two.cases(lab)
    }
    for at, one in enumerate(part.properties):
        twice = sorted(known[case] for case in one.cases(lab) if case in known)
        if twice:
            said = f"{part.id}.{one.id} is about cases that {twice[0]} is about, too"
            raise _misplaced(said, ("part", number, "property", at, "id"))
        known |= dict.fromkeys(one.cases(lab), f"{part.id}.{one.id}")


def _require_distinct(what: str, ids: list[str], places: Sequence[Place]) -> None:
    for at, one in enumerate(ids):
        if one in ids[:at]:
            raise _misplaced(f"{what} {one!r} appears twice", places[at])


def _misplaced(said: str, at: Place) -> PydanticCustomError:
    """An error that the check of a whole table finds. `at` is the path of the key whose line is
    reported with the error."""
    return PydanticCustomError("misplaced", "{said}", {"said": said, "at": at})


def read_settings(path: Path) -> Settings:
    return parse_settings(_text(path), str(path))


def place_in(path: Path, *place: str | int) -> str:
    """Where this key or table of a settings file is, as an error message begins."""
    return _at(place, str(path), key_lines(_text(path)))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # Notepad writes a byte order mark at the start
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"settings: {path}: {error}") from error


def parse_settings(text: str, name: str) -> Settings:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise UsageError(
            f"{name}:{line[1] if line else text.count(chr(10)) + 1}: {error}"
        ) from error
    lines = key_lines(text)
    try:
        lab = lab_named(str(table.get("assignment", {}).get("lab", MATCHING)))
    except UsageError as error:
        raise UsageError(f"{_at(('assignment', 'lab'), name, lines)}: {error}") from error
    try:
        return Settings.model_validate(table, context={"lab": lab})
    except ValidationError as error:
        raise UsageError(
            "\n".join(_in_words(one, name, lines) for one in error.errors())
        ) from error


def digest_of(settings: Settings) -> str:
    return hashlib.sha256(settings.model_dump_json().encode()).hexdigest()[:16]


def _in_words(error: ErrorDetails, name: str, lines: dict[Place, int]) -> str:
    place = error["loc"] + error.get("ctx", {}).get("at", ())
    return f"{_at(place, name, lines)}: {_reason(error)}"


def _at(place: Place, name: str, lines: dict[Place, int]) -> str:
    known = place
    while known and known not in lines:
        known = known[:-1]
    key = ".".join(f"{piece + 1}" if isinstance(piece, int) else str(piece) for piece in place)
    return f"{name}:{lines.get(known, 1)}: {key or 'the file'}"


def _reason(error: ErrorDetails) -> str:
    if error["type"] == "extra_forbidden":
        return "there is no such setting"
    if error["type"] == "missing":
        return "is missing"
    return re.sub(r"^Value error, ", "", error["msg"]) + (
        f" (it is {error['input']!r})"
        if isinstance(error["input"], (str, int, float, bool))
        else ""
    )
