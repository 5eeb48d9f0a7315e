from collections.abc import Callable

import numpy as np
import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hingemem.turns import chunk, turn_nodes, turn_stage, windows
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.types import (
    Element,
    HingePlan,
    PlannedElement,
    Ranked,
    Ranking,
    Segment,
    SegmentPart,
    StageRanking,
    Turn,
)


@pytest.fixture
def index(element: Callable[..., Element]) -> MemoryIndex:
    graph = Hypergraph()
    for number, text in enumerate(["the cat slept", "rain", "sun", "a cat ran", "tea"], 1):
        graph.add_node(chunk(Turn(f"D1:{number}", "Ana", text)))
    first, second = ("D1:1", "D1:2", "D1:3"), ("D1:4", "D1:5")
    for node_id, turns in (("segment-001", first), ("segment-002", second)):
        part = SegmentPart(turns, "topic_shift")
        graph.add_node(Segment(node_id, "d", turns, (part,)))
    graph.add_node(element("topic-001", "cat", mentions=1))
    ids = tuple(graph.nodes)
    return MemoryIndex(graph, Vectors(ids, np.eye(len(ids), dtype=np.float32)))


def scored(*kept: str) -> StageRanking:
    items = tuple(Ranked(node_id, 1.0 - i / 10) for i, node_id in enumerate(kept))
    return StageRanking("score", "cat", kept, (Ranking("score", items),), kept)


def test_windows_stop_at_a_cut(index: MemoryIndex) -> None:
    beside = windows(index)
    assert beside["turn-D1:2"] == ("turn-D1:1", "turn-D1:2", "turn-D1:3")
    assert beside["turn-D1:3"] == ("turn-D1:2", "turn-D1:3")
    assert beside["turn-D1:4"] == ("turn-D1:4", "turn-D1:5")
    assert turn_nodes(index, "segment-002") == ["turn-D1:4", "turn-D1:5"]


def test_turns_follow_their_edges_in_reading_order(index: MemoryIndex) -> None:
    vector = np.zeros(8, np.float32)
    kept = scored("segment-002", "segment-001")
    stage = turn_stage(index, "cat", vector, kept, HingePlan(), "edge")
    assert stage.kept == tuple(f"turn-D1:{n}" for n in (4, 5, 1, 2, 3))
    assert [item.score for item in stage.rankings[0].items] == [1.0, 1.0, 0.9, 0.9, 0.9]


def test_turns_can_be_ranked_one_by_one(index: MemoryIndex) -> None:
    vector = np.zeros(8, np.float32)
    vector[0] = 1.0  # the first turn's own direction
    plan = HingePlan("recall", (PlannedElement("topic", "cat", ("topic-001",), 1.0),))
    stage = turn_stage(index, "cat", vector, scored("segment-002", "segment-001"), plan, "turn")
    assert stage.kept[0] == "turn-D1:1"  # best in every list but the edge's
    names = [ranking.ranker for ranking in stage.rankings]
    assert names == ["bm25", "dense", "bm25-window", "dense-window", "elements", "edge", "z-score"]
    elements = {item.node_id: item.score for item in stage.rankings[4].items}
    assert elements["turn-D1:1"] == 1.0 and elements["turn-D1:4"] == 0.0


def test_nothing_kept_is_said(index: MemoryIndex) -> None:
    stage = turn_stage(index, "cat", np.zeros(8, np.float32), scored(), HingePlan(), "turn")
    assert (stage.kept, stage.why) == ((), "no hyperedge is kept")
