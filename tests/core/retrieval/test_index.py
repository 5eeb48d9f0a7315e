import gc
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.types import Episode, Fact, Hyperedge, Member

ROWS = {
    "e1": (1, 0),
    "e2": (0, 1),
    "f1": (1, 0),
    "f2": (0, 2),
    "f3": (-1, 0),
    "f4": (3, 4),
}
EAST = np.array([1, 0], np.float32)


def _memory(extra: dict[str, tuple[float, float]] | None = None) -> Memory:
    graph = Hypergraph()
    for name in ("e1", "e2"):
        graph.add_node(Episode(name, name, "s", "x", ()))
    graph.add_node(Fact("f1", "Ana adopted a cat.", speaker="Ana", said="2024-05-04"))
    graph.add_node(Fact("f2", "Pixel hides.", speaker="Ana", context="Is that a vase?"))
    graph.add_node(Fact("f3", "Ben made a bowl.", turn_ids=("D1:6",), speaker="Ben"))
    graph.add_node(Fact("f4", "It rained."))
    for owner, members in (("e1", ("f1", "f2")), ("e2", ("f3",))):
        edge = {name: Member(0.5, "core") for name in members}
        graph.add_edge(Hyperedge(f"h-{owner}", "fact", edge, owner))
    rows = {**ROWS, **(extra or {})}
    matrix = np.array(list(rows.values()), np.float32)
    return Memory("hypermem", "tiny", graph, Vectors(tuple(rows), matrix))


@pytest.fixture
def index() -> MemoryIndex:
    memory = _memory()
    return MemoryIndex(memory.graph, memory.vectors)


def test_a_memory_has_one_index_as_long_as_it_lives() -> None:
    memory, other = _memory(), _memory()
    assert index_of(memory) is index_of(memory)
    assert index_of(memory) is not index_of(other)
    seen = weakref.ref(index_of(memory))
    del memory
    gc.collect()
    assert seen() is None


def test_owners_children_and_speakers(index: MemoryIndex) -> None:
    assert index.ids("fact") == ("f1", "f2", "f3", "f4")
    assert index.children == {"e1": ("f1", "f2"), "e2": ("f3",)}
    assert index.owners == {"f1": ("e1",), "f2": ("e1",), "f3": ("e2",)}
    assert index.speakers == ("Ana", "Ben")
    assert index.beside["f1"] == ("f1", "f2")


def test_below_adds_the_nodes_no_owner_could_lead_to(index: MemoryIndex) -> None:
    assert index.below(["e2"], "fact") == ("f3", "f4")
    assert index.below(["e2"], "fact", also_loose=False) == ("f3",)
    assert index.below([], "fact") == index.loose("fact") == ("f4",)


def test_indexes_are_made_once(index: MemoryIndex) -> None:
    assert index.bm25("fact") is index.bm25("fact")
    assert index.dense("fact") is index.dense("fact")
    assert index.bm25("fact") is not index.bm25("episode")
    assert index.dense("mine", ["f3"]).vectors.ids == ("f3",)


def test_threads_that_come_together_get_the_same_index(index: MemoryIndex) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: index.dense_view("window"), range(32)))
    assert len({id(item) for item in made}) == 1


def test_a_variant_has_its_own_vectors_made_once_for_all_kinds(index: MemoryIndex) -> None:
    made = []

    def flipped() -> Vectors:
        made.append(1)
        return Vectors(index.vectors.ids, -index.vectors.matrix)

    raw = index.dense("fact").rank(EAST).items
    turned = index.dense("fact", variant="flipped", vectors=flipped).rank(EAST).items
    index.dense("episode", variant="flipped", vectors=flipped)
    assert [(item.node_id, item.score) for item in raw][:2] == [
        ("f1", pytest.approx(1.0)),
        ("f4", pytest.approx(0.6)),
    ]
    assert turned[0].node_id == "f3"
    assert made == [1]


def test_a_window_never_embedded_is_the_mean_of_its_facts(index: MemoryIndex) -> None:
    scores = {item.node_id: item.score for item in index.dense_view("window").rank(EAST).items}
    assert scores == pytest.approx({"f1": 0.5**0.5, "f2": 0.5**0.5, "f3": -1.0, "f4": 0.6})


def test_a_context_never_embedded_is_the_fact_itself(index: MemoryIndex) -> None:
    assert index.dense_view("context").rank(EAST) == index.dense("fact").rank(EAST)


def test_views_that_were_embedded_are_used() -> None:
    facts = ("f1", "f2", "f3", "f4")
    memory = _memory({f"{name}#window": (0, 1) for name in facts[1:]} | {"f1#window": (1, 0)})
    index = MemoryIndex(memory.graph, memory.vectors)
    scores = {item.node_id: item.score for item in index.dense_view("window").rank(EAST).items}
    assert scores == {"f1": 1.0, "f2": 0.0, "f3": 0.0, "f4": 0.0}


def test_words_are_found_through_a_view_that_the_fact_does_not_say(index: MemoryIndex) -> None:
    assert index.bm25("fact").rank("vase").items == ()
    assert [item.node_id for item in index.bm25_view("context").rank("vase").items] == ["f2"]
    assert index.view_text("f2", "context") == "Is that a vase?\nPixel hides."
    assert index.view_text("f2", "window") == "Ana adopted a cat.\nPixel hides."


def test_an_empty_memory_has_empty_views() -> None:
    index = MemoryIndex(Hypergraph(), Vectors((), np.zeros((0, 2), np.float32)))
    assert index.bm25_view("window").rank("cat").items == ()
    assert index.dense_view("window").rank(EAST).items == ()
    assert index.speakers == ()


def test_evidence_knows_its_tokens_and_those_of_its_date(index: MemoryIndex) -> None:
    dated, plain = index.evidence("f1", 0.5), index.evidence("f3", 0.25)
    assert dated.text == "[4 May 2024] Ana adopted a cat."
    assert (dated.tokens, dated.date, dated.date_tokens) == (
        11,
        "4 May 2024",
        6,
    )  # [ 4 may 202 ##4 ]
    assert (plain.text, plain.tokens, plain.date) == ("Ben made a bowl.", 5, "")
    assert (plain.turn_ids, plain.score, plain.kind) == (("D1:6",), 0.25, "fact")
