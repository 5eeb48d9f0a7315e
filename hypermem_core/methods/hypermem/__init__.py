"""HyperMem: topics, episodes and facts as a hypergraph, searched from coarse to fine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hypermem_core.events import Emit, ignore
from hypermem_core.memory import Memory, Vectors
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.methods.hypermem.episodes import build_episodes
from hypermem_core.methods.hypermem.facts import build_facts
from hypermem_core.methods.hypermem.topics import build_topics
from hypermem_core.models import Models
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.retrieval.same_embedder import require_same_embedder
from hypermem_core.settings import Settings, build_values
from hypermem_core.types import Conversation, RetrievalTrace


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
        building = Building(conversation, self.models, emit, self.settings.build)
        build_episodes(building)
        build_topics(building)
        build_facts(building)
        vectors = _embed(building)
        values = build_values(self.settings, self.name)
        return Memory(self.name, conversation.id, building.graph, vectors, values)

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        """Return the evidence for a query and how it was found, topic → episode → fact."""
        from hypermem_core.methods.hypermem.retrieve import retrieve

        require_same_embedder(memory, self.settings)
        return retrieve(memory, query, self.settings, self.models, emit)


def _embed(building: Building) -> Vectors:
    """Return the raw vectors of every node."""
    graph = building.graph
    return embedded(graph, tuple(graph.nodes), building.models.embedder, building.emit)
