"""The official vectors, which are stored propagated, and the raw ones they were made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hypermem.propagate import incidence
from hypermem_core.official.fields import number, objects, rows, table, text

Wide = NDArray[np.float64]
KINDS = ("fact", "episode", "topic")  # the official order


@dataclass(frozen=True, slots=True)
class Propagation:
    """With what the official vectors were propagated: λ and how hyperedges are combined."""

    weight: float = 0.5
    how: Literal["sum", "mean"] = "sum"


def stored_vectors(value: Any, name: str, findings: Findings) -> dict[str, list[float]]:
    """Return node id → propagated vector; those of another length or with no number are left."""
    found: dict[str, list[float]] = {}
    width = 0
    for item in objects(value):
        vector = [number(one) for one in rows(item.get("embedding"))]
        width = width or len(vector)
        if not vector or len(vector) != width or None in vector:
            findings.add("unusable_vectors", f"{name}: {text(item.get('id'))}", "dropped")
        else:
            found[text(item.get("id"))] = [one for one in vector if one is not None]
    return found


def raw_vectors(
    graph: Hypergraph, stored: dict[str, list[float]], enhanced: Any, name: str, findings: Findings
) -> tuple[Vectors, Propagation] | None:
    """Return the vectors before propagation; None if none are stored.

    The file of hyperedge vectors gives them by subtraction; without it the propagation is undone
    by solving it for them. A node that has no vector gets zeros: it is near to nothing.
    """
    ids = tuple(node_id for kind in KINDS for node_id in graph.ids(kind))
    lost = [node_id for node_id in ids if node_id not in stored]
    if not stored or len(lost) == len(ids):
        return None
    for node_id in lost:
        findings.add("nodes_without_vector", f"{name}: {node_id}")
    for node_id in sorted(stored.keys() - set(ids)):
        findings.add("vectors_of_unknown_nodes", f"{name}: {node_id}", "dropped")
    width = len(next(iter(stored.values())))
    matrix = np.array([stored.get(node_id, [0.0] * width) for node_id in ids], np.float64)
    how = _propagation(enhanced)
    edges = _edge_vectors(enhanced, graph, width)
    if edges is None:
        raw = _undone(graph, ids, matrix, how)
    else:
        raw = matrix - how.weight * _taken(graph, ids, edges, how)
    return Vectors(ids, raw.astype(np.float32)), how


def _propagation(enhanced: Any) -> Propagation:
    about = table(table(enhanced).get("metadata"))
    weight = number(about.get("alpha"))
    how: Literal["sum", "mean"] = "mean" if about.get("aggregate_type") == "mean" else "sum"
    return Propagation(0.5 if weight is None else weight, how)


def _edge_vectors(enhanced: Any, graph: Hypergraph, width: int) -> Wide | None:
    """Return one row for each hyperedge of the graph; None if one that counts is missing."""
    groups = table(table(enhanced).get("hyperedges"))
    found = {**table(groups.get("fact_hyperedge")), **table(groups.get("episode_hyperedge"))}
    lines: list[list[float]] = []
    for edge in graph.edges.values():
        row = [number(one) for one in rows(table(found.get(edge.id)).get("embedding"))]
        line = [one for one in row if one is not None]
        if len(line) != width and edge.members:
            return None
        lines.append(line if len(line) == width else [0.0] * width)
    return np.array(lines, np.float64).reshape(len(lines), width)


def _taken(graph: Hypergraph, ids: tuple[str, ...], edges: Wide, how: Propagation) -> Wide:
    belongs = (incidence(graph, ids) > 0).astype(np.float64)
    taken: Wide = belongs @ edges
    if how.how == "mean":
        taken /= np.maximum(np.asarray(belongs.sum(axis=1)), 1)
    return taken


def _undone(graph: Hypergraph, ids: tuple[str, ...], matrix: Wide, how: Propagation) -> Wide:
    shares = incidence(graph, ids)
    belongs = (shares > 0).astype(np.float64)
    if how.how == "mean":
        means = 1 / np.maximum(np.asarray(belongs.sum(axis=1)).ravel(), 1)
        belongs.data *= np.repeat(means, np.diff(belongs.indptr))  # row by row
    step = np.eye(len(ids)) + how.weight * (belongs @ shares.T).toarray()
    return np.asarray(np.linalg.solve(step, matrix), np.float64)
