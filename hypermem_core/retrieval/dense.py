"""Dense ranking: cosine with an already embedded query, through FAISS."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hypermem_core.errors import ModelError
from hypermem_core.memory import Matrix, Vectors
from hypermem_core.retrieval.order import id_order, ordered
from hypermem_core.types import Ranking


def unit(matrix: Matrix) -> Matrix:
    """Return rows of length one; a zero row stays zero."""
    norms = np.linalg.norm(matrix, axis=-1, keepdims=True)
    return np.asarray(matrix / np.maximum(norms, 1e-12), np.float32)


class DenseIndex:
    """Normalised vectors of one kind of node behind an exact inner-product index."""

    def __init__(self, vectors: Vectors) -> None:
        import faiss  # slow to import, and the app's first screen needs no index

        self.vectors = Vectors(vectors.ids, np.ascontiguousarray(unit(vectors.matrix)))
        self._places = id_order(vectors.ids)
        self._index = faiss.IndexFlatIP(vectors.matrix.shape[1])
        self._index.add(self.vectors.matrix)

    def rank(
        self, query: Matrix, candidates: Sequence[str] | None = None, name: str = "dense"
    ) -> Ranking:
        """Rank the candidates (None: all) by cosine with the query vector, shape (dimension,).

        Raises:
            ModelError: the query was embedded by another model than the nodes.
        """
        width = self.vectors.matrix.shape[1]
        if len(query) != width:
            raise ModelError(
                f"This memory's vectors have {width} numbers, the query's has {len(query)}.",
                "Choose the embedder it was made with, or make its vectors anew.",
            )
        query = unit(query)
        total = len(self.vectors.ids)
        if not total or (candidates is not None and not candidates):
            return Ranking(name, (), "there are no candidates")
        if candidates is None or len(candidates) == total:
            found, rows = self._index.search(query[None, :], total)
            scores, rows = found[0], rows[0]
        else:  # so few rows that multiplying them beats filtering inside the index
            rows = np.array([self.vectors.row[node_id] for node_id in candidates], np.int64)
            scores = self.vectors.matrix[rows] @ query
        ranked = ordered(self.vectors.ids, rows, scores.astype(np.float64), self._places)
        return Ranking(name, ranked)
