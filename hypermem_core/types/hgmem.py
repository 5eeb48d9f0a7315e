"""What an HGMem trace holds beside its stages: the rounds of its working memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mode = Literal["main", "local", "global"]
PhaseName = Literal["retrieve", "update", "insert", "merge", "judge", "subqueries"]


@dataclass(frozen=True, slots=True)
class Vertex:
    """A vertex of the working memory: an entity of the graph, or a name only this question has."""

    id: str
    name: str
    origin: Literal["graph", "query_local"] = "graph"


@dataclass(frozen=True, slots=True)
class Point:
    """A memory point: a hyperedge over vertices with a description of what ties them.

    The id is never reused; `parents` are the points it was merged from.
    """

    id: str
    members: tuple[str, ...]  # vertex ids, in the order they joined
    description: str
    fragments: tuple[str, ...] = ()  # the fragments and chunks of the graph it rests on
    turn_ids: tuple[str, ...] = ()
    created: int = 0  # round
    changed: int = 0  # round
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Operation:
    """One change of the memory, or one that was refused; `point` is the state after it."""

    kind: Literal["insert", "update", "merge", "reject"]
    point: Point | None = None
    before: str = ""  # the description an update replaced
    reason: str = ""  # why it was merged, refused or repaired
    asked: str = ""  # what a refused operation wanted


@dataclass(frozen=True, slots=True)
class SubQuery:
    """What one search of a round asks: the question itself, or one concern about the memory."""

    id: str
    text: str
    mode: Mode = "main"
    targets: tuple[str, ...] = ()  # the points a local investigation starts from
    concern: str = ""


@dataclass(frozen=True, slots=True)
class Space:
    """The entities a search may find, and how they were chosen."""

    kind: Literal["all", "local", "outside memory"]
    size: int
    seeds: tuple[str, ...] = ()
    hops: int = 0
    unexpanded: tuple[str, ...] = ()  # speakers and hubs among the seeds
    fallback: str = ""  # why it is wider than what was asked for


@dataclass(frozen=True, slots=True)
class Found:
    """One thing a search found, with its similarity to the query."""

    node_id: str
    score: float
    via: Literal["graph", "dense"] = "graph"


@dataclass(frozen=True, slots=True)
class SubSearch:
    """What one sub-query found; `relations` are the fragments that state them."""

    query: str  # the sub-query's id
    space: Space
    entities: tuple[Found, ...] = ()
    relations: tuple[Found, ...] = ()
    chunks: tuple[Found, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Concern:
    """What the judge misses: about particular points (local), or outside the memory (global)."""

    text: str
    mode: Literal["local", "global"] = "global"
    points: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Phase:
    """One step of a round: its operations, the live points after it, and what it cost."""

    name: PhaseName
    points: tuple[Point, ...] = ()
    operations: tuple[Operation, ...] = ()
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    note: str = ""  # what was degraded


@dataclass(frozen=True, slots=True)
class Round:
    """One round: sub-queries → searches → evolve → merge → judge → the next sub-queries."""

    number: int
    queries: tuple[SubQuery, ...]
    searches: tuple[SubSearch, ...] = ()
    phases: tuple[Phase, ...] = ()
    sufficient: bool | None = None  # None: nobody was asked
    concerns: tuple[Concern, ...] = ()
    dropped: tuple[str, ...] = ()  # sub-queries that were asked before

    @property
    def points(self) -> tuple[Point, ...]:
        """The live points when the round ended."""
        return self.phases[-1].points if self.phases else ()

    def phase(self, name: PhaseName) -> Phase | None:
        """Return the phase of that name, None if the round had none."""
        return next((phase for phase in self.phases if phase.name == name), None)


@dataclass(frozen=True, slots=True)
class HGMemRounds:
    """All rounds of one question; the memory dies with it."""

    rounds: tuple[Round, ...] = ()
    vertices: tuple[Vertex, ...] = ()
    stop: str = ""  # sufficient, max rounds, no new query, stalled, budget
    kind: Literal["hgmem_rounds"] = "hgmem_rounds"

    @property
    def points(self) -> tuple[Point, ...]:
        """The live points at the end."""
        return self.rounds[-1].points if self.rounds else ()
