"""The events a run emits, and `ignore`, the listener that does nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from hypermem_core.types import Hyperedge, Node


@dataclass(frozen=True, slots=True)
class StageStarted:
    """A stage begins; `total` is how many steps it will take (0: unknown)."""

    stage: str
    total: int = 0
    kind: Literal["stage_started"] = "stage_started"


@dataclass(frozen=True, slots=True)
class StageAdvanced:
    """A stage made a step; `note` says in words what was decided and why."""

    stage: str
    done: int
    note: str = ""
    kind: Literal["stage_advanced"] = "stage_advanced"


@dataclass(frozen=True, slots=True)
class NodeAdded:
    """A node was added to the graph, or replaced one of the same id (a topic that grew)."""

    node: Node
    kind: Literal["node_added"] = "node_added"


@dataclass(frozen=True, slots=True)
class EdgeAdded:
    """A hyperedge was added, or replaced one of the same id."""

    edge: Hyperedge
    kind: Literal["edge_added"] = "edge_added"


@dataclass(frozen=True, slots=True)
class ModelCalled:
    """A typed ask was answered."""

    prompt: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cached: bool = False
    kind: Literal["model_called"] = "model_called"


@dataclass(frozen=True, slots=True)
class Warned:
    """Something was degraded or skipped; the run goes on."""

    message: str
    kind: Literal["warned"] = "warned"


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A stage ended."""

    stage: str
    seconds: float
    kind: Literal["stage_finished"] = "stage_finished"


Event = StageStarted | StageAdvanced | NodeAdded | EdgeAdded | ModelCalled | Warned | StageFinished
Emit = Callable[[Event], None]


def ignore(event: Event) -> None:
    """Listen to nothing."""
