"""A fused score written out: the sum of reciprocal ranks, or of standardised scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from hypermem_core.types import Ranking, StageRanking

FUSED = ("rrf", "z-score")


@dataclass(frozen=True, slots=True)
class FusionPart:
    """What one list gave: its rank (0: not in it), and its part of the sum."""

    ranker: str
    rank: int
    score: float
    part: float
    formula: str


@dataclass(frozen=True, slots=True)
class FusedScore:
    """The fused score of a node: `total` is the sum of the parts."""

    kind: str  # "rrf" or "z-score"
    total: float
    parts: tuple[FusionPart, ...]

    @property
    def written(self) -> str:
        """The sum in figures: `1/(60+1) + 1/(60+3) = 0.03226`."""
        return f"{' + '.join(part.formula for part in self.parts)} = {self.total:.5f}"


def fused_score(
    stage: StageRanking,
    node_id: str,
    rrf_k: int = 60,
    weight: Callable[[str], float] = lambda ranker: 1.0,
) -> FusedScore | None:
    """Return how a node's fused score came about; None if the stage fused nothing.

    `weight` is each list's weight in z-score fusion, by its name.
    """
    names = [ranking.ranker for ranking in stage.rankings]
    kind = next((name for name in names if name in FUSED), "")
    if not kind:
        return None
    lists = stage.rankings[: names.index(kind)]
    if kind == "rrf":
        parts = [_reciprocal(ranking, node_id, rrf_k) for ranking in lists]
    else:
        total = sum(weight(ranking.ranker) for ranking in lists) or 1.0
        parts = [
            _standard(ranking, node_id, stage.candidates, weight(ranking.ranker) / total)
            for ranking in lists
        ]
    return FusedScore(kind, sum(part.part for part in parts), tuple(parts))


def _found(ranking: Ranking, node_id: str) -> tuple[int, float]:
    for rank, item in enumerate(ranking.items, 1):
        if item.node_id == node_id:
            return rank, item.score
    return 0, 0.0


def _reciprocal(ranking: Ranking, node_id: str, k: int) -> FusionPart:
    rank, score = _found(ranking, node_id)
    formula = f"1/({k}+{rank})" if rank else "0"
    return FusionPart(ranking.ranker, rank, score, 1 / (k + rank) if rank else 0.0, formula)


def _standard(
    ranking: Ranking, node_id: str, candidates: Sequence[str], weight: float
) -> FusionPart:
    rank, score = _found(ranking, node_id)
    scores = np.zeros(len(candidates))
    scores[: len(ranking.items)] = [item.score for item in ranking.items]
    mean, spread = float(scores.mean()), float(scores.std())
    part = weight * (score - mean) / spread if spread > 0 else 0.0
    formula = f"{weight:.2f}·({score:.3g}−{mean:.3g})/{spread:.3g}" if spread > 0 else "0"
    return FusionPart(ranking.ranker, rank, score, part, formula)
