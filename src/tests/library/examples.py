"""Runs the Python blocks of docs/library.md. A comment after an expression, such as `# [1, 0]`, is
the value that the expression must have.

    python examples.py PAGE FOLDER
"""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def run_block(block: str, names: dict[str, object]) -> int:
    """Runs the statements of a block. Returns how many values were compared."""
    compared = 0
    lines = block.splitlines()
    for statement in ast.parse(block).body:
        _, _, expected = lines[statement.end_lineno - 1].partition("  # ")
        if not isinstance(statement, ast.Expr) or not expected:
            exec(compile(ast.Module([statement], []), "library.md", "exec"), names)
            continue
        value = eval(compile(ast.Expression(statement.value), "library.md", "eval"), names)
        if str(value) != expected:
            sys.exit(f"library.md: {ast.unparse(statement)} is {value}, not {expected}")
        compared += 1
    return compared


def main() -> None:
    page = Path(sys.argv[1]).read_text(encoding="utf-8")
    os.chdir(sys.argv[2])
    names: dict[str, object] = {}
    blocks = BLOCK.findall(page)
    compared = sum(run_block(block, names) for block in blocks)
    if compared == 0:
        sys.exit("library.md has no example with a value")
    print(f"{len(blocks)} blocks, {compared} values compared")


if __name__ == "__main__":
    main()
