"""Scores: how near every entity, fragment and chunk is to one query, from one embedding of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hypermem_core.memory import Matrix
from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.retrieval.dense import unit
from hypermem_core.retrieval.text import tokenize

Scores = NDArray[np.float64]
DENSE_WEIGHT = 2.0  # what the embedding counts for beside BM25 where both are used


@dataclass(frozen=True, slots=True)
class QueryScores:
    """One query against a whole memory; everything is a row of numbers by kind of node."""

    view: GraphView
    text: str
    vector: Matrix
    terms: Sequence[str] = field(init=False)
    _kept: dict[str, Scores] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "terms", tokenize(self.text))

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the nodes the rows stand for, in order."""
        return self.view.index.ids(kind)

    def dense(self, kind: str) -> Scores:
        """Return every node's cosine with the query."""
        key = f"dense {kind}"
        if key not in self._kept:
            matrix = self.view.index.dense(kind).vectors.matrix
            self._kept[key] = (matrix @ unit(self.vector)).astype(np.float64)
        return self._kept[key]

    def words(self, kind: str) -> Scores:
        """Return every node's BM25 score."""
        key = f"words {kind}"
        if key not in self._kept:
            self._kept[key] = self.view.index.bm25(kind).scores(self.terms)
        return self._kept[key]

    def both(self, kind: str) -> Scores:
        """Return the mean of both, standardised, the cosine counting `DENSE_WEIGHT` times."""
        key = f"both {kind}"
        if key not in self._kept:
            dense, words = standardised(self.dense(kind)), standardised(self.words(kind))
            self._kept[key] = (DENSE_WEIGHT * dense + words) / (DENSE_WEIGHT + 1)
        return self._kept[key]

    def of(self, kind: str, how: str) -> Scores:
        """Return the scores a setting asks for: `dense`, or both."""
        return self.dense(kind) if how == "dense" else self.both(kind)


def standardised(scores: Scores) -> Scores:
    """Return scores with mean 0 and deviation 1; all 0 where they do not differ."""
    spread = float(scores.std()) if scores.size else 0.0
    return (scores - scores.mean()) / spread if spread > 0 else np.zeros_like(scores)


def best(ids: Sequence[str], scores: Scores, rows: Sequence[int] | None, most: int) -> list[int]:
    """Return the rows of the `most` best, best first, equal scores by id."""
    chosen = range(len(ids)) if rows is None else rows
    return sorted(chosen, key=lambda row: (-scores[row], ids[row]))[:most]
