"""Our vectors → the two official pickles of a conversation: propagated, and with hyperedges."""

from __future__ import annotations

from typing import Any

import numpy as np

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory
from hypermem_core.methods.hypermem.propagate import incidence
from hypermem_core.official.plain_pickle import write_plain
from hypermem_core.official.vectors import KINDS, Propagation

SECTIONS = {"fact": "facts", "episode": "episodes", "topic": "topics"}


def vector_files(memory: Memory, written: dict[str, Any], how: Propagation) -> tuple[bytes, bytes]:
    """Return the pickle stage 4 reads and the enhanced one, `written` being the hypergraph file."""
    ids = tuple(one for kind in KINDS for one in memory.graph.ids(kind))
    raw = memory.vectors.rows(ids).astype(np.float64)
    shares = incidence(memory.graph, ids)
    belongs = (shares > 0).astype(np.float64)
    edges = shares.T @ raw
    taken = belongs @ edges
    inside = np.asarray(belongs.sum(axis=1))
    if how.how == "mean":
        taken /= np.maximum(inside, 1)
    rows = dict(zip(ids, (raw + how.weight * taken).tolist(), strict=True))
    kinds = {one: memory.graph.nodes[one].kind for one in ids}
    data = {one: written[SECTIONS[kinds[one]]].get(one, {}) for one in ids}
    index = [
        {
            "type": kinds[one],
            "id": one,
            "field": "combined",
            "embedding": rows[one],
            "data": data[one],
        }
        for one in ids
    ]
    updated = {one for one, count in zip(ids, inside.ravel(), strict=True) if count}
    nodes = {
        kind: {
            one: {"embedding": rows[one], "data": data[one], "is_updated": one in updated}
            for one in ids
            if kinds[one] == kind
        }
        for kind in KINDS
    }
    enhanced = {
        "nodes": nodes,
        "hyperedges": _edges(memory.graph, edges.tolist(), written),
        "metadata": {
            "alpha": how.weight,
            "aggregate_type": how.how,
            "num_nodes": len(ids),
            "num_hyperedges": len(memory.graph.edges),
            "num_updated_nodes": len(updated),
        },
    }
    return write_plain(index), write_plain(enhanced)


def _edges(
    graph: Hypergraph, rows: list[list[float]], written: dict[str, Any]
) -> dict[str, dict[str, Any]]:
    named = list(zip(graph.edges.values(), rows, strict=True))
    return {
        f"{kind}_hyperedge": {
            edge.id: {"embedding": row, "data": written[f"{kind}_hyperedges"][edge.id]}
            for edge, row in named
            if edge.kind == kind
        }
        for kind in ("fact", "episode")
    }
