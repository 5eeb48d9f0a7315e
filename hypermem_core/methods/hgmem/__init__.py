"""HGMem: a graph of entities, and for each question a hypergraph memory that grows in rounds."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import ClassVar

from hypermem_core.events import Emit, StageFinished, StageStarted, ignore
from hypermem_core.memory import Memory
from hypermem_core.methods.hgmem.asking import Asker
from hypermem_core.methods.hgmem.building import Building
from hypermem_core.methods.hgmem.final import Final
from hypermem_core.methods.hgmem.rounds import Questioning
from hypermem_core.methods.hgmem.view import view_of
from hypermem_core.models import Models
from hypermem_core.retrieval.same_embedder import require_same_embedder
from hypermem_core.settings import Settings, build_values
from hypermem_core.types import Conversation, HGMemRounds, RetrievalTrace


@dataclass(frozen=True, slots=True)
class HGMem:
    """The memory method of the HGMem paper (arXiv 2512.23959)."""

    settings: Settings
    models: Models
    name: ClassVar[str] = "hgmem"
    title: ClassVar[str] = "HGMem"
    build_stages: ClassVar[tuple[str, ...]] = ("chunks", "graph", "vectors")
    stages: ClassVar[tuple[str, ...]] = ("entity", "relation", "chunk", "fragment")

    def build(self, conversation: Conversation, emit: Emit = ignore) -> Memory:
        """Return the graph of a conversation; a chunk a model fails is told and left out.

        Raises:
            ModelError: a model cannot be reached.
        """
        building = Building(conversation, self.models, emit, self.settings.hgmem)
        building.entities(building.chunks())
        vectors = building.vectors()
        values = build_values(self.settings, self.name)
        return Memory(self.name, conversation.id, building.graph, vectors, values)

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        """Return the evidence for a query and the rounds that found it; the graph is only read.

        Raises:
            ModelError: a model cannot be reached, or another embedder made the memory's vectors.
        """
        require_same_embedder(memory, self.settings)
        started = perf_counter()
        knobs = self.settings.hgmem
        emit(StageStarted("rounds", knobs.max_rounds))
        view = view_of(memory)
        asker = Asker(self.models.llm, knobs.call_budget)
        asking = Questioning(view, knobs, query, asker, self.models.embedder)
        detail = asking.run()
        final = Final(view, knobs, query, detail, asking.scores)
        stages = final.stages()
        evidence = final.evidence(stages)
        seconds = perf_counter() - started
        emit(StageFinished("rounds", seconds))
        notes = _notes(detail)
        return RetrievalTrace(self.name, query, stages, evidence, notes, seconds, detail)


def _notes(detail: HGMemRounds) -> tuple[str, ...]:
    """Return why it stopped, and what was degraded on the way."""
    notes = [f"{len(detail.rounds)} rounds, stopped: {detail.stop}"]
    for each in detail.rounds:
        notes += [f"round {each.number}, {p.name}: {p.note}" for p in each.phases if p.note]
        notes += [
            f"round {each.number}, {search.query}: {search.space.fallback}"
            for search in each.searches
            if search.space.fallback
        ]
    return tuple(notes)
