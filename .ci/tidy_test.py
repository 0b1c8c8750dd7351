"""After a check without findings, tidy.py checks a file again only if the file, a header or the
list of checks has changed."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import tidy


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """Makes a file, its header, and a stand-in for clang-tidy that finds the word `wrong`."""
    (tmp_path / "src").mkdir()
    (tmp_path / "build/cmake").mkdir(parents=True)
    (tmp_path / ".clang-tidy").write_text("Checks: '*'\n")
    (tmp_path / "src/a.cpp").write_text('#include "b.hpp"\n')
    (tmp_path / "src/b.hpp").write_text("int b;\n")
    (tmp_path / tidy.DATABASE).write_text(json.dumps([]))
    (tmp_path / "clang-tidy").write_text(
        '#!/bin/sh\n[ "$1" = --version ] || echo run >>runs\n! grep -h wrong src/*\n'
    )
    (tmp_path / "clang-tidy").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tidy, "ROOT", tmp_path)
    monkeypatch.setattr(tidy, "memory", lambda: tmp_path / "known")
    return tmp_path


def look(tree: Path) -> tuple[int, int]:
    """Returns the exit code, and how often clang-tidy has been started so far."""
    tidy.text.cache_clear()
    tidy.included.cache_clear()
    code = tidy.main(["src/a.cpp"])
    return code, len((tree / "runs").read_text().splitlines())


def test_a_clean_file_is_not_checked_again(tree):
    assert look(tree) == (0, 1)
    assert look(tree) == (0, 1)


def test_the_commands_do_not_depend_on_the_folder_of_the_tree(tree, monkeypatch):
    def command_in(place: str) -> dict[str, str]:
        words = f"g++ -I{place}/src -ffile-prefix-map={place}=. -c {place}/src/a.cpp"
        entry = {"file": f"{place}/src/a.cpp", "command": words}
        (tree / tidy.DATABASE).write_text(json.dumps([entry]))
        monkeypatch.setattr(tidy, "ROOT", Path(place))
        return tidy.commands()

    assert command_in("/one/place") == command_in("/another")


def test_a_finding_is_reported_every_time(tree):
    (tree / "src/a.cpp").write_text("wrong\n")
    assert look(tree) == (1, 1)
    assert look(tree) == (1, 2)


@pytest.mark.parametrize("file", ["src/b.hpp", ".clang-tidy"])
def test_files_are_checked_again_when_a_header_or_the_list_of_checks_changed(tree, file):
    assert look(tree) == (0, 1)
    (tree / file).write_text("wrong\n")
    assert look(tree)[1] == 2


def test_a_new_header_that_is_included_instead_of_another_is_noticed(tree):
    (tree / "src/a.cpp").write_text("#include <b.hpp>\n")
    assert look(tree) == (0, 1)
    (tree / "grader").mkdir()
    (tree / "grader/b.hpp").write_text("int other;\n")
    assert look(tree) == (0, 2)
