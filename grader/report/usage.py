"""Shows how kernels use the GPU: the counters of counters.py next to the lines of the source."""

from __future__ import annotations

from math import ceil

from .markup import Markup, join, soft, tag
from .results import count
from .sources import Sources, code_line

LANES = 32
MOST_LINES = 300
MOST_CELLS = 64
CELL, INSIDE = 5.0, 3.7  # the width of a cell, with and without the gap after it
BALANCE_WIDTH = 200.0


def body(counters: dict, parts: list[dict], sources: Sources, level: int) -> Markup:
    graph = counters["graph"]
    told = (
        f"Counted in the first pass over a generated graph with {graph['numNodes']} nodes and "
        f"{graph['numEdges']} entries in its edge list, with -threads {counters['threads']}: "
        "one block of the required kernels; what your launches ask for, of the extra credit. Each "
        "required kernel runs alone, with right inputs."
    )
    kernels = [
        draw_part(part, counters["parts"][part["id"]], sources, level)
        for part in parts
        if part["id"] in counters["parts"]
    ]
    return join(tag("p", told), EXPLANATION, kernels)


def draw_part(part: dict, counted: dict, sources: Sources, level: int) -> Markup:
    heading = tag(f"h{level}", part["name"])
    if "why_not" in counted:
        return tag("section", heading, tag("p", f"Not counted: {counted['why_not']}."))
    files = [source(file, counted["lines"], sources) for file in part["files"]]
    work = [balance(kernel) for kernel in counted["kernels"]]
    return tag("section", heading, files, tag("div", work, class_="balances"))


def source(file: str, counted: list[dict], sources: Sources) -> Markup | None:
    """The lines between the marks, and all lines that access memory, with the counters of each
    line."""
    lines = sources.lines.get(file)
    rows: dict[int, list[dict]] = {}
    for one in counted:
        if one["file"] == file:
            rows.setdefault(one["line"], []).append(one)
    if lines is None or not rows:
        return None
    marks = [n for n, text in enumerate(lines, 1) if "YOUR CODE GOES" in text]
    first = max(1, min([*marks, *rows]))
    last = min(len(lines), max([*marks, *rows]), first + MOST_LINES)
    shown = []
    for number in range(first, last + 1):
        entries = [access(one) for one in rows.get(number, [])]
        more = tag("ul", entries, class_="accesses") if entries else None
        shown.append(line(number, lines[number - 1], more))
    return tag("figure", tag("figcaption", soft(file)), tag("ol", shown, class_="code counted"))


def line(number: int, text: str, more: Markup | None) -> Markup:
    shown = tag("div", code_line(number, text), class_="text")
    return tag("li", shown, more, class_="measured" if more else None)


def access(one: dict) -> Markup:
    requests = one["requests"]
    shared = "" if one["memory"] == "global" else f" of {one['memory']} memory"
    what = join(tag("strong", one["access"], shared), f", {count(requests, 'request')}")
    bars = [lanes(one["lanes"] / requests)]
    if one["memory"] == "shared":
        bars.insert(0, banks(one["bank_turns"] / requests, one["ideal_bank_turns"] / requests))
    else:
        bars.insert(0, sectors(one["sectors"] / requests, one["ideal_sectors"] / requests))
    if one.get("same_address", 0) > requests:
        bars.append(tag("p", f"{one['same_address'] / requests:.1f} lanes at one address"))
    return tag("li", tag("p", what), bars)


def sectors(used: float, ideal: float) -> Markup:
    return measured(used, ideal, f"{used:.1f} sectors, ideal {ideal:.1f}")


def banks(used: float, ideal: float) -> Markup:
    return measured(used, ideal, f"{used:.1f} words from the busiest bank, ideal {ideal:.1f}")


def lanes(active: float) -> Markup:
    text = f"{active:.1f} of {LANES} lanes"
    return tag("p", cells(active, active, LANES), " ", text, class_="bar")


def measured(used: float, ideal: float, text: str) -> Markup:
    is_more = ideal > 0 and used / ideal >= 1.05
    times = tag("strong", f" ({used / ideal:.1f} times)") if is_more else None
    return tag("p", cells(ideal, used, used), " ", text, times, class_="bar")


def cells(full: float, used: float, whole: float) -> Markup:
    """One cell per unit: solid up to `full`, crossed out up to `used`, empty up to `whole`."""
    count_ = min(MOST_CELLS, max(1, ceil(whole)))
    shapes = []
    for n in range(count_):
        left = n * CELL + 0.5
        solid, all_used = (INSIDE * min(1.0, max(0.0, part - n)) for part in (full, used))
        shapes.append(block(left, INSIDE, "empty"))
        if all_used > solid:
            shapes.append(crossed(left + solid, left + all_used))
        if solid > 0:
            shapes.append(block(left, solid, "full"))
    return strip(count_ * CELL, shapes)


def block(left: float, width: float, look: str | None) -> Markup:
    return tag("rect", x=left, y=0.5, width=width, height=11.0, class_=look)


def crossed(left: float, right: float) -> Markup:
    stroke = tag("line", x1=left, y1=11.5, x2=right, y2=0.5)
    return tag("g", block(left, right - left, None), stroke, class_="waste")


def strip(width: float, shapes: list[Markup]) -> Markup:
    """A picture without a description for screen readers: the text next to it says the same."""
    size = {"viewBox": f"0 0 {width:.0f} 12", "width": int(width), "height": 12}
    return tag("svg", shapes, class_="cells", aria_hidden="true", **size)


def balance(kernel: dict) -> Markup:
    """A table of the work per thread, with bars: the thread with the least work, the average of all
    threads, and the thread with the most work."""
    least, most = kernel["accesses_per_thread"]["min"], kernel["accesses_per_thread"]["max"]
    mean = kernel["accesses"] / max(1, kernel["threads"])
    rows = [("least", least), ("average", mean), ("most", most)]
    entries = []
    for name, value in rows:
        part = BALANCE_WIDTH * value / max(1, most)
        picture = strip(
            BALANCE_WIDTH, [block(0.5, BALANCE_WIDTH, "empty"), block(0.5, part, "full")]
        )
        shown = f"{value:.1f}" if isinstance(value, float) else value
        cells_of_row = [tag("th", name, scope="row"), tag("td", shown), tag("td", picture)]
        entries.append(tag("tr", cells_of_row))
    many = f" per launch ({kernel['launches']} launches)" if kernel["launches"] > 1 else ""
    caption = join("Memory accesses of a thread", many, ": ", tag("code", kernel["kernel"]))
    return tag("table", tag("caption", caption), tag("tbody", entries), class_="balance")


EXPLANATION = tag(
    "ul",
    tag(
        "li",
        "32 threads form a warp; each of them is a lane. When a warp executes a line that reads or "
        "writes memory, its active lanes make one request for each access in the line, and "
        "the GPU moves whole sectors of 32 bytes. ",
        cells(4, 7, 7),
        " Solid: the sectors in which the elements of a request would fit. "
        "Crossed out: the sectors that are moved in addition. Counted as one request, for each "
        "access that the line has: the first time of every lane, then the second times, and so on. "
        "Where lanes take "
        "different ways, a GPU may make more requests. Accesses outside of arrays are left out.",
    ),
    tag(
        "li",
        cells(20, 20, LANES),
        " Solid: the active lanes of the warp. Empty: the lanes that wait.",
    ),
    class_="explanation",
)
