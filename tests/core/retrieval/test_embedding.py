from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from hypermem_core.errors import DataError
from hypermem_core.events import Event, ignore
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Matrix
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.types import Fact


@dataclass
class Lengths:
    """Embeds a text as (its length, 1)."""

    name: str = "lengths"
    at_once: int = 2
    seen: list[int] = field(default_factory=list)

    def documents(self, texts: Sequence[str]) -> Matrix:
        self.seen.append(len(texts))
        return np.asarray([[len(text), 1] for text in texts], np.float32).reshape(len(texts), 2)

    def query(self, text: str) -> Matrix:
        return self.documents([text])[0]


def graph(*texts: str) -> Hypergraph:
    made = Hypergraph()
    for number, text in enumerate(texts):
        made.add_node(Fact(f"f{number}", text))
    return made


def test_vectors_stand_in_the_order_asked_whatever_the_batches() -> None:
    embedder, events = Lengths(), list[Event]()
    vectors = embedded(graph("aaa", "a", "aa"), ("f1", "f0", "f2"), embedder, events.append)
    assert vectors.ids == ("f1", "f0", "f2")
    assert vectors.matrix[:, 0].tolist() == [1, 3, 2]
    assert embedder.seen == [2, 1]
    assert [event.kind for event in events] == [
        "stage_started",
        "stage_advanced",
        "stage_advanced",
        "stage_finished",
    ]


def test_nothing_and_a_stranger() -> None:
    assert embedded(graph(), (), Lengths(), ignore).matrix.shape == (0, 2)
    with pytest.raises(DataError, match="belongs to no node"):
        embedded(graph("a"), ("f9",), Lengths(), ignore)
