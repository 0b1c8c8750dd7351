"""Which pairs of submissions are shown as alike."""

import tracemalloc
from pathlib import Path

from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import PATHS, SCAN, Submission
from handshake_grader.kit.kit import given_files
from handshake_grader.marks.similarity import similar_pairs
from handshake_grader.pages.similarity_page import render
from handshake_grader.settings.settings import read_settings

ROOT = Path(__file__).resolve().parents[3]
GIVEN = given_files(ROOT)

# Ten solutions that differ in more than names.
OWN = [
    f"""
  for (int i = threadIdx.x + {n}; i < numElements; i += {n} * blockDim.x) {{
    int sum = oldSum[i] {"+-*/%^&|<>"[n]} {n};
    {"while" if n % 2 else "if"} (sum {"<" if n % 3 else ">"} distance {"+-*/%^&|<>"[n]} {n * 7})
      {{ sum {"+-*"[n % 3]}= {n}; }}
    {"newSum[i] = sum;" * (n + 1)}
    {"if (i == distance) { newSum[0] = sum - i; }" * (n % 4)}
  }}
"""
    for n in range(10)
]


def attempt(student: str, code: str) -> Attempt:
    text = (
        GIVEN[SCAN].decode().replace("YOUR CODE GOES ABOVE", f"**/{code}/** YOUR CODE GOES ABOVE")
    )
    return Attempt(Student(student), student, None, Submission({**GIVEN, SCAN: text.encode()}))


def test_a_copy_with_other_names_and_comments_is_found():
    copy = OWN[3].replace("sum", "total").replace("(int i", "(int  index").replace(" i ", " index ")
    copy = copy.replace("    ", "  /* mine */  ")
    class_ = [attempt(f"s{n}", code) for n, code in enumerate(OWN)] + [attempt("copy", copy)]

    pairs = similar_pairs(class_, GIVEN)

    assert [(pair.one, pair.other) for pair in pairs] == [("copy", "s3")]
    assert set(pairs[0].lines_one) == {SCAN}


def test_the_given_code_alone_makes_nobody_alike():
    assert similar_pairs([attempt(f"s{n}", "") for n in range(5)], GIVEN) == []


def test_what_the_whole_class_writes_makes_nobody_alike():
    assert similar_pairs([attempt(f"s{n}", OWN[1]) for n in range(20)], GIVEN) == []


def test_the_page_is_safe_and_judges_nobody():
    hostile = OWN[2] + 'const char* x = "<script>alert(1)</script>";'
    class_ = [attempt("a", hostile), attempt("<b>", hostile)] + [
        attempt(f"s{n}", OWN[n]) for n in range(3, 10)
    ]

    page = render(
        read_settings(ROOT / "grader/settings/matching.toml"), class_, similar_pairs(class_, GIVEN)
    )

    assert "&lt;script&gt;" in page
    assert "<script" not in page and "<b>" not in page
    assert "cheat" not in page and "plagiar" not in page


def test_a_submission_of_nothing_but_tokens_takes_little_memory():
    hostile = dict.fromkeys(PATHS, b"+-*/%^&|" * (32 << 10))
    class_ = [Attempt(Student(str(n)), "", None, Submission(hostile)) for n in range(3)]

    tracemalloc.start()
    try:
        similar_pairs(class_, GIVEN)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 64 << 20
