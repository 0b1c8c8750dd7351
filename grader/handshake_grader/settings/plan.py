"""The items to examine in a submission: one for each property in the settings."""

from __future__ import annotations

import builtins
from dataclasses import dataclass

from .settings import Part, Property, Settings


@dataclass(frozen=True)
class Item:
    part: Part
    property: Property

    @builtins.property  # in this class, `property` is a field
    def id(self) -> str:
        return f"{self.part.id}.{self.property.id}"


def items_of(settings: Settings) -> list[Item]:
    return [Item(part, one) for part in settings.parts for one in part.properties]


def targets(settings: Settings) -> dict[str, float]:
    """The possible targets of an override, each with the most points that an override can give."""
    found = {
        "total": settings.points + sum(part.points for part in settings.parts if part.extra_credit)
    }
    for part in settings.parts:
        found[part.id] = part.points
        found |= {f"{part.id}.{one.id}": one.points for one in part.lines}
    return found
