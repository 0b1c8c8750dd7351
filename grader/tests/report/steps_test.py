"""The steps of a trace, compared with the worked example of the handout."""

import pytest

from reader import Reader

TITLES = ["hands", "matches", "keepEdges", "newIndices"]


def steps_of(trace):
    from report import steps

    return steps.Tracer(trace).steps()


def row(step, label):
    return next(list(one.values) for one in step.rows if one.label == label)


def test_every_pass_has_four_steps_between_the_graph_and_the_matching(stored):
    found = [step.title for step in steps_of(stored("handout_trace"))]
    passes = [f"Pass {p}: {title}" for p in (1, 2) for title in TITLES]
    assert found == ["The graph", *passes, "The matching"]


def test_the_steps_show_the_numbers_of_the_handout(stored):
    steps = steps_of(stored("handout_trace"))
    assert row(steps[1], "strongNeighbor") == [1, 3, 3, 2, 3]
    assert row(steps[2], "matches") == [-1, -1, 3, 2, -1]
    assert row(steps[3], "src") == [0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4]
    assert row(steps[3], "dst") == [1, 4, 0, 2, 3, 1, 3, 1, 2, 4, 0, 3]
    assert row(steps[3], "keepEdges") == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    assert row(steps[4], "distance 0") == [0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]
    assert row(steps[4], "distance 1") == [0, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0, 1, 1]
    assert row(steps[4], "distance 2") == [0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 0, 1, 1]
    assert row(steps[4], "distance 4") == [0, 1, 2, 3, 3, 3, 3, 3, 3, 2, 1, 1, 1]
    assert row(steps[4], "distance 8") == [0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4]
    assert row(steps[-1], "matches") == [1, 0, 3, 2, -1]


def test_the_sentences_of_the_steps_agree_with_the_handout(stored):
    steps = steps_of(stored("handout_trace"))
    assert "Two hands meet: 2 and 3." in steps[1].sentences
    assert "Matched in this pass: 2 and 3." in steps[2].sentences
    assert "To be kept: 0-1, 0-4." in steps[3].sentences
    assert "Matched in this pass: 0 and 1." in steps[6].sentences
    assert "Without a partner: 4." in steps[9].sentences


def test_the_page_contains_every_step_even_without_a_script(stored, page_of):
    reader = Reader(page_of("handout_trace"))
    assert len(reader.of_class("step")) == 10
    controls = reader.of_class("controls")
    assert len(controls) == 1 and "hidden" in controls[0]
    for step in steps_of(stored("handout_trace")):
        assert step.title in reader.text


def test_right_kernels_have_no_faults(stored):
    trace = stored("handout_trace")
    trace["kernels"] = "own"
    assert [step.faults for step in steps_of(trace)] == [[]] * 10


@pytest.mark.parametrize(
    "array, at, value, place, said",
    [
        ("matches", 1, 3, 2, "matches[1] is 3 and must be -1."),
        (
            "keepEdges",
            4,
            1,
            3,
            "keepEdges[4] is 1 and must be 0. Edge 4 goes from node 1 to node 3.",
        ),
        ("newIndices", 12, 5, 4, "newIndices[12] is 5 and must be 4."),
    ],
)
def test_a_wrong_element_is_named_and_drawn(stored, array, at, value, place, said):
    trace = stored("handout_trace")
    trace["passes"][0]["got"][array][at] = value
    steps = steps_of(trace)
    assert [n for n, step in enumerate(steps) if step.faults] == [place]
    assert steps[place].faults == [said]
    own = next(one for one in steps[place].rows if one.label == f"{array}, yours")
    assert own.wrong == {at}
    if array != "newIndices":
        assert [whose for whose, _ in steps[place].pictures] == ["Expected", "Yours"]


def test_the_scan_step_shows_the_students_sums_and_the_first_wrong_distance(stored):
    trace = stored("handout_trace")
    right = [row(steps_of(trace)[4], f"distance {distance}") for distance in (0, 1, 2, 4, 8)]
    trace["passes"][0]["own_sums"] = [list(one) for one in right[:4]]  # the last launch did not end
    trace["passes"][0]["own_sums"][2][5] = 9
    trace["passes"][0]["own_sums"][3][9] = 0

    step = steps_of(trace)[4]

    labels = [one.label for one in step.rows]
    assert labels[1:6] == ["distance 0", "distance 1"] + [
        f"distance {distance}, {whose}"
        for distance, whose in ((2, "yours"), (2, "expected"), (4, "yours"))
    ]
    assert step.rows[3].wrong == {5}
    assert step.faults == [
        "The first launch that goes wrong is the one with distance 2: "
        "after it, newSum[5] is 9 and must be 2."
    ]


def test_the_page_begins_at_the_first_wrong_step(stored):
    from report import steps

    trace = stored("handout_trace")
    trace["passes"][1]["got"]["keepEdges"][0] = 1
    reader = Reader(steps.body(trace, 2))
    assert reader.of_class("stepper")[0]["data-first"] == "7"


def test_the_step_says_if_a_kernel_gave_no_result(stored):
    trace = stored("handout_trace")
    for one in trace["passes"]:
        one["got"]["keepEdges"] = None
    faults = steps_of(trace)[3].faults
    assert faults == [
        "Your markFilterEdges_gpu gave no result here: "
        "it does not build, or its launch was stopped."
    ]


def test_a_partner_that_is_not_a_node_is_drawn_as_a_fault(stored):
    trace = stored("handout_trace")
    trace["passes"][0]["got"]["matches"][0] = 1000000
    picture = steps_of(trace)[2].pictures[1][1]
    assert "matches 1000000" in picture


@pytest.mark.parametrize("count, edges", [(0, []), (1, []), (3, []), (2, [[0, 1, -7]])])
def test_a_graph_with_one_edge_or_none_has_a_page(count, edges):
    from report import page

    strong = [-1] * count
    src, dst, weight = [], [], []
    matches = [-1] * count
    for a, b, w in edges:
        src, dst, weight = [a, b], [b, a], [w, w]
        strong = matches = [1, 0]
    arrays = {"matches": matches, "keepEdges": [0] * len(src), "newIndices": [0] * (len(src) + 1)}
    one = {"pass": 1, "src": src, "dst": dst, "weight": weight, "matches_before": [-1] * count}
    passes = [{**one, "strongNeighbor": strong, "expected": arrays, "got": arrays}] if edges else []
    trace = {"input": "g.mtx", "numNodes": count, "edges": edges, "passes": passes}
    assert Reader(page.trace_page({**trace, "matches": matches})).faults == []


def test_a_large_graph_has_arrays_but_no_picture():
    nodes = 200
    path = [[x, x + 1, 1] for x in range(nodes - 1)]
    trace = {"numNodes": nodes, "edges": path, "passes": [], "matches": [-1] * nodes}
    steps = steps_of(trace)
    assert [step.pictures for step in steps] == [[], []]
    assert "The graph is too large for a picture; its arrays follow." in steps[0].sentences


def test_only_the_first_30_of_very_many_passes_are_shown(stored):
    trace = stored("handout_trace")
    trace["passes"] = [{**trace["passes"][0], "pass": n + 1} for n in range(500)]
    steps = steps_of(trace)
    assert len(steps) == 2 + 4 * 30
    assert "Passes 31 to 500 are not shown here." in steps[-1].sentences


SMALL_GRAPHS = {
    "path": (6, [(x, x + 1) for x in range(5)]),
    "circle": (6, [(x, (x + 1) % 6) for x in range(6)]),
    "star": (6, [(0, x) for x in range(1, 6)]),
    "all": (5, [(a, b) for a in range(5) for b in range(a)]),
    "pairs": (6, [(0, 1), (2, 3), (4, 5)]),
    "lonely": (5, [(0, 1), (1, 2)]),
}


@pytest.mark.parametrize("name", SMALL_GRAPHS)
def test_nodes_are_drawn_apart_from_each_other_and_inside_of_the_frame(name):
    from report import layout

    count, edges = SMALL_GRAPHS[name]
    placed = layout.place(count, edges)
    for n, one in enumerate(placed.nodes):
        assert 20 <= one[0] <= placed.width - 20 and 20 <= one[1] <= placed.height - 20
        for other in placed.nodes[:n]:
            assert layout.distance(one, other) >= 50


@pytest.mark.parametrize("name", ("path", "circle", "star", "pairs", "lonely"))
def test_a_planar_graph_is_drawn_without_crossings(name):
    from report import layout

    count, edges = SMALL_GRAPHS[name]
    points = layout.place(count, edges).nodes
    for n, (a, b) in enumerate(edges):
        for c, d in edges[:n]:
            if len({a, b, c, d}) == 4:
                assert not layout.crosses(points[a], points[b], points[c], points[d])


def test_the_page_opens_at_wrong_strong_neighbors_of_the_extra_credit(stored):
    from report import steps

    trace = stored("handout_trace")
    trace["passes"][1]["own_hands"] = [1, None, -1, -1, 3]
    found = steps.Tracer(trace).steps()
    wrong = [step for step in found if step.faults]
    assert [step.title for step in wrong] == ["Pass 2: hands"]
    assert [whose for whose, _ in wrong[0].pictures] == ["Expected", "Yours"]
    assert wrong[0].faults == [
        "strongNeighbor[1] is undefined and must be 0.",
        "strongNeighbor[4] is 3 and must be 0.",
    ]
    assert row(wrong[0], "strongNeighbor, yours") == [1, None, -1, -1, 3]
    assert f'data-first="{found.index(wrong[0])}"' in str(steps.body(trace, 3))


@pytest.mark.parametrize("hands", [[1, 3], [1, 3, 3, 2, 3, 3]])
def test_strong_neighbors_of_another_graph_are_not_drawn(stored, hands):
    """A submission that uses random numbers may fail on a larger graph, but not again on the graph
    that is drawn. Then its wrong strong neighbors belong to the larger graph."""
    trace = stored("handout_trace")
    right = steps_of(trace)[1]
    trace["passes"][0]["own_hands"] = hands

    step = steps_of(trace)[1]

    assert step.faults == [] and step.rows == right.rows
