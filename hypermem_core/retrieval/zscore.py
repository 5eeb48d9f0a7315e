"""Fusion by standardised scores: how far above the candidates' mean a node is in each list."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hypermem_core.retrieval.order import by_score
from hypermem_core.types import Ranking


def zscore(
    rankings: Sequence[Ranking], candidates: Sequence[str], weights: Sequence[float]
) -> Ranking:
    """Fuse to the weighted mean of each list's z-scores; a candidate it does not hold scores 0."""
    row = {node_id: i for i, node_id in enumerate(candidates)}
    total = np.zeros(len(candidates))
    for ranking, weight in zip(rankings, weights, strict=True):
        scores = np.zeros(len(candidates))
        places = [row[item.node_id] for item in ranking.items]
        scores[places] = [item.score for item in ranking.items]
        spread = scores.std() if len(scores) else 0.0
        if spread > 0:
            total += weight * (scores - scores.mean()) / spread
    total /= sum(weights) or 1.0
    return by_score("z-score", dict(zip(candidates, total.tolist(), strict=True)))
