import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.retrieval.views import (
    in_context,
    in_window,
    neighbours,
    view_id,
    view_texts,
)
from hypermem_core.types import Episode, Fact, Hyperedge, Member


@pytest.fixture
def graph() -> Hypergraph:
    """Facts A to D are episode e1 (named out of order), D and E are e2, F is loose."""
    made = Hypergraph()
    for name in ("e1", "e2"):
        made.add_node(Episode(name, name, "s", "x", ()))
    for name in "ABCDEF":
        made.add_node(Fact(name, f"fact {name}", context="Where?" if name == "B" else ""))
    for owner, members in (("e1", "CABD"), ("e2", "DE")):
        edge = {name: Member(0.5, "core") for name in members}
        made.add_edge(Hyperedge(f"h-{owner}", "fact", edge, owner))
    return made


def test_neighbours_are_the_adjacent_facts_of_each_edge_in_reading_order(
    graph: Hypergraph,
) -> None:
    assert neighbours(graph) == {
        "A": ("A", "B"),
        "B": ("A", "B", "C"),
        "C": ("B", "C", "D"),
        "D": ("C", "D", "E"),
        "E": ("D", "E"),
    }


def test_a_topics_episodes_are_no_neighbours() -> None:
    graph = Hypergraph()
    for name in ("t", "e1", "e2"):
        graph.add_node(Episode(name, name, "s", "x", ()))
    members = {"e1": Member(0.5, "climax"), "e2": Member(0.5, "climax")}
    graph.add_edge(Hyperedge("h", "episode", members, "t"))
    assert neighbours(graph) == {}


def test_the_context_is_the_question_before_the_fact() -> None:
    assert in_context(Fact("f", "In Leeds.", context="Where?")) == "Where?\nIn Leeds."
    assert in_context(Fact("f", "In Leeds.")) == "In Leeds."


def test_the_window_reads_on_from_fact_to_fact(graph: Hypergraph) -> None:
    beside = neighbours(graph)
    fact, loose = graph.nodes["B"], graph.nodes["F"]
    assert isinstance(fact, Fact) and isinstance(loose, Fact)
    assert in_window(fact, graph, beside) == "fact A\nfact B\nfact C"
    assert in_window(loose, graph, beside) == "fact F"


def test_a_build_is_given_both_views_of_every_fact_and_of_nothing_else(graph: Hypergraph) -> None:
    texts = view_texts(graph)
    assert len(texts) == 2 * 6
    assert texts[view_id("B", "context")] == "Where?\nfact B"
    assert texts["E#window"] == "fact D\nfact E"
    assert view_texts(Hypergraph()) == {}
