"""A whole build with the offline models: deterministic, traced to its turns, told step by step."""

from dataclasses import replace

import numpy as np
import pytest

from hypermem_core import codec
from hypermem_core.methods.hypermem import HyperMem
from hypermem_core.settings import Settings, build_values


@pytest.fixture
def built(tiny, models):
    events = []
    return HyperMem(Settings(), models).build(tiny, events.append), events


def test_the_same_conversation_gives_the_same_memory(built, tiny, models):
    again = HyperMem(Settings(), models).build(tiny)
    assert codec.dumps(again.graph) == codec.dumps(built[0].graph)
    assert np.array_equal(again.vectors.matrix, built[0].vectors.matrix)


def test_every_turn_is_in_one_episode_and_every_fact_in_an_edge(built, tiny):
    graph = built[0].graph
    told = [turn for node in graph.of_kind("episode") for turn in node.turn_ids]
    assert told == [turn.id for turn in tiny.turns]
    for fact in graph.of_kind("fact"):
        (episode_id,) = graph.parents(fact.id)
        assert fact.turn_ids and set(fact.turn_ids) <= set(graph.nodes[episode_id].turn_ids)


def test_there_is_a_vector_for_every_node_and_the_knobs_are_kept(built):
    memory = built[0]
    assert memory.vectors.ids == tuple(memory.graph.nodes)
    assert np.allclose(np.linalg.norm(memory.vectors.matrix, axis=1), 1.0, atol=1e-4)
    assert memory.built_with == build_values(Settings(), "hypermem")
    assert (memory.method, memory.conversation_id) == ("hypermem", "tiny")


def test_the_events_are_the_stages_in_order_and_make_the_same_graph(built):
    memory, events = built
    started = [event.stage for event in events if event.kind == "stage_started"]
    finished = [event.stage for event in events if event.kind == "stage_finished"]
    assert tuple(started) == tuple(finished) == HyperMem.build_stages
    last = {event.node.id: event.node for event in events if event.kind == "node_added"}
    edges = {event.edge.id: event.edge for event in events if event.kind == "edge_added"}
    assert (last, edges) == (memory.graph.nodes, memory.graph.edges)
    totals = {event.stage: event.total for event in events if event.kind == "stage_started"}
    done = {event.stage: event.done for event in events if event.kind == "stage_advanced"}
    assert done == totals


def test_a_conversation_without_turns_has_an_empty_memory(tiny, models):
    memory = HyperMem(Settings(), models).build(replace(tiny, turns=(), sessions=()))
    assert memory.graph.nodes == {}
    assert memory.vectors.ids == ()
