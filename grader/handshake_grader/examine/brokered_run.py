"""Runs `match` as two processes, for host code and for the device; the broker is between them.

The broker (grader/broker) is the only process that writes to stdout. It checks every pass on the
device. A right result counts only if the kernels computed it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import GraderError
from ..messages import sentence
from ..sandbox.guarded_process import LimitHit, Result
from ..sandbox.sandbox import SINGLE
from ..secret.graph_recipes import parse_output
from ..settings.settings import Settings
from ..verdict import Evidence, Verdict
from .secret_runs import EDGES, OUTPUT, RunOutcome, SecretCase, arguments, judge, run_limited

# The faults that the broker reports, and the sentence for each.
FAULTS = {
    "not_launched": "device_not_launched",
    "given_short": "device_given_short",
    "given_wrong": "device_given_wrong",
    "given_uncopied": "device_given_uncopied",
    "left_wrong": "device_left_wrong",
    "not_copied": "device_not_copied",
    "step_on_cpu": "device_step_on_cpu",
    "told_too_much": "device_told_too_much",
    "shared": "device_shared",
}
HEADINGS = ("host", "device", "fault", "left", "output")


@dataclass(frozen=True)
class Pair:
    broker: Path
    host: Path
    device: Path


def run_brokered(
    pair: Pair, flags: tuple[str, ...], settings: Settings, case: SecretCase
) -> RunOutcome:
    command = ["/broker", "--edges", "/edges", "--output", OUTPUT]
    command += ["--extra"] if "-extra" in flags else []
    command += ["--device", *SINGLE, "/device"]
    command += ["--host", *SINGLE, "/host", *arguments(case, flags)]
    files = {"/broker": pair.broker, "/host": pair.host, "/device": pair.device}
    files["/edges"] = case.graph_file.with_suffix(EDGES)
    result = run_limited(command, files, settings, case)
    if result.limit_hit is not LimitHit.NONE:
        return judge(result, case, settings, parse_output)
    if result.signal is not None:  # from the guard: no other process can signal the broker
        return judge(replace(result, stdout=b""), case, settings, parse_output)
    said = _said(result)
    if said["fault"][0] == "forged":
        return RunOutcome(Verdict.WRONG, sentence("device_forged"), (), result, True)
    ended = said["device"] if said["device"] != ["exit", "0"] else said["host"]
    number = int(ended[1])
    is_signal = ended[0] == "signal"
    outcome = judge(
        replace(
            result,
            exit_code=None if is_signal else number,
            signal=number if is_signal else None,
            stdout=result.stdout.split(b"\n", len(HEADINGS))[-1],
        ),
        case,
        settings,
        parse_output,
    )
    if outcome.verdict is not Verdict.OK and said["fault"][0] == "shared":
        return replace(outcome, summary=sentence("device_shared"))
    if outcome.verdict is not Verdict.OK or said["fault"][0] == "none":
        return replace(outcome, left=int(said["left"][0]))
    kind, number_of_pass, kernel, array = said["fault"]
    said_of_it = sentence(FAULTS[kind], kernel=kernel, array=array)
    where = Evidence(sentence("in_pass", number=number_of_pass), secret=True)
    return RunOutcome(Verdict.WRONG, said_of_it, (where,), result, True)


def _said(result: Result) -> dict[str, list[str]]:
    lines = result.stdout.split(b"\n", len(HEADINGS))[: len(HEADINGS)]
    words = [line.decode("ascii", errors="replace").split() for line in lines]
    if result.exit_code != 0 or tuple(line[0] if line else "" for line in words) != HEADINGS:
        reason = result.stderr[-300:].decode(errors="replace").strip()
        raise GraderError(f"the broker failed (exit {result.exit_code}): {reason}")
    return {line[0]: line[1:] for line in words}
