"""All English sentences that the checker writes for students are in grader/suite/words, and those
of a lab in labs/NAME/words, or in its definition if this is all its code. The code that makes
decisions passes values to these folders, and no sentences. All other messages are about faults that
end the program."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GRADER = Path(__file__).resolve().parents[2]
WORDS_ROOM = GRADER / "suite/words"
LABS = GRADER.parent / "labs"
CODE = [
    *(file for room in ("suite", "check") for file in sorted((GRADER / room).glob("*.[ch]pp"))),
    *sorted(file for file in LABS.glob("*/*.[ch]pp") if (file.parent / "words").is_dir()),
    *sorted(LABS.glob("*/check/*.[ch]pp")),
]

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\#include[^\n]*|'(?:[^'\\\n]|\\.)+'"""
    r'''|R"(?P<mark>[^(\n]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"''',
    re.DOTALL,
)
TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,:;]? [a-z]{2,}")
# Ends the program without a verdict, after a fault of the command line, of a file or of the kit, or
# ends its compilation.
ENDS_THE_PROGRAM = re.compile(
    r"\b(throw|static_assert)\b|\bfail\(|\bfprintf\(stderr\b|\bdprintf\(STDERR_FILENO\b"
)
NO_SENTENCES = {
    *("make check-", "make trace INPUT="),  # commands
    "long long",  # a type
    "undefined reference to `",  # words of the linker
    *("Done matching", "Performed matching for"),  # the given code prints these; they are not shown
    r"%%MatrixMarket matrix coordinate integer symmetric\n",
}


def texts(code: str) -> Iterator[tuple[str, str]]:
    """Every string literal, and the code before it in the same statement."""
    before, end = "", 0
    for token in TOKEN.finditer(code):
        before = re.split(r"[;{}]", before + code[end : token.start()])[-1]
        end = token.end()
        text = token["text"] if token["raw"] is None else token["raw"]
        if text is not None:
            yield text, before


def sentences(code: str) -> set[str]:
    return {
        text
        for text, before in texts(code)
        if TWO_WORDS.search(text) and not ENDS_THE_PROGRAM.search(before)
    }


@pytest.mark.parametrize("file", CODE, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_code_outside_of_suite_words_contains_no_sentence_for_students(file):
    assert sentences(file.read_text()) - NO_SENTENCES == set()


def test_every_exempt_string_is_found_in_the_code():
    assert set().union(*(sentences(file.read_text()) for file in CODE)) >= NO_SENTENCES


@pytest.mark.parametrize(
    "code",
    [
        'failure.hint = "Which thread writes here?";',
        'out += "\\n  The program " + verb;',
        'if (letter == \'"\') note = "is not written";',
        'const char* kText = R"(is "not" written here)";',
        'if (bad) throw Fault("what a pity"); say("is not written");',
        '{"race", Verdict::race,\n "The threads of a launch "\n "run in any order."}, // a',
    ],
)
def test_a_sentence_in_the_code_would_be_found(code):
    assert sentences(code)


@pytest.mark.parametrize(
    "code",
    [
        '// "a comment says why"',
        'throw UsageError("the flag " + name + " is missing");',
        '#include "suite/words/words.hpp"',
        'Json::object({{"first_failure", first}, {"got", got}});',
    ],
)
def test_other_strings_are_not_taken_for_sentences(code):
    assert not sentences(code)


def test_sentences_for_students_are_found_in_suite_words():
    found = [sentences(file.read_text()) for file in WORDS_ROOM.glob("*.cpp")]
    assert sum(map(len, found)) > 80
    assert len(rows("kHints")) > 100


def rows(table: str) -> dict[str, str]:
    """The texts of a table of words (see suite/words/table.hpp)."""
    code = "".join(
        file.read_text() for file in [*WORDS_ROOM.glob("*.cpp"), *LABS.glob("*/words/*.cpp")]
    )
    found: dict[str, str] = {}
    for text in re.findall(
        rf'{table.replace("k", "k(?:Lab)?", 1)} = R"\(\n(.*?)\n\)"', code, re.DOTALL
    ):
        own = [row.split(": ", 1) for row in text.replace("\n  ", " ").split("\n")]
        assert len({row for row, _ in own}) == len(own)
        found |= dict(own)
    return found


def slots_of(text: str) -> set[str]:
    assert text.count("{") == text.count("}")
    return set(re.findall(r"\{[?!^]?(\w+)", text))


def facts_of(code: str) -> Iterator[tuple[str, set[str]]]:
    """The row and the slots of every Told{"row", {{"slot", ...}, ...}}."""
    for start in re.finditer(r'\bTold\{\s*"(\w+)",\s*\{', code):
        depth, end = 2, start.end()
        slots = set()
        while depth > 1:
            if depth == 2 and (slot := re.compile(r'\{"(\w+)",').match(code, end)):
                slots.add(slot[1])
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
        yield start[1], slots


def test_each_fact_in_the_code_is_a_row_with_its_slots_and_each_row_is_a_fact_in_the_code():
    told = rows("kFacts")
    used = [one for file in CODE for one in facts_of(file.read_text())]
    of_notes = told.keys() & rows("kNotes").keys()  # they explain a slow run with a note
    assert {row for row, _ in used} | of_notes == told.keys()
    for row, slots in used:
        assert slots == slots_of(told[row]), row


def test_each_hint_in_the_code_is_a_row_and_each_row_is_a_hint_in_the_code():
    code = "".join(file.read_text() for file in CODE)
    asked = re.findall(r'(?:\bHint|\b(?:propose|refine|suggest|guess)\()\{"(\w+)"', code)
    asked += re.findall(r'\bVerdict::\w+, "(\w+)"', code)
    assert set(asked) - rows("kHints").keys() == set()
    assert rows("kHints").keys() - set(re.findall(r'"(\w+)"', code)) == set()


def test_each_note_in_the_code_is_a_row_and_each_row_is_a_note_in_the_code():
    code = "".join(file.read_text() for file in CODE)
    asked = re.findall(r'(?:\bNote|add_note\(part, |notes = \{|notes.push_back\()\{"(\w+)"', code)
    assert set(asked) == rows("kNotes").keys()


def test_each_hint_gets_the_slots_of_its_row():
    code = "".join(file.read_text() for file in CODE)
    given = {}
    for either, row, slots in re.findall(r'(?:"(\w+)" : )?"(\w+)",\s*\{(\{"[^;]*?\}\})', code):
        given |= dict.fromkeys((either, row), set(re.findall(r'\{"(\w+)",', slots)))
    for row, text in rows("kHints").items():
        assert slots_of(text) <= given.get(row, set()), row


def test_each_kind_of_change_is_a_row():
    code = (GRADER.parent / "src/cuda_on_cpu/translate/small_changes.cpp").read_text()
    kinds = re.search(r'\{("comparison",[^}]*)\}', code)
    assert kinds
    assert rows("kChanges").keys() == set(re.findall(r'"(\w+)"', kinds[1])) - {"trick"}
