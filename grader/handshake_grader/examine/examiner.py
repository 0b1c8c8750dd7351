"""Opens submissions, and passes each item to the kind of examination that the item needs."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from .. import __version__
from ..doctor import require_machine
from ..intake.class_folder import Attempt
from ..kit.build import Builder, require_that_ours_builds
from ..kit.kit import Kit
from ..secret.case_seed import CaseSeeds
from ..settings.plan import Item
from ..settings.settings import Settings
from ..verdict import ItemResult
from .bench import Bench
from .by_extension import ByExtension
from .by_program import ByProgram
from .by_speed import BySpeed
from .by_suite import BySuite


@dataclass(frozen=True)
class KitExaminer:
    kit: Kit
    settings: Settings
    seeds: CaseSeeds
    scratch: Path  # on this machine, private to the grader

    @property
    def digest(self) -> str:
        return f"{__version__}-{self.kit.digest}"

    @contextmanager
    def open(self, attempt: Attempt) -> Iterator[KitExamination]:
        self.scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        name = self.seeds.pseudonym(attempt.student.id)
        folder = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=self.scratch.resolve()))
        try:
            builder = Builder(self.kit, self.settings, attempt.submission, folder)
            yield KitExamination(Bench(self.kit, self.settings, self.seeds, attempt, builder))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def on_this_machine(self, scratch: Path) -> KitExaminer:
        require_machine(self.kit.root, scratch, self.settings)
        require_that_ours_builds(self.kit, self.settings)
        return replace(self, scratch=scratch)


class Kind(Protocol):
    """One kind of examination. In a property, the key `by` names the kind."""

    def examine(self, item: Item) -> ItemResult: ...


class KitExamination:
    def __init__(self, bench: Bench):
        self.bench = bench
        by_suite, by_extension = BySuite(bench), ByExtension(bench)
        self.by_program = ByProgram(bench)
        self._by: dict[str, Kind] = {
            "values": by_suite,
            "findings": by_suite,
            "program": self.by_program,
            "extension": by_extension,
            "speed": BySpeed(bench, by_extension),
        }

    @property
    def compiler_s(self) -> float:
        return self.bench.builder.wall_s

    @property
    def kernels_s(self) -> float:
        return self.bench.kernels_s

    def examine(self, item: Item) -> ItemResult:
        return self._by[item.property.by].examine(item)
