"""Reranking: a model reads the query beside each text; one that fails changes nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hypermem_core.errors import ModelError, ReplyError
from hypermem_core.models import Reranker
from hypermem_core.retrieval.order import by_score
from hypermem_core.types import Ranked, Ranking, StageRanking

MISSING = "reranking is on, but models.reranker is none: fused order kept"


def missing(stage: StageRanking, wanted: bool, reranker: Reranker | None) -> StageRanking:
    """Return a stage that says so where it should have been reranked and there is no reranker."""
    if not wanted or reranker is not None or not stage.candidates:
        return stage
    return replace(stage, why="; ".join(filter(None, (stage.why, MISSING))))


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
