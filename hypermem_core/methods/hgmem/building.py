"""Building the graph: chunks, what a model reads in each, vectors – told step by step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from hypermem_core.errors import ReplyError
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
from hypermem_core.memory import Matrix, Vectors
from hypermem_core.methods.hgmem.chunks import Window, windows
from hypermem_core.methods.hgmem.graph import GraphBuilder
from hypermem_core.models import Models
from hypermem_core.models.ask import ask
from hypermem_core.replies import ExtractReply
from hypermem_core.retrieval.text import dense_text
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Conversation, Usage

BATCH = 64  # nodes embedded between two steps of the progress bar


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
            for number, window in enumerate(found, 1):
                reply = self._extracted(window)
                refused = builder.add(window, reply)
                if refused:
                    self.emit(
                        Warned(f"{window.chunk.id}: {refused} statements name no turn of it.")
                    )
                note = f"{len(reply.statements)} fragments in {window.chunk.id}"
                self.emit(StageAdvanced("graph", number, note))
            builder.finish(self.graph)
            for node in self.graph.nodes.values():
                if node.kind != "chunk":
                    self.emit(NodeAdded(node))
            for edge in self.graph.edges.values():
                self.emit(EdgeAdded(edge))

    def _extracted(self, window: Window) -> ExtractReply:
        before, started = self._usage(), perf_counter()
        try:
            reply = ask(
                self.models.llm,
                "hgmem/extract",
                ExtractReply,
                turns=window.turns,
                before=window.before,
                speakers=self.speakers,
            )
        except ReplyError as error:
            self.emit(Warned(f"{window.chunk.id} was left out of the graph: {error.message}"))
            reply = ExtractReply([], [])
        after = self._usage()
        counted = isinstance(getattr(self.models.llm, "usage", None), Usage)
        self.emit(
            ModelCalled(
                "hgmem/extract",
                after.prompt_tokens - before.prompt_tokens,
                after.completion_tokens - before.completion_tokens,
                perf_counter() - started,
                cached=counted and after.calls == before.calls,
            )
        )
        return reply

    def _usage(self) -> Usage:
        usage = getattr(self.models.llm, "usage", None)
        return usage if isinstance(usage, Usage) else Usage()

    def vectors(self) -> Vectors:
        """Return the vectors of every node; in batches, so that the progress is seen."""
        texts = {node.id: dense_text(node) for node in self.graph.nodes.values()}
        # Texts of like length share a batch; in reading order the short would be padded.
        ids = sorted(texts, key=lambda node_id: len(texts[node_id]))
        rows: list[Matrix] = []
        with self._stage("vectors", len(ids)):
            for start in range(0, len(ids), BATCH):
                batch = [texts[node_id] for node_id in ids[start : start + BATCH]]
                rows.append(self.models.embedder.documents(batch))
                self.emit(StageAdvanced("vectors", start + len(batch)))
        if not rows:
            return Vectors((), self.models.embedder.documents([]))
        by_length = Vectors(tuple(ids), np.concatenate(rows))
        return Vectors(tuple(texts), by_length.rows(tuple(texts)))

    @contextmanager
    def _stage(self, name: str, total: int) -> Iterator[None]:
        started = perf_counter()
        self.emit(StageStarted(name, total))
        yield
        self.emit(StageFinished(name, perf_counter() - started))
