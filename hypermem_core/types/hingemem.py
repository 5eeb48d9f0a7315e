"""What a HingeMem trace holds beside its stages: the plan, the score parts, the stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hypermem_core.types.nodes import ElementKind

QueryType = Literal["recall", "precision", "judgment"]
KINDS: tuple[ElementKind, ...] = ("person", "time", "location", "topic")


@dataclass(frozen=True, slots=True)
class PlannedElement:
    """An element the plan asks for: its normalised name, the nodes it matched, its weight."""

    element: ElementKind
    name: str
    matched: tuple[str, ...] = ()
    weight: float = 0.0  # by the rank of its kind in the priority, before scaling


@dataclass(frozen=True, slots=True)
class ScoreParts:
    """One candidate hyperedge, by its segment's id: score = similarity + salience + topic."""

    node_id: str
    similarity: float  # ξ
    salience: float  # Ω_S
    topic: float  # Ω_T
    score: float = 0.0
    structural: bool = False  # holds a node that matches a planned element
    semantic: bool = False  # among the nearest descriptions
    matched: tuple[str, ...] = ()  # ids of the matching elements it holds


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the sorted curve was cut: `values` are what the rule compared with `threshold`.

    `values` are the scores (shifted if the best is negative), for judgment their softmax.
    """

    rule: Literal["recall", "precision", "judgment", "top-k"] = "recall"
    kept: int = 0
    threshold: float = 0.0
    knee: int | None = None  # index of the knee in the curve, from 0
    reason: str = ""
    values: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class HingePlan:
    """The query plan of HingeMem, its candidates best first, and the stop."""

    query_type: QueryType = "recall"
    elements: tuple[PlannedElement, ...] = ()
    priority: tuple[ElementKind, ...] = KINDS
    scores: tuple[ScoreParts, ...] = ()
    stop: Stop = Stop()
    kind: Literal["hinge_plan"] = "hinge_plan"
