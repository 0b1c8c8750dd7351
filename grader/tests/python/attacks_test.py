"""These tests really grade a few attacks of each kind, all attacks that are archives, a few
variants, and a right submission. They also read the sample class.
grader/tests/submissions/attack.py grades all attacks. With --variants, it grades all variants
instead.

The tests build the kit, which takes minutes the first time.
"""

from pathlib import Path

import pytest

import needs
from attack import CONTROL, FULL_MARKS, grade_attacks
from corpus import KINDS, ROOTS, attacks, quick_attacks
from handshake_grader.examine.examiner import KitExaminer
from handshake_grader.examine.suite_runs import run_suite
from handshake_grader.intake.class_folder import Attempt, Student, read_class
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.build import Builder
from handshake_grader.kit.kit import build_kit
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings, read_settings
from handshake_grader.verdict import Verdict
from matching import LAB, PATHS, WRAPPER
from sample_class import NAMES, sample_class, sample_roster, small_settings
from variants import all_variants

pytestmark = needs.sandbox


@pytest.fixture(scope="module")
def outcome(tmp_path_factory, request):
    tree = Path(request.config.getoption("--tree"))
    made = all_variants(["host"], every=97)
    return grade_attacks([*quick_attacks(), *made], tmp_path_factory.mktemp("attacks"), tree)


@pytest.fixture(scope="module")
def kit(request):
    return build_kit(Path(request.config.getoption("--tree")), LAB)


def test_the_quick_attacks_include_every_kind_of_attack():
    assert {one.kind for one in quick_attacks()} == set(KINDS)


def test_every_attack_of_the_list_is_tried():
    tried = {int(number) for one in attacks() for number in one.numbers.split()}

    assert tried >= set(range(1, 32)) and len(attacks()) >= 40


def test_no_attack_gains_anything(outcome):
    assert outcome.gains == []


def test_every_root_has_attacks_and_variants():
    assert {one.root for one in attacks()} == set(ROOTS)
    for root in ROOTS:
        names = [one.name for one in all_variants([root])]
        assert len(set(names)) == len(names) >= 40


@pytest.mark.parametrize("one", all_variants(["device"], every=11), ids=lambda one: one.name)
def test_host_code_is_refused_in_every_spelling(one, tmp_path, kit):
    """The compiler refuses the host code, and names its line. The file is built as in grading."""
    files = one.make({path: (kit.root / path).read_text() for path in PATHS})
    [(path, text)] = files.items()
    part = next(part for part, paths in LAB.parts.items() if paths == (path,))
    handed_in = Submission(LAB, {path: text.encode()})
    settings = parse_settings(small_settings(), "small")

    built = Builder(kit, settings, handed_in, tmp_path).runner(part, "plain")

    assert built.file is None
    assert f"{path}:" in built.log or "x.cu:" in built.log, built.log


@pytest.mark.parametrize("one", all_variants(["diagnosis"], every=50), ids=lambda one: one.name)
def test_host_code_in_kernel_files_is_found_whatever_its_form(one, tmp_path, kit):
    settings = parse_settings(small_settings(), "small")
    seeds = CaseSeeds(b"x" * 32, settings.assignment.id)
    files = {path: text.encode() for path, text in one.make({}).items()}
    attempt = Attempt(Student("ab1"), "", None, Submission(LAB, files))
    clean = next(item for item in items_of(settings) if item.id == "filter.clean")

    with KitExaminer(kit, settings, seeds, tmp_path).open(attempt) as examination:
        result = examination.examine(clean)

    assert result.verdict.value in one.verdict.split(), result


INLINE_WRITE = """
#include <unistd.h>
extern "C" inline __attribute__((used)) ssize_t write(int, const void*, size_t) { _exit(7); }
"""


def test_the_runner_does_not_use_inline_functions_of_submitted_host_code(tmp_path, kit):
    """If the runner used such a function, the function could report false results and findings."""
    files = {path: (kit.root / path).read_bytes() for path in PATHS}
    handed_in = Submission(LAB, {**files, WRAPPER: INLINE_WRITE.encode() + files[WRAPPER]})
    settings = parse_settings(small_settings(), "small")
    builder = Builder(kit, settings, handed_in, tmp_path)
    builder.runner("memory", "plain").made()

    outcome = run_suite("memory", builder, settings, tmp_path, with_diagnosis=False)

    assert outcome.verdict is Verdict.OK


def test_a_right_submission_among_attacks_has_all_points(outcome):
    assert outcome.marks[CONTROL] == FULL_MARKS
    assert outcome.verdicts[CONTROL] == {"OK"}


def test_the_sample_class_has_24_students_and_sakais_layout(tmp_path, request):
    tree = Path(request.config.getoption("--tree"))
    (tmp_path / "download.zip").write_bytes(sample_class(tree))
    zone = read_settings(tree / "grader/settings/matching.toml").assignment.zone

    (tmp_path / "roster.csv").write_text(sample_roster())

    intake = read_class(tmp_path / "download.zip", zone, LAB, roster=tmp_path / "roster.csv")

    assert intake.layout == "sakai" and intake.without_time == [] and intake.remarks == []
    assert len(intake.counted) == len(NAMES) == 24
    assert {one.student.section for one in intake.counted} == {"1", "2"}
    assert sum(len(one.submission.files) == 5 for one in intake.counted) > 15
