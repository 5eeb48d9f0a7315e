"""Reciprocal rank fusion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Literal

from hypermem_core.retrieval.order import by_score
from hypermem_core.types import Ranking


def rrf(
    rankings: Sequence[Ranking],
    k: int = 60,
    top: int | None = None,
    ties: Literal["id", "first"] = "id",
) -> Ranking:
    """Fuse rankings: a node scores the sum of 1 / (k + rank) over the lists that hold it.

    Equal scores stand by id, or in the order in which the lists hold them first.

    Source: Cormack, Clarke and Büttcher, SIGIR 2009.
    """
    scores: defaultdict[str, float] = defaultdict(float)
    for ranking in rankings:
        for rank, item in enumerate(ranking.items, 1):
            scores[item.node_id] += 1 / (k + rank)
    fused = by_score("rrf", scores, ties=ties)
    return fused if top is None else Ranking("rrf", fused.items[:top])
