"""A memory's vectors made anew by another embedder; its graph, which cost more, stays."""

from __future__ import annotations

import json
from dataclasses import replace

from hypermem_core import codec
from hypermem_core.events import Emit, ignore
from hypermem_core.memory import Memory
from hypermem_core.models import Models
from hypermem_core.models.budget import budgeted
from hypermem_core.models.telling import TellingEmbedder
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.retrieval.same_embedder import EMBEDDER
from hypermem_core.settings import Settings
from hypermem_core.store import Store, vector_bytes, write_atomic

FIRST = "graph embedder"  # the one that compared episodes when the graph was made


def reembed(
    store: Store,
    experiment: str,
    method: str,
    conversation_id: str,
    settings: Settings,
    models: Models,
    emit: Emit = ignore,
) -> Memory:
    """Return a memory with the vectors of the settings' embedder, saved in its place.

    Which embedder compared episodes when the graph was made is kept as `graph embedder`.

    Raises:
        DataError: a file of the memory is damaged.
        ModelError: the embedder fails; the memory is as it was.
        Paused: its endpoint cannot go on; the memory is as it was, and what came is kept.
    """
    old = store.load_memory(experiment, method, conversation_id)
    with budgeted(settings.models.budget_tokens, settings.models.budget_money):
        telling = TellingEmbedder(models.embedder, emit)
        vectors = embedded(old.graph, old.vectors.ids, telling, emit)
    made_with = {**old.built_with, EMBEDDER: json.dumps(settings.models.embedder)}
    made_with.setdefault(FIRST, old.built_with.get(EMBEDDER, ""))
    manifest = replace(store.manifest(experiment, method, conversation_id), built_with=made_with)
    folder = store.memory_folder(experiment, method, conversation_id)
    store.discard(experiment, method, conversation_id)  # a killed save leaves it unbuilt
    write_atomic(folder / "vectors.npz", vector_bytes(vectors))
    write_atomic(folder / "manifest.json", codec.dumps(manifest, indent=1) + "\n")
    return replace(old, vectors=vectors, built_with=made_with)
