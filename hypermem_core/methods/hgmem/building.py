"""Building the graph: chunks, what a model reads in each, vectors – told step by step."""

from __future__ import annotations

from dataclasses import dataclass

from hypermem_core.errors import ReplyError
from hypermem_core.events import EdgeAdded, NodeAdded
from hypermem_core.memory import Vectors
from hypermem_core.methods.hgmem.chunks import Window, windows
from hypermem_core.methods.hgmem.graph import GraphBuilder
from hypermem_core.methods.steps import Steps
from hypermem_core.replies import ExtractReply
from hypermem_core.retrieval.embedding import embedded
from hypermem_core.settings import HGMemSettings


@dataclass(frozen=True, slots=True)
class Building(Steps):
    """The steps of a build that is cut into chunks and read as the settings say."""

    knobs: HGMemSettings

    def chunks(self) -> list[Window]:
        """Cut the conversation into chunks and add them."""
        found: list[Window] = []
        with self.stage("chunks", len(self.conversation.turns)):
            for window in windows(
                self.conversation, self.knobs.chunk_tokens, self.knobs.overlap_tokens
            ):
                found.append(window)
                self.add_node(window.chunk)
            self.advance("chunks", len(self.conversation.turns), f"{len(found)} chunks")
        return found

    @property
    def speakers(self) -> tuple[str, ...]:
        """Who is tied to what they say; a lone speaker (a document) would be tied to all of it."""
        names = self.conversation.speakers
        return names if len(names) > 1 else ()

    def entities(self, found: list[Window]) -> None:
        """Read every chunk and add entities, fragments and relations; a failed one is left out."""
        builder = GraphBuilder(self.speakers)
        with self.stage("graph", len(found)):
            replies = self.each(lambda quiet, window: quiet._read(window), found)
            for number, (window, reply) in enumerate(zip(found, replies, strict=True), 1):
                known = len(builder.facts)
                refused = builder.add(window, reply)
                for fact in list(builder.facts.values())[known:]:
                    self.emit(NodeAdded(fact))
                if refused:
                    self.warn(f"{window.chunk.id}: {refused} statements name no turn of it.", "id")
                note = f"{len(reply.statements)} fragments in {window.chunk.id}"
                self.advance("graph", number, note)
            builder.finish(self.graph)
            for node in self.graph.nodes.values():
                if node.kind == "entity":
                    self.emit(NodeAdded(node))
            for edge in self.graph.edges.values():
                self.emit(EdgeAdded(edge))

    def _read(self, window: Window) -> ExtractReply:
        """Return what a chunk says; nothing where no reply was usable."""
        prompt, name = "hgmem/extract", window.chunk.id
        try:
            return self.ask(
                prompt,
                ExtractReply,
                turns=window.turns,
                before=window.before,
                speakers=self.speakers,
            )
        except ReplyError as error:
            self.degrade(name, prompt, error, f"{name} was left out of the graph")
            return ExtractReply([], [])

    def vectors(self) -> Vectors:
        """Return the vectors of every node, in the order of the graph."""
        return embedded(self.graph, tuple(self.graph.nodes), self.models.embedder, self.emit)
