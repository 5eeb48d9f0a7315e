"""Another embedder makes a memory's vectors stale, not its graph."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from hypermem_core.build import build
from hypermem_core.errors import ModelError
from hypermem_core.memory import Matrix
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.settings import Settings, with_value
from hypermem_core.store import Store
from hypermem_core.types import Conversation

OTHER = with_value(Settings(), "models.embedder", "api:other")


@dataclass
class Other:
    """Embeds a text as five numbers that depend on its length alone."""

    name: str = "api:other"
    broken: bool = False

    def documents(self, texts: Sequence[str]) -> Matrix:
        if self.broken:
            raise ModelError("The server is away.")
        rows = [[len(text), 1, 0, 0, 1] for text in texts]
        return np.asarray(rows, np.float32).reshape(len(rows), 5)

    def query(self, text: str) -> Matrix:
        return self.documents([text])[0]


@pytest.mark.parametrize("method", ["hypermem", "flat"])
def test_build_makes_only_the_vectors_anew(
    tiny: Conversation, models: Models, results: Path, method: str
) -> None:
    store = Store(results)
    first = build(tiny, "x", method, Settings(), models, store)
    status = store.status("x", method, tiny.id, OTHER, tiny)
    assert (status.state, status.changed, status.only_vectors) == (
        "stale",
        ("models.embedder",),
        True,
    )
    silent = replace(models, llm=None, embedder=Other())  # no model is asked anything
    again = build(tiny, "x", method, OTHER, silent, store)
    assert again.graph == first.graph
    assert again.vectors.ids == first.vectors.ids
    assert again.vectors.matrix.shape[1] == 5
    assert store.status("x", method, tiny.id, OTHER, tiny).state == "built"
    assert again.built_with["graph embedder"] == '"bge-small-en-v1.5"'
    kept = store.load_memory("x", method, tiny.id)
    assert np.array_equal(kept.vectors.matrix, again.vectors.matrix)


def test_an_embedder_that_fails_leaves_the_memory_as_it_was(
    tiny: Conversation, models: Models, results: Path
) -> None:
    store = Store(results)
    first = build(tiny, "x", "flat", Settings(), models, store)
    with pytest.raises(ModelError, match="away"):
        build(tiny, "x", "flat", OTHER, replace(models, embedder=Other(broken=True)), store)
    kept = store.load_memory("x", "flat", tiny.id)
    assert np.array_equal(kept.vectors.matrix, first.vectors.matrix)


def test_another_knob_beside_it_rebuilds_the_graph(
    tiny: Conversation, models: Models, results: Path
) -> None:
    store = Store(results)
    build(tiny, "x", "hypermem", Settings(), models, store)
    both = with_value(OTHER, "build.max_turns", 3)
    assert not store.status("x", "hypermem", tiny.id, both, tiny).only_vectors


@pytest.mark.parametrize("method", ["hypermem", "flat"])
def test_a_question_to_stale_vectors_is_refused_with_the_cure(
    tiny: Conversation, models: Models, results: Path, method: str
) -> None:
    memory = build(tiny, "x", method, Settings(), models, Store(results))
    asking = create(method, OTHER, replace(models, embedder=Other()))
    with pytest.raises(ModelError, match="not by api:other"):
        asking.retrieve(memory, "Who?")
