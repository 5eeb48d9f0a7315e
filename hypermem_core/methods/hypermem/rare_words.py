"""How many of a conversation's rarer words two episodes, or an episode and a topic, share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np

from hypermem_core.memory import Matrix
from hypermem_core.retrieval.text import tokenize

LEADING = 8  # keywords of a topic that are compared


class RareWords:
    """The terms of each episode, weighted by how few of the episodes say them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.terms = [frozenset(tokenize(text)) for text in texts]
        counts = Counter(term for terms in self.terms for term in sorted(terms))
        self.idf = {term: log(len(texts) / count) for term, count in counts.items()}
        self.rows = self._rows()

    def _rows(self) -> Matrix:
        """Return a unit vector of idf weights per episode; a row of zeros says nothing rare."""
        column = {term: index for index, term in enumerate(sorted(self.idf))}
        rows = np.zeros((len(self.terms), len(column)), np.float32)
        for index, terms in enumerate(self.terms):
            for term in terms:
                rows[index, column[term]] = self.idf[term]
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.maximum(lengths, 1e-9), np.float32)

    def cosines(self, position: int) -> Matrix:
        """Return the cosine of an episode's rare words with those of every episode."""
        return np.asarray(self.rows @ self.rows[position], np.float32)

    def share(self, position: int, keywords: Sequence[str]) -> float:
        """Return the share of a topic's leading keywords, by rarity, that an episode says."""
        terms = {term for word in keywords[:LEADING] for term in tokenize(word)}
        total = sum(self.idf.get(term, 0.0) for term in sorted(terms))
        said = sum(self.idf.get(term, 0.0) for term in sorted(terms & self.terms[position]))
        return said / total if total else 0.0

    def says(self, position: int, about: str) -> bool:
        """Say whether an episode says all words of a matter."""
        return set(tokenize(about)) <= self.terms[position]
