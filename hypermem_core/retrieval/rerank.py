"""Reranking: a cross-encoder reads the query beside each text."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.errors import ModelError
from hypermem_core.models import Reranker
from hypermem_core.retrieval.order import by_score
from hypermem_core.types import Ranked, Ranking


def rerank_ranking(
    reranker: Reranker, query: str, items: Sequence[Ranked], texts: Sequence[str]
) -> Ranking:
    """Rank the items by the reranker's logits; if it fails, keep their order and say so."""
    try:
        scores = reranker.score(query, texts)
    except ModelError as error:
        return Ranking("rerank", tuple(items), f"reranker failed, fused order kept: {error}")
    pairs = zip(items, scores, strict=True)
    return by_score("rerank", {item.node_id: score for item, score in pairs})
