"""The benchmark makes the same class from the same seed, and notices a wrong mark."""

import sys
from pathlib import Path

import pytest

GRADER = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(GRADER / "benchmarks"))

from handshake_grader.intake.submission import read_submission  # noqa: E402
from handshake_grader.settings.plan import items_of  # noqa: E402
from handshake_grader.settings.settings import read_settings  # noqa: E402
from handshake_grader.verdict import ItemResult, Verdict  # noqa: E402
from made_class import MIX, Work, apply, load, make_class, mistakes, sakai_download  # noqa: E402
from matching import FILTER, LAB, PATHS  # noqa: E402

TREE = GRADER.parent
SETTINGS = read_settings(GRADER / "settings/matching.toml")
FULL = {part.id: f"{sum(one.points for one in part.properties):g}" for part in SETTINGS.parts}
NAMES = {"SECRET": "/x", "OUT": "/y", "PORT": "9", "MARK": "m"}


def all_ok() -> dict[str, ItemResult]:
    return {one.id: ItemResult(one.id, Verdict.OK) for one in items_of(SETTINGS)}


def test_the_same_seed_makes_the_same_class():
    first, second, other = (sakai_download(make_class(20, seed, TREE, NAMES)) for seed in (1, 1, 2))

    assert first == second != other


@pytest.mark.parametrize("count", [1, 12, 200])
def test_a_class_has_the_requested_size_and_a_large_class_has_every_kind_of_submission(count):
    works = make_class(count, 1, TREE, NAMES)

    assert len(works) == count
    if count == 200:
        assert {one.kind for one in works} == {kind for kind, _ in MIX}


def test_the_files_of_one_entry_are_not_changed_by_another():
    files = {f"{'wrong' if one.wrong else 'right'}/{one.name}": apply(one).files for one in load()}
    works = [one for one in make_class(100, 1, TREE, NAMES) if one.wrong]

    for work in works:
        (packed,) = work.files.values()
        found = read_submission("my work.zip", packed, LAB).files
        for entry in work.entries:
            assert {path: found[path].decode() for path in files[entry]} == files[entry]


def test_a_grader_that_gives_a_right_submission_its_points_makes_no_mistake():
    work = Work("a", "everything right", [], "", 0.8, right=set(PATHS))

    assert mistakes(work, {**FULL, "total": "88"}, all_ok(), SETTINGS) == []


@pytest.mark.parametrize("part, points", [("filter", "13"), ("total", "110"), ("scan", "")])
def test_wrong_points_in_a_cell_of_the_table_are_noticed(part, points):
    work = Work("a", "everything right", [], "", 0.8, right=set(PATHS))

    assert mistakes(work, {**FULL, "total": "88", part: points}, all_ok(), SETTINGS)


def test_a_right_file_that_fails_is_noticed():
    work = Work("a", "one part wrong", [], "", 1.0, right=set(PATHS) - {FILTER})
    work.wrong = {"filter": ("WRONG",)}
    results = all_ok()
    results["scan.enough"] = ItemResult("scan.enough", Verdict.CRASH)

    said = " ".join(mistakes(work, {**FULL, "total": "103", "scan": "13"}, results, SETTINGS))

    assert "scan.enough is CRASH, but nothing in its files is wrong" in said
    assert "filter is OK, must be one of WRONG" in said


def test_a_file_that_must_not_get_points_but_passes_is_noticed():
    work = Work("a", "unfinished", [], "", 1.0, right=set(PATHS) - {FILTER}, unfit={FILTER})

    assert "one of its files must not get any" in " ".join(
        mistakes(work, {**FULL, "total": "110"}, all_ok(), SETTINGS)
    )


def test_the_expected_points_follow_the_shares_that_are_right():
    work = Work("a", "one part wrong", [], "", 1.0, right=set(PATHS) - {FILTER})
    work.wrong = {"filter": ("WRONG",)}
    results = all_ok()
    for item, share in (
        ("filter.few", 0.0),
        ("filter.alone", 0.55),
        ("together.everything", 0.325),
    ):
        results[item] = ItemResult(item, Verdict.WRONG, share=share)
    row = {**FULL, "filter": "13", "together": "4.75", "total": "92.75"}

    assert mistakes(work, row, results, SETTINGS) == []
    assert mistakes(work, {**row, "together": "5.5"}, results, SETTINGS)


def test_an_attack_that_gains_a_point_is_noticed():
    work = Work("a", "hostile", ["x"], "", 1.0, points="0", verdict="CRASH")

    said = " ".join(mistakes(work, {"total": "20"}, all_ok(), SETTINGS))

    assert "20 points, must be at most 0" in said and "no property is CRASH" in said


@pytest.mark.parametrize(
    "points, is_right", [("6", True), ("22", True), ("22.5", False), ("", False)]
)
def test_an_attack_may_earn_less_than_the_work_that_its_code_does(points, is_right):
    work = Work("a", "hostile", ["x"], "", 1.0, points="22", verdict="OK")

    assert (mistakes(work, {"total": points}, all_ok(), SETTINGS) == []) is is_right
