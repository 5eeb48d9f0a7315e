import numpy as np
import pytest

from hypermem_core.diagnosis.list_sources import level_vectors, meaning_source, word_source
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation


@pytest.fixture
def index(tiny: Conversation, models: Models) -> MemoryIndex:
    return index_of(create("hypermem", Settings(), models).build(tiny))


def test_a_list_reads_its_own_level_or_all_of_them_when_mixed(index: MemoryIndex) -> None:
    fact = index.ids("fact")[0]
    own = word_source("hypermem", index, "bm25", fact, Settings())
    mixed = with_value(Settings(), "retrieval.bm25_index", "mixed")
    every = word_source("hypermem", index, "bm25", fact, mixed)
    assert own is not None and every is not None
    assert len(own.texts) == len(index.ids("fact"))
    assert len(every.texts) == len(index.graph.nodes)
    assert own.texts[own.row] == every.texts[every.row]


def test_lists_of_another_kind_have_no_source(index: MemoryIndex) -> None:
    fact = index.ids("fact")[0]
    for ranker in ("dense", "parent", "bm25-episode"):
        assert word_source("hypermem", index, ranker, fact, Settings()) is None
    for ranker in ("bm25", "dense-window", "dense-episode"):
        assert meaning_source("hypermem", index, ranker, fact, Settings()) is None


def test_only_levels_in_hyperedges_are_propagated(index: MemoryIndex) -> None:
    weights = {
        kind: meaning_source("hypermem", index, "dense", index.ids(kind)[0], Settings())
        for kind in ("topic", "episode", "fact")
    }
    assert [one.weight for one in weights.values() if one] == [0.0, 0.5, 0.5]


def test_level_vectors_are_unit_and_differ_once_propagated(index: MemoryIndex) -> None:
    raw = level_vectors(index, "fact", Settings(), False)
    moved = level_vectors(index, "fact", Settings(), True)
    assert raw.ids == moved.ids == index.ids("fact")
    for one in (raw, moved):
        np.testing.assert_allclose(np.linalg.norm(one.matrix, axis=1), 1.0, atol=1e-5)
    assert not np.allclose(raw.matrix, moved.matrix, atol=1e-3)
