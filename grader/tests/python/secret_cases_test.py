"""Seeds, secret graphs, and the oracle for the matchings of these graphs."""

import itertools
import os
from pathlib import Path

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handshake_grader.errors import UsageError
from handshake_grader.secret.case_seed import CaseSeeds, load_secret
from handshake_grader.secret.graph_recipes import (
    UNMATCHED,
    Graph,
    make_graph,
    parse_output,
    parse_recipe,
    right_matching,
)
from handshake_grader.settings.settings import read_settings

ROOT = Path(__file__).resolve().parents[3]

SEEDS = CaseSeeds(b"x" * 32, "matching")


def test_seeds_are_the_same_on_replay_but_differ_for_other_students_or_cases():
    seeds = {SEEDS.seed(student, case) for student in "abc" for case in ("1", "2")}

    assert len(seeds) == 6
    assert SEEDS.seed("a", "1") == CaseSeeds(b"x" * 32, "matching").seed("a", "1")
    assert SEEDS.seed("a", "1") != CaseSeeds(b"y" * 32, "matching").seed("a", "1")
    assert SEEDS.seed("a", "1") != CaseSeeds(b"x" * 32, "other").seed("a", "1")
    assert SEEDS.seed("ab", "c") != SEEDS.seed("a", "bc")


def test_a_pseudonym_does_not_contain_the_id_of_the_student():
    assert "ab123" not in SEEDS.pseudonym("ab123")
    assert SEEDS.pseudonym("ab123") != SEEDS.pseudonym("ab124")


def test_the_secret_is_made_once_and_kept_private(tmp_path):
    file = tmp_path / "config" / "secret"

    first = load_secret(file)

    assert len(first) == 32
    assert load_secret(file) == first
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text, mode", [("abc", 0o600), ("", 0o600), ("00" * 32, 0o644)])
def test_a_secret_that_is_damaged_or_that_others_can_read_is_refused(tmp_path, text, mode):
    file = tmp_path / "secret"
    file.write_text(text)
    os.chmod(file, mode)

    with pytest.raises(UsageError):
        load_secret(file)


@pytest.mark.parametrize(
    "recipe",
    ["path 1", "path 1..9", "star 2..5", "ties 30 60", "wide 100 300", "sparse 9..20 2 at 7"],
)
def test_a_graph_is_made_as_its_recipe_says(recipe):
    parsed = parse_recipe(recipe)

    graph = make_graph(parsed, 7)

    assert parsed.low <= graph.num_nodes <= parsed.high
    assert len({(min(a, b), max(a, b)) for a, b, _ in graph.edges}) == len(graph.edges)
    assert all(
        a != b and 0 <= a < graph.num_nodes and 0 <= b < graph.num_nodes for a, b, _ in graph.edges
    )
    assert graph == make_graph(parsed, 7)
    assert (
        graph.to_mtx().splitlines()[1]
        == f"{graph.num_nodes} {graph.num_nodes} {len(graph.edges)}".encode()
    )


@pytest.mark.parametrize(
    "recipe",
    [
        "",
        "tie 3 3",
        "ties 3",
        "ties 3 4",
        "path 9..1",
        "path 0",
        "star x",
        "ties 10 -1",
        "path 3 3",
        "star 1..",
        "ties 3..2 1",
        "ties 30 60 at",
        "ties 30 60 at 0",
        "ties 30 60 at 2000000",
    ],
)
def test_text_that_is_not_a_recipe_is_refused(recipe):
    with pytest.raises(ValueError):
        parse_recipe(recipe)


def test_some_sizes_of_secret_graphs_are_multiples_of_block_sizes_and_some_are_not():
    """A size here is a length that a kernel gets: it counts nodes, directed edges, or elements of
    the prefix sum."""
    recipes = read_settings(ROOT / "grader/settings/matching.toml").secret.graphs
    parsed = [parse_recipe(recipe) for recipe in recipes]
    edges = [2 * len(make_graph(one, 7).edges) for one in parsed]
    fixed = [one.low for one in parsed if one.low == one.high]

    for size in (2, 32, 256, 1024):
        assert {count % size == 0 for count in fixed} == {True, False}, size
        assert {(count + more) % size == 0 for count in edges for more in (0, 1)} == {True, False}
    assert max(one.low for one in parsed) > 2**17 and max(edges) > 2**16
    assert max(one.threads or 0 for one in parsed) > 2**16


SMALL_GRAPHS = st.builds(
    lambda n, chosen, weights: Graph(
        n,
        tuple(
            (a, b, weights[i % len(weights)])
            for i, (a, b) in enumerate(itertools.combinations(range(n), 2))
            if chosen >> i & 1
        ),
    ),
    st.integers(1, 7),
    st.integers(0, 2**21 - 1),
    st.lists(st.integers(-3, 3), min_size=1, max_size=21),
)


@settings(max_examples=400, deadline=None)
@given(SMALL_GRAPHS)
def test_the_oracle_gives_the_only_stable_matching(graph):
    strength = {}
    for a, b, weight in graph.edges:
        strength[a, b], strength[b, a] = (weight, -b), (weight, -a)

    def is_stable(matches):
        def prefers(node, other):
            return (
                matches[node] == UNMATCHED or strength[node, other] > strength[node, matches[node]]
            )

        return not any(prefers(a, b) and prefers(b, a) for a, b, _ in graph.edges)

    def matchings(edges):
        if not edges:
            yield {}
            return
        (a, b, _), rest = edges[0], edges[1:]
        yield from matchings(rest)
        for smaller in matchings([e for e in rest if a not in e[:2] and b not in e[:2]]):
            yield {**smaller, a: b, b: a}

    if len(graph.edges) > 12:
        return
    everything = [
        [m.get(x, UNMATCHED) for x in range(graph.num_nodes)] for m in matchings(list(graph.edges))
    ]
    stable = [m for m in everything if is_stable(m)]

    assert stable == [right_matching(graph)]


@pytest.mark.parametrize("recipe", ["ties 200 600", "wide 400 1200", "star 50"])
def test_the_oracle_gives_a_maximal_matching_of_large_graphs(recipe):
    graph = make_graph(parse_recipe(recipe), 3)
    plain = networkx.Graph((a, b) for a, b, _ in graph.edges)

    pairs = {(min(x, y), max(x, y)) for x, y in enumerate(right_matching(graph)) if y != UNMATCHED}

    assert networkx.is_maximal_matching(plain, pairs)


@pytest.mark.parametrize(
    "text, expected",
    [
        (b"1\n0\n-1\n", [1, 0, -1]),
        (b"", "it wrote no out.txt"),
        (b"1\n0\n-1", "the last line of out.txt has no newline"),
        (b"1\n0\n", "out.txt does not have one line for each node"),
        (b"1\n0\nx\n", "a line of out.txt is not a number"),
        (b"1\n0\n--1\n", "a line of out.txt is not a number"),
        (b"1\n0\n9999999999999999\n", "a line of out.txt is not a number"),
        (b"1\n\n2\n", "a line of out.txt is not a number"),
        (b"1\n0 \n2\n", "a line of out.txt is not a number"),
    ],
)
def test_an_output_file_that_is_not_in_the_exact_form_is_refused(text, expected):
    assert parse_output(text, 3) == expected
