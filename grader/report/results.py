"""Shows the results of a check (grader/README.md): the table of parts, and each failure."""

from __future__ import annotations

from . import arrays
from .markup import Markup, escape, join, soft, tag
from .sources import Sources

MOST_LISTED = 20
MOST_PRINTED = 8  # lines
MOST_BUILD_LINES = 60

SIGNS = {"OK": "✓", "NOT_STARTED": "○", "NOT_CHECKED": "–"}
MEANINGS = {
    "OK": "every case is right",
    "NOT_STARTED": "nothing is written yet",
    "NOT_CHECKED": "needs another part first",
    "NO_BUILD": "does not compile or link",
}


def word(verdict: str) -> str:
    return verdict.replace("_", " ") if verdict in ("NOT_STARTED", "NOT_CHECKED") else verdict


def badge(verdict: str) -> Markup:
    state = {"OK": "good", "NOT_STARTED": "open", "NOT_CHECKED": "open"}.get(verdict, "bad")
    sign = tag("span", SIGNS.get(verdict, "✗"), aria_hidden="true")
    return tag(
        "span", sign, " ", word(verdict), class_=f"badge {state}", title=MEANINGS.get(verdict)
    )


def count(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def table(results: dict) -> Markup:
    rows = []
    for part in results["parts"]:
        about = part["summary"]
        if part["verdict"] == "OK":
            about = f"{count(part['cases'], 'case')}, {count(part['runs'], 'run')}"
        name = tag("code", soft(part["name"])) if "_" in part["name"] else part["name"]
        if is_explained(part):
            name = tag("a", name, href=f"#part-{part['id']}")
        cells = [
            tag("th", name, scope="row", role="rowheader"),
            tag("td", badge(part["verdict"]), role="cell"),
            tag("td", soft(about), role="cell"),
        ]
        rows.append(tag("tr", cells, role="row"))
    heads = [
        tag("th", one, scope="col", role="columnheader") for one in ("Part", "Verdict", "What")
    ]
    return tag(
        "table",
        tag("thead", tag("tr", heads, role="row"), role="rowgroup"),
        tag("tbody", rows, role="rowgroup"),
        class_="parts",
        role="table",
        aria_label="Parts and verdicts",
    )


def is_explained(part: dict) -> bool:
    return bool(part["failures"] or part["notes"] or part["verdict"] == "NO_BUILD")


def in_order(results: dict) -> list[dict]:
    """The parts that need an explanation. The part with the first failure comes first, then the
    other bad parts."""
    first = (results["first_failure"] or {}).get("part")
    told = [part for part in results["parts"] if is_explained(part)]
    return sorted(told, key=lambda part: (part["id"] != first, not is_bad(part)))


def is_bad(part: dict) -> bool:
    return bool(part["failures"]) or part["verdict"] == "NO_BUILD"


def explain_all(parts: list[dict], sources: Sources, level: int) -> list[Markup]:
    explained, logs = [], set()
    for part in parts:
        explained.append(explain(part, sources, level, part["build_log"] in logs))
        logs.add(part["build_log"])
    return explained


def explain(part: dict, sources: Sources, level: int, is_same_log: bool) -> Markup:
    """Everything about one part: its first failure with all details, and its other failures as a
    list."""
    name = soft(part["name"])
    parts = [tag(f"h{level}", name, " ", badge(part["verdict"]), id=f"part-{part['id']}")]
    if part["verdict"] == "NO_BUILD":
        parts.append(tag("p", soft(part["summary"])))
        if is_same_log:
            parts.append(tag("p", "The compiler's messages are the same as above."))
        else:
            name = f"The compiler's messages about {part['name']}"
            parts.append(listing(part["build_log"], MOST_BUILD_LINES, name))
    if part["failures"]:
        parts.append(explain_failure(part["failures"][0], sources))
        parts.append(others(part))
    parts += [notes(part), findings(part)]
    return tag("section", parts, class_="part", aria_labelledby=f"part-{part['id']}")


def explain_failure(failure: dict, sources: Sources) -> Markup:
    """Explains a failure with the same words as in the terminal, in the same order."""
    writer = failure["writer"]
    return join(
        tag("p", failure["scene"], class_="scene"),
        tag("p", failure["rule"], class_="rule") if failure["rule"] else None,
        arrays.tables(shown_rows(failure), f"Arrays of case {failure['case']}")
        if failure["shown"]
        else None,
        [tag("p", soft(said)) for said in failure["what"]],
        tag("p", soft(writer["text"])) if writer else None,
        sources.excerpts(places(failure)),
        printed(failure["printed"]),
        tag("p", tag("strong", "Think about: "), failure["hint"], class_="hint")
        if failure["hint"]
        else None,
        tag("p", "Only this case again: ", tag("code", failure["rerun"]), class_="again"),
    )


def shown_rows(failure: dict) -> list[arrays.Row]:
    rows = []
    for one in failure["shown"]:
        label = f"{one['name']}, {one['what']}" if one["what"] else one["name"]
        is_own = one["name"] == failure["array"] and one["what"] in ("yours", "")
        wrong = wrong_elements(one, failure) if is_own else frozenset()
        values = tuple(one["values"])
        rows.append(arrays.Row(label, one["of"], values, one["first"], one["length"], wrong))
    return rows


def wrong_elements(own: dict, failure: dict) -> frozenset[int]:
    """The index of the element that the failure names, and the indices of all other elements that
    are not as expected."""
    wrong = {failure["index"]} - {None}
    for other in failure["shown"]:
        if other["what"] == "expected" and other["name"] == own["name"]:
            pairs = zip(own["values"], other["values"])
            wrong |= {own["first"] + x for x, (got, must) in enumerate(pairs) if got != must}
    return frozenset(wrong)


def place(file: str, line: int | None) -> str:
    return f"{file}:{line}" if line else file


def places(failure: dict) -> list[tuple[str, int]]:
    """The source lines that the failure names, the surest one first."""
    return [(place["file"], place["line"]) for place in failure["places"]]


def listing(text: str, most: int, name: str) -> Markup:
    lines = text.splitlines()
    more = ["... (more lines)"] if len(lines) > most else []
    shown = "\n".join(lines[:most] + more)
    return tag("pre", shown, class_="scroll", role="group", aria_label=name, tabindex=0)


def printed(text: str) -> Markup | None:
    if not text:
        return None
    return join(
        tag("p", "The program printed:"), listing(text, MOST_PRINTED, "What the program printed")
    )


def others(part: dict) -> Markup | None:
    rest = part["failures"][1:]
    if not rest:
        return None
    entries = []
    for failure in rest[:MOST_LISTED]:
        said = failure["what"][0] if failure["what"] else ""
        entries.append(tag("li", f"{failure['scene']}. {said} ", tag("code", failure["rerun"])))
    if part["failed"] > 1 + MOST_LISTED:
        entries.append(tag("li", f"and {part['failed'] - 1 - MOST_LISTED} more"))
    more = part["failed"] - 1
    title = f"A failure was seen in {more} more of the {part['cases']} cases that ran"
    return tag("details", tag("summary", title), tag("ul", entries))


def notes(part: dict) -> Markup | None:
    if not part["notes"]:
        return None
    first = tag("p", f"Note: {part['notes'][0]}", class_="note")
    if len(part["notes"]) == 1:
        return first
    rest = [tag("li", one) for one in part["notes"][1 : 1 + MOST_LISTED]]
    title = tag("summary", count(len(part["notes"]) - 1, "more note"))
    return join(first, tag("details", title, tag("ul", rest)))


def findings(part: dict) -> Markup | None:
    """The findings of diagnostic mode, except the one that the first failure names already."""
    told = {(f["finding"] or {}).get("text") for f in part["failures"][:1]}
    rest = [one for one in part["findings"] if one["text"] not in told]
    if not rest:
        return None
    entries = []
    for one in rest[:MOST_LISTED]:
        where = place(one["file"], one["line"]) if one["file"] else ""
        entries.append(
            tag("li", tag("strong", one["severity"]), f": {one['text']} ", tag("code", where))
        )
    word = "more finding" if len(rest) < len(part["findings"]) else "finding"
    title = tag("summary", f"{count(len(rest), word)} of diagnostic mode")
    return tag("details", title, tag("ul", entries))


def start_here(results: dict) -> Markup:
    """What to do next."""
    parts = results["parts"]
    good = sum(part["verdict"] == "OK" for part in parts)
    if results["ok"]:
        trace = tag("code", "make trace INPUT=testcases/input10.mtx")
        return join("All parts that were asked for are OK. To see every pass over a graph: ", trace)
    is_one = good == 1 or len(parts) == 1
    told = f"{good} of {count(len(parts), 'part')} " + ("is OK." if is_one else "are OK.")
    faulty = [part for part in in_order(results) if is_bad(part)]
    if faulty:
        return join(told, " Look at ", soft(faulty[0]["name"]), " first.")
    for part in parts:
        if part["verdict"] == "NOT_STARTED":
            return join(
                (
                    told,
                    " Start with ",
                    soft(part["name"]),
                    ": write your code between the marks in ",
                ),
                (tag("code", soft(" and ".join(part["files"]))), ", and run "),
                (tag("code", f"make check-{part['id']}"), "."),
            )
    return escape(told)
