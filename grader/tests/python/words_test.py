"""All English sentences that the checker writes for students are in grader/suite/words. The
code that makes decisions passes values to that folder, and no sentences. All other messages are
about faults that end the program."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

GRADER = Path(__file__).resolve().parents[2]
WORDS_ROOM = GRADER / "suite/words"
CODE = [file for room in ("suite", "check") for file in sorted((GRADER / room).glob("*.[ch]pp"))]

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\#include[^\n]*|'(?:[^'\\\n]|\\.)+'"""
    r'''|R"(?P<mark>[^(\n]*)\((?P<raw>.*?)\)(?P=mark)"|"(?P<text>(?:[^"\\\n]|\\.)*)"''',
    re.DOTALL,
)
TWO_WORDS = re.compile(r"[A-Za-z]{2,}[,:;]? [a-z]{2,}")
# Ends the program without a verdict, after a fault of the command line, of a file or of the kit.
ENDS_THE_PROGRAM = re.compile(r"\bthrow\b|\bfail\(|\bfprintf\(stderr\b|\bdprintf\(STDERR_FILENO\b")
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
    assert sum(map(len, found)) > 200
