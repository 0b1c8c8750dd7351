"""A part whose launches all end, but take too long together. Repeated runs with different verdicts.

The first test builds the kit, which takes minutes the first time.
"""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import needs
from handshake_grader.examine import by_suite
from handshake_grader.examine.by_suite import BySuite
from handshake_grader.examine.case_runs import run_cases
from handshake_grader.examine.examiner import KitExaminer
from handshake_grader.examine.secret_runs import RunOutcome, SecretCase
from handshake_grader.examine.shares import Cases, Shares
from handshake_grader.examine.suite_runs import SuiteOutcome
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.kit import build_kit
from handshake_grader.marks.score import score
from handshake_grader.sandbox.guarded_process import Result
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import ItemResult, Verdict
from matching import FILTER, LAB, SCAN
from sample_class import small_settings

TREE = Path(__file__).resolve().parents[3]
SETTINGS = parse_settings(small_settings().replace("time_limit_s = 4", "time_limit_s = 1"), "small")
ITEMS = {item.id: item for item in items_of(SETTINGS)}
LATE = """\
  if (blockIdx.x + threadIdx.x == 0)
    for (volatile int i = 0; i < 20000000; i = i + 1) {}
"""


def attempt(files: dict[str, bytes]) -> Attempt:
    return Attempt(Student("ab1"), "", None, Submission(LAB, files))


@needs.sandbox
def test_a_part_is_slow_if_all_its_launches_together_take_too_long(tmp_path, request):
    tree = Path(request.config.getoption("--tree"))
    text = (tree / FILTER).read_text().replace("GOES BELOW **/\n", "GOES BELOW **/\n" + LATE)
    assert LATE in text
    seeds = CaseSeeds(b"x" * 32, SETTINGS.assignment.id)
    examiner = KitExaminer(build_kit(tree, LAB), SETTINGS, seeds, tmp_path)

    with examiner.open(attempt({FILTER: text.encode()})) as examination:
        result = examination.examine(ITEMS["filter.enough"])

    assert result.verdict is Verdict.SLOW, result
    assert "All launches of markFilterEdges_gpu together" in result.summary
    assert 1 < result.runs < 500  # the part has more than a thousand runs


def lucky_suite(monkeypatch, *verdicts: Verdict, **more: object) -> tuple[ItemResult, int]:
    """Replaces the runs of the suite by these verdicts. Returns the result, and how many runs there
    were."""
    report = more.pop("report", {"part": {"id": "scan"}})
    outcomes = [SuiteOutcome(one, "", (), 7, 0.1, report, 3, **more) for one in verdicts]
    left = iter(outcomes)
    monkeypatch.setattr(by_suite, "run_suite", lambda *given, seed: next(left))
    ready = SimpleNamespace(
        settings=SETTINGS,
        kit=SimpleNamespace(modes=("plain",), lab=LAB),
        builder=SimpleNamespace(runner=lambda *about: None),
        folder=Path(),
        kernels_s=0.0,
        submission=SimpleNamespace(is_begun=lambda path: True),
        obstacle=lambda *about: None,
        labeled=lambda item, paths, result: result,
    )
    result = BySuite(ready).examine(ITEMS["scan.enough"])  # type: ignore[arg-type]
    return result, len(outcomes) - len(list(left))


WRONG, OK, SLOW = Verdict.WRONG, Verdict.OK, Verdict.SLOW


@pytest.mark.parametrize(
    ("verdicts", "found"),
    [
        ((WRONG, WRONG, OK), WRONG),
        ((WRONG, OK, WRONG), Verdict.FLAKY),
        ((WRONG, OK, OK), Verdict.FLAKY),
        ((OK, WRONG, WRONG), OK),
    ],
)
def test_a_failed_suite_runs_again_and_is_flaky_if_the_runs_disagree(verdicts, found, monkeypatch):
    result, runs = lucky_suite(monkeypatch, *verdicts)

    assert result.verdict is found
    assert runs == {WRONG: 2, Verdict.FLAKY: 3, OK: 1}[found]


@pytest.mark.parametrize("is_spent", [False, True])
def test_a_suite_does_not_run_again_after_a_case_or_the_whole_part_was_too_slow(
    is_spent, monkeypatch
):
    result, runs = lucky_suite(monkeypatch, SLOW, OK, is_spent=is_spent)

    assert (result.verdict, runs) == (SLOW, 1)


@pytest.mark.parametrize("was_run, earned", [(True, 0.5), (False, 0.0)])
def test_a_part_that_is_too_slow_in_large_cases_alone_earns_the_others(
    was_run, earned, monkeypatch
):
    """If smaller cases were not run, the machine decides which of them are right."""
    slow = {"case": 2, "verdict": "SLOW", "summary": "", "scene": "", "what": []}
    slow |= {"title": "", "blocks": 1, "threads": 1, "schedule": "forward", "hint": ""}
    slow |= {"pass": None, "mix": "", "diagnostic": False}
    about = {"free": False, "threads": "enough", "kind": "pass"}
    right = {**about, "share": 1, "case": 1, "failure": None}
    large = {**about, "share": 0, "case": 2, "failure": slow if was_run else None}
    report = {"part": {"id": "scan", "failures": [slow]}}
    shares = Shares(Cases((right, large)), True, None)

    result, runs = lucky_suite(monkeypatch, SLOW, is_spent=True, shares=shares, report=report)

    assert (result.verdict, result.right_share, runs) == (SLOW, earned, 1)


def test_cases_that_were_not_run_because_an_earlier_one_did_not_end_are_not_right(monkeypatch):
    hung = {"case": 1, "verdict": "SLOW", "summary": "had not ended", "scene": "", "what": []}
    hung |= {"title": "", "blocks": 1, "threads": 1, "schedule": "forward", "hint": ""}
    hung |= {"pass": None, "mix": "", "diagnostic": False}
    about = {"share": 0, "free": False, "threads": "enough"}
    first = {**about, "case": 1, "kind": "shift", "failure": hung}
    other = {**about, "case": 2, "kind": "pass", "failure": None}
    shares = Shares(Cases((first, other)), False, None)
    report = {"part": {"id": "scan", "failures": [hung]}}

    result, _ = lucky_suite(monkeypatch, SLOW, shares=shares, report=report)

    assert (result.verdict, result.right_share) == (SLOW, 0.0)
    assert (result.values["right"], result.values["cases"]) == ("0", "1")


def test_a_program_whose_runs_disagree_is_flaky():
    case = SecretCase("a graph", Path("graph"), 2, [1, 0], 1, "forward", 10.0, 0.1)
    used = Result(0, None, b"", b"", 0.1, 0.1, 1)
    left = iter([OK, Verdict.CRASH, OK, Verdict.CRASH])
    bench = SimpleNamespace(kernels_s=0.0, settings=SETTINGS)

    result = run_cases(
        bench,  # type: ignore[arg-type]
        ITEMS["scan.alone"],
        [case, replace(case, name="another")],
        lambda case: RunOutcome(next(left), "", (), used),
    )

    assert result.verdict is Verdict.FLAKY
    assert [one.text for one in result.evidence if "same input" in one.text] == [
        "3 runs with the same input: CRASH, OK, CRASH"
    ]


def test_a_flaky_result_affects_only_its_item_and_needs_no_person():
    results = {item: ItemResult(item, OK) for item in ITEMS}
    results["scan.alone"] = ItemResult("scan.alone", Verdict.FLAKY)

    found = score(SETTINGS, attempt({SCAN: b""}), results, {})

    scan = next(part for part in found.parts if part.part.id == "scan")
    assert (scan.points, found.ungraded) == (25 - 7, [])
