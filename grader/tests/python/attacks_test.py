"""A few attacks of each kind and all archives, graded for real beside a right submission; the
sample class. All attacks: grader/tests/submissions/attack.py.

Needs the kit to build, which takes minutes the first time.
"""

from pathlib import Path

import pytest

import needs
from attack import CONTROL, FULL_MARKS, grade_attacks
from corpus import KINDS, attacks, quick_attacks
from handshake_grader.intake.class_folder import read_class
from handshake_grader.settings.settings import read_settings
from sample_class import NAMES, sample_class, sample_roster

pytestmark = needs.sandbox


@pytest.fixture(scope="module")
def outcome(tmp_path_factory, request):
    tree = Path(request.config.getoption("--tree"))
    return grade_attacks(quick_attacks(), tmp_path_factory.mktemp("attacks"), tree)


def test_every_kind_of_attack_is_among_the_quick_ones():
    assert {one.kind for one in quick_attacks()} == set(KINDS)


def test_every_attack_of_the_list_is_tried():
    tried = {int(number) for one in attacks() for number in one.numbers.split()}

    assert tried >= set(range(1, 32)) and len(attacks()) >= 40


def test_no_attack_gains_anything(outcome):
    assert outcome.gains == []


def test_a_right_submission_among_attacks_has_all_points(outcome):
    assert outcome.marks[CONTROL] == FULL_MARKS
    assert outcome.verdicts[CONTROL] == {"OK"}


def test_the_sample_class_is_24_students_in_sakais_layout(tmp_path, request):
    tree = Path(request.config.getoption("--tree"))
    (tmp_path / "download.zip").write_bytes(sample_class(tree))
    zone = read_settings(tree / "grader/settings/matching.toml").assignment.zone

    (tmp_path / "roster.csv").write_text(sample_roster())

    intake = read_class(tmp_path / "download.zip", zone, roster=tmp_path / "roster.csv")

    assert intake.layout == "sakai" and intake.without_time == [] and intake.remarks == []
    assert len(intake.counted) == len(NAMES) == 24
    assert {one.student.section for one in intake.counted} == {"1", "2"}
    assert sum(len(one.submission.files) == 5 for one in intake.counted) > 15
