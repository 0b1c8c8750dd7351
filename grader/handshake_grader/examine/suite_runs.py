"""Runs the trusted program `check` and reads its results; `check` starts a submission's runners."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import skeleton

from ..errors import GraderError
from ..intake.submission import Submission
from ..kit.build import KIT_FOLDER, Builder
from ..messages import sentence
from ..sandbox.guarded_process import MEBIBYTE, Limits, wait_for
from ..sandbox.sandbox import CLEAN_ENVIRONMENT, SINGLE, bound, lent, own_cgroups, prefix
from ..settings.settings import Settings
from ..verdict import Evidence, Report, Verdict
from .kept_report import WRITES, keep, worded
from .shares import Shares, read_shares

MOST_CHECK_S = 900  # CPU seconds, for one process
HUNG_S = 20 * MOST_CHECK_S  # normally never reached, because `check` itself limits every wait
MOST_JSON_BYTES = 32 << 20
MOST_FILE_BYTES = 64 << 20  # of what the runtime records, too
MOST_FAILURES_SHOWN = 5
LEAST_ROOM = 1 << 20  # free bytes on the disk: with less, the disk counts as full
WAITED = 6  # number of a file descriptor: see grader/check/own_time.hpp


@dataclass(frozen=True)
class SuiteOutcome:
    verdict: Verdict  # of all cases together
    summary: str
    evidence: tuple[Evidence, ...]
    runs: int
    seconds: float
    report: Report  # the part of the suite's report that a page needs
    failing_case: int | None = None
    is_diagnosed: bool = False  # diagnostic mode was used
    is_spent: bool = False  # all cases together took too long, but no single case did
    shares: Shares | None = None  # None if every case is right, or if none was run

    def evidence_of(self, failures: list[Report]) -> tuple[Evidence, ...]:
        """What is said about some failures, and the notes about the part."""
        lines = [
            Evidence(sentence("suite_case", scene=one["scene"], what=" ".join(one["what"])))
            for one in failures[:MOST_FAILURES_SHOWN]
        ]
        first = next(iter(self.report["part"]["failures"]), None)
        if first and any(_is_explained(one, first) for one in failures):
            lines += _explanation(first)
        return (*lines, *self.evidence)


def run_suite(
    part: str,
    builder: Builder,
    settings: Settings,
    folder: Path,
    with_diagnosis: bool,
    case: int | None = None,
    seed: int = 0,
) -> SuiteOutcome:
    """Runs the cases of one part, with its runner in the sandbox. seed: of the cases' values; 0:
    those of `make check`."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = folder / "sources"
    lab = builder.kit.lab
    given = (builder.kit.root / lab.host).read_text() if lab.host else ""
    marks = _write_sources(builder.submission, given, sources)
    results = folder / "results.json"
    results.unlink(missing_ok=True)
    program = builder.runner_file(part, "plain")
    diagnostic = builder.runner_file(part, "diagnostic")
    words = [
        str(builder.kit.check_program),
        part,
        "--programs",
        str(program.parent),
        "--sources",
        str(sources),
        "--marks",
        str(marks),
    ]
    words += ["--diagnostic", str(diagnostic.parent)] if with_diagnosis else []
    words += ["--output", str(folder), "--json", str(results), "--backend", "cpu"]
    # A whole part has the time limit of one launch, because our solution takes about a second for a
    # part.
    limit = str(settings.suite.time_limit_s)
    words += ["--time-limit", limit, "--part-limit", limit, "--guarded", "--shares"]
    words += ["--seed", str(seed)] if seed else []
    if case is not None:
        words += ["--case", str(case)]
    programs = [program, diagnostic] if with_diagnosis else [program]
    started = time.monotonic()
    code = _run_sandboxed(words, programs, builder, settings, folder)
    seconds = time.monotonic() - started
    if code not in (0, 1):
        if shutil.disk_usage(folder).free < LEAST_ROOM:
            raise OSError(errno.ENOSPC, f"check {part}", str(folder))
        raise GraderError(
            f"check {part} ended with exit code {code}: {_end_of(folder / 'check.log')}"
        )
    # The report names files by the paths that the student knows from `make check`.
    theirs = f"{lab.sources}/"
    names = {f"{sources}/": theirs, f"{KIT_FOLDER}/{theirs}": theirs, f"{folder}/": "build/check/"}
    return _read_results(results, part, code, seconds, names)


@dataclass(frozen=True)
class TracedRun:
    """How a kernel of a submission runs in every pass over a graph."""

    graph: Path
    threads: int
    schedule: str


def first_wrong_pass(
    part: str, builder: Builder, settings: Settings, folder: Path, run: TracedRun
) -> int:
    """The first pass in which `make trace` shows a wrong array of this kernel; 0: there is none, or
    the graph is too large to be traced. The kernel's runner must have been built."""
    folder.mkdir(parents=True, exist_ok=True)
    program = builder.runner_file(part, "plain")
    words = [str(builder.kit.check_program), "--trace", str(run.graph)]
    words += ["--threads", str(run.threads), "--programs", str(program.parent)]
    words += ["--output", str(folder), "--backend", "cpu", "--guarded"]
    words += ["--time-limit", str(settings.suite.time_limit_s)]
    order = {"CUCC_SCHEDULE": run.schedule}
    if _run_sandboxed(words, [program], builder, settings, folder, order) != 0:
        return 0
    file = folder / "trace.json"
    if file.stat().st_size > MOST_JSON_BYTES:
        return 0
    for one in json.loads(file.read_text(encoding="utf-8"))["passes"]:
        got = one["got"][WRITES[part]]
        if got and got != one["expected"][WRITES[part]]:
            return int(one["pass"])
    return 0


def _end_of(log: Path) -> str:
    return log.read_bytes()[-500:].decode("utf-8", errors="replace").strip()


def _limits(settings: Settings) -> Limits:
    """For each request to a runner, `check` itself limits the time. The sandbox limits a process as
    a whole."""
    return Limits(
        cpu_s=MOST_CHECK_S,
        memory_bytes=settings.limits.memory_mib * MEBIBYTE,
        file_bytes=MOST_FILE_BYTES,
    )


def _sandbox_prefix(programs: list[Path], limits: Limits, moved: str) -> list[str]:
    """The command prefix that starts a runner in the sandbox. A runner cannot write to any file of
    this machine: its findings go into a pipe, and what it records into memory."""
    given = {str(program): program for program in programs}
    return prefix(SINGLE, given, limits, waited=WAITED, moved=moved)


def _write_sources(submission: Submission, given_wrapper: str, folder: Path) -> Path:
    """Writes the data that `check` reads about a submission: its files (hints quote lines
    from them), and facts about these files. Returns the path of the file that contains the facts.
    The facts do not say whether the student has begun to write a kernel, because the grader decides
    this after the runs. They also do not say whether the YOUR CODE marks of a file are in order,
    because the grader runs the file in any case."""
    lab = submission.lab
    for path in lab.paths:
        file = folder / path.removeprefix(f"{lab.sources}/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(submission.files.get(path, b""))
    told = skeleton.facts(submission.texts, given_wrapper, lab.marks())
    begun = [
        part
        for part in told["not_started"]
        if part not in lab.kernels and len(lab.parts[part]) == 1
    ]
    marks = folder / "marks.json"
    marks.write_text(json.dumps({**told, "not_started": begun, "broken": []}))
    return marks


def _run_sandboxed(
    words: list[str],
    programs: list[Path],
    builder: Builder,
    settings: Settings,
    folder: Path,
    more: Mapping[str, str] | None = None,  # variables of the environment
) -> int:
    """Runs `check`, which starts these programs in the sandbox. It runs in the folder of the kit,
    because it compares the code of the submission with the given code there."""
    limits = _limits(settings)
    with lent(), own_cgroups(limits) as moved:
        for word in _sandbox_prefix(programs, limits, moved):
            words += ["--prefix", word]
        return _run_check(words, builder.kit.root, folder, more or {})


def _run_check(words: list[str], root: Path, folder: Path, more: Mapping[str, str]) -> int:
    environment = {**CLEAN_ENVIRONMENT, "TMPDIR": str(folder), **more}
    with open(folder / "check.log", "wb") as log:
        process = subprocess.Popen(
            bound(words),
            cwd=root,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env=environment,
            start_new_session=True,
        )
        try:
            return wait_for(process, HUNG_S)
        except subprocess.TimeoutExpired as error:
            raise GraderError(f"check did not end within {HUNG_S} s") from error


def _read_results(
    file: Path, part: str, code: int, seconds: float, names: dict[str, str]
) -> SuiteOutcome:
    try:
        if file.stat().st_size > MOST_JSON_BYTES:
            raise GraderError(f"check: {file} is too large")
        report = json.loads(file.read_text(encoding="utf-8"))
        if (report["format"], report["version"]) != ("handshake-check", 1):
            raise GraderError(
                f"check: {file} has another format: {report['format']} {report['version']}"
            )
        kept = keep(report, part, names)
        whole = worded(next(one for one in report["parts"] if one["id"] == part), names)
        found, failures = kept["part"], whole["failures"]
        verdict = Verdict(found["verdict"])
        outcome = SuiteOutcome(
            verdict,
            str(found["summary"]),
            tuple(Evidence(sentence("suite_note", text=text)) for text in found["notes"]),
            int(found["runs"]),
            seconds,
            kept,
            int(failures[0]["case"]) if failures else None,
            "diagnostic" in report["modes"],
            any(one["spent"] for one in failures[:1]),
            read_shares(whole),
        )
        cases = int(found["cases"])
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        raise GraderError(f"check: {file} cannot be read: {error}") from error
    if (verdict is Verdict.OK) != (code == 0) or (verdict is Verdict.OK and cases == 0):
        raise GraderError(f"check: exit code {code} does not fit {verdict.value} in {cases} cases")
    if verdict in (Verdict.NO_BUILD, Verdict.NOT_CHECKED):
        raise GraderError(
            f"check: reports {verdict.value} for a program that was built: {outcome.summary}"
        )
    return outcome


def _is_explained(failure: Report, first: Report) -> bool:
    """Whether the explanation of the part's first failure is about this one, too. What explains a
    wrong value does not explain a leak in the same run."""
    is_same_run = (failure["case"], failure["scene"]) == (first["case"], first["scene"])
    return is_same_run and failure["verdict"] in (Verdict.WRONG, first["verdict"])


def _explanation(failure: Report) -> list[Evidence]:
    """What is known about the part's first failure, which the suite has explained."""
    finding = failure.get("finding")
    # A finding without a text or a place adds nothing to the sentence about the failure.
    has_place = finding and finding["text"] and finding["file"]
    lines = [Evidence(_place(finding))] if finding and has_place else []
    lines += [Evidence(sentence("suite_hint", hint=failure["hint"]))] if failure["hint"] else []
    rerun = failure.get("rerun")
    return lines + ([Evidence(sentence("suite_rerun", command=rerun))] if rerun else [])


def _place(finding: Report) -> str:
    places = f"{finding['file']}:{finding['line']}"
    if finding.get("other_file"):
        places += f", {finding['other_file']}:{finding['other_line']}"
    return sentence("suite_place", places=places, text=finding["text"])
