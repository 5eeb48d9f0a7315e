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


Node = Topic | Episode | Fact | Chunk


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
