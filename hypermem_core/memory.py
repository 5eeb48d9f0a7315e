"""Memory, which a build returns, and Vectors, its embeddings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hypermem_core.hypergraph import Hypergraph

Matrix = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Vectors:
    """One row for each id: float32, shape (len(ids), dimension)."""

    ids: tuple[str, ...]
    matrix: Matrix
    row: dict[str, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.ids) != len(self.matrix):
            raise ValueError(f"{len(self.ids)} ids for {len(self.matrix)} vectors")
        object.__setattr__(self, "row", {node_id: i for i, node_id in enumerate(self.ids)})

    def rows(self, ids: Sequence[str]) -> Matrix:
        """Return the vectors of these ids, in this order; KeyError for an unknown one."""
        return self.matrix[[self.row[node_id] for node_id in ids]]


@dataclass(frozen=True, eq=False)
class Memory:
    """One conversation's memory: the graph and the raw (unpropagated) vectors of its nodes."""

    method: str
    conversation_id: str
    graph: Hypergraph
    vectors: Vectors
    built_with: dict[str, str] = field(default_factory=dict)  # build knob → value, see settings
