import numpy as np
import pytest

from hypermem_core.conversations.findings import Findings
from hypermem_core.memory import Memory, Vectors
from hypermem_core.official.graph import GraphReader
from hypermem_core.official.rankings import TraceReader, log_of
from tests.core.official.test_graph import conversation
from tests.core.official.tiny_run import E1, E2, E3, F1, QUESTION, T1, hypergraph, log


@pytest.fixture
def memory() -> Memory:
    graph = GraphReader(hypergraph(), conversation(), Findings()).read()
    ids = tuple(graph.nodes)
    return Memory(
        "hypermem", "official-0", graph, Vectors(ids, np.zeros((len(ids), 1), np.float32))
    )


def test_a_log_becomes_a_trace(memory: Memory) -> None:
    trace = TraceReader(memory, Findings()).read(QUESTION, log())
    topics, episodes, facts = trace.stages
    assert topics.rankings[0].ranker == "bm25" and topics.kept[0] == T1
    assert episodes.kept == (E1, E3, E2) and set(episodes.candidates) == {E1, E2, E3}
    assert facts.rankings[-1].ranker == "rrf" and facts.rankings[-1].items[0].node_id == F1
    assert any("temporal" in note for note in trace.notes)


def test_a_trace_becomes_the_same_log(memory: Memory) -> None:
    trace = TraceReader(memory, Findings()).read(QUESTION, log())
    assert log_of(trace, memory.graph, log()["config"]) == log()


def test_what_was_not_logged_is_no_stage(memory: Memory) -> None:
    short = {key: value for key, value in log().items() if key != "layer3_fact"}
    assert len(TraceReader(memory, Findings()).read(QUESTION, short).stages) == 2
    nothing = TraceReader(memory, Findings()).read(QUESTION, {})
    assert nothing.stages == () and "No retrieval was logged" in nothing.notes[0]


def test_ids_of_no_node_and_ambiguous_ones_are_dropped(memory: Memory) -> None:
    findings = Findings()
    odd = log()
    odd["layer2_episode"]["final"] = [["nobody", 0.5], [E1[:25], 0.4], "x", [E2, "high"]]
    twin = memory.graph.nodes[F1]
    memory.graph.add_node(type(twin)(F1[:25] + "-twin", "twin"))  # type: ignore[call-arg]
    trace = TraceReader(memory, findings).read(QUESTION, odd)
    assert trace.stages[1].kept == (E1,)
    assert F1 not in trace.stages[2].kept
    kinds = {one.kind for one in findings.done()}
    assert {"ids_of_no_node", "ambiguous_cut_ids", "candidates_that_differ"} <= kinds


def test_the_output_type_says_what_the_context_held(memory: Memory) -> None:
    only = log()
    only["config"]["output_type"] = "100"
    trace = TraceReader(memory, Findings()).read(QUESTION, only)
    assert [item.kind for item in trace.evidence] == ["topic", "topic"]
