"""Counts how a submission's kernels use the GPU, with their runners in the sandbox."""

from __future__ import annotations

from pathlib import Path

from report import counters

from .build import Builder
from .errors import GraderError
from .guarded_process import MEBIBYTE, Limits
from .sandbox import SINGLE, SYSTEM_PATH, lent, prefix
from .settings import Settings

VARIABLE = "HANDSHAKE_COUNTERS"


def count_use(part: dict, builder: Builder, settings: Settings, folder: Path) -> dict | None:
    """What `make report` counts, of one part of the suite; part: as in the results of `check`."""
    if part["id"] not in counters.PROGRAMS:
        return None
    program = builder.runner_file(part["id"], "diagnostic")
    limits = Limits(
        cpu_s=counters.TIME_LIMIT,
        memory_bytes=settings.limits.memory_mib * MEBIBYTE,
        file_bytes=counters.MOST_BYTES,
    )
    try:
        first = counters.first_pass(builder.kit.check_program, folder)
    except counters.CountingError as error:
        raise GraderError(str(error)) from error
    with lent():
        words = prefix(SINGLE, {str(program): program}, limits, VARIABLE)
        counted = counters.count_part(
            part, [*words, str(program)], first, folder, {"PATH": SYSTEM_PATH, "LC_ALL": "C"}
        )
    return counters.of_all({part["id"]: counted}, first)
