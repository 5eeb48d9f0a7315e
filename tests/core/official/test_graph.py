from typing import Any

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.official.graph import GraphReader
from hypermem_core.types import Conversation, Episode, Turn
from tests.core.official.tiny_run import E1, E2, F1, F4, LINES, T1, hypergraph


def conversation() -> Conversation:
    turns = tuple(Turn(name, who, text) for name, (who, _, text) in LINES.items())
    return Conversation("official-0", "Ana and Ben", ("Ana", "Ben"), turns)


def read(data: dict[str, Any]) -> tuple[Hypergraph, dict[str, int]]:
    findings = Findings()
    graph = GraphReader(data, conversation(), findings).read()
    return graph, {one.kind: one.count for one in findings.done()}


def first(data: dict[str, Any], section: str) -> dict[str, Any]:
    found: dict[str, Any] = next(iter(data[section].values()))
    return found


def test_a_whole_file_is_read_without_findings() -> None:
    graph, found = read(hypergraph())
    assert found == {} and len(graph.edges) == 5
    episode = graph.nodes[E2]
    assert isinstance(episode, Episode) and episode.turn_ids == ("D1:3", "D10:1", "D10:2")


def test_missing_weights_count_half_and_wild_ones_are_moved() -> None:
    data = hypergraph()
    first(data, "episode_hyperedges")["weights"] = {E1: None}
    first(data, "fact_hyperedges")["weights"] = {F1: -3, F4: 0.4}
    graph, found = read(data)
    edge = graph.owned_by(T1)
    assert edge is not None and [m.weight for m in edge.members.values()] == [0.5, 0.5]
    below = graph.owned_by(E1)
    assert below is not None and below.members[F1].weight == 0.0
    assert (found["missing_weights"], found["weights_out_of_range"]) == (2, 1)
    assert found["roles_and_weights_of_other_members"] == 1


def test_edges_to_nowhere_are_dropped_and_said() -> None:
    data = hypergraph()
    first(data, "fact_hyperedges")["relation"]["fact_nobody"] = "core"
    first(data, "episode_hyperedges")["topic_node_id"] = "topic_nobody"
    graph, found = read(data)
    assert found["members_that_are_no_node"] == 1 and found["hyperedges_without_owner"] == 1
    assert found["episodes_without_topic"] == 2 and found["topics_without_hyperedge"] == 1
    assert len(graph.edges) == 4


def test_an_id_is_used_once() -> None:
    data = hypergraph()
    data["topics"][E1] = data["topics"][T1]
    graph, found = read(data)
    assert graph.nodes[E1].kind == "episode"
    assert found == {"node_ids_used_twice": 1, "ids_that_differ_from_their_key": 1}
