"""The shapes of the replies to the prompts of HGMem, and of the rows its prompts show."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class MentionItem:
    """An entity of a chunk: a person, place, organisation, event, activity, object or the like."""

    name: str
    type: str = "concept"
    aliases: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class StatementItem:
    """One fact: who and what it ties together, when it happened, the turns it stands in."""

    text: str
    entities: list[str]
    turn_ids: list[str]
    when: str = ""


@dataclass(frozen=True, slots=True)
class ExtractReply:
    """`hgmem/extract`: blanks: turns, before (turns seen already), speakers."""

    entities: list[MentionItem]
    statements: list[StatementItem]


@dataclass(frozen=True, slots=True)
class PointRow:
    """A memory point as a prompt shows it; `main` are its members that are no speaker or hub."""

    id: str
    members: tuple[str, ...]
    description: str
    main: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity as a prompt shows it."""

    name: str
    type: str
    description: str


@dataclass(frozen=True, slots=True)
class EvidenceRow:
    """A relation (`r3`) or a chunk (`c2`) as a prompt shows it."""

    id: str
    text: str
    entities: tuple[str, ...] = ()
    main: tuple[str, ...] = ()  # its entities that are no speaker or hub


@dataclass(frozen=True, slots=True)
class UpdateItem:
    """A point told anew; members stay unless named."""

    point: str
    description: str
    add_members: list[str] = field(default_factory=list)
    remove_members: list[str] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class InsertItem:
    """A new point; `evidence` are ids of rows."""

    members: list[str]
    description: str
    evidence: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class EvolveReply:
    """`hgmem/evolve`: blanks: question, subqueries, points, entities, relations, chunks."""

    updates: list[UpdateItem] = field(default_factory=list)
    inserts: list[InsertItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class MergeItem:
    """Points that are one idea, and the text that says what ties their members."""

    points: list[str]
    description: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MergeReply:
    """`hgmem/merge`: blanks: question, points."""

    merges: list[MergeItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ConcernItem:
    """What is missing, and where to look: near some points, or outside the memory."""

    text: str
    mode: Literal["local", "global"] = "global"
    points: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SufficiencyReply:
    """`hgmem/plan`: blanks: question, points, nearby, asked, most."""

    sufficient: bool
    concerns: list[ConcernItem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SubQueryItem:
    """A question for the concern of this number (from 0)."""

    concern: int
    query: str


@dataclass(frozen=True, slots=True)
class SubQueriesReply:
    """`hgmem/subqueries`: blanks: question, concerns, points, asked."""

    subqueries: list[SubQueryItem]
