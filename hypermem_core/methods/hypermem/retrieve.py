"""Coarse to fine: topics, then episodes below the kept topics, then facts below those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Literal

from hypermem_core.events import Emit, StageFinished, StageStarted
from hypermem_core.memory import Matrix, Memory
from hypermem_core.methods.hypermem.additions import (
    adjustment,
    fact_rankers,
    fusion,
    parent_ranker,
)
from hypermem_core.methods.hypermem.lists import fused_in_order, list_length, two_lists
from hypermem_core.methods.hypermem.propagate import propagate
from hypermem_core.models import Models
from hypermem_core.retrieval.dense import DenseIndex
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.retrieval.rerank import MISSING, missing
from hypermem_core.retrieval.stage import Ranker, rank_stage
from hypermem_core.retrieval.text import line
from hypermem_core.settings import RetrievalSettings, Settings
from hypermem_core.types import (
    Episode,
    Evidence,
    Fact,
    Node,
    RetrievalTrace,
    StageRanking,
    Topic,
)


def retrieve(
    memory: Memory, query: str, settings: Settings, models: Models, emit: Emit
) -> RetrievalTrace:
    """Return the evidence for a query, best first, and how each stage found it.

    Raises:
        ModelError: the embedder cannot be used.
    """
    started = perf_counter()
    search = Search(
        index_of(memory), query, models.embedder.query(query), settings.retrieval, models, emit
    )
    topics = search.topics()
    episodes = search.episodes(topics)
    facts = search.facts(topics, episodes)
    stages = tuple(stage for stage in (topics, episodes, facts) if stage is not None)
    evidence = tuple(search.evidence(facts, episodes, topics))
    notes = tuple(search.notes(stages))
    return RetrievalTrace(memory.method, query, stages, evidence, notes, perf_counter() - started)


@dataclass(frozen=True, slots=True)
class Search:
    """One question put to one memory."""

    index: MemoryIndex
    query: str
    vector: Matrix
    knobs: RetrievalSettings
    models: Models
    emit: Emit

    def topics(self) -> StageRanking | None:
        """Rank all topics; None without a topic stage (w/o TR)."""
        if not self.knobs.topic_stage:
            return None
        return self._stage(
            "topic",
            self.index.ids("topic"),
            self._rankers("topic", self.index.dense("topic"), None, self._length("topic")),
            ("k_T", self.knobs.topic_k),
            self.knobs.rerank_topics,
        )

    def episodes(self, topics: StageRanking | None) -> StageRanking | None:
        """Rank the episodes below the kept topics; None without an episode stage (w/o ER)."""
        if not self.knobs.episode_stage:
            return None
        return self._stage(
            "episode",
            self._episodes_below(topics),
            self._rankers("episode", self._dense("episode"), topics, self._length("episode")),
            ("k_E", self.knobs.episode_k),
            self.knobs.rerank_episodes,
        )

    def facts(
        self, topics: StageRanking | None, episodes: StageRanking | None
    ) -> StageRanking | None:
        """Rank the facts below the kept episodes; None without a fact stage."""
        if not self.knobs.fact_stage:
            return None
        owners = episodes.kept if episodes else self._episodes_below(topics)
        rankers = self._rankers("fact", self._dense("fact"), episodes, self._length("fact"))
        rankers += fact_rankers(self.index, self.query, self.vector, self.knobs, episodes)
        return self._stage(
            "fact",
            self.index.below(owners, "fact", self.knobs.loose_nodes),
            rankers,
            ("k_F", self.knobs.fact_k),
            self.knobs.rerank_facts,
        )

    def _episodes_below(self, topics: StageRanking | None) -> tuple[str, ...]:
        if topics is None:
            return self.index.ids("episode")
        return self.index.below(topics.kept, "episode", self.knobs.loose_nodes)

    def _length(self, kind: Literal["topic", "episode", "fact"]) -> int:
        knobs = self.knobs
        keep, reranked = {
            "topic": (knobs.topic_k, knobs.rerank_topics),
            "episode": (knobs.episode_k, knobs.rerank_episodes),
            "fact": (knobs.fact_k, knobs.rerank_facts),
        }[kind]
        return list_length(knobs, keep, reranked)

    def _dense(self, kind: str) -> DenseIndex:
        """Return the index of the propagated vectors, one for each λ and aggregate."""
        weight, how = self.knobs.propagation, self.knobs.aggregate
        if weight == 0:
            return self.index.dense(kind)
        make = partial(propagate, self.index.graph, self.index.vectors, weight, how)
        return self.index.dense(kind, variant=(weight, how), vectors=make)

    def _rankers(
        self, kind: str, dense: DenseIndex, above: StageRanking | None, length: int
    ) -> list[Ranker]:
        rankers = two_lists(self.index, kind, self.query, self.vector, dense, self.knobs, length)
        if self.knobs.parent_rank and above:
            rankers.append(parent_ranker(self.index, above, self.knobs.rrf_k))
        return rankers

    def _stage(
        self,
        name: str,
        candidates: Sequence[str],
        rankers: Sequence[Ranker],
        limit: tuple[str, int],
        reranked: bool,
    ) -> StageRanking:
        knobs, facts = self.knobs, name == "fact"
        self.emit(StageStarted(name, len(candidates)))
        stage = rank_stage(
            name,
            self.query,
            candidates,
            rankers,
            keep=limit[1],
            pool=knobs.pool,
            rrf_k=knobs.rrf_k,
            limit_name=limit[0],
            reranker=self.models.reranker if reranked else None,
            texts=lambda node_id: reranker_text(self.index.graph.nodes[node_id], knobs),
            fuse=(fusion(knobs) if facts else None) or fused_in_order(knobs),
            blend=knobs.rerank_blend if facts else 0.0,
            adjust=adjustment(self.index, self.query, knobs) if facts else None,
        )
        self.emit(StageFinished(name, stage.seconds))
        return missing(stage, reranked, self.models.reranker)

    def evidence(
        self,
        facts: StageRanking | None,
        episodes: StageRanking | None,
        topics: StageRanking | None,
    ) -> list[Evidence]:
        """Return the context, each level best first: facts, episodes, topics, or the other way."""
        wanted = [
            (facts, self.knobs.fact_context),
            (episodes, self.knobs.episode_context),
            (topics, self.knobs.topic_context),
        ]
        if self.knobs.context_order == "coarse first":
            wanted.reverse()
        whole = self.knobs.reading == "whole"
        items: list[Evidence] = []
        for stage, included in wanted:
            if stage is not None and included and stage.kept:
                scores = {item.node_id: item.score for item in stage.rankings[-1].items}
                items += [self.index.evidence(one, scores[one], whole) for one in stage.kept]
        return items

    def notes(self, stages: Sequence[StageRanking]) -> list[str]:
        """Return what was unusual: fallbacks, and rerankers that failed."""
        ran = {stage.stage: stage for stage in stages}
        loose = (
            ("episode", "topic" in ran, "episodes without a topic"),
            ("fact", bool(ran.keys() & {"topic", "episode"}), "facts without an episode"),
        )
        notes = [
            f"{len(self.index.loose(kind))} {what} were candidates all the same"
            for kind, narrowed, what in loose
            if kind in ran and narrowed and self.knobs.loose_nodes and self.index.loose(kind)
        ]
        for stage in stages:
            notes += [f"{stage.stage}: {r.note}" for r in stage.rankings if r.ranker == "rerank"]
            notes += [f"{stage.stage}: {MISSING}"] if MISSING in stage.why else []
        return [note for note in notes if not note.endswith(": ")]


def reranker_text(node: Node, knobs: RetrievalSettings) -> str:
    """Return what the reranker reads of a node: a summary, or a fact as answerers see it."""
    if knobs.reading == "whole" and isinstance(node, Episode | Fact):
        return node.text
    if isinstance(node, Fact):
        asked = f"{node.context}\n" if knobs.rerank_context and node.context else ""
        return asked + line(node)
    return node.summary if isinstance(node, Topic | Episode) else node.text
