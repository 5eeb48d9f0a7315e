"""GraphView: what every question asks of one built graph – neighbours, hubs, names, places."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from threading import RLock
from weakref import WeakKeyDictionary

import numpy as np

from hypermem_core.memory import Memory
from hypermem_core.methods.hgmem.aliases import key_of
from hypermem_core.retrieval.index import MemoryIndex, index_of
from hypermem_core.types import Chunk, Entity, Fact


class GraphView:
    """The graph indexed both ways; made once a memory, read by every question."""

    def __init__(self, index: MemoryIndex) -> None:
        self.index = index
        nodes = index.graph.nodes.values()
        self.entities = {node.id: node for node in nodes if isinstance(node, Entity)}
        self.fragments = {node.id: node for node in nodes if isinstance(node, Fact)}
        self.chunks = {node.id: node for node in nodes if isinstance(node, Chunk)}
        self.neighbours: dict[str, set[str]] = {node_id: set() for node_id in self.entities}
        self.tied: dict[str, tuple[str, ...]] = {}  # fragment → entities of its relation
        self.relations: defaultdict[str, list[str]] = defaultdict(list)  # entity → fragments
        for edge in index.graph.edges.values():
            members = tuple(edge.members)
            self.tied[edge.owner] = members
            for node_id in members:
                self.neighbours[node_id].update(members)
                self.relations[node_id].append(edge.owner)
        for node_id, found in self.neighbours.items():
            found.discard(node_id)
        self._hubs: dict[float, frozenset[str]] = {}

    @cached_property
    def by_name(self) -> dict[str, str]:
        """Key of every name and alias → entity; the first to bear a name keeps it."""
        found: dict[str, str] = {}
        for entity in self.entities.values():
            found.setdefault(key_of(entity.name), entity.id)
        for entity in self.entities.values():
            for alias in entity.aliases:
                found.setdefault(key_of(alias), entity.id)
        return found

    @cached_property
    def chunks_of_turn(self) -> dict[str, tuple[str, ...]]:
        """The chunks that hold a turn."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for chunk in self.chunks.values():
            for turn_id in chunk.turn_ids:
                found[turn_id].append(chunk.id)
        return {turn_id: tuple(ids) for turn_id, ids in found.items()}

    @cached_property
    def chunks_of_fragment(self) -> dict[str, tuple[str, ...]]:
        """The chunks that hold a turn of a fragment."""
        return {
            fragment.id: tuple(
                dict.fromkeys(c for t in fragment.turn_ids for c in self.chunks_of_turn.get(t, ()))
            )
            for fragment in self.fragments.values()
        }

    @cached_property
    def fragments_of_chunk(self) -> dict[str, tuple[str, ...]]:
        """The fragments whose turns a chunk holds, in the order of the talk."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for fragment_id, chunk_ids in self.chunks_of_fragment.items():
            for chunk_id in chunk_ids:
                found[chunk_id].append(fragment_id)
        return {chunk_id: tuple(ids) for chunk_id, ids in found.items()}

    @cached_property
    def chunks_of_entity(self) -> dict[str, tuple[str, ...]]:
        """The source chunks of an entity, in the order of the talk."""
        return {
            entity.id: tuple(
                dict.fromkeys(
                    chunk
                    for fragment in entity.fragments
                    for chunk in self.chunks_of_fragment.get(fragment, ())
                )
            )
            for entity in self.entities.values()
        }

    def hubs(self, percentile: float) -> frozenset[str]:
        """Return speakers, and entities with more neighbours than this percentile has."""
        if percentile not in self._hubs:
            degrees = {node_id: len(found) for node_id, found in self.neighbours.items()}
            most = float(np.percentile(list(degrees.values()), percentile)) if degrees else 0.0
            # A graph so small that three links are many has no hubs but its speakers.
            self._hubs[percentile] = frozenset(
                node_id
                for node_id, degree in degrees.items()
                if self.entities[node_id].speaker or degree > max(most, 3)
            )
        return self._hubs[percentile]


_VIEWS: WeakKeyDictionary[Memory, GraphView] = WeakKeyDictionary()
_OPENING = RLock()


def view_of(memory: Memory) -> GraphView:
    """Return the memory's view, the same one every time."""
    with _OPENING:
        if memory not in _VIEWS:
            _VIEWS[memory] = GraphView(index_of(memory))
        return _VIEWS[memory]
