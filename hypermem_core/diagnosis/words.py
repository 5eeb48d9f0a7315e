"""A BM25 score by term: idf, term frequency, length factor and what each term contributed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rank_bm25 import BM25Okapi

from hypermem_core.retrieval.text import tokenize


@dataclass(frozen=True, slots=True)
class TermPart:
    """One query term; contribution = asked · idf · saturation, 0 if the document lacks it.

    `saturation` is tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / mean length)).
    """

    term: str
    asked: int  # times in the query
    documents: int  # documents that hold the term; 0: it found nothing anywhere
    idf: float
    frequency: int  # times in this document
    saturation: float
    contribution: float


@dataclass(frozen=True, slots=True)
class WordScore:
    """One document's BM25 score and its parts, the largest first."""

    score: float
    length: int  # terms in the document
    mean_length: float
    length_factor: float  # 1 − b + b · length / mean length: above 1, a long document pays
    terms: tuple[TermPart, ...]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The query terms that no document holds."""
        return tuple(part.term for part in self.terms if not part.documents)


def word_score(
    query: str,
    texts: Sequence[str],
    row: int,
    words: Callable[[str], list[str]] = tokenize,
) -> WordScore:
    """Return the score of `texts[row]` for a query among all `texts`, term by term.

    `words` makes terms of a text, as the index does that is explained.

    Source: Okapi BM25 as `rank_bm25.BM25Okapi` defines it; the score equals its `get_scores`.
    """
    asked = Counter(words(query))
    documents = [words(text) for text in texts]
    if not any(documents):
        nothing = (TermPart(term, count, 0, 0.0, 0, 0.0, 0.0) for term, count in asked.items())
        return WordScore(0.0, 0, 0.0, 1.0, tuple(nothing))
    fitted = BM25Okapi(documents)
    holding = Counter(term for counts in fitted.doc_freqs for term in counts)
    length = fitted.doc_len[row]
    factor = 1 - fitted.b + fitted.b * length / fitted.avgdl
    parts = []
    for term, count in asked.items():
        frequency = fitted.doc_freqs[row].get(term, 0)
        idf = float(fitted.idf.get(term) or 0.0)
        damped = frequency * (fitted.k1 + 1) / (frequency + fitted.k1 * factor)
        part = TermPart(term, count, holding[term], idf, frequency, damped, count * idf * damped)
        parts.append(part)
    parts.sort(key=lambda part: (-part.contribution, part.term))
    score = sum(part.contribution for part in parts)
    return WordScore(score, length, float(fitted.avgdl), factor, tuple(parts))
