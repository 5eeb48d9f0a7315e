"""Building the graph: chunks, what a model reads in each, vectors – told step by step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter

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
from hypermem_core.memory import Vectors
from hypermem_core.methods.hgmem.chunks import Window, windows
from hypermem_core.methods.hgmem.graph import GraphBuilder
from hypermem_core.models import Models, workers_of
from hypermem_core.models.ask import ask, told
from hypermem_core.models.ledger import ledger
from hypermem_core.parallel import map_threads
from hypermem_core.replies import ExtractReply
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Conversation

MOST_SAID = 4000  # characters kept of a reply that could not be used


@dataclass(frozen=True, slots=True)
class Building:
    """One build under way; only the graph changes."""

    conversation: Conversation
    knobs: HGMemSettings
    models: Models
    emit: Emit
    graph: Hypergraph = field(default_factory=Hypergraph)

    def chunks(self) -> list[Window]:
        """Cut the conversation into chunks and add them."""
        found: list[Window] = []
        with self._stage("chunks", len(self.conversation.turns)):
            for window in windows(
                self.conversation, self.knobs.chunk_tokens, self.knobs.overlap_tokens
            ):
                found.append(window)
                self.graph.add_node(window.chunk)
                self.emit(NodeAdded(window.chunk))
            self.emit(StageAdvanced("chunks", len(self.conversation.turns), f"{len(found)} chunks"))
        return found

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who is tied to what they say; a lone speaker (a document) would be tied to all of it."""
        names = self.conversation.speakers
        return names if len(names) > 1 else ()

    def entities(self, found: list[Window]) -> None:
        """Read every chunk and add entities, fragments and relations; a failed one is left out."""
        builder = GraphBuilder(self.speakers)
        with self._stage("graph", len(found)):
            replies = map_threads(self._read, found, workers_of(self.models.llm))
            pairs = zip(found, replies, strict=True)
            for number, (window, (events, reply)) in enumerate(pairs, 1):
                for event in events:
                    self.emit(event)
                known = len(builder.facts)
                refused = builder.add(window, reply)
                for fact in list(builder.facts.values())[known:]:
                    self.emit(NodeAdded(fact))
                if refused:
                    self.emit(
                        Warned(f"{window.chunk.id}: {refused} statements name no turn of it.", "id")
                    )
                note = f"{len(reply.statements)} fragments in {window.chunk.id}"
                self.emit(StageAdvanced("graph", number, note))
            builder.finish(self.graph)
            for node in self.graph.nodes.values():
                if node.kind == "entity":
                    self.emit(NodeAdded(node))
            for edge in self.graph.edges.values():
                self.emit(EdgeAdded(edge))

    def _read(self, window: Window) -> tuple[list[Event], ExtractReply]:
        """Return what a chunk says, and what is to be told of it in its turn."""
        events: list[Event] = []
        return events, replace(self, emit=events.append)._extracted(window)

    def _extracted(self, window: Window) -> ExtractReply:
        prompt = "hgmem/extract"
        with ledger() as calls:
            try:
                return ask(
                    self.models.llm,
                    prompt,
                    ExtractReply,
                    turns=window.turns,
                    before=window.before,
                    speakers=self.speakers,
                )
            except ReplyError as error:
                failure = error
            finally:
                if calls:
                    self.emit(told(prompt, calls))
        said = failure.replies[-1][:MOST_SAID] if failure.replies else ""
        self.emit(Degraded(window.chunk.id, prompt, failure.message, said))
        self.emit(Warned(f"{window.chunk.id} was left out of the graph: {failure.message}"))
        return ExtractReply([], [])

    def vectors(self) -> Vectors:
        """Return the vectors of every node, in the order of the graph."""
        return embedded(self.graph, tuple(self.graph.nodes), self.models.embedder, self.emit)

    @contextmanager
    def _stage(self, name: str, total: int) -> Iterator[None]:
        started = perf_counter()
        self.emit(StageStarted(name, total))
        yield
        self.emit(StageFinished(name, perf_counter() - started))
