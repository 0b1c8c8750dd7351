"""A failed secret case is run again: the submission fails in the same way, and the student gets
only the graph of this case."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

import needs
from handshake_grader.cli import main
from handshake_grader.course.class_run import JOURNAL_NAME
from handshake_grader.errors import EXIT_LOOK, EXIT_USAGE, UsageError
from handshake_grader.kit.kit import build_kit
from handshake_grader.marks.journal import Journal
from handshake_grader.pages.given_case import GivenCase, in_words, write_case
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.secret.graph_recipes import make_graph, parse_recipe
from matching import EXTRA, FILTER, LAB, WRAPPER
from pack import make_tar
from sample_class import Work, small_settings

CASE = GivenCase(
    "Project", "filter.alone", "WRONG", "The matching is wrong.", b"the graph", [1, 0, -1],
    [1, 0, 2], 33, "shuffle:7", ("-extra",), ("markFilterEdges.cu",), "match", "", 0,
    "The matching is wrong.", False,
)  # fmt: skip
RECIPE = "ties 30 60"
SECRET = b"\7" * 32


def test_the_folder_for_a_student_contains_one_graph_and_its_result(tmp_path):
    write_case(tmp_path / "case", CASE)

    held = {file.name: file.read_text() for file in (tmp_path / "case").iterdir()}
    assert held.pop("README.txt") == in_words(CASE, "case")
    assert held == {"graph.mtx": "the graph", "expected.txt": "1\n0\n-1\n", "got.txt": "1\n0\n2\n"}
    command = "CUCC_SCHEDULE=shuffle:7 CUCC_CPU_THREADS=1 ./match -input case/graph.mtx"
    assert f"{command} -output out.txt -threads 33 -extra\n" in in_words(CASE, "case")
    assert "2      2       -1" in in_words(CASE)


@pytest.mark.parametrize(
    "shown, said",
    [
        (
            {"shown_by": "trace", "part": "filter", "wrong_pass": 2, "seen": "keepEdges"},
            "CUCC_SCHEDULE=shuffle:7 make BACKEND=cpu trace INPUT=case/graph.mtx THREADS=33",
        ),
        ({"shown_by": "check", "part": "memory"}, "make BACKEND=cpu check-memory"),
    ],
)
def test_a_failure_of_one_file_with_ours_is_shown_by_another_command_than_match(shown, said):
    text = in_words(replace(CASE, **{"whole_is_right": True, **shown}), "case")

    assert said in text and "./match -input" not in text
    assert "only markFilterEdges.cu was yours" in text
    assert "./match gives the right result for this graph" in text


def test_no_command_is_given_if_none_shows_the_failure():
    text = in_words(replace(CASE, shown_by=""), "case")

    assert "No command of your kit shows this failure." in text
    assert "make" not in text.replace("Makefile", "") and "-input" not in text


def test_without_a_folder_the_staff_reads_about_no_file_and_no_command():
    for case in (CASE, replace(CASE, got=None), replace(CASE, shown_by="")):
        text = in_words(case)

        assert not re.search(r"this folder|\.mtx|\.txt|\./match|make ", text)
        assert "With --give FOLDER" in text
        assert ("wrote no matching" in text) == (case.got is None)


def test_the_commands_for_the_student_never_compare_an_older_output():
    lines = [line.strip() for line in in_words(CASE, "case").splitlines()]

    assert lines.index("rm -f out.txt") < lines.index("diff out.txt case/expected.txt")


def test_nothing_is_written_into_a_folder_that_is_not_empty(tmp_path):
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(UsageError, match="not empty"):
        write_case(tmp_path, CASE)


@pytest.fixture(name="class_of_one")
def give_class_of_one(tmp_path, request):
    """Makes a class of one student, whose extra.cu is wrong. Returns the tree and the options."""
    tree = Path(request.config.getoption("--tree"))
    files = Work(tree).mistaken("wrong/extra/tie_takes_larger_index")
    (tmp_path / "in/ann").mkdir(parents=True)
    packed = make_tar({path: text.encode() for path, text in files.items()})
    (tmp_path / "in/ann/submit_me.tar").write_bytes(packed)
    graphs = 'graphs = ["path 5", "ties 30 60"]'
    text = small_settings()
    assert graphs in text
    (tmp_path / "small.toml").write_text(text.replace(graphs, f'graphs = ["{RECIPE}"]'))
    (tmp_path / "secret").write_text(SECRET.hex())
    (tmp_path / "secret").chmod(0o600)
    Journal(tmp_path / "out" / JOURNAL_NAME).close()
    words = ["--submissions", str(tmp_path / "in"), "--out", str(tmp_path / "out")]
    words += ["--tree", str(tree)]
    words += ["--settings", str(tmp_path / "small.toml"), "--secret", str(tmp_path / "secret")]
    return tree, words


def test_settings_can_forbid_giving_a_case_to_a_student(class_of_one, tmp_path, capsys):
    settings = tmp_path / "small.toml"
    settings.write_text(settings.read_text().replace("give_cases = true", "give_cases = false"))
    case = ["replay", "ann", "extra.right", *class_of_one[1], "--give", str(tmp_path / "case")]
    assert main(case) == EXIT_USAGE
    assert "give_cases is false" in capsys.readouterr().err
    assert not (tmp_path / "case").exists()


@pytest.mark.parametrize(
    "item, said", [("filter.enough", "make check-filter"), ("filter.x", "filter.alone")]
)
def test_the_replay_of_a_property_without_secret_cases_is_refused_with_a_message(
    class_of_one, capsys, item, said
):
    assert main(["replay", "ann", item, *class_of_one[1]]) == EXIT_USAGE
    assert said in capsys.readouterr().err


@needs.sandbox
def test_a_case_that_was_given_to_a_student_fails_in_the_same_way_without_the_grader(
    class_of_one, tmp_path, capfd
):
    """Here, the program `match` is linked from objects of the kit and one object of the student. It
    runs with the command of README.txt, without any code of the grader."""
    tree, words = class_of_one
    given = tmp_path / "case"
    assert main(["replay", "ann", "extra.right", *words, "--give", str(given)]) == EXIT_LOOK
    shown = capfd.readouterr().out
    assert "graph 1 (ties 30 60)" in shown and "WRONG. The matching is wrong." in shown

    seed = CaseSeeds(SECRET, "matching").seed("ann", f"graph 0: {RECIPE}")
    assert (given / "graph.mtx").read_bytes() == make_graph(parse_recipe(RECIPE), seed).to_mtx()
    texts = "".join(file.read_text() for file in given.iterdir())
    assert SECRET.hex() not in texts and str(seed) not in texts and str(tmp_path) not in texts

    program = link_match(tree, tmp_path, Work(tree).mistaken("wrong/extra/tie_takes_larger_index"))
    line = next(x for x in (given / "README.txt").read_text().splitlines() if "./match" in x)
    line = line.strip().replace("./match", str(program))
    subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, check=True, capture_output=True)
    wrote = (tmp_path / "out.txt").read_text()
    assert wrote == (given / "got.txt").read_text() != (given / "expected.txt").read_text()


@needs.sandbox
def test_a_kernel_that_was_handed_in_alone_is_shown_by_a_trace_that_was_tried_out(
    class_of_one, tmp_path
):
    """The program match cannot be built from this submission."""
    tree, words = class_of_one
    file = Work(tree).mistaken("wrong/filter/only_src")[FILTER]
    (tmp_path / "in/ann/submit_me.tar").write_bytes(make_tar({FILTER: file.encode()}))
    given = tmp_path / "case"

    assert main(["replay", "ann", "filter.alone", *words, "--give", str(given)]) == EXIT_LOOK

    text = (given / "README.txt").read_text()
    assert "make BACKEND=cpu trace INPUT=case/graph.mtx" in text and "Look at keepEdges" in text
    assert "With all files of your submission together, the program could not be run." in text


def link_match(tree: Path, folder: Path, files: dict[str, str]) -> Path:
    """Links the program `match` as `make` does. Only onewaywrapper.cu and the extra.cu that it
    includes are the student's. All other files are ours."""
    kit = build_kit(tree, LAB)
    for path in (WRAPPER, EXTRA):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(files[path])
    wrapper, program = folder / "wrapper.o", folder / "match"
    kernels = [kit.reference_objects[path] for path in LAB.kernel_files]
    own_extra = f"-I{(folder / EXTRA).parent}"
    first = next(at for at, word in enumerate(kit.compile_words) if word.startswith("-I"))
    words = [*kit.compile_words[:first], own_extra, *kit.compile_words[first:]]
    compiled = [*words, "-c", folder / WRAPPER, "-o", wrapper]
    linked = [*kit.link_words, wrapper, *kernels, *kit.program.fixed, "-o", program, *kit.link_tail]
    for command in (compiled, linked):
        subprocess.run(command, cwd=tree, check=True, capture_output=True)
    return program
