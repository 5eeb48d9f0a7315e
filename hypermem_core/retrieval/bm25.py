"""BM25: statistics fitted by rank_bm25, scores computed from them on sparse columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from hypermem_core.retrieval.order import id_order, ordered
from hypermem_core.retrieval.text import tokenize
from hypermem_core.types import Ranking

if TYPE_CHECKING:  # slow to import, and the app's first screen needs no index
    from scipy.sparse import csc_matrix


@dataclass(frozen=True, slots=True, eq=False)
class BM25Index:
    """One kind of node, indexed; `weights` is documents × terms, idf included."""

    ids: tuple[str, ...]
    row: dict[str, int]
    places: NDArray[np.int64]
    column: dict[str, int]
    weights: csc_matrix
    words: Callable[[str], list[str]] = tokenize

    @classmethod
    def build(
        cls,
        ids: Sequence[str],
        texts: Sequence[str],
        words: Callable[[str], list[str]] = tokenize,
        ties: Literal["id", "first"] = "id",
    ) -> BM25Index:
        """Fit the statistics of `texts`, one for each id; `ties` orders equal scores."""
        documents = [words(text) for text in texts]
        column, weights = _weights(documents)
        row = {node_id: i for i, node_id in enumerate(ids)}
        places = id_order(ids) if ties == "id" else np.arange(len(ids))
        return cls(tuple(ids), row, places, column, weights, words)

    def scores(self, terms: Sequence[str]) -> NDArray[np.float64]:
        """Return every document's score, shape (documents,): what `get_scores` would return."""
        scores = np.zeros(len(self.ids))
        starts, rows, values = self.weights.indptr, self.weights.indices, self.weights.data
        for term, count in Counter(terms).items():
            column = self.column.get(term)
            if column is not None:
                part = slice(starts[column], starts[column + 1])
                scores[rows[part]] += count * values[part]
        return scores

    def knows(self, terms: Sequence[str]) -> bool:
        """Return whether any of the terms occurs in any document."""
        return any(term in self.column for term in terms)

    def rank(
        self,
        query: str,
        candidates: Sequence[str] | None = None,
        name: str = "bm25",
        zero_hits: bool = False,
    ) -> Ranking:
        """Rank the candidates (None: all); without a query term one is no hit, or a zero hit."""
        terms = self.words(query)
        scores = self.scores(terms)
        if candidates is None:
            rows = np.arange(len(self.ids))
        else:
            rows = np.array([self.row[node_id] for node_id in candidates], np.int64)
        if not zero_hits:
            rows = rows[scores[rows] != 0]
        note = "" if len(rows) else self._nothing(terms)
        return Ranking(name, ordered(self.ids, rows, scores[rows], self.places), note)

    def _nothing(self, terms: Sequence[str]) -> str:
        if not terms:
            return "the query has only stop words"
        if not self.knows(terms):
            return "no query term occurs in any document"
        return "the query's terms do not tell the candidates apart"


def _weights(documents: Sequence[Sequence[str]]) -> tuple[dict[str, int], csc_matrix]:
    """Return term → column, and each document's score for each term, as BM25Okapi defines it."""
    from rank_bm25 import BM25Okapi
    from scipy.sparse import csc_matrix

    if not any(documents):  # BM25Okapi divides by the mean length
        return {}, csc_matrix((len(documents), 0))
    fitted = BM25Okapi(documents)
    column = {term: i for i, term in enumerate(fitted.idf)}
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for row, counts in enumerate(fitted.doc_freqs):
        share = fitted.doc_len[row] / fitted.avgdl
        damp = fitted.k1 * (1 - fitted.b + fitted.b * share)
        for term, count in counts.items():
            rows.append(row)
            columns.append(column[term])
            values.append(fitted.idf[term] * count * (fitted.k1 + 1) / (count + damp))
    shape = (len(documents), len(column))
    return column, csc_matrix((values, (rows, columns)), shape=shape)
