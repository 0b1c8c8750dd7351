"""Runs the cells of docs/library.ipynb. The value of the last line of a cell must be the value that
is stored in the notebook, and a cell must make as many pictures as are stored.

    python notebook.py docs/library.ipynb           checks the notebook
    python notebook.py docs/library.ipynb --write   stores the values and the pictures
"""

from __future__ import annotations

import ast
import base64
import io
import json
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

Cell = dict[str, Any]


def run_cell(source: str, names: dict[str, Any]) -> tuple[str | None, list[bytes]]:
    """The text of the value of the last line, if this line has one, and the pictures."""
    statements = ast.parse(source).body
    value = None
    if isinstance(statements[-1], ast.Expr):
        last = ast.Expression(statements.pop().value)
        exec(compile(ast.Module(statements, []), "library.ipynb", "exec"), names)
        value = eval(compile(last, "library.ipynb", "eval"), names)
    else:
        exec(compile(ast.Module(statements, []), "library.ipynb", "exec"), names)
    pictures = []
    for number in plt.get_fignums():
        file = io.BytesIO()
        plt.figure(number).savefig(file, format="png", dpi=45, bbox_inches="tight")
        pictures.append(file.getvalue())
    plt.close("all")
    return None if value is None else repr(value), pictures


def outputs_of(number: int, value: str | None, pictures: list[bytes]) -> list[Cell]:
    outputs: list[Cell] = []
    for picture in pictures:
        png = base64.b64encode(picture).decode()
        outputs.append({"data": {"image/png": png}, "metadata": {}, "output_type": "display_data"})
    if value is not None:
        outputs.append(
            {
                "data": {"text/plain": [value]},
                "execution_count": number,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def kinds(outputs: list[Cell]) -> list[Any]:
    return [output["data"].get("text/plain", "a picture") for output in outputs]


def main() -> None:
    path = Path(sys.argv[1])
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells, 1):
        outputs = outputs_of(number, *run_cell("".join(cell["source"]), names))
        if sys.argv[2:] == ["--write"]:
            cell |= {"execution_count": number, "outputs": outputs}
        elif kinds(outputs) != kinds(cell["outputs"]):
            sys.exit(f"cell {number} gives {kinds(outputs)}, not {kinds(cell['outputs'])}")
    if sys.argv[2:] == ["--write"]:
        path.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
    print(f"{len(cells)} cells")


if __name__ == "__main__":
    main()
