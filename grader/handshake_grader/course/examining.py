"""The interface between a class run and its examiners, and what happens if an examiner fails.

If something on our side fails, only the affected items stay ungraded. But a full disk stops the
whole run.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from ..errors import DiskFullError, GraderError
from ..intake.class_folder import Attempt
from ..settings.plan import Item
from ..verdict import Evidence, ItemResult, Verdict


class Examination(Protocol):
    """One submission under examination."""

    @property
    def compiler_s(self) -> float: ...
    @property
    def kernels_s(self) -> float: ...
    def examine(self, item: Item) -> ItemResult: ...


class Examiner(Protocol):
    @property
    def digest(self) -> str:
        """A digest of everything that can change a result, except the settings, the submission and
        the secret."""
        ...

    def open(self, attempt: Attempt) -> AbstractContextManager[Examination]:
        """Opens a submission for examination. At the end of the `with` block, its temporary files
        are deleted."""
        ...

    def on_this_machine(self, scratch: Path) -> Examiner:
        """Returns this examiner, ready for the machine to which it was sent. `scratch`: a folder
        on that machine. Raises GraderError if the machine cannot grade."""
        ...


@contextmanager
def opened(open_it: Callable[[], AbstractContextManager[Examination]]) -> Iterator[Examination]:
    """Yields the examination that `open_it` opens. If `open_it` fails, yields an examination in
    which all items fail for the same reason."""
    with ExitStack() as stack:
        try:
            examination = stack.enter_context(open_it())
        except Exception as error:
            examination = _NotOpened(error)
        yield examination


class _NotOpened:
    compiler_s = kernels_s = 0.0

    def __init__(self, error: Exception):
        self._error = error

    def examine(self, item: Item) -> ItemResult:
        raise self._error


def examined(examination: Examination, item: Item) -> ItemResult:
    started = time.monotonic()
    try:
        result = examination.examine(item)
    except Exception as error:
        if DiskFullError.is_cause(error):
            raise DiskFullError(error) from error
        result = failed(item, error)
    return replace(result, wall_s=time.monotonic() - started)


def failed(item: Item, error: Exception) -> ItemResult:
    """A result without a grade: a person must look at the item. Only the course staff can see the
    error and its traceback."""
    what = str(error) if isinstance(error, GraderError) else f"{type(error).__name__}: {error}"
    trace = "".join(traceback.format_exception(error))
    return ItemResult(item.id, Verdict.JE, evidence=(Evidence(what, secret=True),), trace=trace)
