"""The shapes of the replies to the prompts of HingeMem."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypermem_core.types import ElementKind, QueryType, Reason


@dataclass(frozen=True, slots=True)
class TimeItem:
    """A time as it was said, and in ISO 8601 (an interval as `start/end`); "" if unresolved."""

    said: str
    when: str = ""


@dataclass(frozen=True, slots=True)
class ElementsReply:
    """`hingemem/elements`: the elements of turns that are one segment; blanks: turns."""

    persons: list[str]
    times: list[TimeItem]
    locations: list[str]
    topics: list[str]
    description: str


@dataclass(frozen=True, slots=True)
class SegmentItem:
    """One segment; `reason` is what changed where it begins."""

    turn_ids: list[str]
    persons: list[str]
    times: list[TimeItem]
    locations: list[str]
    topics: list[str]
    description: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class BoundariesReply:
    """`hingemem/boundaries`: a session cut into segments, in order; blanks: turns, max_turns."""

    segments: list[SegmentItem]


@dataclass(frozen=True, slots=True)
class PlanReply:
    """`hingemem/plan`: what to fetch and how much; blanks: question, persons, today."""

    type: QueryType
    persons: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    locations: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    priority: list[ElementKind] = field(default_factory=list)
