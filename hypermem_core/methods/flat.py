"""The baseline: turns ranked by BM25 and dense, alone and in windows of three, fused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from time import perf_counter

import numpy as np

from hypermem_core.events import Emit, NodeAdded, StageAdvanced, StageFinished, StageStarted, ignore
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Matrix, Memory, Vectors
from hypermem_core.models import Models
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.retrieval.rerank import MISSING, missing
from hypermem_core.retrieval.same_embedder import require_same_embedder
from hypermem_core.retrieval.stage import Ranker, rank_stage
from hypermem_core.retrieval.text import chunk_line, dense_text
from hypermem_core.settings import Settings, build_values
from hypermem_core.types import Chunk, Conversation, Cut, Ranked, Ranking, RetrievalTrace, Turn

LEAST_TURNS = 200  # enough to fill any budget that recall is measured at
BATCH = 64
TURN, WINDOW = "turn-", "window-"


def _session_turns(turns: Sequence[Turn]) -> list[list[Turn]]:
    return [list(group) for _, group in groupby(turns, key=lambda turn: turn.session)]


def chunks(conversation: Conversation) -> Iterator[Chunk]:
    """Yield every turn, and around every turn the window of three inside its session."""
    for session in _session_turns(conversation.turns):
        for i, turn in enumerate(session):
            text = chunk_line(turn.speaker, turn.content, turn.time)
            yield Chunk(f"{TURN}{turn.id}", text, (turn.id,))
            near = session[max(0, i - 1) : i + 2]
            joined = "\n".join(chunk_line(t.speaker, t.content, None) for t in near)
            yield Chunk(f"{WINDOW}{turn.id}", joined, tuple(t.id for t in near), len(near))


@dataclass(frozen=True, slots=True)
class Flat:
    """No structure at all: what every claim for a hierarchy is measured against."""

    settings: Settings
    models: Models
    name: str = "flat"
    title: str = "Flat (turns)"
    build_stages: tuple[str, ...] = ("turn", "embed")
    stages: tuple[str, ...] = ("turn",)

    def build(self, conversation: Conversation, emit: Emit = ignore) -> Memory:
        """Return the conversation's turns and windows, embedded.

        Raises:
            ModelError: the embedder cannot be used.
        """
        started = perf_counter()
        graph = Hypergraph()
        emit(StageStarted("turn", len(conversation.turns)))
        for chunk in chunks(conversation):
            graph.add_node(chunk)
            emit(NodeAdded(chunk))
        emit(StageAdvanced("turn", len(conversation.turns)))
        emit(StageFinished("turn", perf_counter() - started))
        vectors = self._embed(graph, emit)
        return Memory(
            self.name, conversation.id, graph, vectors, build_values(self.settings, self.name)
        )

    def _embed(self, graph: Hypergraph, emit: Emit) -> Vectors:
        started = perf_counter()
        ids = graph.ids("chunk")
        # Texts of like length share a batch; slices of any order would pad far more.
        order = sorted(ids, key=lambda node_id: len(dense_text(graph.nodes[node_id])))
        emit(StageStarted("embed", len(order)))
        parts: list[Matrix] = []
        for start in range(0, len(order), BATCH):
            texts = [dense_text(graph.nodes[node_id]) for node_id in order[start : start + BATCH]]
            parts.append(self.models.embedder.documents(texts))
            emit(StageAdvanced("embed", min(start + BATCH, len(order))))
        emit(StageFinished("embed", perf_counter() - started))
        if not parts:
            return Vectors((), self.models.embedder.documents([]))
        return Vectors(tuple(order), np.concatenate(parts))

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        """Return the best turns for the query; the memory is not changed."""
        require_same_embedder(memory, self.settings)
        started = perf_counter()
        emit(StageStarted("turn", 1))
        index, knobs = index_of(memory), self.settings.retrieval
        turns = _named(index, TURN)
        vector = self.models.embedder.query(query)
        keep = max(knobs.fact_k, LEAST_TURNS)
        stage = rank_stage(
            "turn",
            query,
            turns,
            _rankers(index, query, vector),
            keep=keep,
            pool=max(knobs.pool, keep),
            rrf_k=knobs.rrf_k,
            limit_name="k",
            reranker=self.models.reranker if knobs.rerank_facts else None,
            texts=lambda node_id: dense_text(index.graph.nodes[node_id]),
        )
        # the pool grows with k, so k alone decides
        cut = tuple(Cut(one.node_id, f"k = {keep}") for one in stage.cut)
        stage = missing(replace(stage, cut=cut), knobs.rerank_facts, self.models.reranker)
        scores = {item.node_id: item.score for item in stage.rankings[-1].items}
        evidence = tuple(index.evidence(node_id, scores[node_id]) for node_id in stage.kept)
        emit(StageFinished("turn", stage.seconds))
        seconds = perf_counter() - started
        notes = tuple(f"turn: {r.note}" for r in stage.rankings if r.ranker == "rerank" and r.note)
        notes += (f"turn: {MISSING}",) if MISSING in stage.why else ()
        return RetrievalTrace(self.name, query, (stage,), evidence, notes, seconds)


def _named(index: MemoryIndex, prefix: str) -> tuple[str, ...]:
    return tuple(node_id for node_id in index.ids("chunk") if node_id.startswith(prefix))


def _rankers(index: MemoryIndex, query: str, vector: Matrix) -> list[Ranker]:
    """Return BM25 and dense over turns, and over windows, whose rank goes to their centre turn."""
    turns, windows = _named(index, TURN), _named(index, WINDOW)
    words, around = index.bm25(TURN, turns), index.bm25(WINDOW, windows)
    vectors, near = index.dense(TURN, turns), index.dense(WINDOW, windows)
    return [
        lambda ids: words.rank(query, ids),
        lambda ids: vectors.rank(vector, ids),
        lambda ids: _to_turns(around.rank(query, _to_windows(ids), "bm25-window")),
        lambda ids: _to_turns(near.rank(vector, _to_windows(ids), "dense-window")),
    ]


def _to_windows(ids: Sequence[str]) -> list[str]:
    return [WINDOW + node_id.removeprefix(TURN) for node_id in ids]


def _to_turns(ranking: Ranking) -> Ranking:
    items = (Ranked(TURN + item.node_id.removeprefix(WINDOW), item.score) for item in ranking.items)
    return replace(ranking, items=tuple(items))
