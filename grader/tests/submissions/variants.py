"""Attacks that are made, not stored: one hostile idea over all kernels, places and spellings.

    .venv/bin/python grader/tests/submissions/attack.py --variants              all of them; long
    .venv/bin/python grader/tests/submissions/attack.py --variants host         those of one root
    .venv/bin/python grader/tests/submissions/attack.py --variants --every 10   every tenth

Each root has a module roots/NAME.py with a function `variants`; README.md says what a root is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module

from corpus import FOLDER, ROOTS, Attack
from pack import make_tar

Files = dict[str, str]  # path in a submission -> text


@dataclass(frozen=True)
class Variant(Attack):
    """An attack that is made. `make` gets the right files, and returns the files that are handed
    in, or an archive of them."""

    make: Callable[[Files], Files | bytes] = lambda right: right

    def archive(self, right: dict[str, bytes], names: dict[str, str]) -> bytes:
        made = self.make({path: text.decode() for path, text in right.items()})
        if isinstance(made, bytes):
            return made
        files = {}
        for path, text in made.items():
            for name, value in names.items():
                text = text.replace(f"@{name}@", value)
            files[path] = text.encode(errors="surrogateescape")
        return make_tar(files)


# The name of a variant, and the function that makes its files.
Made = tuple[str, Callable[[Files], Files | bytes]]


def variants(root: str) -> list[Variant]:
    module = import_module(f"roots.{root}")
    made: Iterator[Made] = module.variants()
    return [
        Variant(
            f"{root}_{name}",
            module.VERDICTS,
            root,
            module.KIND,
            name,
            module.LIST,
            False,
            module.POINTS,
            FOLDER,
            make,
        )
        for name, make in made
    ]


def all_variants(roots: list[str], every: int = 1) -> list[Variant]:
    """Every n-th variant, where n is `every`. Begins in the middle, so that a sample has some
    variants of each kind."""
    return [one for root in roots or ROOTS for one in variants(root)[every // 2 :: every]]
