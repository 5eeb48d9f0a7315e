"""HyperMem: topics, episodes and facts as a hypergraph, searched from coarse to fine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hypermem_core.events import Emit, ignore
from hypermem_core.memory import Matrix, Memory, Vectors
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.episodes import build_episodes
from hypermem_core.methods.hypermem.facts import build_facts
from hypermem_core.methods.hypermem.topics import build_topics
from hypermem_core.models import Models
from hypermem_core.retrieval.text import dense_text
from hypermem_core.settings import Settings, build_values
from hypermem_core.types import Conversation, RetrievalTrace

BATCH = 64  # nodes embedded between two steps of the progress bar


@dataclass(frozen=True, slots=True)
class HyperMem:
    """The memory method of the HyperMem paper."""

    settings: Settings
    models: Models
    name: ClassVar[str] = "hypermem"
    title: ClassVar[str] = "HyperMem"
    build_stages: ClassVar[tuple[str, ...]] = ("episodes", "topics", "facts", "vectors")
    stages: ClassVar[tuple[str, ...]] = ("topic", "episode", "fact")

    def build(self, conversation: Conversation, emit: Emit = ignore) -> Memory:
        """Return the memory of a conversation; a step a model fails is told and left out.

        Raises:
            ModelError: a model cannot be reached.
        """
        building = Building(conversation, self.settings.build, self.models, emit)
        build_episodes(building)
        build_topics(building)
        build_facts(building)
        vectors = _embed(building)
        values = build_values(self.settings, self.name)
        return Memory(self.name, conversation.id, building.graph, vectors, values)

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        """Return the evidence for a query and how it was found, topic → episode → fact."""
        from hypermem_core.methods.hypermem.retrieve import retrieve

        return retrieve(memory, query, self.settings, self.models, emit)


def _embed(building: Building) -> Vectors:
    """Return the raw vectors of every node; in batches, so that the progress is seen."""
    texts = {node.id: dense_text(node) for node in building.graph.nodes.values()}
    # Texts of like length share a batch; in reading order the short would be padded to the long.
    ids = sorted(texts, key=lambda node_id: len(texts[node_id]))
    rows: list[Matrix] = []
    with building.stage("vectors", len(ids)):
        for start in range(0, len(ids), BATCH):
            batch = [texts[node_id] for node_id in ids[start : start + BATCH]]
            rows.append(building.models.embedder.documents(batch))
            building.advance("vectors", start + len(batch), f"{len(batch)} nodes embedded")
    if not rows:
        return Vectors((), building.models.embedder.documents([]))
    by_length = Vectors(tuple(ids), np.concatenate(rows))
    return Vectors(tuple(texts), by_length.rows(tuple(texts)))
