from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from hypermem_core.memory import Matrix
from hypermem_core.models import Models
from hypermem_core.models.remembered import RememberedQueries, remembering


@dataclass
class Counting:
    """An embedder that counts what it is asked."""

    name: str = "counting"
    asked: list[str] = field(default_factory=list)

    def documents(self, texts: Sequence[str]) -> Matrix:
        return np.ones((len(texts), 2), np.float32)

    def query(self, text: str) -> Matrix:
        self.asked.append(text)
        return np.array([1.0, len(text)], np.float32)


def test_a_query_is_embedded_once() -> None:
    embedder = RememberedQueries(Counting())
    first, again = embedder.query("who?"), embedder.query("who?")
    assert embedder.embedder.asked == ["who?"]  # type: ignore[attr-defined]
    assert first is again
    assert embedder.name == "counting"
    assert embedder.documents(["a", "b"]).shape == (2, 2)


def test_models_that_remember_already_stay_the_same(models: Models) -> None:
    once = remembering(models)
    assert remembering(once) is once
