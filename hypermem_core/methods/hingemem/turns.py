"""The turns of the kept hyperedges: in the order of their edges, or ranked one by one."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import Literal

from hypermem_core.memory import Matrix
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.retrieval.text import chunk_line
from hypermem_core.retrieval.zscore import zscore
from hypermem_core.types import Chunk, Ranked, Ranking, Segment, StageRanking, Turn

PREFIX = "turn-"


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
    order: Literal["edge", "turn"],
) -> StageRanking:
    """Return the turns of the kept hyperedges, all of them kept, ranked."""
    started = perf_counter()
    by_edge = _by_edge(index, scored)
    ids = [item.node_id for item in by_edge.items]
    rankings: tuple[Ranking, ...] = (by_edge,)
    if order == "turn" and ids:
        words = index.bm25("chunk").rank(query, ids)
        near = index.dense("chunk").rank(vector, ids)
        lists = [words, near, by_edge]
        rankings = (*lists, zscore(lists, ids, [1.0, 2.0, 1.0]))
    kept = tuple(item.node_id for item in rankings[-1].items)
    why = "" if ids else "no hyperedge is kept"
    return StageRanking(
        "turn", query, tuple(ids), rankings, kept, (), why, perf_counter() - started
    )


def _by_edge(index: MemoryIndex, scored: StageRanking) -> Ranking:
    """Return the turns of the best edge first, each edge's in reading order."""
    scores = {item.node_id: item.score for item in scored.rankings[-1].items}
    items = [
        Ranked(f"{PREFIX}{turn_id}", scores[node_id])
        for node_id in scored.kept
        for turn_id in _turns(index, node_id)
    ]
    return Ranking("edge", tuple(items))


def _turns(index: MemoryIndex, node_id: str) -> Sequence[str]:
    node = index.graph.nodes[node_id]
    return node.turn_ids if isinstance(node, Segment) else ()
