"""The turns of the kept hyperedges: in the order of their edges, or ranked one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Literal

import numpy as np

from hypermem_core.memory import Matrix, Vectors
from hypermem_core.retrieval.bm25 import BM25Index
from hypermem_core.retrieval.dense import unit
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.retrieval.order import by_score
from hypermem_core.retrieval.text import chunk_line, dense_text, turn_ids
from hypermem_core.retrieval.zscore import zscore
from hypermem_core.types import Chunk, HingePlan, Ranked, Ranking, Segment, StageRanking, Turn

PREFIX = "turn-"
WEIGHTS = (1.0, 2.0, 1.0, 2.0, 1.0, 1.0)  # bm25, dense, both of the window, elements, edge


def chunk(turn: Turn) -> Chunk:
    """Return a turn as the node that carries it, word for word."""
    return Chunk(
        f"{PREFIX}{turn.id}", chunk_line(turn.speaker, turn.content, turn.time), (turn.id,)
    )


def turn_stage(
    index: MemoryIndex,
    query: str,
    vector: Matrix,
    scored: StageRanking,
    plan: HingePlan,
    order: Literal["edge", "turn"],
) -> StageRanking:
    """Return the turns of the kept hyperedges, all of them kept, ranked."""
    started = perf_counter()
    rankings = [_by_edge(index, scored)]
    ids = [item.node_id for item in rankings[0].items]
    if order == "turn" and ids:
        near = index.dense("chunk", None, "window", lambda: _window_vectors(index))
        rankings = [
            index.bm25("chunk").rank(query, ids),
            index.dense("chunk").rank(vector, ids),
            _window_words(index).rank(query, ids, "bm25-window"),
            near.rank(vector, ids, "dense-window"),
            by_score("elements", _mentioned(index, plan, ids)),
            *rankings,
        ]
        rankings.append(zscore(rankings, ids, WEIGHTS))
    kept = tuple(item.node_id for item in rankings[-1].items)
    why = "" if ids else "no hyperedge is kept"
    seconds = perf_counter() - started
    return StageRanking("turn", query, tuple(ids), tuple(rankings), kept, (), why, seconds)


def _by_edge(index: MemoryIndex, scored: StageRanking) -> Ranking:
    """Return the turns of the best edge first, each edge's in reading order."""
    scores = {item.node_id: item.score for item in scored.rankings[-1].items}
    items = [
        Ranked(turn, scores[node_id])
        for node_id in scored.kept
        for turn in turn_nodes(index, node_id)
    ]
    return Ranking("edge", tuple(items))


def _mentioned(index: MemoryIndex, plan: HingePlan, ids: Sequence[str]) -> dict[str, float]:
    """Return the priority weights of the plan's elements that each turn itself mentions."""
    scores = dict.fromkeys(ids, 0.0)
    for planned in plan.elements:
        for turn in {
            t for node_id in planned.matched for t in turn_ids(index.graph.nodes[node_id])
        }:
            if (node_id := f"{PREFIX}{turn}") in scores:
                scores[node_id] += planned.weight
    return scores


def turn_nodes(index: MemoryIndex, node_id: str) -> Sequence[str]:
    """Return the nodes that carry the turns of a segment."""
    node = index.graph.nodes[node_id]
    return [f"{PREFIX}{turn}" for turn in node.turn_ids] if isinstance(node, Segment) else []


def turn_places(index: MemoryIndex) -> dict[str, int]:
    """Return where each turn stands in the conversation, from 0."""

    def make() -> dict[str, int]:
        turns = (turn for node in index.ids("chunk") for turn in turn_ids(index.graph.nodes[node]))
        return {turn: place for place, turn in enumerate(turns)}

    return index.derived("places", make)


def windows(index: MemoryIndex) -> dict[str, tuple[str, ...]]:
    """Return each turn's node with those before and after it between the same two cuts."""
    return index.derived("windows", lambda: dict(_windows(index)))


def _windows(index: MemoryIndex) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node_id in index.ids("segment"):
        node = index.graph.nodes[node_id]
        for part in node.parts if isinstance(node, Segment) else ():
            row = [f"{PREFIX}{turn_id}" for turn_id in part.turn_ids]
            for i, turn in enumerate(row):
                yield turn, tuple(row[max(0, i - 1) : i + 2])


def _window_words(index: MemoryIndex) -> BM25Index:
    def make() -> BM25Index:
        beside, nodes = windows(index), index.graph.nodes
        ids = index.ids("chunk")
        texts = [" ".join(dense_text(nodes[near]) for near in beside[node]) for node in ids]
        return BM25Index.build(ids, texts)

    return index.derived("window words", make)


def _window_vectors(index: MemoryIndex) -> Vectors:
    """Return each turn's window as the mean of its turns' vectors."""
    beside, ids = windows(index), index.ids("chunk")
    means = [unit(index.vectors.rows(beside[node_id])).mean(axis=0) for node_id in ids]
    width = index.vectors.matrix.shape[1]
    return Vectors(ids, np.asarray(means, np.float32).reshape(len(ids), width))
