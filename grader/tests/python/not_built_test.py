"""What a student reads if no program can be built: the true reason, from the linker's words."""

from pathlib import Path

import pytest

import needs
from handshake_grader.examine.bench import _why_not_built
from handshake_grader.examine.examiner import KitExaminer
from handshake_grader.intake.class_folder import Attempt, Student
from handshake_grader.intake.submission import Submission
from handshake_grader.kit.build import Built, _blamed
from handshake_grader.kit.kit import build_kit
from handshake_grader.secret.case_seed import CaseSeeds
from handshake_grader.settings.plan import items_of
from handshake_grader.settings.settings import parse_settings
from handshake_grader.verdict import Verdict
from matching import FILTER, HANDSHAKING, LAB, PATHS, WRAPPER
from sample_class import small_settings

UNDEFINED = "/usr/bin/ld: /in/0.o: in function `x': undefined reference to `{}'"
KERNEL = "markFilterEdges_gpu(int*, int*, int*, int*, int)"
ENTRY = "one_way_handshake_wrapper(GraphData, int*&, int, bool)"
DEFINED = {FILTER: frozenset({KERNEL}), WRAPPER: frozenset({ENTRY})}


def said(log: str, paths: list[str]) -> tuple[str, str]:
    built = _blamed(Built(None, log), DEFINED)
    return built.at_fault, _why_not_built(paths, built, LAB)


@pytest.mark.parametrize("form", [UNDEFINED, "ld.lld: error: undefined symbol: {}"])
def test_a_kernel_with_another_signature_is_called_that(form):
    blamed, reason = said(form.format(KERNEL), [HANDSHAKING, FILTER])

    assert blamed == FILTER
    assert "markFilterEdges_gpu is not defined as gpuHeaders.cuh declares it" in reason
    assert "does not compile" not in reason


def test_a_wrapper_with_another_signature_is_called_that():
    log = UNDEFINED.format(ENTRY)

    blamed, reason = said(log, [WRAPPER])

    assert blamed == WRAPPER and "as onewaywrapper.hpp declares it" in reason


@pytest.mark.parametrize(
    "missing",
    [
        "markFilterEdges_gpu(int const*, int*, int*, int*, int)",  # the caller declares it so
        "mine::" + KERNEL,
        "helper(int*)",
    ],
)
def test_no_file_is_blamed_if_a_function_is_missing_that_no_file_must_define(missing):
    blamed, reason = said(UNDEFINED.format(missing), [HANDSHAKING, FILTER])

    assert blamed == ""
    assert "the linker cannot make a program" in reason
    assert "check_handshaking.cu, markFilterEdges.cu" in reason


def test_a_function_that_is_defined_twice_is_not_called_undefined():
    log = f"/usr/bin/ld: /in/1.o: multiple definition of `{KERNEL}'"

    assert said(log, [FILTER])[0] == ""


@needs.sandbox
def test_a_kernel_of_another_signature_is_called_that_when_it_is_graded(tmp_path, request):
    """The linker of this machine makes the text. The kernel that is right gets its points."""
    tree = Path(request.config.getoption("--tree"))
    files = {path: (tree / path).read_bytes() for path in PATHS}
    files[FILTER] = files[FILTER].replace(b"int* src", b"const int* src")
    settings = parse_settings(small_settings(), "small")
    seeds = CaseSeeds(bytes(32), settings.assignment.id)
    examiner = KitExaminer(build_kit(tree, LAB), settings, seeds, tmp_path)
    attempt = Attempt(Student("ab123"), "submit_me.tar", None, Submission(LAB, files))
    items = {one.id: one for one in items_of(settings)}
    with examiner.open(attempt) as examination:
        found = {
            one: examination.examine(items[one])
            for one in ("filter.enough", "filter.alone", "together.everything", "scan.enough")
        }

    for one in ("filter.enough", "filter.alone"):
        assert found[one].verdict is Verdict.NO_BUILD
        assert "not defined as gpuHeaders.cuh declares it" in found[one].summary
    everything = found["together.everything"]
    assert everything.verdict is Verdict.NOT_CHECKED
    assert everything.values["needs"] == "markFilterEdges.cu"
    assert found["scan.enough"].verdict is Verdict.OK


def test_a_file_that_does_not_compile_is_called_that():
    assert _why_not_built([FILTER], Built(None, "x.cu:1: error", FILTER), LAB) == (
        f"{FILTER} does not compile."
    )
