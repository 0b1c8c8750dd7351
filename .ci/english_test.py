"""Phrases that are not plain English are found, and only they."""

import pytest

import english


@pytest.mark.parametrize(
    "phrase",
    [
        "// One list for one thread a node.",
        "2 words an edge",
        "this can not be",
        "every edge stands twice",
        "is told in bytes",
        "at most so many lines",
        "the bytes behind the last node",
        "memory that nobody has written",
    ],
)
def test_a_phrase_of_the_list_is_found_in_its_line(phrase):
    ((line, found, write),) = english.findings(f"plain\n{phrase}\n")

    assert line == 2 and found in phrase and write not in phrase


@pytest.mark.parametrize(
    "phrase",
    ["one thread per node", "write `one thread a node`", "he gave the node a word", "it cannot be"],
)
def test_plain_words_and_words_in_back_quotes_are_not(phrase):
    assert english.findings(phrase) == []
