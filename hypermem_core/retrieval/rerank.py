"""Reranking: a model reads the query beside each text; one that fails changes nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models import Reranker
from hypermem_core.retrieval.order import by_score
from hypermem_core.types import Ranked, Ranking


def rerank_ranking(
    reranker: Reranker, query: str, items: Sequence[Ranked], texts: Sequence[str]
) -> Ranking:
    """Rank the items by the reranker's scores; if it fails, keep their order and say so."""
    try:
        scores = reranker.score(query, texts)
    except (ModelError, ReplyError) as error:
        return _as_fused(items, f"{error}")
    usable = sum(map(math.isfinite, scores))
    if len(scores) != len(items) or usable < len(items):
        return _as_fused(items, f"{reranker.name} scored {usable} of {len(items)} texts")
    pairs = zip(items, scores, strict=True)
    return by_score("rerank", {item.node_id: score for item, score in pairs})


def _as_fused(items: Sequence[Ranked], why: str) -> Ranking:
    return Ranking("rerank", tuple(items), f"reranker failed, fused order kept: {why}")
