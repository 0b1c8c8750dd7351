"""The layouts of net.py keep the code and the marked lines of an entry, and its comparison finds
what is lost."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matrix_corpus
import net
import net_layouts
import net_table
from mutant_operators import mutants
from skeleton import find_blocks, given_code

ENTRIES = [*matrix_corpus.load(), *net.changes()]
OTHER_LAYOUTS = net_layouts.LAYOUTS[1:]
KERNEL = """__global__ void k(int* a, int n) {
  /** YOUR CODE GOES BELOW **/
  for (int x = threadIdx.x; x < n; x += blockDim.x) {
    const bool is_large = a[x] > 1000000 && a[n - x - 1] > 1000000 && a[x] != a[n - x - 1];
    a[x] = is_large ? 1 : 0;
  }
  /** YOUR CODE GOES ABOVE **/
}
"""
LOOP, LONG = 3, 4  # two of its lines


def marked_in(layout: str, text: str, line: int) -> list[str]:
    new = net_layouts.CHANGES[layout](text)
    origins = net_layouts.follow(text, new)
    marked = net_layouts.marked_lines(frozenset({line}), origins, new)
    return [new.splitlines()[number - 1].strip() for number in sorted(marked)]


@pytest.mark.parametrize("layout", OTHER_LAYOUTS)
@pytest.mark.parametrize("entry", ENTRIES[::30], ids=lambda entry: entry.name)
def test_each_layout_keeps_the_code_the_blocks_and_the_marks_of_an_entry(entry, layout):
    before = matrix_corpus.apply(entry)
    written, _ = net_layouts.in_layout(entry, layout)  # fails if the code changes
    after = matrix_corpus.apply(written)

    assert after.files != before.files and list(after.blamed) == list(before.blamed)
    for path, text in before.files.items():
        assert given_code(after.files[path]) == given_code(text)
        assert len(find_blocks(after.files[path]).blocks) == len(find_blocks(text).blocks)


def test_a_marked_line_that_is_wrapped_becomes_all_lines_of_its_statement():
    wrapped = marked_in("columns_60", KERNEL, LONG)

    assert len(wrapped) > 1
    assert "".join("".join(wrapped).split()) == "".join(KERNEL.splitlines()[LONG - 1].split())


def test_a_brace_that_moves_to_its_own_line_is_not_marked():
    assert marked_in("allman_tabs", KERNEL, LOOP) == [
        "for (int x = threadIdx.x; x < n; x += blockDim.x)"
    ]


def test_a_marked_line_is_not_its_copy_in_a_comment():
    new = net_layouts.with_comments(KERNEL)
    line = KERNEL.splitlines()[LONG - 1]

    assert new.count(line.strip()) == 4  # in a block comment twice, and after //
    assert marked_in("comments", KERNEL, LONG) == [line.strip()]
    assert net_layouts.ADDED in new


def test_a_continued_macro_stays_whole_between_comments():
    text = "#define TWICE(x) \\\n  do_it(x); \\\n  do_it(x);\nint y = 0;\n"

    assert net_layouts.with_comments(text).startswith(text[: text.index("int y")])


def test_other_code_and_a_marked_line_without_code_are_refused():
    with pytest.raises(net_layouts.LayoutError, match="other code"):
        net_layouts.follow("a = 1;", "a = 2;")
    with pytest.raises(net_layouts.LayoutError, match="line 1 has no code"):
        net_layouts.marked_lines(frozenset({1}), net_layouts.follow("//\na;", "//\na;"), "//\na;")


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("With > at build/x/src/a.cu:9, index 9.", "With > at a.cu:4, index 9."),
        ("It was freed in line 31.", "It was freed in line 30."),
        ("With a.cu:9 outside of the if at line 8, index 0 to 9.",
         "With a.cu:4 outside of the if at line 3, index 0 to 9."),
        ("They are freed at a.cu:8 to 9.", "They are freed at a.cu:3 to 4."),
    ],
)  # fmt: skip
def test_sentences_about_another_layout_have_the_lines_as_written(sentence, expected):
    origins = {"a.cu": {8: [3], 9: [4, 5]}, "onewaywrapper.cu": {31: [30]}}

    assert net.as_written(sentence, origins) == expected


def test_the_list_has_twenty_changes_of_each_part_with_their_changed_lines():
    changes = net.changes()

    assert Counter(entry.part for entry in changes) == dict.fromkeys(matrix_corpus.PARTS, 20)
    assert all(matrix_corpus.apply(entry).blamed for entry in changes)
    assert not any("line missing" in entry.what for entry in changes)


@pytest.mark.parametrize(
    ("operator", "marked"),
    [("barrier", ["__syncthreads();"]), ("line doubled", ["CUDA_CHECK(cudaFree(dst_gpu));"])],
)
def test_only_the_added_line_of_a_change_is_marked(operator, marked):
    mutant = next(one for one in mutants() if one.operator == operator and marked[0] in one.new)

    changed = matrix_corpus.apply(net.entry_of(mutant, 1))

    lines = changed.files[mutant.file].splitlines()
    assert [lines[n - 1].strip() for n in changed.blamed[mutant.file]] == marked


def test_a_change_that_no_longer_fits_the_solved_files_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(net, "CHANGES", tmp_path / "changes.txt")
    net.CHANGES.write_text("# a comment\nscan.cu:1:1 value: 0 -> 1\n")

    with pytest.raises(net.NetError, match="scan.cu:1:1 value: 0 -> 1"):
        net.changes()


def record(name: str = "scan/x", **values) -> net_table.Record:
    common = dict.fromkeys(("is_right_verdict", "is_right_part"), True)
    plain = dict.fromkeys(("what", "commit", "question"), "")
    known = {"layout": "as_written", "group": "wrong", "verdict": "WRONG", "part": "scan"}
    told = {"marked": ("a.cu:4",), "lines": ("a.cu:4", "a.cu:7"), "sentences": ("One.", "Two.")}
    return net_table.Record(**({"name": name, "seconds": 1.0} | common | plain | known | told
                               | values))  # fmt: skip


def records(*all_records: net_table.Record) -> net_table.Records:
    return {one.key: one for one in all_records}


@pytest.mark.parametrize(
    ("word", "values"),
    [
        ("verdict", {"verdict": "OK", "is_right_verdict": False}),
        ("part", {"part": "filter", "is_right_part": False}),
        ("marked line", {"lines": ("a.cu:7",)}),
    ],
)
def test_a_lost_verdict_part_or_marked_line_is_a_loss_and_gaining_it_is_not(word, values):
    before, after = records(record()), records(record(**values))

    told, is_lost = net_table.compare(before, after)
    assert is_lost and f"LOST: {word}" in told
    told, is_lost = net_table.compare(after, before)
    assert not is_lost and f"gained: {word}" in told


def test_other_lines_sentences_and_questions_are_listed_but_are_no_loss():
    after = record(sentences=("Two.", "Three."), lines=("a.cu:7", "a.cu:4"), question="Why?")

    told, is_lost = net_table.compare(records(record()), records(after))

    assert not is_lost
    for line in ("- One.", "+ Three.", "lines: a.cu:4 a.cu:7 -> a.cu:7 a.cu:4"):
        assert f"  {line}\n" in told
    assert "first line is marked: True -> False" in told and "question:  -> Why?" in told


def test_only_entries_of_both_runs_are_compared():
    before = records(record("scan/x"), record("scan/y"))

    told, is_lost = net_table.compare(before, records(record("scan/x"), record("scan/z")))

    assert not is_lost and told.endswith("\n1 compared, 2 only in one of the two runs")


def test_the_table_counts_the_sentences_that_a_layout_loses():
    narrow = record(layout="columns_60", sentences=("Two.",), lines=("a.cu:7",))

    rows = [line.split() for line in net_table.table(records(record(), narrow)).splitlines()]

    assert rows[1] == "as_written wrong 1 1 1 1 1 2.00 2 0".split()
    assert rows[3] == "columns_60 wrong 1 1 1 0 0 1.00 1 1".split()


def run_all(out: Path, monkeypatch, **values) -> list[str]:
    """Runs net.py without a check, and returns the entries that it asks for."""
    asked = []

    def check(entry, layout, commit, keeps):
        asked.append(entry.name)
        if entry.name == values.get("broken"):
            raise net.MatrixError("no results")
        return record(entry.name, layout=layout, group=net.group_of(entry), what=entry.what)

    monkeypatch.setattr(net, "build_base", lambda settings, parts: None)
    monkeypatch.setattr(net, "check", check)
    options = {"layout": ["comments"], "only": [], "every": 1, "remainder": 0, "jobs": 1}
    status = net.run(argparse.Namespace(out=out, **(options | values)))
    assert status == (70 if values.get("broken") in asked else 0)
    return asked


def test_shards_have_every_entry_once_and_a_second_run_continues_the_first(tmp_path, monkeypatch):
    out = tmp_path / "net.json"

    some = {"only": ["scan/change", "scan/distant"]}
    shards = [run_all(out, monkeypatch, every=4, remainder=rest, **some) for rest in range(4)]

    assert sorted(sum(shards, [])) == sorted(run_all(tmp_path / "all.json", monkeypatch, **some))
    assert run_all(out, monkeypatch, **some) == []
    assert len(net.read(out)) == 24
    text = out.read_text()
    net.write(out, dict(reversed(net.read(out).items())))
    assert out.read_text() == text


def test_an_entry_that_cannot_be_run_stops_no_other_and_is_run_again(tmp_path, monkeypatch):
    out, broken = tmp_path / "net.json", "scan/in_place"

    assert len(run_all(out, monkeypatch, only=["scan/in_"], broken=broken)) > 0
    assert run_all(out, monkeypatch, only=["scan/in_"]) == [broken]


def test_a_file_that_is_no_result_of_net_is_named(tmp_path):
    (tmp_path / "x.json").write_text("[{}]")

    with pytest.raises(net.NetError, match="x.json cannot be read"):
        net.read(tmp_path / "x.json")
