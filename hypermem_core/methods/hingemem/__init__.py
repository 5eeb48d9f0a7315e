"""HingeMem: segments cut at boundaries, joined by their elements, read as far as a plan says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hypermem_core.events import Emit, ignore
from hypermem_core.memory import Memory, Vectors
from hypermem_core.methods.hingemem.boundaries import Draft, drafts
from hypermem_core.methods.hingemem.elements import join
from hypermem_core.methods.hingemem.merge import merge
from hypermem_core.methods.hingemem.salience import weighed
from hypermem_core.methods.hingemem.topics import COMMON, RARE, centroid, told_apart
from hypermem_core.methods.hingemem.turns import chunk
from hypermem_core.methods.hypermem.building import Building
from hypermem_core.models import Models
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.retrieval.same_embedder import require_same_embedder
from hypermem_core.settings import Settings, build_values
from hypermem_core.types import (
    Conversation,
    Element,
    ElementKind,
    Hyperedge,
    Member,
    RetrievalTrace,
    Segment,
    SegmentPart,
)


@dataclass(frozen=True, slots=True)
class HingeMem:
    """The memory method of the HingeMem paper (arXiv 2604.06845)."""

    settings: Settings
    models: Models
    name: ClassVar[str] = "hingemem"
    title: ClassVar[str] = "HingeMem"
    build_stages: ClassVar[tuple[str, ...]] = ("segments", "elements", "hyperedges", "vectors")
    stages: ClassVar[tuple[str, ...]] = ("candidate", "score", "turn")

    def build(self, conversation: Conversation, emit: Emit = ignore) -> Memory:
        """Return the memory of a conversation; a session no model could cut stays whole.

        Raises:
            ModelError: a model cannot be reached.
        """
        building = Building(conversation, self.models, emit, self.settings.build)
        parts = drafts(building, self.settings.hingemem)
        elements, held = self._elements(building, parts)
        groups = merge([set(ids) for ids in held], self.settings.hingemem.merge_above)
        edges = [list(dict.fromkeys(i for at in group for i in held[at])) for group in groups]
        elements = self._weighed(elements, edges)
        self._add(building, parts, groups, elements, edges)
        vectors = _embed(building)
        return Memory(
            self.name,
            conversation.id,
            building.graph,
            _with_centroids(vectors, elements),
            build_values(self.settings, self.name),
        )

    def retrieve(self, memory: Memory, query: str, emit: Emit = ignore) -> RetrievalTrace:
        """Return the evidence for a query, its plan, its scores and where it stopped."""
        from hypermem_core.methods.hingemem.retrieve import retrieve

        require_same_embedder(memory, self.settings)
        return retrieve(memory, query, self.settings.hingemem, self.models, emit)

    def _elements(
        self, building: Building, parts: Sequence[Draft]
    ) -> tuple[list[Element], list[list[str]]]:
        with building.stage("elements", 1):
            speakers = tuple(dict.fromkeys(turn.speaker for turn in building.conversation.turns))
            same = self.settings.hingemem.same_element
            elements, held = join(parts, speakers, self.models.embedder, same)
            building.advance("elements", 1, f"{len(elements)} elements")
        return elements, held

    def _weighed(self, elements: list[Element], edges: list[list[str]]) -> list[Element]:
        """Return the elements with their salience, topics with their cluster too."""
        elements = weighed(elements, edges)
        topics = [element for element in elements if element.element == "topic"]
        vectors = self.models.embedder.documents([topic.name for topic in topics])
        similarity = self.settings.hingemem.cluster_similarity
        told = {topic.id: topic for topic in told_apart(topics, vectors, edges, similarity)}
        return [told.get(element.id, element) for element in elements]

    def _add(
        self,
        building: Building,
        parts: Sequence[Draft],
        groups: Sequence[tuple[int, ...]],
        elements: Sequence[Element],
        edges: Sequence[Sequence[str]],
    ) -> None:
        """Add elements, turns, and one segment with its hyperedge for each group of drafts."""
        named = {element.id: element for element in elements}
        with building.stage("hyperedges", len(groups)):
            for element in elements:
                building.add_node(element)
            for turn in building.conversation.turns:
                building.add_node(chunk(turn))
            for number, (group, ids) in enumerate(zip(groups, edges, strict=True), 1):
                held = [named[node_id] for node_id in ids]
                segment = _segment(f"segment-{number:03d}", [parts[at] for at in group], held)
                building.add_node(segment)
                building.add_edge(_edge(f"edge-{number:03d}", segment, held))
                building.advance("hyperedges", number, _told(segment))


def _segment(node_id: str, drafts: Sequence[Draft], held: Sequence[Element]) -> Segment:
    turns = [turn for draft in drafts for turn in draft.turns]
    moments = [turn.time for turn in turns if turn.time is not None]
    parts = tuple(
        SegmentPart(
            tuple(turn.id for turn in draft.turns),
            draft.reason,
            draft.found.description.strip(),
            draft.degraded,
        )
        for draft in drafts
    )

    def names(kind: ElementKind) -> tuple[str, ...]:
        return tuple(element.name for element in held if element.element == kind)

    return Segment(
        node_id,
        " ".join(part.description for part in parts if part.description),
        tuple(turn.id for turn in turns),
        parts,
        min(moments, default=None),
        max(moments, default=None),
        names("person"),
        names("time"),
        names("location"),
        names("topic"),
    )


def _edge(edge_id: str, segment: Segment, held: Sequence[Element]) -> Hyperedge:
    """Return the hyperedge of a segment; an element's weight in it is its salience."""
    members = {one.id: Member(round(one.salience.value, 6), one.element) for one in held}
    return Hyperedge(edge_id, "segment", members, segment.id, segment.description)


def _told(segment: Segment) -> str:
    reasons = ", ".join(dict.fromkeys(part.reason for part in segment.parts))
    return f"{segment.id} begins: {reasons}"


def _embed(building: Building) -> Vectors:
    """Return the vector of every node."""
    graph = building.graph
    return embedded(graph, tuple(graph.nodes), building.models.embedder, building.emit)


def _with_centroids(vectors: Vectors, elements: Sequence[Element]) -> Vectors:
    """Return the vectors with the centroids of the common and of the rare topics."""
    topics = [element for element in elements if element.element == "topic"]
    if not topics:
        return vectors
    rows = vectors.rows([topic.id for topic in topics])
    both = [
        centroid(rows, [topic.common == common for topic in topics]) for common in (True, False)
    ]
    return Vectors((*vectors.ids, COMMON, RARE), np.vstack([vectors.matrix, *both]))
