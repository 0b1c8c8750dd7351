"""Programs that run with the student's Python use only features that Python 3.8 has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
FILES = [
    ROOT / "testcases/compare.py",
    ROOT / "grader/skeleton.py",
    *sorted((ROOT / "grader/report").glob("*.py")),
]
GENERIC = {"list", "dict", "tuple", "set", "frozenset", "type"}
NEW_METHODS = {"removeprefix", "removesuffix", "is_relative_to", "with_stem", "pairwise"}


def evaluated(node: ast.AST) -> Iterator[ast.AST]:
    """Yields all nodes except annotations: the __future__ import prevents their evaluation."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from evaluated(child)


def of_collections(tree: ast.Module) -> set[str]:
    return {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "collections.abc"
        for alias in node.names
    }


def too_new(text: str) -> list[int]:
    """Returns the numbers of the lines that Python 3.8 cannot run."""
    tree = ast.parse(text, feature_version=(3, 8))
    generic = GENERIC | of_collections(tree)
    return [
        node.lineno
        for node in evaluated(tree)
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.value, ast.Name)
            and node.value.id in generic
        )
        or (isinstance(node, ast.Attribute) and node.attr in NEW_METHODS)
        or (isinstance(node, ast.keyword) and node.arg == "strict")
    ]


def has_annotations(text: str) -> bool:
    return any(isinstance(node, (ast.AnnAssign, ast.arg)) for node in ast.walk(ast.parse(text)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_scripts_for_students_run_with_python_3_8(file: Path) -> None:
    text = file.read_text(encoding="utf-8")

    assert too_new(text) == []
    assert not has_annotations(text) or "from __future__ import annotations\n" in text


@pytest.mark.parametrize(
    "line", ["A = tuple[int, int]", "'a'.removeprefix('b')", "zip([], [], strict=True)"]
)
def test_features_newer_than_python_3_8_are_noticed(line: str) -> None:
    assert too_new(line) == [1]
