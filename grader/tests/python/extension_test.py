"""Extra credit for ld_extension.cu: whether the file is right, how fast it is, and that it never
costs points.

No test asserts a time: if points depend on a time, the clock is replaced. The tests of real grading
build the kit, which takes minutes the first time.
"""

import hashlib
import itertools
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

import needs
from handshake_grader.course.examining import examined
from handshake_grader.errors import UsageError
from handshake_grader.examine import speed_trial, timed_run
from handshake_grader.examine.examiner import KitExaminer
from handshake_grader.examine.steady import Disturbed, compare, require_steady
from handshake_grader.intake.class_folder import Attempt, Intake, Student
from handshake_grader.intake.submission import Submission, read_submission
from handshake_grader.kit.gpu import Gpu, NoGpu, find_gpu
from handshake_grader.kit.kit import build_kit
from handshake_grader.marks.anomalies import find_anomalies
from handshake_grader.marks.score import score, share_of_points
from handshake_grader.pages.student_page import render
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.secret.graph_recipes import Graph, right_matching
from handshake_grader.secret.sealed import (
    _key_stream,
    edges_of,
    fingerprint,
    right_matches,
    seal,
)
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import Settings, Speed, parse_settings
from handshake_grader.verdict import ItemResult, Verdict
from matching import EXTENSION, FILTER, LAB, PATHS
from pack import make_tar
from sample_class import small_settings
from skeleton import emptied

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = (ROOT / "grader/settings/matching.toml").read_text()
OURS = (ROOT / EXTENSION).read_text()
SEEDS = CaseSeeds(b"s" * 32, "x")


def offered(text: str) -> str:
    """The settings with the extra credit, which is commented out in the shipped file."""
    before, after = text.split('take away "# " from here on.\n')
    return before + "\n" + re.sub(r"(?m)^# ?", "", after)


def small(**speed_settings) -> Settings:
    found = parse_settings(offered(small_settings()), "small")
    wanted = {"on": "cpu", "graphs": ["ties 30 60"], "repetitions": 5, "most_spread": 1.0}
    changed = found.speed.model_copy(update={**wanted, **speed_settings})
    return found.model_copy(update={"speed": changed})


# ---- the settings


def test_the_extra_credit_of_the_shipped_settings_is_off():
    assert "ld" not in [part.id for part in parse_settings(SHIPPED, "x").parts]


def test_the_extra_credit_can_be_uncommented_in_the_shipped_settings():
    found = parse_settings(offered(SHIPPED), "x")

    assert found.points == 100
    assert found.part("ld").points == 15 and found.part("ld").is_extension
    assert found.speed == Speed()


@pytest.mark.parametrize(
    "old, new, expected",
    [
        ('on = "gpu"', 'on = "tpu"', "speed.on: Input should be 'gpu' or 'cpu'"),
        ("zero_at = 8.0", "zero_at = 1.0", "zero_at must be larger than full_at"),
        ("repetitions = 11", "repetitions = 2", "speed.repetitions: Input should be greater"),
        ("most_spread = 0.1", "most_spred = 0.1", "speed.most_spred: there is no such setting"),
        ('["wide 100000 800000"]', '["wide 9"]', "speed.graphs.1: is not a recipe"),
        ('by = "speed"', 'by = "speed"\nsuite = "filter"', "must have no `own`, `flags`"),
        ('extra_credit = true\n\n  [[part.property]]\n  id = "right"',
         '\n  [[part.property]]\n  id = "right"', "in a separate part, with extra_credit"),
    ],
)  # fmt: skip
def test_a_mistake_in_the_settings_is_named_with_its_file_and_line(old, new, expected):
    text = offered(SHIPPED)
    assert old in text

    with pytest.raises(UsageError) as caught:
        parse_settings(text.replace(old, new), "my.toml")

    assert re.search(r"^my\.toml:\d+: ", str(caught.value))
    assert expected in str(caught.value)


# ---- what is handed in


def test_a_submission_without_an_extension_gets_no_message_about_it():
    found = read_submission("submit_me.tar", make_tar(), LAB)

    assert sorted(found.files) == sorted(PATHS)
    assert found.notes == []


def test_an_extension_is_read_with_the_other_files():
    files = {**dict.fromkeys(PATHS, b"// x\n"), EXTENSION: b"// fast\n"}
    found = read_submission("submit_me.tar", make_tar(files), LAB)

    assert found.files[EXTENSION] == b"// fast\n"
    assert found.notes == []


def test_two_versions_of_the_extension_do_not_delay_the_marks_for_the_other_files():
    files = {**dict.fromkeys(PATHS, b"// x\n")}
    files |= {"a/ld_extension.cu": b"// 1\n", "b/ld_extension.cu": b"// 2\n"}
    found = read_submission("submit_me.tar", make_tar(files), LAB)

    assert set(found.unread) == {EXTENSION}  # only items that need this file wait for a person
    assert sorted(found.files) == sorted(PATHS)
    assert [one.code for one in found.notes] == ["file_ambiguous"]


# ---- the seal


def test_the_seal_encrypts_with_chacha8():
    """The first block for the key 0 and the nonce 0, as the eSTREAM test vectors give it."""
    block = bytes.fromhex(
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )

    assert _key_stream(bytes(32), 16).tobytes() == block


def test_a_sealed_graph_shows_only_its_size():
    graph = edges_of(Graph(3, ((0, 1, 5), (1, 2, 7))))
    one, two = seal(graph, b"1" * 32), seal(graph, b"2" * 32)

    assert np.frombuffer(one[:8], "<i4").tolist() == [3, 4]
    assert len(one) == 8 + 4 * (4 + 4 + 4)
    assert one[8:] != two[8:]


def test_one_different_partner_gives_a_different_fingerprint():
    matches = np.array([1, 0, -1, 4, 3], dtype=np.int32)
    seen = {fingerprint(matches, b"k" * 32), fingerprint(matches, b"l" * 32)}
    for at in range(5):
        other = matches.copy()
        other[at] = 2
        seen.add(fingerprint(other, b"k" * 32))

    assert len(seen) == 7


@st.composite
def graphs(draw):
    size = draw(st.integers(1, 9))
    pairs = list(itertools.combinations(range(size), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    return Graph(size, tuple((a, b, draw(st.integers(-2, 2))) for a, b in chosen))


@hypothesis_settings(max_examples=300, deadline=None)
@given(graphs())
def test_the_oracle_for_extensions_agrees_with_the_oracle_for_secret_graphs(graph):
    assert right_matches(edges_of(graph)).tolist() == right_matching(graph)


# ---- points


@pytest.mark.parametrize(
    "ratio, share", [(0.1, 1), (1, 1), (2, 2 / 3), (4, 1 / 3), (8, 0), (1000, 0)]
)
def test_points_fall_with_the_logarithm_of_the_ratio_of_times(ratio, share):
    assert share_of_points(ratio, Speed(full_at=1.0, zero_at=8.0)) == pytest.approx(share)


def marks(**verdicts):
    """The marks of a student. The arguments `right` and `fast` are the verdicts for the two
    properties of the extension. All other items are OK."""
    settings = parse_settings(offered(SHIPPED), "x")
    attempt = Attempt(Student("ab123"), "submit_me.tar", None, Submission(LAB, {FILTER: b"x"}))
    results = {}
    for item in items_of(settings):
        verdict = verdicts.get(item.property.id) if item.part.id == "ld" else Verdict.OK
        values = {"ratio": "2.0"} if verdict is Verdict.OK else {}
        if verdict:
            results[item.id] = ItemResult(item.id, verdict, "", (), values)
    return settings, score(settings, attempt, results, {})


def test_points_for_speed_depend_on_the_ratio_of_times():
    _, found = marks(right=Verdict.OK, fast=Verdict.OK)

    assert found.parts[-1].points == 5 + 6.67
    assert found.total == 110 + 11.67


@pytest.mark.parametrize("right", [None, *Verdict])
@pytest.mark.parametrize("fast", [None, *Verdict])
def test_no_fault_of_an_extension_changes_another_mark(right, fast):
    _, found = marks(right=right, fast=fast)

    base = [part.points for part in found.parts if not part.part.is_extension]
    assert base == [25, 25, 25, 15, 10, 10]
    assert found.total is not None and 110 <= found.total <= 121.67
    assert found.ungraded == []


def test_the_course_staff_reads_which_points_of_an_extension_are_open_and_why():
    settings, found = marks(right=Verdict.HELD, fast=Verdict.NOT_TIMED)

    remarks = [one.text for one in find_anomalies(Intake("plain", [found.attempt], []), [found])]
    assert [text for text in remarks if "its points are open" in text] == [
        "ld.right: its points are open, because the verdict is HELD",
        "ld.fast: its points are open, because the verdict is NOT_TIMED",
    ]


def test_an_item_that_was_not_timed_is_open_and_not_zero():
    settings, found = marks(right=Verdict.OK, fast=Verdict.NOT_TIMED)

    assert found.parts[-1].properties[1].points is None
    assert found.parts[-1].points == 5
    report = render(settings, found, "txt")
    assert "NOT_TIMED: as fast as our solution (not graded yet of 10)" in report
    assert "These points are open, and you have lost none of them." in " ".join(report.split())


# ---- the times


def test_the_measured_ratio_compares_median_times_and_has_an_interval():
    ours = np.array([[10, 10, 11, 10, 90.0]])
    ratio, low, high = compare(np.stack([ours, 3 * ours]))

    assert ratio == pytest.approx(3) and low == pytest.approx(3) and high == pytest.approx(3)


def test_each_of_several_graphs_counts_equally():
    ours = np.array([[1.0] * 5, [1000.0] * 5])
    ratio, _, _ = compare(np.stack([ours, ours * [[8.0], [2.0]]]))

    assert ratio == pytest.approx(4)


def test_a_measurement_in_which_our_times_vary_does_not_count():
    steady = np.array([[1.0, 1.01, 1.02, 1.03, 9.0]])
    require_steady(np.stack([steady, steady]), 0.1)
    unsteady = np.array([[1.0, 1.0, 2.0, 3.0, 3.0]])
    with pytest.raises(Disturbed, match="range of our own times is 100 %"):
        require_steady(np.stack([unsteady, unsteady]), 0.1)


def test_a_measurement_with_an_uncertain_ratio_does_not_count():
    steady = np.array([[1.0, 1.0, 1.0, 1.0, 1.0]])
    with pytest.raises(Disturbed, match="1.00 to 3.00 times ours"):
        require_steady(np.stack([steady, [[1.0, 1.0, 2.0, 3.0, 3.0]]]), 0.1)


def fake_smi(folder: Path, processes: str = "", bits: str = "0x0000000000000001") -> Gpu:
    program = folder / "nvidia-smi"
    program.write_text(
        f'#!/bin/sh\ncase "$1" in\n*compute-apps*) printf "{processes}" ;;\n'
        f'*throttle*) echo "{bits}" ;;\n*compute_cap*) echo "NVIDIA Fake, 9.0" ;;\nesac\n'
    )
    program.chmod(0o755)
    return Gpu("NVIDIA Fake", "sm_90")


@pytest.mark.parametrize(
    "processes, bits, expected",
    [
        ("", "0x0000000000000001", None),
        ("4711\\n", "0x0000000000000001", "another program uses the GPU"),
        ("", "0x0000000000000040", r"slowed down \(heat\)"),
        ("", "0x0000000000000088", r"slowed down \(hardware slowdown, the power supply\)"),
    ],
)
def test_a_measurement_on_a_shared_or_slowed_down_gpu_does_not_count(
    tmp_path, monkeypatch, processes, bits, expected
):
    gpu = fake_smi(tmp_path, processes, bits)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    place = speed_trial.Place("fake", None, None, gpu)

    if expected is None:
        place.look()
    else:
        with pytest.raises(Disturbed, match=expected):
            place.look()


# ---- real submissions


needs_sandbox = needs.sandbox


@pytest.fixture(scope="module")
def kit(request):
    return build_kit(Path(request.config.getoption("--tree")), LAB)


@pytest.fixture
def grade(kit, tmp_path, monkeypatch):
    """Grades one extension. Returns the results by property, and the part's score. The clock shows
    1 s for our extension and 2 s for the submission. `clock=None` means the real clock."""
    monkeypatch.setattr(speed_trial, "busy_share", lambda seconds: 0.0)
    real = timed_run._exchange

    def exchange(process, key, limit_s):
        _, stop = real(process, key, limit_s)
        return (1.0 if any("our_ld_runner" in word for word in process.args) else 2.0), stop

    def run(text, settings=None, student="ab123", clock=exchange):
        monkeypatch.setattr(timed_run, "_exchange", clock or real)
        settings = settings or small()
        files = {} if text is None else {EXTENSION: text.encode()}
        attempt = Attempt(Student(student), "submit_me.tar", None, Submission(LAB, files))
        items = [item for item in items_of(settings) if item.part.id == "ld"]
        with KitExaminer(kit, settings, SEEDS, tmp_path / "scratch").open(attempt) as opened:
            results = {item.property.id: examined(opened, item) for item in items}
        by_item = {result.item: result for result in results.values()}
        return results, score(settings, attempt, by_item, {}).parts[-1]

    return run


def verdicts(results) -> list[str]:
    return [results["right"].verdict.value, results["fast"].verdict.value]


def changed(old: str, new: str) -> str:
    assert OURS.count(old) == 1, old
    return OURS.replace(old, new)


@needs_sandbox
def test_a_right_extension_gets_its_points(grade):
    results, part = grade(OURS)

    assert verdicts(results) == ["OK", "OK"], results
    assert results["fast"].values["ratio"] == "2.0000"
    assert part.points == 5 + 6.67


@needs_sandbox
@pytest.mark.parametrize(
    "text, expected, words",
    [
        (None, ["NOT_STARTED", "NOT_STARTED"], ""),
        (emptied(OURS), ["NOT_STARTED", "NOT_STARTED"], ""),
        (changed("weights[e] <= heaviest", "weights[e] < heaviest"), ["WRONG", "NOT_CHECKED"], ""),
        (changed("wanted[wanted[x]] != x", "false"), ["WRONG", "NOT_CHECKED"], "matching is wrong"),
        (changed("if (numNodes == 0) return;", "return;"), ["WRONG", "NOT_CHECKED"], ""),
        (changed("int goesOn = 1;", "volatile int* none = 0; int goesOn = *none;"),
         ["CRASH", "NOT_CHECKED"], "ended"),
        (OURS + "\nint x = ;\n", ["NO_BUILD", "NOT_CHECKED"], "does not compile"),
        (changed("if (numNodes == 0) return;", 'if (fopen("x", "r")) return;'),
         ["HELD", "HELD"], ""),
    ],
)  # fmt: skip
def test_a_wrong_extension_gets_no_points_and_a_reason(grade, text, expected, words):
    results, part = grade(text)

    assert verdicts(results) == expected, results
    assert not part.points
    assert words in results["right"].summary


def attack(code: str) -> str:
    return OURS + "\n#include <time.h>\n#include <unistd.h>\n" + code


FORGED_REPLIES = attack(
    "__attribute__((constructor)) static void forge() "
    '{ write(1, "r12345678", 9); int m[64] = {}; write(1, m, sizeof m); }'
)
FORGED_CLOCK = attack(
    'extern "C" int clock_gettime(clockid_t, timespec* time) { *time = {}; return 0; }'
)


def accepting(text: str) -> Settings:
    """Settings that let this code run, as if a person had read and accepted it."""
    settings = small()
    accepted = {"sha256": hashlib.sha256(text.encode()).hexdigest(), "reason": "a test"}
    sandbox = settings.sandbox.model_validate({"minimum_level": 2, "host_code": [accepted]})
    return settings.model_copy(update={"sandbox": sandbox})


@needs_sandbox
def test_code_that_forges_replies_is_held_and_gains_nothing_if_accepted(grade):
    held, _ = grade(FORGED_REPLIES)
    results, part = grade(FORGED_REPLIES, accepting(FORGED_REPLIES))

    assert verdicts(held) == ["HELD", "HELD"]
    assert verdicts(results) == ["WRONG", "NOT_CHECKED"], results
    assert part.points == 0


@needs_sandbox
def test_code_that_forges_the_clock_is_held_and_gains_nothing_if_accepted(grade, monkeypatch):
    monkeypatch.setattr(speed_trial, "require_steady", lambda times, most: None)
    held, _ = grade(FORGED_CLOCK)
    results, _ = grade(FORGED_CLOCK, accepting(FORGED_CLOCK), clock=None)

    assert verdicts(held) == ["HELD", "HELD"]
    assert verdicts(results) == ["OK", "OK"], results
    assert float(results["fast"].values["ratio"]) > 0.01


WRONG_LATER = changed(
    "if (numNodes == 0) return;",
    "static int calls = 0;\n  if (numNodes == 0 || (numNodes == 31 && calls++ >= 0)) return;",
)


@needs_sandbox
def test_an_extension_that_is_wrong_while_it_is_timed_gets_no_points_for_speed(grade):
    """The extension does nothing for graphs of 31 nodes, and only the timed graphs have 31
    nodes."""
    results, part = grade(WRONG_LATER, small(graphs=["ties 31 60"]))

    assert verdicts(results) == ["OK", "WRONG"], results
    assert part.points == 5


@needs_sandbox
def test_a_measurement_on_a_busy_machine_does_not_count_and_costs_no_points(grade, monkeypatch):
    monkeypatch.setattr(speed_trial, "busy_share", lambda seconds: 0.9)

    results, part = grade(OURS)

    assert verdicts(results) == ["OK", "NOT_TIMED"]
    assert "use 90 % of the processors" in results["fast"].summary
    assert part.points == 5


@needs_sandbox
@pytest.mark.skipif(shutil.which("nvidia-smi") is not None, reason="this machine has a GPU")
def test_without_a_gpu_an_extension_is_checked_but_not_timed(grade):
    results, part = grade(OURS, small(on="gpu"))

    assert verdicts(results) == ["OK", "NOT_TIMED"]
    assert results["fast"].summary == "Why: this machine has no GPU."
    assert part.points == 5


def gpu_or_reason():
    try:
        return find_gpu(), ""
    except NoGpu as reason:
        return None, str(reason)


@needs_sandbox
@pytest.mark.skipif(gpu_or_reason()[0] is None, reason=gpu_or_reason()[1] or "there is a GPU")
def test_on_a_gpu_an_extension_is_built_with_nvcc_and_timed(grade):
    results, _ = grade(OURS, small(on="gpu", graphs=["wide 100000 800000"]))

    fast = results["fast"]
    for line in (fast.values, *fast.evidence):
        print(line)
    assert verdicts(results) == ["OK", "OK"], fast
    assert fast.summary.endswith(f"on {gpu_or_reason()[0].name}.")


@needs_sandbox
def test_a_broken_extension_does_not_change_other_items(kit, tmp_path):
    settings = small()
    files = {FILTER: (kit.root / FILTER).read_bytes(), EXTENSION: b"int x = ;"}
    attempt = Attempt(Student("ab123"), "submit_me.tar", None, Submission(LAB, files))
    items = {item.id: item for item in items_of(settings)}

    with KitExaminer(kit, settings, SEEDS, tmp_path).open(attempt) as opened:
        found = [examined(opened, items[name]).verdict for name in ("ld.right", "filter.alone")]

    assert found == [Verdict.NO_BUILD, Verdict.OK]


@needs_sandbox
def test_no_student_loses_points_when_our_own_extension_fails(kit, tmp_path):
    broken = tmp_path / "broken.o"
    broken.write_bytes(b"no object")
    settings = small()
    attempt = Attempt(Student("ab123"), "x", None, Submission(LAB, {EXTENSION: OURS.encode()}))
    without = replace(kit, whole=replace(kit.program, our_extension=broken))
    examiner = KitExaminer(without, settings, SEEDS, tmp_path / "own")
    with examiner.open(attempt) as opened:
        item = next(one for one in items_of(settings) if one.id == "ld.right")
        found = examined(opened, item)

    assert found.verdict is Verdict.JE
