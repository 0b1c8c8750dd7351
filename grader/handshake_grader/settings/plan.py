"""What is to be found out about a submission: one item for each property of the settings."""

from __future__ import annotations

from dataclasses import dataclass

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
