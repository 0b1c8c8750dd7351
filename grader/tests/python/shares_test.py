"""A property gives the share of its points that is the share of its cases that are right: how
cases are counted, and how many points they give. Nothing is compiled."""

from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from fake_examiner import SETTINGS
from handshake_grader.examine.case_runs import LONGEST, MOST_SLOW, RUNS, SHORTER, run_cases
from handshake_grader.examine.secret_runs import RunOutcome, SecretCase
from handshake_grader.examine.shares import Cases
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.marks.journal import Journal, Override
from handshake_grader.marks.score import score
from handshake_grader.messages import sentence
from handshake_grader.pages import student_page
from handshake_grader.sandbox.guarded_process import Result
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import read_settings
from handshake_grader.verdict import Evidence, ItemResult, Verdict
from matching import FILTER, HANDSHAKING, LAB, SCAN

RULE = read_settings(SETTINGS)
ITEMS = {item.id: item for item in items_of(RULE)}
OK, WRONG, SLOW = Verdict.OK, Verdict.WRONG, Verdict.SLOW
CASE = SecretCase("a graph", Path("graph"), 2, [1, 0], 1, "forward", 10.0, 0.1)
FREE = replace(CASE, name="a graph without a match", expected=[-1, -1])


# ---- secret graphs: all cases are run


def ran(cases, *verdicts, cpu_s=0.1):
    """The result of an item if its runs, in this order, have these verdicts, and which cases were
    run."""
    left, seen = iter(verdicts), []

    def run(case):
        seen.append(case)
        return RunOutcome(next(left), "", (), Result(0, None, b"", b"", cpu_s, cpu_s, 1))

    bench = SimpleNamespace(kernels_s=0.0, settings=RULE)
    return run_cases(bench, ITEMS["scan.alone"], cases, run), seen


def test_all_cases_are_run_and_only_the_first_failure_is_repeated():
    cases = [replace(CASE, name=str(number)) for number in range(4)]

    result, seen = ran(cases, OK, WRONG, WRONG, WRONG, Verdict.CRASH, OK)

    assert RUNS == 3
    assert [case.name for case in seen] == ["0", "1", "1", "1", "2", "3"]
    assert (result.verdict, result.share, result.runs) == (WRONG, 0.5, 4)
    assert (result.values["right"], result.values["cases"]) == ("2", "4")


def test_if_all_cases_are_right_the_item_is_right():
    result, seen = ran([CASE, FREE], OK, OK)

    assert (result.verdict, result.earned, len(seen)) == (OK, 1.0, 2)


@pytest.mark.parametrize(
    "verdicts, share",
    [
        ((OK, OK, WRONG, WRONG), 0),  # as a program that does nothing
        ((OK, OK, OK, WRONG), 1 / 2),
        ((WRONG, OK, OK, OK), 3 / 4),  # a free case is one of the four cases
        ((WRONG, WRONG, OK, WRONG), 1 / 2 * 2 / 4),
        ((WRONG, WRONG, WRONG, WRONG), 0),
    ],
)
def test_a_case_that_a_program_without_work_gets_right_earns_nothing_but_costs(verdicts, share):
    runs = [one for at, one in enumerate(verdicts) for _ in range(_times(verdicts, at))]

    result, _ = ran([FREE, FREE, CASE, CASE], *runs)

    assert result.share == share


def _times(verdicts, at):
    return RUNS if verdicts[at] is WRONG and WRONG not in verdicts[:at] else 1


def test_after_three_runs_without_an_end_all_other_cases_are_wrong_and_no_run_is_repeated():
    result, seen = ran([CASE] * 8, OK, *[SLOW] * MOST_SLOW)

    assert MOST_SLOW == 3 and len(seen) == 1 + MOST_SLOW
    assert (result.verdict, result.share) == (SLOW, 1 / 8)
    assert (result.values["right"], result.values["cases"]) == ("1", "8")


def test_after_a_run_without_an_end_the_others_have_less_time_but_twenty_times_ours():
    slower = replace(CASE, reference_s=0.4, limit_s=10.0)
    _, seen = ran([CASE, CASE, slower], SLOW, OK, OK)

    floor_s, factor = RULE.limits.floor_s, RULE.limits.factor
    assert [one.limit_s for one in seen] == [10.0, floor_s / SHORTER, factor * 0.4]


def test_runs_that_take_too_long_together_earn_nothing_even_if_each_of_them_is_right():
    limits = RULE.limits
    most_s = LONGEST * limits.floor_s + limits.factor * 8 * CASE.reference_s
    each_s = most_s / 4

    result, seen = ran([CASE] * 8, *[OK] * 8, cpu_s=each_s)

    assert (result.verdict, result.earned, len(seen)) == (SLOW, 0.0, 5)
    assert result.summary == sentence("runs_take_too_long")
    assert result.values["limit"] == f"{most_s:.1f} s"
    assert ran([CASE] * 4, *[OK] * 4, cpu_s=each_s / 2)[0].verdict is OK


# ---- public cases, as `check --shares` counts them


def public(*shares, free=()):
    cases = [{"share": share, "free": False, "failure": None} for share in shares]
    return Cases((*cases, *({"share": share, "free": True, "failure": None} for share in free)))


def test_a_public_case_that_is_right_in_part_counts_in_part():
    assert public(1, 0.5, 0).share == 0.5
    assert public(1, 1, free=[1]).share == 1.0
    assert public(1, 1, free=[0]).share == pytest.approx(2 / 3)  # it is one of three cases
    assert public(0, 0, free=[1, 1]).share == 0.0
    assert public(0, 0.5, free=[0, 0]).share == 0.25 * 0.5
    assert public(free=[1, 1]).share == 0.0
    assert public(1, 1).are_right and not public(1, 0).are_right and not public().are_right
    assert public(1, 0.5, 0).values == {"right": "1", "cases": "3", "free": "0", "unrun": "1"}
    assert public(1, 0.5, free=[1, 0]).values["free"] == "1"  # right, but earns nothing


def test_a_case_that_was_not_run_with_few_threads_or_with_many_is_one_case():
    unrun = {"share": 0, "free": False, "failure": None}
    hung = {**unrun, "case": 1, "failure": {"verdict": "SLOW"}}

    assert Cases((hung, *({**unrun, "case": one} for one in (1, 2, 2, 3, 3)))).unrun == 2


# ---- the points


HALF = {"right": "1", "cases": "2"}


def doubted(share):
    return ItemResult("", WRONG, values=HALF, share=share, is_doubted=True)


def none_right(share):
    return ItemResult("", WRONG, values={"right": "0", "cases": "2"}, share=share)


def scored(overrides=(), **changed):
    """The score if all items are right, but for these: item (__ for .) -> verdict, share or
    result."""
    results = {item: ItemResult(item, OK) for item in ITEMS}
    for name, found in changed.items():
        item = name.replace("__", ".")
        if isinstance(found, ItemResult):
            results[item] = replace(found, item=item)
            continue
        verdict, share = (WRONG, found) if isinstance(found, float) else (found, 0.0)
        results[item] = ItemResult(item, verdict, "", (), HALF, share=share)
    files = dict.fromkeys((HANDSHAKING, FILTER, SCAN), b"")
    attempt = Attempt(Student("ab1"), "submit_me.tar", None, Submission(LAB, files))
    return score(RULE, attempt, results, dict(overrides))


def points(found, item):
    return next(
        one.points
        for part in found.parts
        for one in part.properties
        if f"{part.part.id}.{one.property.id}" == item
    )


def test_a_share_of_the_cases_gives_this_share_of_the_points_without_the_first_tenth():
    found = scored(filter__few=0.55)

    assert points(found, "filter.few") == 4.5
    assert found.total == 110 - 9 + 4.5
    assert points(scored(filter__few=0.1), "filter.few") == 0
    page = " ".join(student_page.render(RULE, found, "txt").split())
    assert sentence("part_right", right="1", cases="2") in page
    assert sentence("right_anyway", free="0") not in page


@pytest.mark.parametrize("verdict", [one for one in Verdict if one is not OK])
def test_a_verdict_without_right_cases_gives_no_points(verdict):
    found = points(scored(scan__few=verdict), "scan.few")

    is_open = verdict.needs_human or verdict is Verdict.NOT_TIMED
    assert found == (None if is_open else 0)


def test_files_together_get_points_for_their_own_cases_only():
    found = scored(together__everything=0.55, together__three_kernels=WRONG, scan__alone=WRONG)

    assert points(found, "together.everything") == 7 / 2
    assert points(found, "together.three_kernels") == 0


def test_a_part_that_earns_nothing_gives_nothing_to_the_files_together():
    nothing = {item.replace(".", "__"): WRONG for item in ITEMS if item.startswith("scan.")}

    found = scored(**nothing, together__three_kernels=WRONG, together__everything=WRONG)

    assert found.total == 110 - 25 - 10


def test_where_the_host_code_fails_without_extra_too_the_public_cases_say_what_the_kernels_do():
    found = scored(memory__alone=0.775, extra__right=WRONG)

    assert points(found, "extra.right") == 3 * 0.25  # of the points that the host code loses
    page = " ".join(student_page.render(RULE, found, "txt").split())
    assert sentence("kernels_alone", name="onewaywrapper.cu") in page
    wrong = scored(memory__alone=WRONG, extra__right=WRONG, extra__plain=WRONG)
    assert points(wrong, "extra.right") == 3 * (1 + 2) / 4
    assert points(scored(scan__alone=WRONG, extra__right=WRONG), "extra.right") == 0


def test_a_public_result_that_a_second_run_contradicts_earns_at_most_the_share_of_secret_graphs():
    found = scored(extra__plain=doubted(0.775), extra__ties=doubted(0.55), extra__right=0.55)

    assert [points(found, f"extra.{one}") for one in ("plain", "ties", "weights")] == [0.5, 0.5, 2]
    assert points(scored(extra__plain=doubted(1.0), extra__right=WRONG), "extra.plain") == 0


def test_unconfirmed_memory_use_counts_if_a_secret_graph_is_right_with_these_kernels():
    assert points(scored(extra__clean=doubted(1.0), extra__right=0.2), "extra.clean") == 3
    assert points(scored(extra__clean=doubted(1.0), extra__right=WRONG), "extra.clean") == 0


def test_the_journal_keeps_every_value_that_the_points_depend_on(tmp_path):
    evidence = (Evidence("a line", secret=True),)
    whole = ItemResult(
        "extra.plain", WRONG, "why", evidence, HALF, 2, 1.5, 1.25, 4096, {"part": {}}, 0.5, True
    )
    kept = [one for one in fields(ItemResult) if one.name != "trace"]  # only for the private log
    assert all(getattr(whole, one.name) not in (one.default, {}) for one in kept)
    journal = Journal(tmp_path / "journal.sqlite")
    run = journal.begin_run("class", "ta", "1", "settings", "secret")
    journal.record(run, "ab1", "files", "key", whole)
    assert journal.newest("ab1")["extra.plain"].result == whole
    journal.close()


def test_if_the_host_code_is_wrong_in_every_case_the_kernels_earn_a_third_at_most():
    broken = {"memory__alone": none_right(0.0), "memory__values": none_right(0.9)}
    extra = {"extra__plain": doubted(1.0), "extra__ties": doubted(0.325), "extra__right": WRONG}

    found = scored(**broken, **extra)

    assert (points(found, "extra.plain"), points(found, "extra.ties")) == (0.33, 0.25)
    one_is_right = scored(**{**broken, "memory__values": WRONG}, **extra)
    assert points(one_is_right, "extra.plain") == 0


def test_whoever_breaks_his_own_host_code_loses_more_than_an_unconfirmed_extra_credit_gives():
    public = {f"extra__{one}": doubted(1.0) for one in ("plain", "ties", "weights", "clean")}
    broken = {"memory__alone": none_right(0.0), "memory__values": none_right(13 / 14)}

    found = scored(**public, **broken, extra__right=WRONG, together__everything=WRONG)

    assert found.total < 110 - 10


def test_a_decision_changes_exactly_the_points_that_it_names():
    wrong = {"filter__alone": WRONG, "filter__few": 0.5, "together__everything": WRONG}
    found = scored(**wrong)

    for target, most in (("filter.alone", 8), ("filter", 25), ("together.everything", 6)):
        decided = scored({target: Override("ab1", target, most, "ta", "why", "now")}, **wrong)

        changed = [
            part.part.id
            for part, old in zip(decided.parts, found.parts, strict=True)
            if part != old
        ]
        assert changed == [target.split(".")[0]]
        before = points(found, target) if "." in target else found.parts[1].points
        assert decided.total == pytest.approx(found.total + most - before)
