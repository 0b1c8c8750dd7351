"""The options of each command of `grader/grade`; cli.py fills them in."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Common:
    settings: Path
    secret: Path
    tree: Path  # the kit to grade with


@dataclass(frozen=True)
class ReportOptions(Common):
    submissions: Path
    out: Path
    # The form of the download; None: the names in the download decide.
    layout: str | None = field(default=None, kw_only=True)
    roster: Path | None = field(default=None, kw_only=True)
    times: Path | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class ClassOptions(ReportOptions):
    """The options of `class` and `regrade`."""

    jobs: int
    slurm: str | None = None  # options of sbatch; None: grade on this machine
    student: list[str] | None = None
    part: list[str] | None = None


@dataclass(frozen=True)
class OverrideOptions(ReportOptions):
    student: str
    target: str
    points: str
    why: str
    who: str | None


@dataclass(frozen=True)
class ReplayOptions(ReportOptions):
    student: str
    property: str
    give: Path | None


@dataclass(frozen=True)
class RubricOptions(ReportOptions):
    table: Path | None  # the table to read; None: the grader asks in the terminal
    write: Path | None  # where to write the table of open decisions; None: no table is written
    who: str | None
    blind: bool = False  # whether the table and the pages to read hold pseudonyms only


@dataclass(frozen=True)
class AlikeOptions(Common):
    submissions: Path
    out: Path  # the page to write
    against: list[Path] = field(default_factory=list)  # downloads of earlier terms
    given: list[Path] = field(default_factory=list)  # kits of earlier terms
    layout: str | None = None
    roster: Path | None = None
    times: Path | None = None


@dataclass(frozen=True)
class DemoOptions(Common):
    out: Path
    jobs: int


@dataclass(frozen=True)
class OneOptions(Common):
    submission: Path
    student: str
    gradescope: Path | None


@dataclass(frozen=True)
class ZipOptions(Common):
    out: Path


@dataclass(frozen=True)
class DoctorOptions(Common):
    build: bool
