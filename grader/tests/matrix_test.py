"""The corpus fits the solved tree, and the scripts matrix*.py read their input correctly."""

from __future__ import annotations

import struct
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import matrix
import matrix_check
import matrix_corpus
import matrix_gpu
import matrix_sanitizer
from protocol import message

ENTRIES = matrix_corpus.load()


def ids(entry: matrix_corpus.Entry) -> str:
    return f"{'wrong' if entry.wrong else 'right'}/{entry.name}"


@pytest.mark.parametrize("entry", ENTRIES, ids=ids)
def test_every_entry_fits_the_solved_tree_and_changes_it(entry):
    changed = matrix_corpus.apply(entry)

    solved = {path: (matrix_corpus.TREE / path).read_text() for path in changed.files}
    assert changed.files != solved, "nothing is changed"
    assert not any("BLAME" in text for text in changed.files.values())
    assert bool(changed.blamed) == entry.wrong, "only a wrong kernel has lines to blame"


def test_every_part_has_enough_wrong_and_right_entries():
    wrong = Counter(entry.part for entry in ENTRIES if entry.wrong)
    right = Counter(entry.part for entry in ENTRIES if not entry.wrong)

    assert all(wrong[part] >= 12 for part in ("handshaking", "filter", "scan"))
    assert all(wrong[part] >= 8 for part in ("extra", "memory"))
    assert sum(wrong.values()) >= 66 and sum(right.values()) >= 28
    assert all(right[part] >= 5 for part in matrix_corpus.PARTS)


def write_patch(root: Path, text: str) -> matrix_corpus.Entry:
    path = root / "wrong" / "scan" / "made_up.patch"
    path.parent.mkdir(parents=True)
    path.write_text("what: made up\nverdicts: WRONG\n" + text)
    return matrix_corpus.read_entry(path, root)


def test_a_patch_that_fits_nowhere_is_named(tmp_path):
    entry = write_patch(
        tmp_path, "@@ src/gpu_required/exclusive_prefix_sum.cu\n-no such line\n+x\n"
    )

    with pytest.raises(
        matrix_corpus.CorpusError, match="made_up.patch: a hunk fits .* in 0 places"
    ):
        matrix_corpus.apply(entry)


def test_a_patch_that_fits_twice_is_named(tmp_path):
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "file.cu").write_text("same\nother\nsame\n")
    entry = write_patch(tmp_path, "@@ src/file.cu\n-same\n+new\n")

    with pytest.raises(matrix_corpus.CorpusError, match="in 2 places"):
        matrix_corpus.apply(entry, tree)


def test_a_blame_mark_is_removed_and_its_line_number_is_kept(tmp_path):
    tree = tmp_path / "tree"
    (tree / "src").mkdir(parents=True)
    (tree / "src" / "file.cu").write_text("one\ntwo\nthree\n")
    entry = write_patch(tmp_path, "@@ src/file.cu\n one\n-two\n+2  // BLAME\n")

    changed = matrix_corpus.apply(entry, tree)

    assert changed.files == {"src/file.cu": "one\n2\nthree\n"}
    assert changed.blamed == {"src/file.cu": frozenset({2})}


def failure(line: int, file: str = "build/x/src/gpu_required/exclusive_prefix_sum.cu") -> dict:
    return {"places": [{"file": file, "line": line}]}


def judged(part: str, verdict: str, line: int) -> matrix_check.Row:
    entry = next(entry for entry in ENTRIES if entry.name == "scan/in_place")
    changed = matrix_corpus.Changed({}, {entry.sections[0].path: frozenset({24})})
    result = {
        "id": part,
        "verdict": verdict,
        "summary": "",
        "findings": [],
        "failures": [] if verdict == "OK" else [failure(line)],
    }
    return matrix_check.judge(entry, changed, [result], 0.0)


def test_the_right_part_and_line_of_a_fault_are_recognized():
    row = judged("scan", "RACE", 24)

    assert row.caught and row.right_part and row.right_verdict and row.right_line


def test_a_fault_blamed_on_the_wrong_part_and_line_misses_two_requirements():
    row = judged("filter", "WRONG", 25)

    assert row.caught and not row.right_part and not row.right_line
    assert len(matrix.missed_requirements([row])) == 2


def test_a_fault_that_is_not_caught_misses_all_requirements_for_wrong_kernels():
    assert len(matrix.missed_requirements([judged("scan", "OK", 0)])) == 3


def test_a_warning_about_a_right_kernel_is_a_false_alarm():
    finding = {"severity": "warning", "file": "x.cu", "line": 3, "text": "careful"}

    told = matrix_check.alarms({"id": "scan", "verdict": "OK", "findings": [finding]})

    assert told == ["warning at x.cu:3: careful"]


def test_the_requests_to_a_runner_are_whole_messages():
    request = message.request(message.LAUNCH, message.launch(2, 64, [[5, 6], 3], [1, 3]))

    magic, version, _, kind, length = struct.unpack_from("<IIQII", request)
    assert (magic, version, kind, length) == (0x4B485348, 1, 1, len(request) - 24)
    values = (2, 1, 1, 64, 1, 1, 0, 2, 2, 1, 5, 6, 3, 0, 2, 1, 3)
    assert struct.unpack_from("<17i", request, 24) == values


def test_the_input_of_the_last_scan_step_ends_with_the_number_of_kept_edges():
    steps = list(matrix_sanitizer.scan_inputs([1, 0, 1, 1, 0]))

    assert [scalars for _, scalars in steps] == [[0, 5], [1, 5], [2, 5], [4, 5]]
    assert steps[-1][0][0] == [0, 1, 1, 2, 3]


def test_the_first_message_of_the_sanitizer_is_reported_with_its_line():
    text = """========= COMPUTE-SANITIZER
========= Invalid __global__ read of size 4 bytes
=========     at markFilterEdges_gpu(int *, int *, int *, int *, int)+0xf0 in markFilterEdges.cu:21
========= ERROR SUMMARY: 3 errors
"""

    assert matrix_sanitizer.first_message(text) == (
        "Invalid __global__ read of size 4 bytes (markFilterEdges.cu:21)"
    )


def seen_on_gpu(name: str, **values) -> matrix_gpu.Seen:
    return matrix_gpu.Seen(next(entry for entry in ENTRIES if entry.name == name), **values)


def test_an_entry_that_was_not_run_on_the_gpu_is_counted_only_as_not_run(tmp_path):
    all_seen = [seen_on_gpu("scan/in_place"), seen_on_gpu("scan/tile_in_shared_memory")]

    lines = matrix_gpu.totals(all_seen, []).splitlines()
    matrix_gpu.write_junit(all_seen, tmp_path / "x.xml")

    assert "make check                                    0 of 0              0 of 0" in lines
    assert lines[-1] == "not run: 2"
    assert (tmp_path / "x.xml").read_text().count("<skipped") == 2


def test_an_entry_may_have_another_verdict_on_the_gpu_only_if_it_names_it():
    assert seen_on_gpu("extra/difference_with_maximum", verdict="OK").is_expected
    assert seen_on_gpu("scan/tile_in_shared_memory", verdict="OK").is_expected
    assert seen_on_gpu("scan/in_place", verdict="RACE", blamed="scan").is_expected
    assert not seen_on_gpu("scan/in_place", verdict="RACE", blamed="filter").is_expected
    assert not seen_on_gpu("scan/in_place", verdict="OK").is_expected
