"""Keeps the tables that a TA gave (--roster, --times) for later commands with the same folder.

Without these tables, `report` and `override` would no longer know who was late or absent.
"""

from __future__ import annotations

from pathlib import Path

from ..errors import UsageError
from ..files import write_whole
from ..intake.class_folder import Intake, read_class
from ..marks.class_times import apply_exceptions
from ..marks.standing import Standing
from ..settings.settings import Settings

Tables = dict[str, Path | None]  # keys: roster, times


def read_with_tables(
    submissions: Path,
    out: Path,
    settings: Settings,
    file: Path,
    layout: str | None,
    given: Tables,
    reported: Standing | None,
) -> Intake:
    """Reads the class, with its tables. If a table is not given now, uses the table that was given
    to an earlier command with the same folder. file: the settings. reported: the marks of this
    folder that were reported last."""
    known = {name: _kept(out, name, table) for name, table in given.items()}
    zone, roster, times = settings.assignment.zone, known["roster"], known["times"]
    intake = read_class(submissions, zone, settings.lab, layout=layout, roster=roster, times=times)
    _require_same_class(intake, reported, submissions, out)
    apply_exceptions(settings, intake, file)
    if times and not given["times"]:
        said = (
            "the times of handing in are from an earlier --times; for a new download, give "
            "--times again"
        )
        intake.remarks.insert(0, said)
    for name, table in given.items():
        _keep(out, name, table)
    return intake


def _require_same_class(
    intake: Intake, reported: Standing | None, submissions: Path, out: Path
) -> None:
    before = reported.handed_in if reported else set()
    if before and before.isdisjoint(one.student.id for one in intake.counted if one.label):
        raise UsageError(
            f"{submissions}: none of the {len(before)} students who handed in according to the "
            f"last marks in {out} is in it. Is it the right download, with the right roster? For "
            "another class, use another --out folder"
        )


def _kept(out: Path, name: str, given: Path | None) -> Path | None:
    copy = _copy(out, name)
    return given or (copy if copy.is_file() else None)


def _keep(out: Path, name: str, given: Path | None) -> None:
    try:
        if given and given != _copy(out, name):
            write_whole(_copy(out, name), given.read_bytes())
    except OSError as error:
        raise UsageError(f"{given}: cannot be copied to {out}: {error.strerror}") from error


def _copy(out: Path, name: str) -> Path:
    return out / "private" / f"{name}.csv"
