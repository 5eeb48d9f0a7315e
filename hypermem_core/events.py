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
    """A typed ask was answered; tokens are those of all its attempts, also of kept replies."""

    prompt: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0
    cached: bool = False
    model: str = ""
    attempts: int = 1  # replies asked for: more than one when the first did not fit
    requests: int = 1  # requests sent, with those that met a fault on the way
    repaired: bool = False  # its JSON had to be repaired
    key: str = ""  # of the reply in replies.db
    remote: bool = False  # asked of an endpoint without keeping its words: vectors
    kind: Literal["model_called"] = "model_called"

    @property
    def paid(self) -> bool:
        """Whether a model was asked, and not rules."""
        return bool(self.key) or self.remote


@dataclass(frozen=True, slots=True)
class Warned:
    """Something was degraded or skipped; the run goes on."""

    message: str
    mended: str = ""  # what was wrong in a reply and put right: a key of MENDED
    item: str = ""  # the hyperedge it is about
    kind: Literal["warned"] = "warned"


@dataclass(frozen=True, slots=True)
class Degraded:
    """An item had to do without a model's reply; it is kept, and the next build asks again."""

    item: str
    prompt: str
    reason: str
    reply: str = ""  # the last thing the model said, if it said anything
    kind: Literal["degraded"] = "degraded"


@dataclass(frozen=True, slots=True)
class StageFinished:
    """A stage ended."""

    stage: str
    seconds: float
    kind: Literal["stage_finished"] = "stage_finished"


Event = (
    StageStarted
    | StageAdvanced
    | NodeAdded
    | EdgeAdded
    | ModelCalled
    | Warned
    | Degraded
    | StageFinished
)
Emit = Callable[[Event], None]


def ignore(event: Event) -> None:
    """Listen to nothing."""
