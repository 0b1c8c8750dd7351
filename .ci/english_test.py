"""Phrases that are not plain English are found, and no other phrases are found."""

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
        "4 bytes a directed edge",
        "one job a student",
        "for whoever reads it",
        "a number that is no number",
        "they would wait for ever",
        "the lists are copied anew",
        "a fault of ours",
        "the loop comes to an end",
        "it doesn't end",
    ],
)
def test_a_phrase_of_the_list_is_reported_with_its_line(phrase):
    ((line, found, write),) = english.findings(f"plain\n{phrase}\n")

    assert line == 2 and found in phrase and write not in phrase


@pytest.mark.parametrize(
    "phrase",
    [
        "one thread per node",
        "write `one thread a node`",
        "he gave the node a word",
        "it cannot be",
        "there is no GPU",
        "it is no longer used",
    ],
)
def test_plain_words_and_words_in_backquotes_are_not_reported(phrase):
    assert english.findings(phrase) == []
