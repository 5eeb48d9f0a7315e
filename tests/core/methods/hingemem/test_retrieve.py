from dataclasses import replace
from typing import Any

import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.prompts.format import context
from hypermem_core.settings import Settings
from hypermem_core.types import (
    Conversation,
    Element,
    HingePlan,
    RetrievalTrace,
    Segment,
    StageRanking,
)

QUERY = "When did Ana adopt a cat?"


@pytest.fixture(scope="module")
def built() -> dict[str, Any]:
    return {}


@pytest.fixture
def memory(tiny: Conversation, models: Models, built: dict[str, Any]) -> Memory:
    if "memory" not in built:
        built["memory"] = create("hingemem", Settings(), models).build(tiny)
    return built["memory"]


def trace(memory: Memory, models: Models, query: str = QUERY, **knobs: Any) -> RetrievalTrace:
    base = Settings()
    settings = replace(base, hingemem=replace(base.hingemem, **knobs))
    return create("hingemem", settings, models).retrieve(memory, query)


def plan(found: RetrievalTrace) -> HingePlan:
    assert isinstance(found.detail, HingePlan)
    return found.detail


def stage(found: RetrievalTrace, name: str) -> StageRanking:
    one = found.stage(name)
    assert one is not None
    return one


def test_every_turn_is_in_one_segment_and_every_segment_owns_one_hyperedge(
    memory: Memory, tiny: Conversation
) -> None:
    segments = [node for node in memory.graph.of_kind("segment") if isinstance(node, Segment)]
    assert sorted(t for s in segments for t in s.turn_ids) == sorted(t.id for t in tiny.turns)
    for segment in segments:
        edge = memory.graph.owned_by(segment.id)
        assert edge is not None and edge.kind == "segment"
        named = {memory.graph.nodes[node_id].text.split(" (")[0] for node_id in edge.members}
        fields = {*segment.persons, *segment.times, *segment.locations, *segment.topics}
        assert named == fields
        assert {part.reason for part in segment.parts} <= {
            "change_person",
            "change_time",
            "change_location",
            "topic_shift",
            "explicit_marker",
        }


def test_an_edges_weights_are_the_salience_of_its_elements(memory: Memory) -> None:
    for edge in memory.graph.edges.values():
        for node_id, member in edge.members.items():
            node = memory.graph.nodes[node_id]
            assert isinstance(node, Element)
            assert member.weight == pytest.approx(node.salience.value, abs=1e-6)
            assert member.role == node.element


def test_the_score_is_the_sum_of_its_three_kept_parts(memory: Memory, models: Models) -> None:
    found = plan(trace(memory, models))
    assert found.query_type == "precision"
    assert ("person", "Ana") in {(one.element, one.name) for one in found.elements}
    assert found.scores
    for part in found.scores:
        assert part.score == pytest.approx(part.similarity + part.salience + part.topic)
    scores = [part.score for part in found.scores]
    assert scores == sorted(scores, reverse=True)
    assert len(found.stop.values) == len(scores)


def test_what_the_stop_keeps_is_the_head_of_the_curve(memory: Memory, models: Models) -> None:
    found = trace(memory, models)
    kept = plan(found).stop.kept
    assert stage(found, "score").kept == tuple(p.node_id for p in plan(found).scores[:kept])
    assert stage(found, "score").why == plan(found).stop.reason != ""


def test_the_context_is_the_turns_of_what_is_kept_then_their_descriptions(
    memory: Memory, models: Models
) -> None:
    found = trace(memory, models)
    kept = stage(found, "score").kept
    kinds = [item.kind for item in found.evidence]
    assert kinds == ["chunk"] * kinds.count("chunk") + ["segment"] * len(kept)
    segments = [memory.graph.nodes[node_id] for node_id in kept]
    held = {t for s in segments if isinstance(s, Segment) for t in s.turn_ids}
    assert {t for item in found.evidence if item.kind == "chunk" for t in item.turn_ids} == held


def test_a_prompt_shows_the_context_in_time_order(
    memory: Memory, models: Models, tiny: Conversation
) -> None:
    found = trace(memory, models, stop="top-k", turn_order="turn")
    turns = [item for item in found.evidence if item.kind == "chunk"]
    order = [turn.id for turn in tiny.turns]
    assert [item.place for item in turns] == [order.index(item.turn_ids[0]) for item in turns]
    assert [item.place for item in turns] != sorted(item.place for item in turns)
    shown = context(turns)
    at = [shown.index(f"[{item.turn_ids[0]}]") for item in sorted(turns, key=lambda t: t.place)]
    assert at == sorted(at)


def test_each_ablation_takes_its_part_away(memory: Memory, models: Models) -> None:
    assert all(p.salience == 0 for p in plan(trace(memory, models, salience_term=False)).scores)
    assert all(p.topic == 0 for p in plan(trace(memory, models, topic_term=False)).scores)
    plain = trace(memory, models, node_index=False)
    assert [ranking.ranker for ranking in stage(plain, "candidate").rankings] == ["dense"]
    assert not any(p.structural or p.matched or p.salience for p in plan(plain).scores)
    fixed = trace(memory, models, stop="top-k", top_k=1)
    assert len(stage(fixed, "score").kept) == 1 and plan(fixed).stop.rule == "top-k"
    assert {cut.limit for cut in stage(fixed, "score").cut} <= {"k = 1"}


def test_semantic_candidates_are_the_nearest_descriptions(memory: Memory, models: Models) -> None:
    found = trace(memory, models, semantic_k=1, node_index=False)
    best = stage(found, "candidate").rankings[0].items[0].node_id
    assert stage(found, "candidate").kept == (best,)
    assert {cut.limit for cut in stage(found, "candidate").cut} == {"semantic k = 1"}
    assert [part.node_id for part in plan(found).scores] == [best]


def test_candidates_are_the_union_of_elements_and_meaning(memory: Memory, models: Models) -> None:
    found = trace(memory, models, "What did Clara get?", semantic_k=1)
    elements, dense = stage(found, "candidate").rankings
    held = {item.node_id for item in elements.items}
    assert set(stage(found, "candidate").kept) == held | {dense.items[0].node_id}
    assert held and all(part.structural == (part.node_id in held) for part in plan(found).scores)
    assert sum(part.semantic for part in plan(found).scores) == 1


def test_the_additions_find_the_turn_that_answers(memory: Memory, models: Models) -> None:
    found = trace(memory, models, turn_order="turn", similarity="closest", centre=True)
    assert found.evidence[0].turn_ids == ("D1:3",)


def test_an_empty_memory_gives_an_empty_trace(models: Models) -> None:
    nothing = Memory("hingemem", "none", Hypergraph(), Vectors((), models.embedder.documents([])))
    found = trace(nothing, models, turn_order="turn")
    assert found.evidence == () and plan(found).stop.kept == 0
