"""Shows arrays as tables: a row of indices, one row per array, and a frame around wrong
elements."""

from __future__ import annotations

from dataclasses import dataclass

from .markup import Markup, join, only_for_ears, tag

MOST_COLUMNS = 400


@dataclass(frozen=True)
class Row:
    """Some elements of an array, and which of them are wrong."""

    label: str
    of: str  # what an index counts: node, edge, element
    values: tuple[int | None, ...]
    first: int = 0
    length: int = 0
    wrong: frozenset[int] = frozenset()

    @property
    def columns(self) -> tuple[str, int, int, int]:
        return self.of, self.first, len(self.values), max(self.length, len(self.values))


def row(label: str, of: str, values: list, expected: list | None = None) -> Row:
    """The row of a whole array; elements that differ from the expected ones are marked as wrong."""
    wrong = [x for x, value in enumerate(values) if expected is not None and value != expected[x]]
    return Row(label, of, tuple(values), wrong=frozenset(wrong))


def tables(rows: list[Row], name: str) -> Markup:
    """Tables of these rows; successive rows with the same columns share a table."""
    groups: list[list[Row]] = []
    for one in rows:
        if groups and groups[-1][0].columns == one.columns:
            groups[-1].append(one)
        else:
            groups.append([one])
    drawn = [table(group) for group in groups]
    unknown = any(value is None for one in rows for value in one.values)
    return join(
        tag("div", drawn, class_="scroll arrays", role="group", aria_label=name, tabindex=0),
        tag(
            "p",
            "?: an undefined value: that of memory which nothing wrote, or what follows from it.",
            class_="small",
        )
        if unknown
        else None,
    )


def table(group: list[Row]) -> Markup:
    of, first, count, length = group[0].columns
    shown = min(count, MOST_COLUMNS)
    before, behind = first > 0, first + shown < length
    places = [tag("th", first + x, scope="col") for x in range(shown)]
    head = tag("tr", tag("th", of, scope="col"), cut(places, before, behind))
    body = []
    for one in group:
        cells = [cell(value, first + x in one.wrong) for x, value in enumerate(one.values[:shown])]
        body.append(tag("tr", tag("th", one.label, scope="row"), cut(cells, before, behind)))
    return tag("table", tag("thead", head), tag("tbody", body), class_="array")


def cut(cells: list[Markup], before: bool, behind: bool) -> list[Markup]:
    more = tag("td", "…", class_="cut")
    return [more] * before + cells + [more] * behind


def cell(value: int | None, wrong: bool) -> Markup:
    text = "?" if value is None else value
    if not wrong:
        return tag("td", text)
    return tag("td", tag("strong", text), only_for_ears(" (wrong)"), class_="wrong")
