"""The fused score of a node as its method makes it: RRF, z-scores, or HingeMem's plain sum."""

from __future__ import annotations

import numpy as np

from hypermem_core.diagnosis.custody import place
from hypermem_core.diagnosis.fusion import FusedScore, FusionPart, fused_score
from hypermem_core.memory import Matrix
from hypermem_core.methods.hgmem.scores import DENSE_WEIGHT
from hypermem_core.methods.hingemem.turns import WEIGHTS
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.retrieval.text import tokenize
from hypermem_core.settings import Settings
from hypermem_core.types import HingePlan, RetrievalTrace, StageRanking

HINGE_LISTS = ("bm25", "dense", "bm25-window", "dense-window", "elements", "edge")


def fused_by_method(
    method: str,
    trace: RetrievalTrace,
    stage: StageRanking,
    node_id: str,
    index: MemoryIndex,
    vector: Matrix,
    settings: Settings,
) -> FusedScore | None:
    """Return the sum behind a node's fused score; None if the stage fuses nothing."""
    if method == "hgmem":
        return _over_all(stage, node_id, index, vector)
    if method == "hingemem":
        if stage.stage == "score" and isinstance(trace.detail, HingePlan):
            return _plain_sum(trace.detail, stage, node_id)
        weights = dict(zip(HINGE_LISTS, WEIGHTS, strict=True))
        return fused_score(stage, node_id, weight=weights.__getitem__)
    knobs = settings.retrieval

    def weight(ranker: str) -> float:
        return knobs.dense_weight if ranker.startswith("dense") else 1.0

    return fused_score(stage, node_id, knobs.rrf_k, weight)


def _plain_sum(plan: HingePlan, stage: StageRanking, node_id: str) -> FusedScore | None:
    """Return ξ + Ω_S + Ω_T of a candidate hyperedge; None for one that was no candidate."""
    found = next((parts for parts in plan.scores if parts.node_id == node_id), None)
    if found is None:
        return None
    by_name = {ranking.ranker: place(ranking, node_id) for ranking in stage.rankings}
    values = {"similarity": found.similarity, "salience": found.salience, "topic": found.topic}
    parts = tuple(
        FusionPart(name, by_name[name].rank, value, value, f"{value:.4f}")
        for name, value in values.items()
    )
    return FusedScore("sum", found.score, parts)


def _over_all(
    stage: StageRanking, node_id: str, index: MemoryIndex, vector: Matrix
) -> FusedScore | None:
    """Return HGMem's mean of z-scores, taken over all nodes of the kind, not the candidates."""
    if not any(ranking.ranker == "z-score" for ranking in stage.rankings):
        return None
    kind = index.graph.nodes[node_id].kind
    words = index.bm25(kind).scores(tokenize(stage.query))
    near = (index.dense(kind).vectors.matrix @ vector).astype(np.float64)
    row = index.ids(kind).index(node_id)
    lists = {"bm25": (words, 1.0), "dense": (near, DENSE_WEIGHT)}
    ranks = {ranking.ranker: place(ranking, node_id).rank for ranking in stage.rankings}
    parts = []
    for name, (scores, weight) in lists.items():
        mean, spread = float(scores.mean()), float(scores.std())
        share, score = weight / (1 + DENSE_WEIGHT), float(scores[row])
        part = share * (score - mean) / spread if spread > 0 else 0.0
        formula = f"{share:.2f}·({score:.3g}−{mean:.3g})/{spread:.3g}" if spread > 0 else "0"
        parts.append(FusionPart(name, ranks.get(name, 0), score, part, formula))
    return FusedScore("z-score", sum(part.part for part in parts), tuple(parts))
