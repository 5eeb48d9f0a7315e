"""Steps: what the steps of any build share – the graph they grow and how they tell about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Self, TypeVar

from hypermem_core.errors import ReplyError
from hypermem_core.events import (
    Degraded,
    EdgeAdded,
    Emit,
    Event,
    NodeAdded,
    StageAdvanced,
    StageFinished,
    StageStarted,
    Warned,
)
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.models import Models, workers_of
from hypermem_core.models.ask import ask, told
from hypermem_core.models.ledger import ledger
from hypermem_core.parallel import map_threads
from hypermem_core.types import Conversation, Hyperedge, Node, Turn

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741 - an item
R = TypeVar("R")
MOST_SAID = 4000  # characters kept of a reply that could not be used


@dataclass(frozen=True, slots=True)
class Steps:
    """One build under way; only the graph changes."""

    conversation: Conversation
    models: Models
    emit: Emit
    graph: Hypergraph = field(default_factory=Hypergraph, kw_only=True)

    def ask(self, prompt: str, shape: type[T], **blanks: Any) -> T:
        """Return a typed reply and tell what it cost; ReplyError if there is no usable one."""
        with ledger() as calls:
            try:
                return ask(self.models.llm, prompt, shape, **blanks)
            finally:
                if calls:
                    self.emit(told(prompt, calls))

    def each(self, work: Callable[[Self, I], R], items: Iterable[I]) -> Iterator[R]:
        """Yield `work(steps, item)` in order, several at a time where the model is remote.

        What the work tells is told in the item's turn, so that events never depend on threads.
        The work must not change the graph.
        """

        def quiet(item: I) -> tuple[list[Event], R]:
            events: list[Event] = []
            return events, work(replace(self, emit=events.append), item)

        for events, result in map_threads(quiet, items, workers_of(self.models.llm)):
            self.tell(events)
            yield result

    def tell(self, events: Iterable[Event]) -> None:
        """Tell what was held back until its turn."""
        for event in events:
            self.emit(event)

    def degrade(self, item: str, prompt: str, error: ReplyError, so: str) -> None:
        """Tell that an item goes without a reply, and what it keeps; a later build asks again."""
        said = error.replies[-1][:MOST_SAID] if error.replies else ""
        self.emit(Degraded(item, prompt, error.message, said))
        self.warn(f"{so}: {error.message}")

    def warn(self, message: str, mended: str = "", item: str = "") -> None:
        """Tell that something was degraded or put right; the build goes on."""
        self.emit(Warned(message, mended, item))

    def warn_of(self, edge: str) -> Callable[[str, str], None]:
        """Return what tells of something put right in a hyperedge."""
        return lambda message, mended: self.warn(f"{edge}: {message}", mended, edge)

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
