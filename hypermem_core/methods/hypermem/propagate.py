"""Hyperedge propagation: a node's vector takes in those of the hyperedges it is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors

if TYPE_CHECKING:  # slow to import, and the app's first screen propagates nothing
    from scipy.sparse import csr_matrix


def softmax(weights: Sequence[float]) -> list[float]:
    """Return shares that sum to 1: the exponentials of the weights, normalised."""
    powers = np.exp(np.asarray(weights, np.float64) - max(weights))
    shares: list[float] = (powers / powers.sum()).tolist()
    return shares


def incidence(graph: Hypergraph, ids: Sequence[str]) -> csr_matrix:
    """Return nodes × hyperedges: the softmax of each edge's weights, 0 where not a member.

    The softmax runs over all members, also those that are not in `ids`: their share is lost.
    """
    from scipy.sparse import csr_matrix

    row = {node_id: i for i, node_id in enumerate(ids)}
    rows: list[int] = []
    columns: list[int] = []
    shares: list[float] = []
    for column, edge in enumerate(graph.edges.values()):
        weights = [member.weight for member in edge.members.values()]
        for node_id, share in zip(edge.members, softmax(weights) if weights else [], strict=True):
            if node_id in row:
                rows.append(row[node_id])
                columns.append(column)
                shares.append(share)
    return csr_matrix((shares, (rows, columns)), shape=(len(ids), len(graph.edges)))


def propagate(
    graph: Hypergraph, vectors: Vectors, weight: float = 0.5, how: Literal["sum", "mean"] = "sum"
) -> Vectors:
    """Return h + weight · (sum or mean of the vectors of the node's hyperedges), one step.

    An edge's vector is the softmax-weighted sum of its members' raw vectors. Topics are in no
    edge, so they keep their vectors, as does every node outside all edges. Source: HyperMem §3.3.
    """
    shares = incidence(graph, vectors.ids)
    belongs = (shares > 0).astype(np.float64)
    edges = shares.T @ vectors.matrix.astype(np.float64)
    taken = belongs @ edges
    if how == "mean":
        taken /= np.maximum(belongs.sum(axis=1).A1, 1)[:, None]
    return Vectors(vectors.ids, np.asarray(vectors.matrix + weight * taken, np.float32))
