from math import e

import numpy as np
import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hypermem.propagate import incidence, propagate
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Topic


def _edge(name: str, owner: str, **weights: float) -> Hyperedge:
    members = {node_id: Member(weight, "detail") for node_id, weight in weights.items()}
    return Hyperedge(name, "fact", members, owner)


@pytest.fixture
def graph() -> Hypergraph:
    graph = Hypergraph()
    graph.add_node(Topic("t", "", ""))
    for name in ("e1", "e2"):
        graph.add_node(Episode(name, "", "", "", ()))
    for name in ("a", "b", "c"):
        graph.add_node(Fact(name, name))
    graph.add_edge(_edge("x", "e1", a=1.0, b=0.0))
    graph.add_edge(_edge("y", "e2", a=0.5))
    return graph


@pytest.fixture
def vectors() -> Vectors:
    rows = [[1, 0], [0, 1], [2, 2], [3, 0]]
    return Vectors(("a", "b", "c", "t"), np.array(rows, np.float32))


def test_incidence_is_the_softmax_of_each_edge(graph: Hypergraph) -> None:
    shares = incidence(graph, ("a", "b", "c")).toarray()
    assert shares == pytest.approx(np.array([[e / (e + 1), 1], [1 / (e + 1), 0], [0, 0]]))


def test_sum_adds_the_vectors_of_all_edges(graph: Hypergraph, vectors: Vectors) -> None:
    moved = propagate(graph, vectors, 0.5, "sum")
    x = np.array([e / (e + 1), 1 / (e + 1)])  # edge x; edge y is just a = (1, 0)
    assert moved.rows(["a"])[0] == pytest.approx([1, 0] + 0.5 * (x + [1, 0]))
    assert moved.rows(["b"])[0] == pytest.approx([0, 1] + 0.5 * x)


def test_mean_divides_by_the_number_of_edges(graph: Hypergraph, vectors: Vectors) -> None:
    moved = propagate(graph, vectors, 0.5, "mean")
    x = np.array([e / (e + 1), 1 / (e + 1)])
    assert moved.rows(["a"])[0] == pytest.approx([1, 0] + 0.5 * (x + [1, 0]) / 2)


def test_topics_and_nodes_outside_all_edges_stay(graph: Hypergraph, vectors: Vectors) -> None:
    moved = propagate(graph, vectors, 2.0)
    assert np.array_equal(moved.rows(["c", "t"]), vectors.rows(["c", "t"]))


def test_absent_members_keep_their_share(graph: Hypergraph) -> None:
    alone = Vectors(("b",), np.array([[0, 1]], np.float32))
    moved = propagate(graph, alone, 1.0)
    assert moved.matrix[0] == pytest.approx([0, 1 + 1 / (e + 1)])


def test_weight_zero_changes_nothing(graph: Hypergraph, vectors: Vectors) -> None:
    assert np.array_equal(propagate(graph, vectors, 0.0).matrix, vectors.matrix)


def test_an_empty_graph_changes_nothing(vectors: Vectors) -> None:
    assert np.array_equal(propagate(Hypergraph(), vectors).matrix, vectors.matrix)
