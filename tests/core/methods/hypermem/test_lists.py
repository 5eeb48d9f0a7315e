"""The knobs that make the lists those of the released code, worked out by hand."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Matrix, Memory, Vectors
from hypermem_core.methods.hypermem import HyperMem
from hypermem_core.methods.hypermem.lists import fused_in_order, list_length, two_lists
from hypermem_core.models import Models, connect
from hypermem_core.retrieval.index import MemoryIndex
from hypermem_core.settings import RetrievalSettings, Settings, preset
from hypermem_core.types import Episode, Fact, Hyperedge, Member, Ranked, Ranking, Topic

ONE = Member(0.5, "core")
FACTS = {"d": "cat cat cat", "c": "cat cat", "b": "cat dog", "a": "dog 2023 bird fish"}


@dataclass(frozen=True)
class OneVector:
    name: str = "one vector"

    def documents(self, texts: Sequence[str]) -> Matrix:
        raise NotImplementedError

    def query(self, text: str) -> Matrix:
        return np.array([1, 0], np.float32)


def graph() -> Hypergraph:
    found = Hypergraph()
    found.add_node(Topic("t", "cat", "cat"))
    for name in ("e", "loose"):
        found.add_node(Episode(name, "cat", "cat", "cat", ()))
    for name, text in FACTS.items():
        found.add_node(Fact(name, text))
    found.add_edge(Hyperedge("x", "episode", {"e": ONE}, "t"))
    found.add_edge(Hyperedge("y", "fact", dict.fromkeys(("c", "b", "a"), ONE), "e"))
    return found


def memory() -> Memory:
    held = graph()
    return Memory("hypermem", "c", held, Vectors(tuple(held.nodes), np.ones((7, 2), np.float32)))


def words(candidates: Sequence[str], length: int, query: str = "cat", **knobs: Any) -> list[str]:
    held = memory()
    index = MemoryIndex(held.graph, held.vectors)
    chosen = dataclasses.replace(RetrievalSettings(), **knobs)
    vector = np.array([1, 0], np.float32)
    ranker = two_lists(index, "fact", query, vector, index.dense("fact"), chosen, length)[0]
    return [item.node_id for item in ranker(candidates).items]


def test_n_is_k_without_a_reranker_and_the_pool_with_one() -> None:
    knobs = RetrievalSettings()
    assert list_length(knobs, 20, False) == 20 and list_length(knobs, 20, True) == 100


def test_a_filter_after_ranking_loses_what_stands_below_the_best_2n() -> None:
    below = ("c", "b")
    assert words(below, 1) == ["c", "b"]
    assert words(below, 1, filter="after") == ["c"]  # the best two are d and c; b is lost
    assert words(below, 2, filter="after") == ["c", "b"]


def test_lists_are_cut_to_n() -> None:
    assert words(tuple(FACTS), 2, lists="cut") == ["d", "c"]


def test_zero_hits_stand_last_in_the_order_of_the_index() -> None:
    assert words(tuple(FACTS), 9, zero_hits=True) == ["d", "c", "b", "a"]
    nothing = words(tuple(FACTS), 9, query="zebra", zero_hits=True, ties="first")
    assert nothing == ["d", "c", "b", "a"]
    assert words(tuple(FACTS), 9, query="zebra", zero_hits=True) == ["a", "b", "c", "d"]


def test_words_of_letters_do_not_find_a_year() -> None:
    assert words(tuple(FACTS), 9, query="2023") == ["a"]
    assert words(tuple(FACTS), 9, query="2023", bm25_words="letters") == []


def test_mixed_statistics_count_the_words_of_all_levels() -> None:
    held = memory()
    index = MemoryIndex(held.graph, held.vectors)
    alone = index.bm25_variant(False, False, "id", "fact")
    mixed = index.bm25_variant(True, False, "id", "fact")
    assert alone.ids == tuple(FACTS) and mixed.ids == (*FACTS, "e", "loose", "t")
    assert mixed is index.bm25_variant(True, False, "id", "topic")  # one index for all levels


@pytest.mark.parametrize(("ties", "order"), [("id", ["a", "b"]), ("first", ["b", "a"])])
def test_equal_sums_stand_by_id_or_as_they_were_met(ties: Any, order: list[str]) -> None:
    lists = [Ranking("bm25", (Ranked("b", 2.0),)), Ranking("dense", (Ranked("a", 0.5),))]
    fuse = fused_in_order(dataclasses.replace(RetrievalSettings(), ties=ties))
    if ties == "id":
        assert fuse is None
    else:
        assert fuse is not None
        assert [item.node_id for item in fuse(lists, ("a", "b")).items] == order


def test_the_released_preset_never_reaches_what_is_loose() -> None:
    models = Models(connect(Settings()).llm, OneVector(), None)
    ours = HyperMem(Settings(), models).retrieve(memory(), "cat")
    released = HyperMem(preset("released"), models).retrieve(memory(), "cat")
    assert set(ours.stages[1].kept) == {"e", "loose"} and released.stages[1].kept == ("e",)
    assert set(ours.stages[2].candidates) == set(FACTS)
    assert set(released.stages[2].candidates) == {"a", "b", "c"}
    assert not any("candidates all the same" in note for note in released.notes)


def test_the_released_preset_reads_whole_episodes_before_the_facts() -> None:
    held = memory()
    held.graph.add_node(Episode("e", "cat", "a cat", "the whole story of a cat", ()))
    models = Models(connect(Settings()).llm, OneVector(), None)
    ours = HyperMem(Settings(), models).retrieve(held, "cat").evidence
    released = HyperMem(preset("released"), models).retrieve(held, "cat").evidence
    assert [item.kind for item in ours] == ["fact"] * 4 + ["episode"] * 2
    assert [item.kind for item in released] == ["episode"] + ["fact"] * 3
    assert "a cat" in [item.text for item in ours]
    assert released[0].text == "the whole story of a cat"
    assert released[0].tokens > next(item for item in ours if item.node_id == "e").tokens


def test_the_released_preset_reranks_by_bare_texts() -> None:
    read: list[str] = []

    @dataclass(frozen=True)
    class Reads:
        name: str = "reads"

        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            read.extend(texts)
            return [0.0] * len(texts)

    held = memory()
    held.graph.add_node(Episode("e", "cat", "a cat", "the whole story of a cat", ()))
    held.graph.add_node(Fact("c", "cat cat", said="2024-05-04"))
    settings = preset("released")
    ranks = dataclasses.replace(settings.retrieval, rerank_episodes=True, rerank_facts=True)
    settings = dataclasses.replace(settings, retrieval=ranks)
    HyperMem(settings, Models(connect(Settings()).llm, OneVector(), Reads())).retrieve(held, "cat")
    assert "the whole story of a cat" in read and "cat cat" in read
