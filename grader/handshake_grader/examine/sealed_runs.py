"""Finds out whether a submission's ld_extension.cu is right. The extension runs in the sandbox, on
secret graphs that are encrypted (sealed.py)."""

from __future__ import annotations

import functools
import secrets
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ..errors import GraderError
from ..kit.build import INPUT_FOLDER
from ..messages import sentence
from ..sandbox.guarded_process import MEBIBYTE, Limits
from ..sandbox.sandbox import SINGLE, run
from ..secret.graph_recipes import make_graph, parse_recipe, right_matching
from ..secret.sealed import FINGERPRINT_BYTES, KEY_BYTES, READY, edges_of, fingerprint, seal
from ..settings.settings import Settings
from ..verdict import Verdict
from .bench import Bench
from .secret_runs import RunOutcome, SecretCase, judge

SCHEDULES = ("forward", "reverse", "shuffle:7")
PROGRAM, GRAPH = "/program", f"{INPUT_FOLDER}/graph"
COMMAND = (*SINGLE, PROGRAM, GRAPH)
CONTROL_S = 120.0


@dataclass(frozen=True)
class SealedCase(SecretCase):
    key: bytes = b""


def sealed_cases(bench: Bench) -> list[SealedCase]:
    """Our own extension runs on each graph first. Its answer must equal the oracle's: this proves
    that the graph, the oracle and the machine are in order. The time limit for the submission
    depends on the time of this run."""
    ours = bench.builder.our_extension().made()
    recipes = enumerate(bench.settings.secret.graphs)
    return [case for number, recipe in recipes for case in _make(bench, number, recipe, ours)]


def _make(bench: Bench, number: int, recipe: str, ours: Path) -> list[SealedCase]:
    seed = bench.seeds.seed(bench.student, f"extension {number}: {recipe}")
    graph = make_graph(parse_recipe(recipe), seed)
    key = secrets.token_bytes(KEY_BYTES)
    file = bench.folder / f"extension{number}"
    file.write_bytes(seal(edges_of(graph), key))
    expected = right_matching(graph)
    control = SealedCase(
        "control", file, graph.num_nodes, expected, 0, "forward", CONTROL_S, 0.0, key
    )
    outcome = run_sealed(ours, bench.settings, control)
    if outcome.verdict is not Verdict.OK:
        said = f"{outcome.verdict.value} {outcome.summary}"
        raise GraderError(f"our own extension fails on a secret graph: {said}")
    reference_s = outcome.result.cpu_s
    limits = bench.settings.limits
    limit_s = max(limits.floor_s, limits.factor * reference_s)
    return [
        replace(
            control,
            name=sentence("sealed_case", number=number + 1, recipe=recipe, order=schedule),
            schedule=schedule,
            limit_s=limit_s,
            reference_s=reference_s,
        )
        for schedule in SCHEDULES
    ]


def run_sealed(program: Path, settings: Settings, case: SealedCase) -> RunOutcome:
    result = run(
        COMMAND,
        {GRAPH: case.graph_file, PROGRAM: program},
        stdin=case.key,
        limits=Limits(
            cpu_s=case.limit_s,
            wall_s=6 * case.limit_s,
            memory_bytes=settings.limits.memory_mib * MEBIBYTE,
        ),
        environment={"CUCC_SCHEDULE": case.schedule, "CUCC_CPU_THREADS": "1"},
    )
    return judge(result, case, settings, functools.partial(_parse_all, case.key))


def _parse_all(key: bytes, replies: bytes, num_nodes: int) -> list[int] | str:
    if not replies.startswith(READY):
        return sentence("replies_cut")
    return parse_replies(key, replies[len(READY) :], num_nodes)


def parse_replies(key: bytes, replies: bytes, num_nodes: int) -> list[int] | str:
    """The partner of each node, or one sentence that says what is wrong with the replies."""
    if len(replies) != FINGERPRINT_BYTES + 4 * num_nodes:
        return sentence("replies_cut")
    matches = np.frombuffer(replies[FINGERPRINT_BYTES:], "<i4")
    if fingerprint(matches, key) != replies[:FINGERPRINT_BYTES]:
        return sentence("replies_differ")
    return [int(one) for one in matches]
