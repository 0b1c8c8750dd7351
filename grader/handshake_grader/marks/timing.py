"""How long a run over a class took, and what the time was used for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    students: int
    compiler_s: float
    kernels_s: float
    grader_s: float
    wall_s: float
    each_s: tuple[float, ...]

    @staticmethod
    def of(costs: list[tuple[str, float, float, float]], grader_s: float, wall_s: float) -> Timing:
        """costs: the result of Journal.costs."""
        _, compiler, kernels, each = zip(*costs, strict=True) if costs else ((),) * 4
        return Timing(len(costs), sum(compiler), sum(kernels), grader_s, wall_s, tuple(each))

    @property
    def total_s(self) -> float:
        return self.compiler_s + self.kernels_s + self.grader_s

    def in_words(self, seconds: float) -> str:
        share = f"{100 * seconds / self.total_s:.0f} %" if self.total_s else "-"
        return f"{seconds:.0f} s ({share})"
