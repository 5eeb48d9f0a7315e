"""One step of retrieval: rank the candidates, fuse the lists, maybe rerank, keep the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter

from hypermem_core.models import Reranker
from hypermem_core.retrieval.rerank import rerank_ranking
from hypermem_core.retrieval.rrf import rrf
from hypermem_core.retrieval.zscore import zscore
from hypermem_core.types import Cut, Ranked, Ranking, StageRanking

Ranker = Callable[[Sequence[str]], Ranking]  # candidates → their ranking


def rank_stage(
    stage: str,
    query: str,
    candidates: Sequence[str],
    rankers: Sequence[Ranker],
    *,
    keep: int,
    pool: int = 100,
    rrf_k: int = 60,
    limit_name: str = "k",
    reranker: Reranker | None = None,
    texts: Callable[[str], str] = str,
    fuse: Callable[[Sequence[Ranking], Sequence[str]], Ranking] | None = None,
    blend: float = 0.0,
    adjust: Callable[[Ranking], Ranking] | None = None,
) -> StageRanking:
    """Return every list untruncated and what was kept; the best `pool` fused are reranked.

    `texts` gives what the reranker reads of a node; `fuse` stands in for RRF; `blend` is how
    much the fused scores count beside the reranker's; `adjust` makes a final list of the last.
    """
    started = perf_counter()
    rankings = [ranker(candidates) for ranker in rankers] if candidates else []
    fused = fuse(rankings, candidates) if fuse else rrf(rankings, rrf_k)
    rankings.append(fused)
    pooled = fused.items[:pool]
    if reranker is not None and pooled:
        read = [texts(item.node_id) for item in pooled]
        rankings.append(rerank_ranking(reranker, query, pooled, read))
        if blend and not rankings[-1].note:
            rankings.append(_blended(rankings[-1], pooled, blend))
    if adjust is not None and pooled:
        rankings.append(adjust(replace(rankings[-1], items=rankings[-1].items[:pool])))
    pooled = pooled if rankings[-1] is fused else rankings[-1].items
    kept = tuple(item.node_id for item in pooled[:keep])
    cut = [Cut(item.node_id, f"{limit_name} = {keep}") for item in pooled[keep:]]
    cut += [Cut(item.node_id, f"pool = {pool}") for item in fused.items[pool:]]
    why = _why(stage, candidates, rankings)
    seconds = perf_counter() - started
    return StageRanking(
        stage, query, tuple(candidates), tuple(rankings), kept, tuple(cut), why, seconds
    )


def _blended(reranked: Ranking, pooled: Sequence[Ranked], blend: float) -> Ranking:
    fused = Ranking("fused", tuple(pooled))
    ids = [item.node_id for item in pooled]
    return replace(zscore([reranked, fused], ids, [1.0, blend]), ranker="blend")


def _why(stage: str, candidates: Sequence[str], rankings: Sequence[Ranking]) -> str:
    """Say in words what a reader of the lists would wonder about."""
    if not candidates:
        return f"there is no {stage} to rank"
    notes = [
        f"{ranking.ranker}: {ranking.note.replace('any document', f'any {stage}')}"
        for ranking in rankings
        if ranking.note
    ]
    return "; ".join(notes)
