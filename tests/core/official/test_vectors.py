import math
from typing import Any

import numpy as np
import pytest

from hypermem_core.conversations.findings import Findings
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Vectors
from hypermem_core.methods.hypermem.propagate import propagate
from hypermem_core.official.vectors import raw_vectors, stored_vectors
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Topic


def graph() -> Hypergraph:
    found = Hypergraph()
    found.add_node(Episode("e", "", "", "", ()))
    found.add_node(Topic("t", "", ""))
    for name in ("f", "g"):
        found.add_node(Fact(name, name))
    members = {"f": Member(1.0, "core"), "g": Member(0.0, "core")}
    found.add_edge(Hyperedge("x", "fact", members, "e"))
    return found


@pytest.mark.parametrize("how", ["sum", "mean"])
def test_propagation_is_undone_exactly(how: Any) -> None:
    ids = ("f", "g", "e", "t")
    raw = Vectors(ids, np.array([[1, 0], [0, 1], [2, 2], [3, 0]], np.float32))
    spread = propagate(graph(), raw, 0.5, how)
    stored = {one: spread.rows([one])[0].tolist() for one in ids}
    about = {"metadata": {"alpha": 0.5, "aggregate_type": how}}
    found = raw_vectors(graph(), stored, about, "c", Findings())
    assert found is not None and found[0].ids == ids
    assert found[0].matrix == pytest.approx(raw.matrix, abs=1e-6)


def test_hyperedge_vectors_are_subtracted() -> None:
    share = math.e / (math.e + 1)  # weights 1 and 0
    line = [share, 1 - share]
    stored = {"f": [1 + line[0] / 4, line[1] / 4], "g": [line[0] / 4, 1 + line[1] / 4]}
    enhanced = {
        "hyperedges": {"fact_hyperedge": {"x": {"embedding": line}}},
        "metadata": {"alpha": 0.25, "aggregate_type": "sum"},
    }
    findings = Findings()
    found = raw_vectors(graph(), stored, enhanced, "c", findings)
    assert found is not None and found[1].weight == 0.25
    assert found[0].rows(["f", "g"]) == pytest.approx(np.eye(2), abs=1e-6)
    assert found[0].rows(["e"])[0].tolist() == [0, 0]
    assert {one.kind: one.count for one in findings.done()} == {"nodes_without_vector": 2}


def test_unusable_vectors_are_left_out() -> None:
    findings = Findings()
    rows = [
        {"id": "f", "embedding": [1.0, 2.0]},
        {"id": "g", "embedding": [1.0]},
        {"id": "h", "embedding": [1.0, float("nan")]},
        {"id": "i"},
        7,
    ]
    assert stored_vectors(rows, "c", findings) == {"f": [1.0, 2.0]}
    assert [(one.kind, one.count) for one in findings.done()] == [("unusable_vectors", 3)]
    assert raw_vectors(graph(), {}, None, "c", findings) is None
