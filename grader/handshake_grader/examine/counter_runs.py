"""Measures how a submission's kernels use the GPU; their runners run in the sandbox."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from report import counters

from ..errors import GraderError
from ..kit.build import Builder
from ..sandbox.guarded_process import MEBIBYTE, Limits
from ..sandbox.sandbox import CLEAN_ENVIRONMENT, SINGLE, lent, prefix
from ..settings.settings import Settings
from ..verdict import Report


def count_use(part: Report, builder: Builder, settings: Settings) -> Report | None:
    """The counters of `make report` for one part of the suite. `part` is an element of the results
    of `check`."""
    if part["id"] not in counters.PROGRAMS:
        return None
    program = builder.runner_file(part["id"], "diagnostic")
    limits = Limits(
        cpu_s=counters.TIME_LIMIT,
        memory_bytes=settings.limits.memory_mib * MEBIBYTE,
        file_bytes=counters.MOST_BYTES,
    )
    first = _first_pass(builder.kit.check_program, builder.kit.digest)
    with lent():
        words = prefix(SINGLE, {str(program): program}, limits)
        return counters.count_part(part, [*words, str(program)], first, CLEAN_ENVIRONMENT)


@functools.lru_cache(maxsize=1)
def _first_pass(check: Path, digest: str) -> Report:
    """The data of the first pass. They depend only on the kit, which `digest` identifies."""
    with tempfile.TemporaryDirectory(prefix="handshake_counters.") as folder:
        try:
            return counters.first_pass(check, Path(folder))
        except counters.CountingError as error:
            raise GraderError(str(error)) from error
