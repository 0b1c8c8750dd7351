"""Builds the pages. Each is one file: it loads nothing else, and only our own script may run."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path
from string import Template

from . import results as result_view
from . import steps, usage
from .markup import Markup, escape, join, soft, tag
from .sources import Sources
from .version import VERSION

HERE = Path(__file__).parent
STYLE = (HERE / "style.css").read_text(encoding="utf-8")
SCRIPT = (HERE / "steps.js").read_text(encoding="utf-8")
# The same words as in the terminal (other_graph in grader/suite/words).
OTHER_GRAPH = (
    "The check searched for this graph separately: it need not be the graph of the case above, "
    "and other elements may be wrong."
)

STEPS = "Each of these steps begins with right values, also if the one before it went wrong."
ONE_KERNEL = (
    "Only one of your kernels was run here; all other steps are shown as they must be. Arrays that "
    "a launch only writes are new: nothing was written there before."
)


def report_body(results: dict, counters: dict | None, sources: Sources, level: int = 2) -> Markup:
    """The content of a report page, without the page around it. The highest headings have the
    level `level`. The content needs STYLE, but not SCRIPT."""
    told = result_view.in_order(results)
    bad = [part for part in told if result_view.is_bad(part)]
    parts = [tag("p", result_view.start_here(results), class_="lead")]
    parts.append(section("Parts", level, "parts", result_view.table(results)))
    if bad:
        explained = result_view.explain_all(bad, sources, level + 1)
        parts.append(section("What is wrong", level, "wrong", explained))
    graph = results["failing_graph"]
    if graph:
        parts.append(
            section("A small graph that shows the mistake", level, "graph", small(graph, level))
        )
    noted = [part for part in told if part not in bad]
    if noted:
        explained = result_view.explain_all(noted, sources, level + 1)
        parts.append(section("Notes", level, "notes", explained))
    if counters and counters["parts"]:
        shown = usage.body(counters, results["parts"], sources, level + 1)
        parts.append(section("How the kernels use the GPU", level, "usage", shown))
    return tag("div", parts, class_="report")


def section(title: str, level: int, name: str, *children: object) -> Markup:
    heading = tag(f"h{level}", title, id=name)
    return tag("section", heading, children, aria_labelledby=name)


def small(graph: dict, level: int) -> Markup:
    about = [ONE_KERNEL] if graph["kernel"] else []
    return join(
        tag("p", soft(graph["scene"])),
        tag("p", " ".join((OTHER_GRAPH, STEPS, *about)), class_="small"),
        tag("p", "The graph as a file: ", tag("code", soft(graph["file"])), class_="again"),
        tag("p", graph["see"], tag("code", soft(graph["command"])), class_="again"),
        steps.body(graph["trace"], level + 1),
    )


def report_page(results: dict, counters: dict | None, sources: Sources) -> str:
    backend = {"cpu": "CUDA on the CPU", "cuda": "a GPU"}.get(
        results["backend"], results["backend"]
    )
    orders = len(results["schedules"])
    about = f"make check on {backend}, {result_view.count(orders, 'order')} of threads"
    if "diagnostic" in results["modes"]:
        about += ", and diagnostic mode"
    body = join(tag("p", about, class_="about"), report_body(results, counters, sources))
    return frame("Handshake: report", body)


def trace_page(trace: dict) -> str:
    title = f"Handshaking on {trace['input']}"
    return frame(title, tag("div", steps.body(trace, 2), class_="report"))


def frame(title: str, body: Markup) -> str:
    template = Template((HERE / "page.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=escape(title),
        style=STYLE,
        style_hash=digest(STYLE),
        script=SCRIPT,
        script_hash=digest(SCRIPT),
        body=body,
        version=VERSION,
    )


def digest(text: str) -> str:
    """The hash with which a content security policy names a script or a style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
