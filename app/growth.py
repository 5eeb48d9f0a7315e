"""What a build has made after some of its events: pure, so live view and replay are the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hypermem_core.events import EdgeAdded, Event, ModelCalled, NodeAdded, StageAdvanced, Warned
from hypermem_core.types import (
    Chunk,
    Conversation,
    Element,
    Entity,
    Episode,
    Fact,
    Hyperedge,
    Node,
    Segment,
    Topic,
    Turn,
)


@dataclass(slots=True)
class Growth:
    """The graph so far, the last decision in words, and where it happened."""

    episodes: dict[str, Episode] = field(default_factory=dict)
    topics: dict[str, Topic] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)
    chunks: dict[str, Chunk] = field(default_factory=dict)
    segments: dict[str, Segment] = field(default_factory=dict)
    elements: dict[str, Element] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    edges: dict[str, Hyperedge] = field(default_factory=dict)
    told: dict[str, list[str]] = field(default_factory=dict)  # stage → its notes
    note: str = ""
    warnings: list[str] = field(default_factory=list)
    calls: int = 0
    cached: int = 0
    latest: str = ""  # id of the node added last
    episode_of_turn: dict[str, str] = field(default_factory=dict)

    def add(self, event: Event) -> None:
        """Take in one event."""
        if isinstance(event, NodeAdded):
            self._add_node(event.node)
        elif isinstance(event, EdgeAdded):
            self.edges[event.edge.owner] = event.edge
        elif isinstance(event, StageAdvanced):
            self.note = event.note or self.note
            self.told.setdefault(event.stage, []).append(event.note)
        elif isinstance(event, ModelCalled):
            self.calls += 1
            self.cached += event.cached
        elif isinstance(event, Warned):
            self.warnings.append(event.message)

    def _add_node(self, node: Node) -> None:
        self.latest = node.id
        match node:
            case Episode():
                self.episodes[node.id] = node
                self.episode_of_turn.update(dict.fromkeys(node.turn_ids, node.id))
            case Topic():
                self.topics[node.id] = node
            case Fact():
                self.facts[node.id] = node
            case Chunk():
                self.chunks[node.id] = node
            case Segment():
                self.segments[node.id] = node
            case Element():
                self.elements[node.id] = node
            case Entity():
                self.entities[node.id] = node

    def facts_of(self, episode_id: str) -> list[Fact]:
        """Return the facts that rest on the episode's turns, in the order they came."""
        return [
            fact
            for fact in self.facts.values()
            if any(self.episode_of_turn.get(turn) == episode_id for turn in fact.turn_ids)
        ]

    def episodes_of(self, topic_id: str) -> int:
        """Return how many episodes the topic holds."""
        edge = self.edges.get(topic_id)
        return len(edge.members) if edge else 0

    @property
    def focus(self) -> str:
        """The episode where something was done last."""
        if self.latest in self.facts:
            turns = self.facts[self.latest].turn_ids
            return next((self.episode_of_turn.get(turn, "") for turn in turns), "")
        if self.latest in self.topics and self.latest in self.edges:
            return list(self.edges[self.latest].members)[-1]
        return next(reversed(self.episodes), "")


def grow(events: Sequence[Event]) -> Growth:
    """Return what these events made."""
    growth = Growth()
    for event in events:
        growth.add(event)
    return growth


def window(growth: Growth, before: int = 4) -> list[Episode]:
    """Return the episodes worth showing: the one in focus and a few before it."""
    episodes = list(growth.episodes.values())
    ids = [episode.id for episode in episodes]
    end = ids.index(growth.focus) + 1 if growth.focus in ids else len(ids)
    return episodes[max(0, end - 1 - before) : end]


def pending(growth: Growth, conversation: Conversation, most: int = 3) -> list[Turn]:
    """Return the next turns that no episode holds yet."""
    free = (turn for turn in conversation.turns if turn.id not in growth.episode_of_turn)
    return [turn for turn, _ in zip(free, range(most), strict=False)]
