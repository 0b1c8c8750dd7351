"""What is to be found out about a submission: one item for each property of the settings."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..intake.class_folder import Attempt
from ..verdict import ItemResult
from .settings import Part, Property, Settings


@dataclass(frozen=True)
class Item:
    part: Part
    property: Property

    @property
    def id(self) -> str:
        return f"{self.part.id}.{self.property.id}"


def items_of(settings: Settings) -> list[Item]:
    return [Item(part, one) for part in settings.parts for one in part.properties]


class Examination(Protocol):
    """One submission under examination; a context manager that leaves nothing behind."""

    compiler_s: float
    kernels_s: float

    def examine(self, item: Item) -> ItemResult: ...
    def __enter__(self) -> "Examination": ...
    def __exit__(self, *reason) -> None: ...


class Examiner(Protocol):
    """What runs submissions. The class run knows no more about it than this."""

    digest: str  # of everything that can change a result, the settings excepted

    def open(self, attempt: Attempt) -> Examination: ...

    def on_this_machine(self, scratch: Path) -> "Examiner":
        """The same on another machine, with a folder there. GraderError if that can not grade."""
        ...
