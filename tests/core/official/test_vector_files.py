from pathlib import Path

import pytest

from hypermem_core.official import import_run
from hypermem_core.official.plain_pickle import read_plain
from hypermem_core.official.vector_files import vector_files
from hypermem_core.official.vectors import Propagation
from hypermem_core.store import Store
from tests.core.official.tiny_run import (
    E1,
    FACT_EDGES,
    T1,
    edge_vector,
    hypergraph,
    propagated,
    write_tiny_run,
)


def test_both_files_hold_what_propagation_gives(tmp_path: Path, results: Path) -> None:
    store = Store(results)
    import_run(write_tiny_run(tmp_path / "run"), store, "off")
    memory = store.load_memory("off", "hypermem", "official-0")
    index, enhanced = (
        read_plain(data, "x") for data in vector_files(memory, hypergraph(), Propagation())
    )
    assert [item["type"] for item in index] == ["fact"] * 4 + ["episode"] * 3 + ["topic"] * 2
    for item in index:
        assert item["embedding"] == pytest.approx(propagated()[item["id"]], abs=1e-6)
    assert enhanced["metadata"] == {
        "alpha": 0.5,
        "aggregate_type": "sum",
        "num_nodes": 9,
        "num_hyperedges": 5,
        "num_updated_nodes": 7,
    }
    assert not enhanced["nodes"]["topic"][T1]["is_updated"]
    edge = enhanced["hyperedges"]["fact_hyperedge"][f"fact_hyperedge_{E1}"]
    assert edge["embedding"] == pytest.approx(edge_vector(FACT_EDGES[0]), abs=1e-6)
