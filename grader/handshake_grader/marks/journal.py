"""The record of all results: one SQLite file. Results are only added, never changed or deleted.

A result belongs to a submission, an item and a key (a digest of everything else that could change
the result). If several results have the same submission, item and key, the newest one is valid.
Older results stay in the file, with the version of the grader that made them. Every entry is
committed immediately, so a run that is killed loses only the items that it was working on.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ..errors import DiskFullError, GraderError, UsageError
from ..files import make_folder
from ..settings.listing import Listing, listed
from ..settings.settings import Settings, digest_of
from ..verdict import Evidence, ItemResult, Verdict

FORMAT = "1"

_SCHEMA = """
CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
  id INTEGER PRIMARY KEY, started TEXT NOT NULL, finished TEXT, what TEXT NOT NULL,
  who TEXT NOT NULL,
  grader TEXT NOT NULL, settings TEXT NOT NULL, secret_id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id), at TEXT NOT NULL,
  student TEXT NOT NULL, item TEXT NOT NULL, submission TEXT NOT NULL, key TEXT NOT NULL,
  verdict TEXT NOT NULL, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS results_by_student ON results (student, item, id);
CREATE TABLE IF NOT EXISTS costs (
  run INTEGER NOT NULL, student TEXT NOT NULL, compiler_s REAL NOT NULL, kernels_s REAL NOT NULL,
  wall_s REAL NOT NULL);
CREATE TABLE IF NOT EXISTS settings (digest TEXT PRIMARY KEY, listing TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS overrides (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, student TEXT NOT NULL, target TEXT NOT NULL,
  points REAL, who TEXT NOT NULL, why TEXT NOT NULL, submission TEXT NOT NULL DEFAULT '');
"""
# The columns that a journal of an earlier version lacks.
_ADDED = {"overrides": "submission TEXT NOT NULL DEFAULT ''"}
_OVERRIDE = "student, target, points, who, why, at, submission"


@dataclass(frozen=True)
class Recorded:
    """A result as it is in the journal."""

    result: ItemResult
    run: int
    at: str
    submission: str
    key: str


@dataclass(frozen=True)
class Override:
    """Points that a person gave. `points` is None if the person undid an earlier override."""

    student: str
    target: str  # "total", PART, PART.PROPERTY or PART.RUBRIC
    points: float | None
    who: str
    why: str
    at: str
    submission: str = ""  # the digest of the files to which it applies; "": all files


class Journal:
    def __init__(self, path: Path):
        make_folder(path.parent)
        self._path = path
        path.touch(mode=0o600)
        self._lock = threading.Lock()
        try:
            self._database = sqlite3.connect(
                path, check_same_thread=False, isolation_level=None, timeout=30
            )
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.executescript(_SCHEMA)
            self._check_format(path)
            self._add_columns()
        except sqlite3.Error as error:
            raise _in_words(path, error) from error

    def _check_format(self, path: Path) -> None:
        self._database.execute("INSERT OR IGNORE INTO about VALUES ('format', ?)", (FORMAT,))
        (found,) = self._database.execute(
            "SELECT value FROM about WHERE name = 'format'"
        ).fetchone()
        if found != FORMAT:
            raise UsageError(
                f"journal: {path} has format {found}; this grader reads format {FORMAT}"
            )

    def _add_columns(self) -> None:
        for table, column in _ADDED.items():
            known = {row[1] for row in self._database.execute(f"PRAGMA table_info({table})")}
            if column.split()[0] not in known:
                self._database.execute(f"ALTER TABLE {table} ADD COLUMN {column}")

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _do(self, command: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        try:
            with self._lock:
                return self._database.execute(command, values)
        except sqlite3.Error as error:
            raise _in_words(self._path, error) from error

    def _rows(self, command: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._database.execute(command, values).fetchall()
        except sqlite3.Error as error:
            raise _in_words(self._path, error) from error

    # ---- settings, and the marks last reported

    def keep_settings(self, settings: Settings) -> str:
        """Keeps the settings of a run or of reported marks. Returns their digest."""
        digest = digest_of(settings)
        listing = json.dumps(listed(settings))
        self._do("INSERT OR IGNORE INTO settings VALUES (?, ?)", (digest, listing))
        return digest

    def settings_of(self, digest: str) -> Listing | None:
        """None if a version of the grader that kept no settings made the entry."""
        found = self._rows("SELECT listing FROM settings WHERE digest = ?", (digest,))
        return json.loads(found[0][0]) if found else None

    def keep_reported(self, standing: str) -> None:
        """Keeps the marks that were reported, with all that decided them, in place of those that
        were reported earlier."""
        self._do("INSERT OR REPLACE INTO about VALUES ('reported', ?)", (standing,))

    def reported(self) -> str | None:
        found = self._rows("SELECT value FROM about WHERE name = 'reported'")
        return found[0][0] if found else None

    # ---- runs

    def begin_run(self, what: str, who: str, grader: str, settings: str, secret_id: str) -> int:
        self.check_secret(secret_id)
        command = (
            "INSERT INTO runs (started, what, who, grader, settings, secret_id) "
            "VALUES (?, ?, ?, ?, ?, ?)"
        )
        done = self._do(command, (_now(), what, who, grader, settings, secret_id))
        assert done.lastrowid is not None  # after an INSERT
        return done.lastrowid

    def check_secret(self, secret_id: str) -> None:
        known = {row[0] for row in self._rows("SELECT DISTINCT secret_id FROM runs")}
        if known - {secret_id}:
            raise UsageError(
                "journal: earlier runs used another secret or assignment id "
                f"({', '.join(sorted(known))}; now "
                f"{secret_id}), so students would get other cases; "
                "use the same secret and id, or another --out folder"
            )

    def end_run(self, run: int) -> None:
        self._do("UPDATE runs SET finished = ? WHERE id = ?", (_now(), run))

    def runs(self) -> list[dict[str, Any]]:
        columns = ("id", "started", "finished", "what", "who", "grader", "settings", "secret_id")
        return [
            dict(zip(columns, row, strict=True))
            for row in self._rows(f"SELECT {', '.join(columns)} FROM runs ORDER BY id")
        ]

    # ---- results

    def record(self, run: int, student: str, submission: str, key: str, result: ItemResult) -> None:
        command = (
            "INSERT INTO results (run, at, student, item, submission, key, verdict, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        body = json.dumps(_to_body(result))
        self._do(
            command,
            (run, _now(), student, result.item, submission, key, result.verdict.value, body),
        )

    def newest(self, student: str) -> dict[str, Recorded]:
        """The newest result of every item of a student."""
        command = (
            "SELECT item, run, at, submission, key, verdict, body FROM results WHERE id IN "
            "(SELECT MAX(id) FROM results WHERE student = ? GROUP BY item)"
        )
        rows = self._rows(command, (student,))
        return {
            item: Recorded(self._result(student, item, verdict, body), run, at, submission, key)
            for item, run, at, submission, key, verdict, body in rows
        }

    def _result(self, student: str, item: str, verdict: str, body: str) -> ItemResult:
        try:
            return _from_body(item, verdict, json.loads(body))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise UsageError(
                f"journal: {self._path}: the results of {student}, {item} cannot be read "
                f"({error!r}); "
                "use an earlier copy of the file, or another --out folder"
            ) from error

    def examined_in(self, student: str) -> dict[str, int]:
        """The run that made the newest result of every item of a student."""
        command = "SELECT item, run, MAX(id) FROM results WHERE student = ? GROUP BY item"
        return {item: run for item, run, _ in self._rows(command, (student,))}

    def history(self, student: str) -> list[tuple[Any, ...]]:
        """All results, older ones included: (run, time, item, verdict)."""
        return self._rows(
            "SELECT run, at, item, verdict FROM results WHERE student = ? ORDER BY id", (student,)
        )

    # ---- costs

    def record_cost(
        self, run: int, student: str, compiler_s: float, kernels_s: float, wall_s: float
    ) -> None:
        self._do(
            "INSERT INTO costs VALUES (?, ?, ?, ?, ?)",
            (run, student, compiler_s, kernels_s, wall_s),
        )

    def costs(self, run: int | None = None) -> list[tuple[str, float, float, float]]:
        """(student, compiler CPU s, kernels CPU s, wall s), summed over the runs."""
        where, values = ("", ()) if run is None else ("WHERE run = ?", (run,))
        command = (
            f"SELECT student, SUM(compiler_s), SUM(kernels_s), SUM(wall_s) FROM costs {where} "
            "GROUP BY student ORDER BY student"
        )
        return self._rows(command, values)

    # ---- overrides

    def record_override(
        self,
        student: str,
        target: str,
        points: float | None,
        who: str,
        why: str,
        submission: str = "",
    ) -> None:
        """Records nothing if the newest decision about the target says the same."""
        last = next((x for x in self.override_history(student)[::-1] if x.target == target), None)
        told = points, who, why, submission
        if last and (last.points, last.who, last.why, last.submission) == told:
            return
        command = f"INSERT INTO overrides ({_OVERRIDE}) VALUES (?, ?, ?, ?, ?, ?, ?)"
        self._do(command, (student, target, points, who, why, _now(), submission))

    def overrides(self, student: str, submission: str = "") -> dict[str, Override]:
        """For each target, the newest override that applies to this submission, if it was not
        undone."""
        last = self.last_decisions(student, submission)
        return {target: one for target, one in last.items() if one.points is not None}

    def last_decisions(self, student: str, submission: str = "") -> dict[str, Override]:
        """As `overrides`, with those that a person undid."""
        return {
            one.target: one
            for one in self.override_history(student)
            if one.submission in ("", submission)
        }

    def outdated_overrides(self, student: str, submission: str) -> list[Override]:
        """The newest decision about each target, if it was made for another submission and was not
        undone."""
        newest = {one.target: one for one in self.override_history(student)}
        return [
            one
            for one in newest.values()
            if one.points is not None and one.submission not in ("", submission)
        ]

    def override_history(self, student: str) -> list[Override]:
        command = f"SELECT {_OVERRIDE} FROM overrides WHERE student = ? ORDER BY id"
        return [Override(*row) for row in self._rows(command, (student,))]


def _in_words(path: Path, error: sqlite3.Error) -> GraderError:
    if "full" in str(error):
        return DiskFullError(error)
    if isinstance(error, sqlite3.OperationalError):  # the system refused, whatever is in the file
        return GraderError(
            f"journal: {path}: {error}; look at the free space, at the rights, and at the limit "
            "for the size of a file (ulimit -f), and start the command again"
        )
    return UsageError(f"journal: {path}: {error}; is it a journal of this grader?")


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def _to_body(result: ItemResult) -> dict[str, Any]:
    return {
        "summary": result.summary,
        "evidence": [[one.text, one.secret] for one in result.evidence],
        "values": result.values,
        "runs": result.runs,
        "wall_s": round(result.wall_s, 3),
        "cpu_s": round(result.cpu_s, 3),
        "max_rss_bytes": result.max_rss_bytes,
        **({"share": result.share} if result.share else {}),
        **({"is_doubted": True} if result.is_doubted else {}),
        **({"report": result.report} if result.report else {}),
    }


def _from_body(item: str, verdict: str, body: dict[str, Any]) -> ItemResult:
    evidence = tuple(Evidence(text, secret) for text, secret in body["evidence"])
    return ItemResult(
        item,
        Verdict(verdict),
        body["summary"],
        evidence,
        body["values"],
        body["runs"],
        body["wall_s"],
        body["cpu_s"],
        body["max_rss_bytes"],
        body.get("report"),
        body.get("share", 0.0),
        body.get("is_doubted", False),
    )
