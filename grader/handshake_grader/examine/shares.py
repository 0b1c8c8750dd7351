"""Which share of its cases a submission gets right."""

from __future__ import annotations

from dataclasses import dataclass

from ..settings.settings import Property
from ..verdict import Report


@dataclass(frozen=True)
class Cases:
    """Secret cases, or cases of the suite as `check --shares` counts them. A case is free if a
    kernel without any thought is right in it, too: such a case earns nothing, but it costs its
    share if it is wrong."""

    cases: tuple[Report, ...]

    @property
    def share(self) -> float:
        earned = [float(one["share"]) for one in self.cases if not one["free"]]
        lost = [1 - float(one["share"]) for one in self.cases if one["free"]]
        if not earned:
            return 0.0
        return sum(earned) / len(earned) * (1 - sum(lost) / len(self.cases))

    @property
    def are_right(self) -> bool:
        return bool(self.cases) and all(one["share"] == 1 for one in self.cases)

    @property
    def failures(self) -> list[Report]:
        """The first failure of each case that was run and is not right."""
        return [one["failure"] for one in self.cases if one["failure"]]

    @property
    def unrun(self) -> int:
        """How many cases were not run, because an earlier one of their kind did not end."""
        unrun, failed = set(), set()
        for place, one in enumerate(self.cases):
            if one["share"] == 0 and not one.get("failure", True):
                unrun.add(one.get("case", place))
            elif one.get("failure"):
                failed.add(one.get("case", place))
        return len(unrun - failed)

    @property
    def values(self) -> dict[str, str]:
        """How many cases are right. A case may have been run with few threads and with many."""
        is_right: dict[int, bool] = {}
        for place, one in enumerate(self.cases):
            number = one.get("case", place)
            is_right[number] = is_right.get(number, True) and one["share"] == 1
        free = {one.get("case", place) for place, one in enumerate(self.cases) if one["free"]}
        return {
            "right": str(sum(is_right.values())),
            "cases": str(len(is_right)),
            "free": str(sum(is_right[number] for number in free)),
            "unrun": str(self.unrun),
        }


@dataclass(frozen=True)
class Shares:
    all: Cases
    is_begun: bool  # whether the part does more than a kernel without any thought
    unclean: list[Report]  # the first leak, and the first race or other wrong use of memory

    def of(self, one: Property) -> Cases:
        """The cases that the property is about."""
        return Cases(
            tuple(
                case
                for case in self.all.cases
                if (not one.kinds or case["kind"] in one.kinds)
                and (one.threads is None or case["threads"] == one.threads)
            )
        )


def read_shares(found: Report) -> Shares | None:
    """The shares in a part of the suite's report; None if they were not counted."""
    shares = found["shares"]
    if not shares:
        return None
    return Shares(Cases(tuple(shares["cases"])), shares["begun"], shares["unclean"])
