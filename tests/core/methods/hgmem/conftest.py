"""A small graph that can be checked by hand: a hub, a chain beside it, words as vectors."""

from collections.abc import Callable

import numpy as np
import pytest

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.methods.hgmem.view import GraphView, view_of
from hypermem_core.methods.hgmem.working import Working
from hypermem_core.types import Chunk, Entity, Fact, Hyperedge, Member, Point

# ana (a speaker) is tied to everything; cat – sofa – room is a chain; boat stands alone.
TIES = {
    "f1": ("ana", "cat"),
    "f2": ("ana", "cat", "sofa"),
    "f3": ("ana", "sofa", "room"),
    "f4": ("ana", "boat"),
}
TURNS = {"f1": "D1:1", "f2": "D1:2", "f3": "D2:1", "f4": "D2:2"}
TEXTS = {
    "f1": "Ana has a cat.",
    "f2": "The cat hides under Ana's sofa.",
    "f3": "Ana moved the sofa into the room.",
    "f4": "Ana sold the boat.",
}
WORDS = ("ana", "cat", "sofa", "room", "boat")
WORDS_OF = {**TEXTS, "c1": "ana cat sofa", "c2": "ana sofa room boat"}


def small_memory() -> Memory:
    graph = Hypergraph()
    graph.add_node(Chunk("c1", f"Ana: {TEXTS['f1']}\nAna: {TEXTS['f2']}", ("D1:1", "D1:2"), 2))
    graph.add_node(Chunk("c2", f"Ana: {TEXTS['f3']}\nAna: {TEXTS['f4']}", ("D2:1", "D2:2"), 2))
    for name, text in TEXTS.items():
        graph.add_node(Fact(name, text, turn_ids=(TURNS[name],), speaker="Ana"))
    for name in ("ana", "cat", "sofa", "room", "boat"):
        facts = tuple(f for f, ties in TIES.items() if name in ties)
        turns = tuple(TURNS[f] for f in facts)
        shown, aliases = ("Ana", ("Annie",)) if name == "ana" else (name, ())
        graph.add_node(
            Entity(name, shown, "concept", TEXTS[facts[0]], aliases, facts, turns, name == "ana")
        )
    for name, ties in TIES.items():
        edge = Hyperedge(f"r-{name}", "relation", {t: Member(1.0, "named") for t in ties}, name)
        graph.add_edge(edge)
    ids = tuple(graph.nodes)
    rows = [WORDS_OF.get(name, name) for name in ids]
    matrix = np.array([[float(w in row.lower()) for w in WORDS] for row in rows], np.float32)
    return Memory("hgmem", "small", graph, Vectors(ids, matrix))


@pytest.fixture
def memory() -> Memory:
    return small_memory()


@pytest.fixture
def view(memory: Memory) -> GraphView:
    return view_of(memory)


@pytest.fixture
def working(view: GraphView) -> Working:
    """An empty memory over the small graph."""
    return Working(view)


@pytest.fixture
def put(working: Working) -> Callable[..., Point]:
    """Put a point with these names into the memory."""

    def add(*names: str, text: str = "They go together.", fragments: tuple[str, ...] = ()) -> Point:
        members = working.member_ids(names)
        point = Point(working.next_id(), members, text, fragments)
        working.points[point.id] = point
        return point

    return add
