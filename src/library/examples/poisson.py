"""Solves Poisson problems with hierarchies of PyAMG: two that handshake.coarsen makes and, beside
them, those that PyAMG makes with its own aggregation. Prints a table.

    python3 -m venv amg && amg/bin/pip install . pyamg==5.4.1
    amg/bin/python src/library/examples/poisson.py

Each hierarchy preconditions the method of conjugate gradients. Times are seconds of processor time
on one thread, the best of three runs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyamg
import scipy.sparse as sp
from pyamg.aggregation import fit_candidates
from pyamg.aggregation.smooth import jacobi_prolongation_smoother
from pyamg.gallery import diffusion_stencil_2d, poisson, stencil_grid
from pyamg.multilevel import MultilevelSolver
from pyamg.relaxation.smoothing import change_smoothers

import handshake

FEWEST = 10  # a level with at most this many unknowns is the last one: PyAMG's own limit
SWEEPS = ("gauss_seidel", {"sweep": "symmetric"})  # as in both hierarchies of PyAMG


def coarsened(A: sp.csr_array, matchings: int) -> tuple[sp.csr_array, sp.csr_array]:
    """Groups of up to 2^matchings unknowns: the prolongation, and the summed coarse matrix."""
    P, coarse = handshake.coarsen(A, matrix=True, threads=1)
    for _ in range(matchings - 1):
        step, coarse = handshake.coarsen(coarse, matrix=True, threads=1)
        P = P @ step
    return P, coarse


def by_handshake(A: sp.csr_array, matchings: int, smoothed: bool) -> MultilevelSolver:
    """Plain aggregation takes P as it is. Smoothed aggregation improves it by a step of Jacobi."""
    levels, constant = [], np.ones((A.shape[0], 1))
    while True:
        level = MultilevelSolver.Level()
        level.A = A
        levels.append(level)
        if A.shape[0] <= FEWEST:
            break
        P, coarse = coarsened(A, matchings)
        if P.shape[0] == P.shape[1]:
            break
        if smoothed:
            tentative, constant = fit_candidates(P, constant)
            P = jacobi_prolongation_smoother(A, tentative.tocsr(), A, constant).tocsr()
            coarse = (P.T.tocsr() @ A @ P).tocsr()
            coarse.sort_indices()
        level.P, level.R = P, P.T.tocsr()
        A = coarse
    solver = MultilevelSolver(levels, coarse_solver="pinv")
    change_smoothers(solver, SWEEPS, SWEEPS)
    return solver


Maker = Callable[[sp.csr_array], MultilevelSolver]
PLAIN: dict[str, Maker] = {
    "pairwise, PyAMG": lambda A: pyamg.pairwise_solver(
        A, presmoother=SWEEPS, postsmoother=SWEEPS, max_coarse=FEWEST
    ),
    "pairwise, handshake": lambda A: by_handshake(A, 2, False),
}
SMOOTHED: dict[str, Maker] = {
    "smoothed, PyAMG": lambda A: pyamg.smoothed_aggregation_solver(
        A, presmoother=SWEEPS, postsmoother=SWEEPS, max_coarse=FEWEST
    ),
    "smoothed, handshake": lambda A: by_handshake(A, 3, True),
}


def problems(size: int) -> dict[str, sp.csr_array]:
    stretched = diffusion_stencil_2d(epsilon=0.01, theta=0, type="FD")
    cube = round(size ** (2 / 3))
    return {
        f"{size} x {size}, 5 points": poisson((size, size), format="csr"),
        f"{size} x {size}, 5 points, 100 : 1": stencil_grid(stretched, (size, size), format="csr"),
        f"{cube} x {cube} x {cube}, 7 points": poisson((cube,) * 3, format="csr"),
    }


def best_of(runs: int, call: Callable[[], Any]) -> tuple[float, Any]:
    best = np.inf
    for _ in range(runs):
        start = time.process_time()
        result = call()
        best = min(best, time.process_time() - start)
    return best, result


def row(A: sp.csr_array, make: Maker, cycle: str) -> str:
    setup, solver = best_of(3, lambda: make(A))
    b = np.random.default_rng(1).random(A.shape[0])
    residuals: list[float] = []
    solve, x = best_of(
        3, lambda: solver.solve(b, tol=1e-8, maxiter=200, accel="cg", cycle=cycle,
                                residuals=residuals)
    )  # fmt: skip
    error = np.linalg.norm(b - A @ x) / np.linalg.norm(b)
    return (
        f"{len(solver.levels):7} {solver.operator_complexity():11.2f} {setup:10.2f}"
        f" {len(residuals) - 1:11} {solve:10.2f} {error:10.1e}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=512, help="unknowns along one side of a square")
    size = parser.parse_args().size
    head = f"{'levels':>7} {'complexity':>11} {'set-up s':>10} {'iterations':>11} {'solve s':>10}"
    for problem, A in problems(size).items():
        A = sp.csr_array(A)
        print(f"\n{problem}: {A.shape[0]} unknowns, {A.nnz} entries")
        print(f"{'hierarchy':22}{'cycle':6}{head} {'residual':>10}")
        for cycle, makers in (("W", PLAIN), ("V", SMOOTHED)):
            for name, make in makers.items():
                print(f"{name:22}{cycle:6}{row(A, make, cycle)}", flush=True)


if __name__ == "__main__":
    main()
