"""A graph that is kept for many calls."""

from __future__ import annotations

from typing import Any

from . import _core, _gpu, _graphs
from ._graphs import Symmetric


class Graph:
    """Keeps a checked graph for many calls: match(G), and if it is on the CPU, b_match(G) and
    louvain(G).

    A, symmetric, weight: as in match().
    device: None: the graph stays where its arrays are, which must stay as they are. "gpu" or
        "gpu:1": arrays of the CPU are copied to this GPU; match() still returns NumPy arrays.

    `nodes` is the number of nodes, and `device` "cpu" or "gpu:0". close(), or the end of a `with`
    block, gives the memory back. Raises as match(), and DeviceError.
    """

    def __init__(
        self,
        A: Any,
        *,
        symmetric: Symmetric = "check",
        weight: str | None = "weight",
        device: str | None = None,
    ) -> None:
        self.on_gpu: _gpu.GpuGraph | None = _gpu.open_on_gpu(A, symmetric)
        self._on_cpu: tuple[_core.Graph, int] | None = None
        if self.on_gpu is not None:
            if device not in (None, f"gpu:{self.on_gpu.device}"):
                raise ValueError(f"the arrays are on gpu:{self.on_gpu.device}, not on {device}")
        elif device in (None, "cpu"):
            self._on_cpu = _graphs.open_graph(A, symmetric, weight)
        else:
            rows = _graphs.symmetric_rows(A, symmetric, weight)
            self.on_gpu = _gpu.GpuGraph.copy(rows, symmetric == "trust", number_of(device))
        self.nodes: int = self.on_gpu.nodes if self.on_gpu else self.opened()[1]
        self.device = f"gpu:{self.on_gpu.device}" if self.on_gpu else "cpu"

    def opened(self) -> tuple[_core.Graph, int]:
        """What the functions for the CPU need."""
        if self.on_gpu is not None:
            raise TypeError(f"the graph is on {self.device}, where only match() works")
        if self._on_cpu is None:
            raise ValueError("the graph is closed")
        return self._on_cpu

    def close(self) -> None:
        self._on_cpu = None
        if self.on_gpu is not None:
            self.on_gpu.close()

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def number_of(device: Any) -> int:
    """0 for "gpu", 1 for "gpu:1"."""
    if device == "gpu":
        return 0
    if isinstance(device, str) and device.startswith("gpu:") and device[4:].isdecimal():
        return int(device[4:])
    raise ValueError(
        f'device is {device!r}; it must be "cpu", "gpu", or "gpu:1" for the second GPU'
    )
