"""What we add to the paper's ranking of facts: more lists, and a final list; all off by default."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from hypermem_core.memory import Matrix
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.retrieval.order import by_score
from hypermem_core.retrieval.stage import Ranker
from hypermem_core.retrieval.views import View
from hypermem_core.retrieval.zscore import zscore
from hypermem_core.settings import RetrievalSettings
from hypermem_core.types import Ranking, StageRanking

Fuse = Callable[[Sequence[Ranking], Sequence[str]], Ranking]


def view_rankers(index: MemoryIndex, query: str, vector: Matrix, view: View) -> list[Ranker]:
    """Return BM25 and dense over a view of the facts (`bm25-window`, `dense-window`)."""
    words, meaning = index.bm25_view(view), index.dense_view(view)
    return [
        lambda ids: words.rank(query, ids, f"bm25-{view}"),
        lambda ids: meaning.rank(vector, ids, f"dense-{view}"),
    ]


def inherited(
    index: MemoryIndex, name: str, scores: dict[str, float], candidates: Sequence[str]
) -> Ranking:
    """Rank the candidates by the best score among their owners; without one they are no hits."""
    found: dict[str, float] = {}
    for owner, score in sorted(scores.items(), key=lambda pair: pair[1]):
        found.update(dict.fromkeys(index.children.get(owner, ()), score))  # the best comes last
    return by_score(name, {node_id: found[node_id] for node_id in candidates if node_id in found})


def parent_ranker(index: MemoryIndex, above: StageRanking, rrf_k: int) -> Ranker:
    """Return the ranker that gives a node its owner's final rank in the stage above."""
    scores = {node_id: 1 / (rrf_k + rank) for rank, node_id in enumerate(above.kept, 1)}
    return partial(inherited, index, "parent", scores)


def episode_rankers(index: MemoryIndex, episodes: StageRanking) -> list[Ranker]:
    """Return rankers that give facts the BM25 and dense scores of their episode."""
    return [
        partial(
            inherited,
            index,
            f"{ranking.ranker}-episode",
            {item.node_id: item.score for item in ranking.items},
        )
        for ranking in episodes.rankings
        if ranking.ranker in ("bm25", "dense")
    ]


def fact_rankers(
    index: MemoryIndex,
    query: str,
    vector: Matrix,
    knobs: RetrievalSettings,
    episodes: StageRanking | None,
) -> list[Ranker]:
    """Return the further lists of the fact stage that the settings ask for."""
    rankers: list[Ranker] = []
    if knobs.context_rank:
        rankers += view_rankers(index, query, vector, "context")
    if knobs.window_rank:
        rankers += view_rankers(index, query, vector, "window")
    if knobs.episode_rank and episodes:
        rankers += episode_rankers(index, episodes)
    return rankers


def fusion(knobs: RetrievalSettings) -> Fuse | None:
    """Return the z-score fusion if the settings ask for it, None for RRF."""
    if knobs.fusion == "rrf":
        return None

    def fuse(rankings: Sequence[Ranking], candidates: Sequence[str]) -> Ranking:
        weights = [
            knobs.dense_weight if ranking.ranker.startswith("dense") else 1.0
            for ranking in rankings
        ]
        return zscore(rankings, candidates, weights)

    return fuse


def named_speaker(index: MemoryIndex, query: str) -> str | None:
    """Return the speaker the query names, None if it names none or several."""
    words = set(re.findall(r"\w+", query.lower()))
    named = [name for name in index.speakers if words & set(re.findall(r"\w+", name.lower()))]
    return named[0] if len(named) == 1 else None


def adjustment(
    index: MemoryIndex, query: str, knobs: RetrievalSettings
) -> Callable[[Ranking], Ranking] | None:
    """Return what makes the final list of facts, None if the settings add nothing."""
    speaker = named_speaker(index, query) if knobs.speaker_bonus else None
    if speaker is None and not knobs.neighbour_share and not knobs.episode_share:
        return None

    def adjust(ranking: Ranking) -> Ranking:
        scores = {item.node_id: item.score for item in ranking.items}
        final = dict(scores)
        if speaker is not None:
            for node_id in scores.keys() & index.said_by(speaker):
                final[node_id] += knobs.speaker_bonus
        if knobs.neighbour_share:
            for node_id, best in _best(scores, index.beside).items():
                final[node_id] += knobs.neighbour_share * best
        if knobs.episode_share:
            for node_id, best in _best(scores, _siblings(index, scores)).items():
                final[node_id] += knobs.episode_share * best
        return by_score("final", final)

    return adjust


def _best(scores: dict[str, float], groups: dict[str, tuple[str, ...]]) -> dict[str, float]:
    """Return the best score among each node's companions; the lowest of all if it has none."""
    lowest = min(scores.values())
    return {
        node_id: max(
            (scores.get(other, lowest) for other in groups.get(node_id, ()) if other != node_id),
            default=lowest,
        )
        for node_id in scores
    }


def _siblings(index: MemoryIndex, scores: dict[str, float]) -> dict[str, tuple[str, ...]]:
    return {
        node_id: tuple(
            child for owner in index.owners.get(node_id, ()) for child in index.children[owner]
        )
        for node_id in scores
    }
