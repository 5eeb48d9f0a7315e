"""What a memory is made of: nodes of every kind, and hyperedges with their members."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Topic:
    """A long-running thread; its episodes are the members of the hyperedge it owns."""

    id: str
    title: str
    summary: str
    keywords: tuple[str, ...] = ()
    kind: Literal["topic"] = "topic"


@dataclass(frozen=True, slots=True)
class Episode:
    """Consecutive turns about one thing; the turns are referenced, never copied."""

    id: str
    title: str
    summary: str
    text: str
    turn_ids: tuple[str, ...]
    start: datetime | None = None
    end: datetime | None = None
    keywords: tuple[str, ...] = ()
    cut_reason: str = ""  # why the episode ends where it ends
    kind: Literal["episode"] = "episode"


@dataclass(frozen=True, slots=True)
class Fact:
    """One self-contained statement and the questions it answers (the paper's `potential`)."""

    id: str
    text: str
    queries: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    when: str = ""  # date of the event it states: ISO date, month or year; "" if unknown
    where: str = ""
    turn_ids: tuple[str, ...] = ()
    context: str = ""  # what a reranker may read before the text: the question it replies to
    speaker: str = ""
    said: str = ""  # ISO date of the session it was said in
    kind: Literal["fact"] = "fact"


@dataclass(frozen=True, slots=True)
class Chunk:
    """Verbatim turns as one retrievable unit (the `flat` method's node)."""

    id: str
    text: str
    turn_ids: tuple[str, ...]
    size: int = 1  # number of turns
    kind: Literal["chunk"] = "chunk"


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place, thing or matter that turns speak of; what is said of it is in fragments.

    `fragments` are ids of `Fact` nodes, oldest first: a later one may correct an earlier one.
    """

    id: str
    name: str
    type: str = "concept"
    description: str = ""  # its fragments' words, cut to a size that can be embedded
    aliases: tuple[str, ...] = ()
    fragments: tuple[str, ...] = ()
    turn_ids: tuple[str, ...] = ()
    speaker: bool = False  # linked to nearly everything, so never expanded
    kind: Literal["entity"] = "entity"

    @property
    def text(self) -> str:
        """The name and what is said of it: what is indexed and shown."""
        return f"{self.name}: {self.description}" if self.description else self.name


ElementKind = Literal["person", "time", "location", "topic"]
Reason = Literal[
    "change_person", "change_time", "change_location", "topic_shift", "explicit_marker"
]


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where an element is named: the words used there and the turn."""

    surface: str
    turn_id: str


@dataclass(frozen=True, slots=True)
class Salience:
    """How much an element matters: three parts in 0–1 over its kind, `value` their mean.

    frequency = mentions, centrality = hyperedges holding it, diversity = other elements beside it.
    """

    frequency: float = 0.0
    centrality: float = 0.0
    diversity: float = 0.0
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Element:
    """HingeMem's node: a person, time, location or topic that hyperedges join.

    `name` is canonical; a time's is ISO 8601 (an interval as `start/end`) with its granularity.
    """

    id: str
    name: str
    element: ElementKind
    mentions: tuple[Mention, ...] = ()
    aliases: tuple[str, ...] = ()
    granularity: Literal["", "year", "month", "week", "day", "part of day"] = ""
    salience: Salience = Salience()
    cluster: int = -1  # a topic's cluster; -1 for every other kind
    common: bool = False  # a topic whose cluster is held by more hyperedges than most
    kind: Literal["element"] = "element"

    @property
    def text(self) -> str:
        """The name, and what else it is called."""
        return f"{self.name} ({', '.join(self.aliases)})" if self.aliases else self.name

    @property
    def turn_ids(self) -> tuple[str, ...]:
        """The turns that mention it."""
        return tuple(dict.fromkeys(mention.turn_id for mention in self.mentions))


@dataclass(frozen=True, slots=True)
class SegmentPart:
    """Consecutive turns between two cuts; `reason` is what changed where they begin."""

    turn_ids: tuple[str, ...]
    reason: Reason
    description: str = ""
    degraded: bool = False  # no usable reply: the whole session as one part


@dataclass(frozen=True, slots=True)
class Segment:
    """The owner of a HingeMem hyperedge: what its turns tell, and the four fields by name.

    One part as cut; several when hyperedges with nearly the same elements were merged into it.
    """

    id: str
    description: str
    turn_ids: tuple[str, ...]
    parts: tuple[SegmentPart, ...]
    start: datetime | None = None
    end: datetime | None = None
    persons: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    kind: Literal["segment"] = "segment"

    @property
    def text(self) -> str:
        """The description: what is indexed."""
        return self.description


Node = Topic | Episode | Fact | Chunk | Entity | Element | Segment


@dataclass(frozen=True, slots=True)
class Member:
    """One incidence: how much a node belongs to a hyperedge (0–1) and in which role."""

    weight: float
    role: str


@dataclass(frozen=True, slots=True)
class Hyperedge:
    """A set of nodes of one level; `owner` is the node above that this edge is."""

    id: str
    kind: Literal["episode", "fact", "segment", "relation"]
    members: dict[str, Member]
    owner: str
    text: str = ""
