import numpy as np
import pytest

from hypermem_core.diagnosis.meaning import meaning_score
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hypermem.propagate import propagate
from hypermem_core.types import Fact, Hyperedge, Member, Topic

QUERY = np.array([1.0, 0.0], np.float32)
VECTORS = Vectors(("t", "a", "b"), np.array([[0, 1], [0, 1], [1, 0]], np.float32))


def graph() -> Hypergraph:
    found = Hypergraph()
    found.add_node(Topic("t", "", ""))
    found.add_node(Fact("a", ""))
    found.add_node(Fact("b", ""))
    even = Member(0.5, "core")
    found.add_edge(Hyperedge("e", "fact", {"a": even, "b": even}, "t"))
    return found


def test_an_edge_brings_a_node_nearer_to_what_its_members_say() -> None:
    found = meaning_score(graph(), VECTORS, QUERY, "a", 0.5)
    # e = (0.5, 0.5); p = (0, 1) + 0.5·e = (0.25, 1.25), |p| = sqrt(1.625)
    length = 1.625**0.5
    assert found.raw == 0.0
    assert found.own == 0.0
    assert found.propagated == pytest.approx(0.25 / length)
    assert found.edges[0].share == pytest.approx(0.25 / length)
    assert found.edges[0].members[0] == ("b", pytest.approx(0.25 / length))


@pytest.mark.parametrize("weight", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("how", ["sum", "mean"])
def test_the_parts_sum_to_the_cosine_of_the_propagated_vector(weight: float, how: str) -> None:
    vector = propagate(graph(), VECTORS, weight, how).rows(["a"])[0]  # type: ignore[arg-type]
    cosine = float(QUERY @ vector / np.linalg.norm(vector))
    found = meaning_score(graph(), VECTORS, QUERY, "a", weight, how)  # type: ignore[arg-type]
    assert found.propagated == pytest.approx(cosine)
    assert found.own + sum(part.share for part in found.edges) == pytest.approx(cosine)


def test_a_node_in_no_edge_is_its_own_vector() -> None:
    found = meaning_score(graph(), VECTORS, QUERY, "t", 0.5)
    assert (found.raw, found.propagated, found.edges) == (0.0, 0.0, ())
