"""The package as a backend of NetworkX: what it offers. NetworkX imports this file when it starts,
so this file imports nothing."""

from __future__ import annotations

from typing import Any

_COMMUNITIES = (
    "Nothing is random: `seed` has no effect. Weights must not be negative. The last partition is"
    " better than a contraction alone makes it, because nodes then move again; so its communities"
    " need not be unions of earlier ones."
)


def get_info() -> dict[str, Any]:
    documentation = {
        "louvain_communities": _COMMUNITIES,
        "louvain_partitions": _COMMUNITIES,
        "modularity": "Computed exactly, and then rounded. Weights must not be negative.",
        "maximal_matching": "The edges in order of their nodes, each if both of its ends are free.",
    }
    return {
        "backend_name": "handshake",
        "project": "handshake",
        "package": "handshake_networkx",
        "short_summary": "Communities and matchings on CPUs, the same on every machine",
        "functions": {name: {"additional_docs": words} for name, words in documentation.items()},
    }
