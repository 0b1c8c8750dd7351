"""An object that was built before is not built again. The kept object equals the one that the
compiler made."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import needs
from handshake_grader.intake.submission import Submission
from handshake_grader.kit import build
from handshake_grader.kit.build import Builder
from handshake_grader.kit.kept_objects import SHARED, KeptObjects
from handshake_grader.kit.kit import build_kit
from handshake_grader.settings.settings import read_settings
from matching import HANDSHAKING, LAB

pytestmark = needs.sandbox


@pytest.fixture
def compile_(request, tmp_path, monkeypatch):
    """Compiles a text, each time as the submission of another student, and counts the commands that
    the sandbox ran."""
    tree = Path(request.config.getoption("--tree"))
    shared, settings = build_kit(tree, LAB), read_settings(tree / "grader/settings/matching.toml")
    monkeypatch.setenv(SHARED, str(tmp_path / "objects"))  # other tests use other folders
    ran, real = [], build.run
    monkeypatch.setattr(build, "run", lambda *a, **k: ran.append(a) or real(*a, **k))

    def compiled(text: str, make=lambda builder: builder.object(HANDSHAKING), kit=shared):
        folder = tmp_path / f"student{len(list(tmp_path.iterdir()))}"
        before = len(ran)
        made = make(Builder(kit, settings, Submission(LAB, {HANDSHAKING: text.encode()}), folder))
        return made, len(ran) - before

    compiled.text, compiled.kit = (tree / HANDSHAKING).read_text(), shared
    compiled.kept = tmp_path / "objects"
    return compiled


def test_the_same_file_is_compiled_once_but_its_warnings_are_given_each_time(compile_):
    text = compile_.text + "__device__ int f(int a) { int unused; return a; }\n"

    first, runs = compile_(text)
    second, more = compile_(text)

    assert (runs, more) == (1, 0)
    assert first.file.read_bytes() == second.file.read_bytes() and first.file != second.file
    assert "unused" in first.log and first.log == second.log


def test_the_same_program_is_linked_once(compile_):
    first, runs = compile_(compile_.text, lambda builder: builder.runner("handshaking", "plain"))
    second, more = compile_(compile_.text, lambda builder: builder.runner("handshaking", "plain"))

    assert (runs, more) == (2, 0)
    assert first.file.read_bytes() == second.file.read_bytes()
    assert second.file.stat().st_mode & 0o111


def test_a_changed_file_is_compiled_again(compile_):
    compile_(compile_.text)

    _, runs = compile_(compile_.text + " ")

    assert runs == 1


def test_a_copy_of_the_tree_with_the_same_headers_uses_the_kept_objects(compile_, tmp_path):
    compile_(compile_.text)
    shutil.copytree(compile_.kit.view, tmp_path / "view")
    other = replace(compile_.kit, root=tmp_path, view=tmp_path / "view", digest="of other cases")

    _, same = compile_(compile_.text, kit=other)
    (tmp_path / "view/src/gpuHeaders.cuh").open("a").write("// changed\n")
    _, changed = compile_(compile_.text, kit=other)

    assert (same, changed) == (0, 1)


def test_objects_of_nvcc_and_gcc_are_kept_under_different_names(compile_, tmp_path):
    (tmp_path / "x.cu").write_text("")
    words = ("/bin/true", "-ccbin", "g++")  # a stand-in for nvcc
    kits = compile_.kit, replace(compile_.kit, compile_words=words)

    one, other = (KeptObjects(kit).name("make x.o", {"/in": tmp_path / "x.cu"}) for kit in kits)

    assert one != other


def test_a_file_that_does_not_compile_is_compiled_again(compile_):
    for _ in range(2):
        built, runs = compile_(compile_.text + "__global__ void k() { int x = ; }\n")
        assert built.file is None and runs >= 2


def test_a_kept_object_that_is_damaged_is_not_used(compile_):
    first, _ = compile_(compile_.text)
    (kept,) = compile_.kept.iterdir()

    kept.write_bytes(kept.read_bytes()[:-9] + b"x" * 9)
    second, runs = compile_(compile_.text)

    assert runs == 1 and second.file.read_bytes() == first.file.read_bytes()
