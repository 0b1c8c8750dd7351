"""Matchings, b-matchings, stable marriages and communities of graphs, on the cores of a CPU.

All answers are the same for every number of threads; nothing is random.
"""

from ._coarsen import coarsen
from ._core import GraphError, Stopped, __version__
from ._functions import Communities, b_match, louvain, match, stable

__all__ = [
    "Communities",
    "GraphError",
    "Stopped",
    "__version__",
    "b_match",
    "coarsen",
    "louvain",
    "match",
    "stable",
]
