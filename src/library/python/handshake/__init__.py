"""Matchings, b-matchings, stable marriages and communities of graphs, on the cores of a CPU;
matchings also on GPUs.

All answers are the same for every number of threads, and on GPUs; nothing is random.
"""

from ._coarsen import coarsen
from ._core import GraphError, Stopped, __version__
from ._functions import Communities, b_match, louvain, match, stable
from ._gpu import DeviceError
from ._graph_class import Graph

__all__ = [
    "Communities",
    "DeviceError",
    "Graph",
    "GraphError",
    "Stopped",
    "__version__",
    "b_match",
    "coarsen",
    "louvain",
    "match",
    "stable",
]
