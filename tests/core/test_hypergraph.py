import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Topic


def _edge(name: str, owner: str, *members: str, weight: float = 0.5) -> Hyperedge:
    return Hyperedge(name, "fact", {member: Member(weight, "core") for member in members}, owner)


@pytest.fixture
def graph() -> Hypergraph:
    made = Hypergraph()
    made.add_node(Topic("t", "T", "s"))
    for name in ("e2", "e1"):
        made.add_node(Episode(name, name, "s", "x", ()))
    for name in ("f1", "f2", "f3"):
        made.add_node(Fact(name, name))
    made.add_edge(Hyperedge("h-t", "episode", {"e1": Member(1.0, "climax")}, "t"))
    made.add_edge(_edge("h-e1", "e1", "f2", "f1"))
    made.add_edge(_edge("h-e2", "e2", "f2"))
    return made


def test_kinds_come_in_the_order_they_were_added(graph: Hypergraph) -> None:
    assert graph.ids("episode") == ("e2", "e1")
    assert [node.id for node in graph.of_kind("fact")] == ["f1", "f2", "f3"]
    assert graph.ids("chunk") == ()


def test_incidence_reads_both_ways_and_a_node_may_be_in_several_edges(graph: Hypergraph) -> None:
    assert [edge.id for edge in graph.edges_of("f2")] == ["h-e1", "h-e2"]
    assert graph.parents("f2") == ("e1", "e2")
    assert graph.children("e1") == ("f2", "f1")
    assert graph.parents("e1") == ("t",)


def test_an_owner_is_no_member_of_its_edge(graph: Hypergraph) -> None:
    owned = graph.owned_by("e1")
    assert owned is not None and owned.id == "h-e1"
    assert [edge.id for edge in graph.edges_of("e1")] == ["h-t"]


def test_nodes_without_edges_have_neither_parents_nor_children(graph: Hypergraph) -> None:
    assert graph.owned_by("f3") is None
    assert graph.children("f3") == graph.parents("f3") == graph.edges_of("f3") == ()


def test_the_same_id_replaces(graph: Hypergraph) -> None:
    graph.add_node(Topic("t", "T again", "s"))
    graph.add_edge(_edge("h-e1", "e1", "f3"))
    assert graph.nodes["t"] == Topic("t", "T again", "s")
    assert graph.children("e1") == ("f3",)
    assert len(graph.edges) == 3


@pytest.mark.parametrize("edge", [_edge("h", "e1", "nobody"), _edge("h", "nobody", "f1")])
def test_an_edge_of_unknown_nodes_is_refused(graph: Hypergraph, edge: Hyperedge) -> None:
    with pytest.raises(KeyError, match="nobody"):
        graph.add_edge(edge)
    assert "h" not in graph.edges


@pytest.mark.parametrize("weight", [-0.01, 1.01, float("nan")])
def test_a_weight_outside_0_to_1_is_refused(graph: Hypergraph, weight: float) -> None:
    with pytest.raises(ValueError, match=r"not in \[0, 1\]"):
        graph.add_edge(_edge("h", "e1", "f1", weight=weight))
    assert "h" not in graph.edges
