"""Tests what counts as work that a student has begun. Comments and strings are recognized as in
C++, and a mark counts only in a comment."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import skeleton
from matching import EXTRA, FILTER, LAB, WRAPPER

TREE = Path(skeleton.__file__).resolve().parents[1]
BELOW, ABOVE = "/** YOUR CODE GOES BELOW **/\n", "/** YOUR CODE GOES ABOVE **/\n"
LARGE = 200_000
# As make gives the table of the parts to the program.
MARKS = [f"{part}={path[len('src/') :]}" for part, path in LAB.marks().items()]

TRICKY = r"""
int a; // a comment that goes on \
   int b = 1;
int c; /* one /* is enough */ int d;
const char* e = "no // comment /* here */ \" // nor here";
const char* f = R"x(no )" // comment )y" /* here )x"; // but here
const char* g = u8R"(" // )"; const char* FOOR = "x"; // comment
char h = '"', i = '\'', j = '/'; // comment
int k = 1'000'000; /* comment */ int l = 0xa'b; // '
int m; /\
/ a comment of two lines
int n; /* a comment *\
/ int o = 4 / *&n / 2;
const char* p = "a text that goes on \
// in the next line";
/**/ int q; /***/ int r; //
"""


def without_blanks(text: str) -> str:
    return "".join(text.replace("\\\n", "").replace("#pragma once", "").split())


def preprocessed(path: Path, *flags: str) -> str:
    words = ["g++", "-std=c++17", "-x", "c++", *flags, "-E", "-P", str(path)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("g++") is None, reason="g++ is not installed")
def test_comments_are_found_as_the_compiler_finds_them(tmp_path):
    tricky = tmp_path / "tricky.cpp"
    tricky.write_text(TRICKY)
    kept = skeleton.without_comments(TRICKY)
    assert without_blanks(kept) == without_blanks(preprocessed(tricky))
    ours = [*(TREE / "src/graph").iterdir(), *(TREE / "src").rglob("*.cu")]
    sources = [path for path in ours if path.suffix in (".cpp", ".hpp", ".cu")]
    # line_marker.cu has a line marker; includes_itself.cu has `#pragma GCC system_header`. The
    # preprocessor obeys such lines and removes them, so its output would differ.
    told = ("line_marker.cu", "includes_itself.cu")
    sources = [path for path in sources if path.name not in told]
    assert len(sources) > 50
    for path in sources:  # the preprocessor removes comments, and includes nothing
        seen = preprocessed(path, "-fpreprocessed", "-dD")
        text = path.read_text("utf-8-sig")  # without a byte order mark
        assert without_blanks(skeleton.without_comments(text)) == without_blanks(seen), path


def test_lines_keep_their_numbers_when_comments_are_removed():
    kept = skeleton.without_comments("a /* b\nc */ d // e\nf", keep_lines=True)
    assert [line.split() for line in kept.split("\n")] == [["a"], ["d"], ["f"]]


def codes(text):
    return skeleton.codes(text)


def test_comments_and_blanks_between_the_marks_do_not_count():
    text = f"given;{BELOW}\n  // a hint\n  /* and\n more */\n{ABOVE}given;"
    assert codes(text) == ("",)
    assert not skeleton.is_begun(FILTER, {FILTER: text})


def test_one_statement_between_the_marks_counts_as_begun():
    assert codes(f"given;{BELOW}int x; // why\n{ABOVE}") == ("int x;",)


def test_every_pair_of_marks_encloses_a_block():
    assert codes(f"{BELOW}a;{ABOVE}given;{BELOW}{ABOVE}") == ("a;", "")


def test_a_file_without_its_marks_is_one_block():
    assert codes("int x;") == ("int x;",)
    assert codes("// nothing but a comment\n") == ("",)


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        (f"{BELOW}int x;", skeleton.ABOVE),
        (f"{BELOW}a;{ABOVE}{BELOW}b;", skeleton.ABOVE),
        (f"int x;{ABOVE}", skeleton.BELOW),
        (f"{ABOVE}{BELOW}int x;{ABOVE}", ""),
        (f"{BELOW}{BELOW}int x;{ABOVE}", ""),
    ],
)
def test_a_mark_whose_partner_is_missing_is_reported(text, lacks):
    assert skeleton.find_blocks(text).lacks == lacks


def test_a_mark_inside_a_string_is_not_a_mark():
    text = f'{BELOW}const char* x = "YOUR CODE GOES ABOVE"; const char* y = R"(/*)";\n{ABOVE}'
    assert len(codes(text)) == 1 and codes(text)[0].endswith('R"(/*)";')


def test_the_second_block_of_the_wrapper_belongs_to_the_extra_credit():
    pair = BELOW + "{}" + ABOVE
    none = {WRAPPER: 3 * pair.format(""), EXTRA: pair.format("")}
    branch = {**none, WRAPPER: pair.format("") + pair.format("x;") + pair.format("")}
    own = {**none, WRAPPER: pair.format("x;") + 2 * pair.format("")}
    assert [skeleton.is_begun(path, none) for path in (WRAPPER, EXTRA)] == [False, False]
    assert [skeleton.is_begun(path, branch) for path in (WRAPPER, EXTRA)] == [False, True]
    assert [skeleton.is_begun(path, own) for path in (WRAPPER, EXTRA)] == [True, False]
    assert not skeleton.is_begun(EXTRA, {WRAPPER: branch[WRAPPER]})


@pytest.mark.parametrize(
    ("code", "uses"),
    [
        ("if (matches[x] == -2) y();", True),
        ("-2", True),
        ("y = x -2; z = a[1] - 2; w = f() -2;", False),
        ("if (matches[x] == -1) y();", False),
        ("x = -2.5f + -20;", False),
        ("matches[x] == UNMATCHED || x == -2", False),
    ],
)
def test_minus_two_is_found_as_a_number_and_not_in_a_subtraction(code, uses):
    assert skeleton.uses_old_unmatched(code) == uses


def test_a_file_that_is_emptied_keeps_its_given_lines_and_hints():
    text = f"a\n  {BELOW}    // HINT try\n    x;\n    {ABOVE}b\n{BELOW}y;\n{ABOVE}"
    wanted = f"a\n  {BELOW}    // HINT try\n    {ABOVE}b\n{BELOW}\n{ABOVE}"
    assert skeleton.emptied(text) == wanted
    assert skeleton.given_code(text) == skeleton.given_code(wanted)
    assert skeleton.lines_between(text) == ["    // HINT try", "    x;", "y;"]


def test_the_given_code_of_an_earlier_kit_is_recognized():
    given = (TREE / WRAPPER).read_text()
    files = {path: (TREE / path).read_text() for path in LAB.marks().values()}
    assert skeleton.facts(files, given, LAB.marks()) == {
        "not_started": [],
        "broken": [],
        "old_unmatched": [],
        "is_of_another_kit": False,
        "wrapper_lines": [
            [below, above - 1]
            for below, above in zip(
                lines_with(given, skeleton.BELOW), lines_with(given, skeleton.ABOVE), strict=True
            )
        ],
    }
    earlier = TREE / "src/tests/program/original_layout_submission" / WRAPPER
    files[WRAPPER] = earlier.read_text()
    assert skeleton.facts(files, given, LAB.marks())["is_of_another_kit"]


def test_given_code_of_our_kit_is_recognized_after_a_student_changes_a_line():
    """Otherwise, one array that is never freed would be excused as a mistake of another kit."""
    given = (TREE / WRAPPER).read_text()
    copy = "cudaMemcpy(&numKept, &newIndices_gpu[numEdges]"
    for old, new in (
        ("#include", "#include <memory>\n#include"),
        (copy, copy.replace("&numKept", "kept")),
        ("threadsPerBlock 256", "threadsPerBlock 512"),
    ):
        assert old in given
        files = {WRAPPER: given.replace(old, new, 1)}
        assert not skeleton.facts(files, given, LAB.marks())["is_of_another_kit"], new


def test_an_empty_kernel_of_an_earlier_kit_does_not_count_as_begun():
    stub = "#include <a>\n__global__ void k(int* a) {\n  /*YOUR CODE HERE*/\n}\n"
    assert not skeleton.is_begun(FILTER, {FILTER: stub})
    assert skeleton.is_begun(FILTER, {FILTER: stub.replace("/*", "a[0] = 1; /*")})


def test_the_students_wrapper_is_compared_with_the_wrapper_that_was_handed_out(tmp_path):
    """In a kit, src/ belongs to the student, so its files cannot say what was handed out."""
    (tmp_path / "grader").mkdir()
    shutil.copy(skeleton.__file__, tmp_path / "grader")
    for name, text in ((skeleton.GIVEN_WRAPPER, "int ours;\n"), (WRAPPER, "int theirs;\n")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text + f"{BELOW}\n{ABOVE}\n")
    program, student = tmp_path / "grader/skeleton.py", tmp_path / "src"
    words = [sys.executable, program, "facts", student, "src", *MARKS]
    told = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert told["is_of_another_kit"]


def lines_with(text, mark):
    return [number for number, line in enumerate(text.splitlines(), 1) if mark in line]


def test_facts_are_reported_part_by_part(tmp_path):
    shutil.copytree(TREE / "src/gpu_required", tmp_path / "gpu_required")
    for path in (tmp_path / "gpu_required").iterdir():
        path.write_text(skeleton.emptied(path.read_text()))
    (tmp_path / "gpu_required/exclusive_prefix_sum.cu").write_text(BELOW + "x == -2;\n")
    words = [sys.executable, skeleton.__file__, "facts", tmp_path, "src", *MARKS]
    told = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert told["not_started"] == ["handshaking", "filter", "memory", "extra"]
    assert told["old_unmatched"] == ["scan"]
    scan = {"part": "scan", "file": "src/gpu_required/exclusive_prefix_sum.cu"}
    missing = [
        {"part": "memory", "file": WRAPPER, "lacks": ""},
        {"part": "extra", "file": EXTRA, "lacks": ""},
    ]
    assert told["broken"] == [{**scan, "lacks": skeleton.ABOVE}, *missing]


def test_the_command_names_the_files_that_were_begun(tmp_path):
    texts = {
        "begun.cu": BELOW + "x;" + ABOVE,
        "empty.cu": BELOW + "/* x; */" + ABOVE,
        "bare.cu": "x;",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    words = [sys.executable, skeleton.__file__, "begun", *texts]
    said = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert said.split() == ["begun.cu", "bare.cu"]


@pytest.mark.parametrize(
    "piece",
    [
        '"',
        "'",
        '"" ',
        "'' ",
        "/",
        "*",
        "/*",
        "*/",
        "//",
        "\\\n",
        "/\\\n",
        '"\\\n',
        '"\\',
        'R"(',
        'R"x(',
        "1'",
        ";\n",
    ]
    + ["1a'", "1''", " -2", " ", "((", BELOW, ABOVE, "/*" + skeleton.BELOW, BELOW + ABOVE, "\r\n"],
)
def test_reading_a_text_takes_time_proportional_to_its_length(piece):
    """If the time grew with the square of the length, this text would take minutes."""
    text = piece * (LARGE // len(piece))
    files = {WRAPPER: text, EXTRA: text, FILTER: text}
    assert skeleton.facts(files, text, LAB.marks())["is_of_another_kit"] is False
    assert "wrapper_lines" in skeleton.facts(
        {WRAPPER: f"{BELOW}\n{text}\n{ABOVE}"}, text, LAB.marks()
    )
    assert skeleton.emptied(text) is not None


def test_a_byte_order_mark_is_not_a_change_of_the_given_code(tmp_path):
    word = "gpu_required/markFilterEdges.cu"
    (tmp_path / "gpu_required").mkdir()
    given = (TREE / "src" / word).read_text()
    (tmp_path / word).write_text("\ufeff" + given, encoding="utf-8")

    assert skeleton.read_texts(tmp_path, "src", LAB.paths) == {f"src/{word}": given}
