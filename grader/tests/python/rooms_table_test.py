"""rooms_test.py notices an include that its table of rooms does not allow. A room is a file or a
folder."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "src/tests"))

import rooms_test

GRADER = "grader/handshake_grader"


@pytest.fixture
def tree(tmp_path):
    """A source tree with a few files. The tests add more files to it."""
    files = (
        "src/flags/flags.hpp src/graph/graph.hpp src/matching/matching.hpp src/util/utils.hpp "
        "src/extensions/one/a.hpp src/extensions/two/b.hpp grader/suite/case.hpp "
        "grader/suite/words/words.hpp "
        "grader/runner/serve.hpp grader/protocol/message.hpp grader/protocol/message.py "
        f"{GRADER}/__init__.py {GRADER}/errors.py {GRADER}/intake/__init__.py "
        f"{GRADER}/intake/archive.py {GRADER}/kit/__init__.py {GRADER}/kit/kit.py "
        f"{GRADER}/marks/score.py grader/report/page.py grader/tests/python/pack.py"
    ).split()
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def found(tree: Path, name: str, text: str) -> list[str]:
    (tree / name).parent.mkdir(parents=True, exist_ok=True)
    (tree / name).write_text(text)
    return rooms_test.faults(tree)[0]


@pytest.mark.parametrize(
    "name, text",
    [
        ("src/graph/x.cpp", '#include "flags/flags.hpp"'),
        ("src/graph/x.cpp", '#include "graph.hpp"'),
        ("src/main.cu", '#include "graph/graph.hpp"'),
        ("src/gpu_required/scan.cu", '#include "utils.hpp"'),
        ("src/extensions/one/x.cu", '#include "a.hpp"'),
        ("grader/check/x.cpp", '#include "flags/flags.hpp"\n#include "suite/case.hpp"'),
        ("grader/suite/tests/x.cpp", '#include "runner/serve.hpp"'),
        ("grader/report/x.py", "from protocol import message"),
        (f"{GRADER}/kit/x.py", "from ..intake.archive import read\nfrom ..errors import E"),
        (f"{GRADER}/kit/x.py", "from . import kit\nimport os, json"),
        (f"{GRADER}/cli.py", "from . import __version__"),
        ("grader/tests/python/x.py", "from handshake_grader.kit.kit import Kit"),
    ],
)
def test_an_include_that_the_table_lists_is_allowed(tree, name, text):
    assert found(tree, name, text) == []


@pytest.mark.parametrize(
    "name, text, target",
    [
        ("src/graph/x.cpp", '#include "matching/matching.hpp"', "src/matching"),
        ("src/flags/x.hpp", '#include "../graph/graph.hpp"', "src/graph"),
        ("src/graph/x.cu", '  #  include "utils.hpp"', rooms_test.CONTRACT),
        ("src/extensions/one/x.cu", '#include "extensions/two/b.hpp"', "src/extensions"),
        ("grader/suite/x.cpp", '#include "runner/serve.hpp"', "grader/runner"),
        ("grader/suite/x.cpp", '#include "graph/graph.hpp"', "src/graph"),
        ("grader/suite/x.cpp", '#include "suite/words/words.hpp"', "grader/suite/words"),
        ("grader/runner/x.cu", '#include "suite/case.hpp"', "grader/suite"),
        ("grader/report/x.py", "import handshake_grader.kit.kit", f"{GRADER}/kit"),
        (f"{GRADER}/intake/x.py", "from ..kit.kit import Kit", f"{GRADER}/kit"),
        (f"{GRADER}/intake/x.py", "from ..kit import kit", f"{GRADER}/kit"),
        (f"{GRADER}/intake/x.py", "from .. import kit", f"{GRADER}/kit"),
        (f"{GRADER}/intake/x.py", "def f():\n  from handshake_grader.marks import score", "marks"),
        (f"{GRADER}/kit/x.py", "if T:\n  from report import page", "grader/report"),
        (f"{GRADER}/errors.py", "from .intake.archive import read", f"{GRADER}/intake"),
        (f"{GRADER}/kit/x.py", "from pack import make_tar", "grader/tests"),
    ],
)
def test_an_include_that_the_table_does_not_list_is_a_fault(tree, name, text, target):
    faults = found(tree, name, text)

    assert len(faults) == 1
    assert faults[0].startswith(f"{name}: the room ") and target in faults[0]


@pytest.mark.parametrize("name", ["src/new/x.hpp", f"{GRADER}/new/x.py", "grader/new/x.cpp"])
def test_a_folder_that_the_table_does_not_name_is_a_fault(tree, name):
    assert found(tree, name, "") == [f"{name}: the file is in no room of the table"]


def test_a_table_with_a_cycle_is_a_fault():
    circle = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}

    assert "cycle" in rooms_test.circles(circle)[0]
    assert rooms_test.circles({"a": {"b"}, "b": set(), "tests": {"*"}}) == []


def test_every_include_in_this_tree_is_allowed():
    faults, count = rooms_test.faults(rooms_test.ROOT)

    assert faults == [] and count > 1000
    assert rooms_test.main() == 0
