"""Tests which submissions are shown as similar."""

import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from handshake_grader.cli import main
from handshake_grader.errors import EXIT_OK, EXIT_USAGE
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.kit import given_files
from handshake_grader.marks.similarity import likeness
from handshake_grader.pages.similarity_page import render
from handshake_grader.settings.settings import read_settings
from matching import FILTER, LAB, PATHS, SCAN, WRAPPER
from pack import make_tar

ROOT = Path(__file__).resolve().parents[3]
GIVEN = given_files(ROOT, LAB)


def own(n: int) -> str:
    """Solution number n. The solutions differ in more than names."""
    signs = "+-*/%^&|<>"
    one, two, three = signs[n % 10], signs[n // 10 % 10], signs[(n * 7 + n // 10) % 10]
    return f"""
  for (int i = threadIdx.x {two} {n}; i < numElements; i {one}= {n} * blockDim.x) {{
    int sum = oldSum[i] {one} {n} {two} oldSum[i {three} {n + 1}];
    {"while" if n % 2 else "if"} (sum {"<" if n % 3 else ">"} distance {three} {n * 7})
      {{ sum {"+-*"[n % 3]}= {n} {one} i; }}
    {f"newSum[i] = sum {two} {n};" * (n % 4 + 1)}
    {f"if (i == distance) {{ newSum[0] = sum {three} {n}; }}" * (n % 5)}
  }}
"""


OWN = [own(n) for n in range(60)]
IDIOM = "int id = blockIdx.x * blockDim.x + threadIdx.x; int all = gridDim.x * blockDim.x;"


def attempt(student: str, code: str, path: str = SCAN, **more: str) -> Attempt:
    files = dict(GIVEN)
    for place, text in {path: code, **more}.items():
        old = GIVEN[place].decode()
        files[place] = old.replace(
            "YOUR CODE GOES ABOVE", f"**/{text}/** YOUR CODE GOES ABOVE"
        ).encode()
    return Attempt(Student(student), student, None, Submission(LAB, files))


def disguised(code: str, n: int) -> str:
    """The same code with other names, comments and blanks."""
    code = code.replace("sum", f"total{n}").replace("(int i", f"(int  x{n}")
    return code.replace(" i ", f" x{n} ").replace("    ", f"  /* mine {n} */  ")


def alike(attempts, **more):
    return likeness(attempts, [GIVEN], **more)


@pytest.mark.parametrize(
    "ring, size", [(2, 8), (3, 8), (3, 12), (5, 24), (9, 40), (20, 40), (40, 40), (2, 2)]
)
def test_copies_are_found_as_one_group_in_a_class_of_any_size(ring, size):
    class_ = [attempt(f"ring{n}", disguised(OWN[0], n)) for n in range(ring)]
    class_ += [attempt(f"s{n}", OWN[n]) for n in range(1, size - ring + 1)]

    found = alike(class_)

    assert found.groups == [tuple(sorted(f"ring{n}" for n in range(ring)))]
    assert {who for pair in found.pairs for who in (pair.one, pair.other)} == set(found.groups[0])
    assert len(found.shown) == min(30, ring - 1)
    assert set(found.shown[0].lines_one) == {SCAN}


def test_two_groups_of_copies_stay_two_groups():
    class_ = [attempt(f"a{n}", disguised(OWN[0], n)) for n in range(4)]
    class_ += [attempt(f"b{n}", disguised(OWN[1], n)) for n in range(3)]
    class_ += [attempt(f"s{n}", OWN[n]) for n in range(2, 12)]
    assert alike(class_).groups == [("a0", "a1", "a2", "a3"), ("b0", "b1", "b2")]


def test_the_given_code_alone_makes_no_submissions_similar():
    found = alike([attempt(f"s{n}", "") for n in range(5)])
    assert (found.pairs, found.groups, found.files, found.compared) == ([], [], [], 0)


def test_the_given_code_of_an_earlier_kit_is_left_out_as_well():
    class_ = [attempt(f"s{n}", OWN[1]) for n in range(3)]
    assert alike(class_).groups
    kit = {SCAN: OWN[1].encode()}
    assert likeness(class_, [GIVEN, kit]).pairs == []


MARKS = ("YOUR CODE GOES BELOW", "YOUR CODE GOES ABOVE")
EARLIER_KIT = """#include "old_kit.hpp"
int* allocate_old(int elements, int much) { int* place = 0; if (elements > much) { place = 0; }
  for (int i = 0; i < elements; i += 2) { much -= i * elements; place = place + much; }
  while (much > elements) { much = much / 2 + 1; elements += much; } return place; }
void old(int all) {
  // YOUR CODE GOES BELOW
  @
  // YOUR CODE GOES ABOVE
  if (all == 1) { allocate_old(all, 7); } else { allocate_old(7, all); }
  do { all--; } while (all > 0);
}
"""


def test_the_given_code_of_an_earlier_kit_is_recognized_by_its_marks():
    """Two students have the same wrapper of an earlier kit, and wrote different code into it."""
    class_ = [attempt(f"s{n}", OWN[n]) for n in range(8)]
    for one, code in zip(class_, ("", OWN[30], OWN[40]), strict=False):
        if code:
            one.submission.files[WRAPPER] = EARLIER_KIT.replace("@", code).encode()
    assert alike(class_).pairs == []

    for one in class_[1:3]:
        one.submission.files[WRAPPER] = EARLIER_KIT.replace("@", OWN[30] + OWN[31]).encode()
    found = alike(class_)
    assert found.groups == [("s1", "s2")]
    text = class_[1].submission.files[WRAPPER].decode().splitlines()
    first, last = (next(n for n, x in enumerate(text, 1) if mark in x) for mark in MARKS)
    assert found.shown[0].lines_one[WRAPPER] <= frozenset(range(first + 1, last))


def test_pairs_groups_and_picture_agree():
    """a and b share most of their code, b and c share a part, and d and e half."""
    class_ = [attempt(f"s{n}", OWN[n]) for n in range(40, 48)]
    class_ += [attempt("a", OWN[1] + OWN[2]), attempt("b", OWN[1] + OWN[2] + OWN[3])]
    class_ += [attempt("c", OWN[3] + OWN[4]), attempt("d", OWN[5] + OWN[6])]
    class_ += [attempt("e", OWN[5] + OWN[7])]
    found = alike(class_)

    in_group = {who: at for at, group in enumerate(found.groups) for who in group}
    assert ("a", "b") in {(one.one, one.other) for one in found.pairs}
    for one in found.pairs:
        assert one.share >= 0.5 and in_group[one.one] == in_group[one.other]
    assert set(in_group) == {who for one in found.pairs for who in (one.one, one.other)}


def test_submissions_that_were_not_compared_are_named_and_those_of_nobody_are_not():
    class_ = [attempt(f"s{n}", OWN[n]) for n in range(3)]
    class_ += [Attempt(Student("unread"), "x.7z", None, Submission(LAB, {}))]
    class_ += [Attempt(Student("absent"), "", None, Submission(LAB, {})), attempt("empty", "")]
    found = alike(class_)
    assert found.not_compared == ["empty", "unread"] and found.compared == 3


def test_code_that_many_students_write_makes_no_submissions_similar():
    class_ = [attempt(f"s{n}", IDIOM + OWN[n] + IDIOM) for n in range(20)]
    assert alike(class_).pairs == []


def test_a_single_copied_file_is_found_in_submissions_that_differ_otherwise():
    class_ = [attempt(f"s{n}", OWN[n] + OWN[n + 20] + OWN[n + 40]) for n in range(12)]
    class_ += [
        attempt(who, OWN[n] + OWN[n + 1] + OWN[n + 2], **{FILTER: OWN[13]})
        for who, n in (("one", 14), ("two", 25))
    ]

    found = alike(class_)

    assert found.groups == []
    assert [(one.path, one.students) for one in found.files] == [(FILTER, ("one", "two"))]
    assert found.files[0].same_names == 1.0


def test_students_who_handed_in_together_are_not_compared_with_each_other():
    class_ = [attempt("ann", OWN[1]), attempt("bob", OWN[1]), attempt("cho", OWN[2])]
    for one in class_[:2]:
        one.student = replace(one.student, group="7")
    found = alike(class_)
    assert (found.pairs, found.compared) == ([], 2)


def test_names_in_the_code_are_compared_in_addition_to_its_structure():
    class_ = [attempt("a", OWN[3]), attempt("b", disguised(OWN[3], 1)), attempt("c", OWN[3])]
    shares = {(one.one, one.other): one.same_names for one in alike(class_).pairs}
    assert shares["a", "c"] == 1.0 and shares["a", "b"] < 0.5


def test_submissions_of_an_earlier_term_are_compared_only_with_those_of_this_term():
    earlier = [attempt(f"2025: e{n}", OWN[5]) for n in range(3)]
    class_ = [attempt("copy", disguised(OWN[5], 1)), attempt("own", OWN[6])]

    found = alike(class_, earlier=earlier)

    assert sorted((one.one, one.other) for one in found.pairs) == [
        (f"2025: e{n}", "copy") for n in range(3)
    ]
    assert found.compared == 2


def folder_of(place: Path, attempts) -> Path:
    for one in attempts:
        (place / one.student.id).mkdir(parents=True)
        (place / one.student.id / "submit_me.tar").write_bytes(make_tar(one.submission.files))
    return place


def test_the_command_compares_with_a_folder_and_leaves_out_the_code_of_an_older_kit(
    tmp_path, capsys
):
    class_ = folder_of(tmp_path / "now", [attempt("copy", OWN[5]), attempt("own", OWN[6])])
    term = folder_of(tmp_path / "2025", [attempt("old", OWN[5])])
    (tmp_path / "kit/src").mkdir(parents=True)
    (tmp_path / "kit/src/exclusive_prefix_sum.cu").write_text(OWN[5])
    words = ["alike", str(class_), "--out", str(tmp_path / "x.html"), "--against", str(term)]

    assert main(words) == EXIT_OK
    assert "2 submissions compared; 1 groups, 1 pairs" in capsys.readouterr().out
    assert "2025: old" in (tmp_path / "x.html").read_text()

    assert main([*words, "--given", str(tmp_path / "kit")]) == EXIT_OK
    assert "1 submissions compared; 0 groups, 0 pairs" in capsys.readouterr().out
    (tmp_path / "empty").mkdir()
    assert main([*words, "--given", str(tmp_path / "empty")]) == EXIT_USAGE


def test_the_same_class_in_another_order_gives_the_same_result():
    class_ = [attempt(f"s{n}", disguised(OWN[n // 2], n)) for n in range(12)]
    assert alike(class_) == alike(class_[::-1])


def test_the_page_is_safe_and_accuses_no_student():
    hostile = OWN[2] + 'const char* x = "<script>alert(1)</script>";'
    class_ = [attempt("a", hostile), attempt("<b>", hostile)] + [
        attempt(f"s{n}", OWN[n]) for n in range(3, 10)
    ]

    page = render(read_settings(ROOT / "grader/settings/matching.toml"), class_, alike(class_))

    assert "&lt;script&gt;" in page
    assert "<script" not in page and "<b>" not in page
    assert page.count("<circle") == 2 and "&lt;b&gt;</text>" in page
    for word in ("cheat", "plagiar", "copied", "dishonest"):
        assert word not in page.lower()


def test_a_submission_full_of_operators_takes_little_memory():
    hostile = dict.fromkeys(PATHS, b"+-*/%^&|" * (32 << 10))
    class_ = [Attempt(Student(str(n)), "", None, Submission(LAB, hostile)) for n in range(3)]

    tracemalloc.start()
    try:
        alike(class_)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 64 << 20
