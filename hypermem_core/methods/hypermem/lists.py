"""The two lists of every stage, BM25 and dense: as the paper has them, or as the released code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from hypermem_core.memory import Matrix
from hypermem_core.retrieval.dense import DenseIndex
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.retrieval.rrf import rrf
from hypermem_core.retrieval.stage import Ranker
from hypermem_core.settings import RetrievalSettings
from hypermem_core.types import Ranking

Fuse = Callable[[Sequence[Ranking], Sequence[str]], Ranking]


def list_length(knobs: RetrievalSettings, keep: int, reranked: bool) -> int:
    """Return n, how much of a list the released code looks at."""
    return knobs.pool if reranked else keep


def two_lists(
    index: MemoryIndex,
    kind: str,
    query: str,
    vector: Matrix,
    dense: DenseIndex,
    knobs: RetrievalSettings,
    length: int,
) -> list[Ranker]:
    """Return the BM25 and the dense ranker of a kind; `length` is n."""
    return [
        partial(_by_words, index, kind, query, knobs, length),
        partial(_by_meaning, dense, vector, knobs, length),
    ]


def _by_words(
    index: MemoryIndex,
    kind: str,
    query: str,
    knobs: RetrievalSettings,
    length: int,
    candidates: Sequence[str],
) -> Ranking:
    mixed, letters = knobs.bm25_index == "mixed", knobs.bm25_words == "letters"
    usual = not mixed and not letters and knobs.ties == "id"
    words = index.bm25(kind) if usual else index.bm25_variant(mixed, letters, knobs.ties, kind)
    if knobs.filter == "before":
        return _cut(words.rank(query, candidates, zero_hits=knobs.zero_hits), knobs, length)
    ranking = words.rank(query, index.ids(kind), zero_hits=knobs.zero_hits)
    wanted = set(candidates)
    best = ranking.items[: 2 * length]
    items = tuple(item for item in best if item.node_id in wanted)
    return _cut(replace(ranking, items=items), knobs, length)


def _by_meaning(
    dense: DenseIndex,
    vector: Matrix,
    knobs: RetrievalSettings,
    length: int,
    candidates: Sequence[str],
) -> Ranking:
    ranking = dense.rank(vector, candidates)
    if knobs.ties == "first":
        row = dense.vectors.row
        items = sorted(ranking.items, key=lambda item: (-item.score, row[item.node_id]))
        ranking = replace(ranking, items=tuple(items))
    return _cut(ranking, knobs, length)


def _cut(ranking: Ranking, knobs: RetrievalSettings, length: int) -> Ranking:
    if knobs.lists == "whole":
        return ranking
    return replace(ranking, items=ranking.items[:length])


def fused_in_order(knobs: RetrievalSettings) -> Fuse | None:
    """Return RRF that leaves ties in the order they were met; None for the usual order by id."""
    if knobs.ties == "id":
        return None
    return lambda rankings, candidates: rrf(rankings, knobs.rrf_k, ties="first")
