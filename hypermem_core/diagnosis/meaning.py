"""A dense score by hyperedge: the cosine before and after propagation, and what each edge added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Matrix, Vectors
from hypermem_core.methods.hypermem.propagate import softmax


@dataclass(frozen=True, slots=True)
class EdgePart:
    """What one hyperedge added to the cosine, and each member's part of that."""

    edge_id: str
    share: float
    members: tuple[tuple[str, float], ...]  # node id, its part of the share; largest first


@dataclass(frozen=True, slots=True)
class MeaningScore:
    """raw: cosine of the node's own vector; propagated = own + the sum of the edges' shares."""

    raw: float
    propagated: float
    own: float  # the part of the propagated cosine that the node's own vector makes
    edges: tuple[EdgePart, ...]


def meaning_score(
    graph: Hypergraph,
    vectors: Vectors,
    query: Matrix,
    node_id: str,
    weight: float,
    how: Literal["sum", "mean"] = "sum",
) -> MeaningScore:
    """Return a node's cosine with a query vector, split over its own vector and its hyperedges.

    With p = h + λ·Σe (HyperMem §3.3), cos(q, p) = q·h/|p| + Σ λ·q·e/|p|; q is a unit vector.
    """
    own = vectors.rows([node_id])[0].astype(np.float64)
    query = np.asarray(query, np.float64)
    edges = graph.edges_of(node_id)
    scale = weight / (len(edges) if how == "mean" and edges else 1)
    found: list[tuple[str, np.ndarray, list[tuple[str, np.ndarray]]]] = []
    for edge in edges:
        known = [name for name in edge.members if name in vectors.row]
        shares = dict(
            zip(edge.members, softmax([m.weight for m in edge.members.values()]), strict=True)
        )
        rows = vectors.rows(known).astype(np.float64)
        parts = [(name, scale * shares[name] * row) for name, row in zip(known, rows, strict=True)]
        found.append((edge.id, np.sum([part for _, part in parts], axis=0), parts))
    taken = sum((vector for _, vector, _ in found), np.zeros_like(own))
    length = float(np.linalg.norm(own + taken)) or 1.0
    shown = []
    for edge_id, vector, parts in found:
        split = [(name, float(query @ part) / length) for name, part in parts]
        split.sort(key=lambda pair: (-pair[1], pair[0]))
        shown.append(EdgePart(edge_id, float(query @ vector) / length, tuple(split)))
    shown.sort(key=lambda part: (-part.share, part.edge_id))
    raw = float(query @ own) / (float(np.linalg.norm(own)) or 1.0)
    return MeaningScore(
        raw, float(query @ (own + taken)) / length, float(query @ own) / length, tuple(shown)
    )
