"""The content of a page that is made from stored results, read without a browser."""

import re
import subprocess
import sys
from itertools import pairwise

import pytest

from reader import Reader
from stored_results import DATA

PAGES = ("solved", "not_started", "no_build", "wrong_filter", "wrong_scan", "memory_fault")
TRACES = ("handout_trace",)
HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> \' & \u202e\x07'
ROOTS = {".report", ".report-page"}
WORDS_WITH_A_MEANING = {"verdict", "id", "format", "kernel", "severity", "backend", "what"}


def hostile(value, key=""):
    """The same results, but every text that a student or a file may supply ends with an attack."""
    if isinstance(value, dict):
        return {name: hostile(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [hostile(one, "" if key == "what" else key) for one in value]
    if isinstance(value, str) and key not in WORDS_WITH_A_MEANING:
        return value + HOSTILE
    return value


@pytest.mark.parametrize("name", PAGES + TRACES)
def test_a_page_is_well_formed_and_loads_nothing(name, page_of):
    page = page_of(name)
    reader = Reader(page)
    assert reader.faults == []
    for tag, attributes in reader.tags:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert "src" not in attributes and "style" not in attributes
        assert not [one for one in attributes if one.startswith("on")]
        assert (attributes.get("href") or "#").startswith("#")
    assert not re.search(r"https?:|url\(|@import|fetch\(|XMLHttp", page)
    assert "default-src 'none'" in page


@pytest.mark.parametrize("name", PAGES + TRACES)
def test_a_page_has_a_title_a_language_and_headings_in_order(name, page_of):
    reader = Reader(page_of(name))
    assert reader.all("html") == [{"lang": "en"}]
    assert len(reader.all("title")) == 1
    levels = [int(tag[1]) for tag, _ in reader.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    names = [one["id"] for _, one in reader.tags if "id" in one]
    assert len(names) == len(set(names))
    for link in reader.all("a"):
        assert link["href"][1:] in names
    for picture in reader.all("svg"):
        assert picture.get("aria-hidden") == "true" or picture.get("aria-label")


@pytest.mark.parametrize("name", PAGES + TRACES)
def test_text_of_a_student_never_becomes_markup(name, stored):
    from report import page, sources

    results = hostile(stored(name))
    if name in TRACES:
        made = page.trace_page(results)
    else:
        texts = {file: HOSTILE * 3 for part in results["parts"] for file in part["files"]}
        made = page.report_page(results, hostile(stored("counters")), sources.Sources(texts))
    reader = Reader(made)
    assert reader.faults == []
    assert len(reader.all("script")) == 1 and not reader.all("img")
    assert "\u202e" not in made and "\x07" not in made
    assert "<script>alert(1)</script>" in reader.text


@pytest.mark.parametrize("name", ("no_build", "wrong_filter", "wrong_scan", "memory_fault"))
def test_a_failure_is_described_in_the_words_of_the_terminal(name, page_of):
    told = Reader(page_of(name)).text
    terminal = (DATA / f"{name}.txt").read_text().split("\nA small graph")[0]
    paragraphs = [" ".join(one.split()) for one in terminal.split("\n\n")[1:]]
    compared = 0
    for paragraph in paragraphs:
        if "[ " in paragraph or paragraph.startswith(("Note:", "This is the first")):
            continue  # the page shows arrays as a table
        if re.search(r" \d+ \| ", paragraph):
            continue  # the page shows lines of the source as a table, too
        paragraph = re.sub(r"^\w+: (OK|WRONG|CRASH|MEMORY|NO_BUILD) ", "", paragraph)
        assert paragraph in told
        compared += 1
    assert compared >= 1


def test_the_table_shows_every_verdict(page_of, stored):
    for name in PAGES:
        reader = Reader(page_of(name))
        for part in stored(name)["parts"]:
            verdict = part["verdict"]
            word = verdict if verdict == "NO_BUILD" else verdict.replace("_", " ")
            assert re.search(f"{re.escape(part['name'])} . {word} ", reader.text), part["name"]


def test_a_part_that_is_not_started_is_not_called_wrong(page_of):
    told = Reader(page_of("not_started")).text
    assert "WRONG" not in told and "What is wrong" not in told
    assert "Start with check_handshaking_gpu" in told


def test_a_note_about_a_right_part_is_not_under_what_is_wrong(stored):
    from report import page, sources

    results = stored("wrong_filter")
    right = next(one for one in results["parts"] if one["verdict"] == "OK")
    right["notes"] = ["the errors of a call are not checked"]
    told = page.report_body(results, None, sources.Sources({}))
    wrong, _, notes = str(told).partition(">Notes<")
    assert "What is wrong" in wrong and "the errors of a call" in notes
    assert "the errors of a call" not in wrong


def test_a_small_graph_is_not_taken_for_the_graph_of_the_case(page_of):
    assert "it need not be the graph of the case above" in Reader(page_of("wrong_filter")).text


def test_wrong_elements_are_marked_by_more_than_a_color(page_of):
    reader = Reader(page_of("wrong_filter"))
    assert len(reader.of_class("wrong")) == 2  # keepEdges[3] of the case, keepEdges[1] of the graph
    assert reader.text.count("(wrong)") >= 2
    assert reader.of_class("fault")  # the cross in the picture


def test_lines_of_files_that_belong_to_no_part_are_not_shown(stored):
    from report import page, sources

    results = stored("memory_fault")
    failure = results["parts"][0]["failures"][0]
    failure["places"] = [{"file": "/etc/passwd", "line": 1}]
    shown = page.report_page(results, None, sources.Sources({"src/a.cu": "int a;"}))
    assert "root:" not in shown and not Reader(shown).of_class("excerpt")


def test_the_line_of_a_finding_is_shown_with_the_lines_around_it(stored):
    from report import page, sources

    results = stored("memory_fault")
    file = results["parts"][0]["files"][0]
    lines = [f"line {n} of the file" for n in range(1, 31)]
    made = page.report_page(results, None, sources.Sources({file: "\n".join(lines)}))
    line = results["parts"][0]["failures"][0]["finding"]["line"]
    reader = Reader(made)
    assert len(reader.of_class("meant")) == 1
    for number in range(line - 2, line + 3):
        assert f"line {number} of the file" in reader.text
    assert f"line {line + 3} of the file" not in reader.text


def test_both_lines_of_a_race_are_shown_together_when_they_are_near(stored):
    from report import sources

    shown = sources.Sources({"src/a.cu": "\n".join(f"line {n}" for n in range(1, 31))})
    near = Reader("".join(shown.excerpts([("/x/src/a.cu", 14), ("/x/src/a.cu", 9)])))
    assert len(near.of_class("excerpt")) == 1 and len(near.of_class("meant")) == 2
    far = Reader("".join(shown.excerpts([("/x/src/a.cu", 2), ("/x/src/a.cu", 30)])))
    assert len(far.of_class("excerpt")) == 2 and len(far.of_class("meant")) == 2
    assert shown.excerpts([("/x/src/b.cu", 2), ("/x/src/a.cu", 31)]) == []


def test_counters_are_next_to_their_lines(stored, page_of):
    told = Reader(page_of("solved")).text
    for part in stored("counters")["parts"].values():
        for one in part["lines"]:
            requests = one["requests"]
            assert f"{one['access']}, {requests} request" in told
            used, ideal = one["sectors"] / requests, one["ideal_sectors"] / requests
            assert f"{used:.1f} sectors, ideal {ideal:.1f}" in told
            assert f"{one['lanes'] / requests:.1f} of 32 lanes" in told
        for kernel in part["kernels"]:
            assert kernel["kernel"] in told


def test_the_page_says_why_a_kernel_that_did_not_end_has_no_counters(stored):
    from report import page, sources

    counters = stored("counters")
    counters["parts"]["filter"] = {
        "why_not": "the part or this run of it failed, or did not end in time"
    }
    made = page.report_page(stored("wrong_filter"), counters, sources.Sources({}))
    assert (
        "Not counted: the part or this run of it failed, or did not end in time."
        in Reader(made).text
    )


def test_the_body_of_a_report_can_be_part_of_another_page(stored):
    from report import page, sources

    body = page.report_body(stored("wrong_filter"), None, sources.Sources({}), level=3)
    reader = Reader(body)
    assert reader.faults == []
    assert {tag for tag, _ in reader.tags}.isdisjoint(
        {"html", "body", "h1", "h2", "script", "style"}
    )
    rules = re.sub(r"/\*.*?\*/|@media[^{]*", "", page.STYLE, flags=re.DOTALL)
    selectors = [one for rule in re.findall(r"([^{}]+)\{", rules) for one in rule.split(",")]
    assert len(selectors) > 50
    assert {one.strip().split()[0] for one in selectors if one.strip()} <= ROOTS


def test_the_same_results_give_the_same_bytes():
    code = "from stored_results import make_page as m; print(m('wrong_filter'), m('handout_trace'))"
    made = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=DATA.parent,
            env={"PYTHONHASHSEED": seed, "PYTHONUTF8": "1", "PATH": "/usr/bin:/bin"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1] and len(made[0]) > 10000


def test_nothing_on_a_page_is_animated():
    from report import page

    assert not re.search(r"animation|transition|scroll-behavior", page.STYLE)
    assert not re.search(r"setTimeout|setInterval|requestAnimationFrame", page.SCRIPT)
