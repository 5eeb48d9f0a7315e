"""Building: what the steps of one build share – the graph they grow and how they tell about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, TypeVar

from hypermem_core.events import (
    EdgeAdded,
    Emit,
    ModelCalled,
    NodeAdded,
    StageAdvanced,
    StageFinished,
    StageStarted,
    Warned,
)
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.models import Models
from hypermem_core.models.ask import ask
from hypermem_core.settings import BuildSettings
from hypermem_core.types import Conversation, Hyperedge, Node, Turn, Usage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Building:
    """One build under way; only the graph changes."""

    conversation: Conversation
    settings: BuildSettings
    models: Models
    emit: Emit
    graph: Hypergraph = field(default_factory=Hypergraph)

    def ask(self, prompt: str, shape: type[T], **blanks: Any) -> T:
        """Return a typed reply and tell what it cost; ReplyError if there is no usable one."""
        before, started = self._usage(), perf_counter()
        reply = ask(self.models.llm, prompt, shape, **blanks)
        after = self._usage()
        self.emit(
            ModelCalled(
                prompt,
                after.prompt_tokens - before.prompt_tokens,
                after.completion_tokens - before.completion_tokens,
                perf_counter() - started,
                cached=self._counts() and after.calls == before.calls,
            )
        )
        return reply

    def _counts(self) -> bool:
        return isinstance(getattr(self.models.llm, "usage", None), Usage)

    def _usage(self) -> Usage:
        """Return what the chat model has used so far; rules count nothing and cost nothing."""
        usage = getattr(self.models.llm, "usage", None)
        return usage if isinstance(usage, Usage) else Usage()

    def warn(self, message: str) -> None:
        """Tell that something was degraded; the build goes on."""
        self.emit(Warned(message))

    def advance(self, stage: str, done: int, note: str = "") -> None:
        """Tell that a stage made a step."""
        self.emit(StageAdvanced(stage, done, note))

    def add_node(self, node: Node) -> None:
        """Add or replace a node and tell it."""
        self.graph.add_node(node)
        self.emit(NodeAdded(node))

    def add_edge(self, edge: Hyperedge) -> None:
        """Add or replace a hyperedge and tell it."""
        self.graph.add_edge(edge)
        self.emit(EdgeAdded(edge))

    @contextmanager
    def stage(self, name: str, total: int) -> Iterator[None]:
        """Tell the start and the end of a stage."""
        started = perf_counter()
        self.emit(StageStarted(name, total))
        yield
        self.emit(StageFinished(name, perf_counter() - started))

    def turns(self, turn_ids: tuple[str, ...]) -> tuple[Turn, ...]:
        """Return the turns of these ids in the order of the conversation."""
        wanted = set(turn_ids)
        return tuple(turn for turn in self.conversation.turns if turn.id in wanted)
