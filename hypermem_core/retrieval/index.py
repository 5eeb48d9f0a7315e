"""One memory's indexes: made when first needed, kept as long as the memory lives."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from threading import RLock
from typing import Literal, TypeVar, cast
from weakref import WeakKeyDictionary

import numpy as np

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory, Vectors
from hypermem_core.retrieval.bm25 import BM25Index
from hypermem_core.retrieval.dense import DenseIndex, unit
from hypermem_core.retrieval.letters import tokenize_letters
from hypermem_core.retrieval.text import (
    bm25_text,
    count_tokens,
    heading,
    line,
    tokenize,
    turn_ids,
)
from hypermem_core.retrieval.views import View, neighbours, view_id, view_texts
from hypermem_core.types import Episode, Evidence, Fact, Node

T = TypeVar("T")
Ties = Literal["id", "first"]
MIXED = ("fact", "episode", "topic")  # the official order, which decides ties


class MemoryIndex:
    """Everything that is derived from a memory and does not depend on the question."""

    def __init__(self, graph: Hypergraph, vectors: Vectors) -> None:
        self.graph = graph
        self.vectors = vectors
        self.children: dict[str, tuple[str, ...]] = {}
        owners: defaultdict[str, list[str]] = defaultdict(list)
        for edge in graph.edges.values():
            self.children[edge.owner] = self.children.get(edge.owner, ()) + tuple(edge.members)
            for node_id in edge.members:
                owners[node_id].append(edge.owner)
        self.owners = {node_id: tuple(found) for node_id, found in owners.items()}
        self._made: dict[Hashable, object] = {}
        self._making = RLock()

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._made:
            with self._making:
                if key not in self._made:
                    self._made[key] = make()
        return cast(T, self._made[key])

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what a method derives from this memory under a key of its own, made once."""
        return self._once(("derived", key), make)

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return the ids of one kind of node, in the order they were added."""
        return self._once(("ids", kind), lambda: self.graph.ids(kind))

    def below(self, owners: Sequence[str], kind: str, also_loose: bool = True) -> tuple[str, ...]:
        """Return the nodes of a kind below these owners, and those below no owner at all."""
        wanted = {child for owner in owners for child in self.children.get(owner, ())}
        return tuple(
            node_id
            for node_id in self.ids(kind)
            if node_id in wanted or (also_loose and node_id not in self.owners)
        )

    def loose(self, kind: str) -> tuple[str, ...]:
        """Return the nodes of a kind that are in no hyperedge."""
        return self._once(
            ("loose", kind),
            lambda: tuple(node_id for node_id in self.ids(kind) if node_id not in self.owners),
        )

    @property
    def beside(self) -> dict[str, tuple[str, ...]]:
        """Each fact in an edge with its adjacent facts, in reading order."""
        return self._once("beside", lambda: neighbours(self.graph))

    @property
    def holders(self) -> dict[str, tuple[str, ...]]:
        """Each turn with the nodes that stand for it; a topic stands for its episodes' turns."""
        return self._once("holders", self._holders)

    def _holders(self) -> dict[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for node in self.graph.nodes.values():
            own = turn_ids(node)
            below = (turn_ids(self.graph.nodes[i]) for i in self.children.get(node.id, ()))
            for turn_id in dict.fromkeys(own or (turn for turns in below for turn in turns)):
                found[turn_id].append(node.id)
        return {turn_id: tuple(ids) for turn_id, ids in found.items()}

    def said_by(self, speaker: str) -> frozenset[str]:
        """Return the facts of a speaker."""
        facts = (self.graph.nodes[node_id] for node_id in self.ids("fact"))
        return self._once(
            ("said by", speaker),
            lambda: frozenset(f.id for f in facts if isinstance(f, Fact) and f.speaker == speaker),
        )

    @property
    def speakers(self) -> tuple[str, ...]:
        """The speakers of the facts, sorted."""
        facts = (self.graph.nodes[node_id] for node_id in self.ids("fact"))
        return self._once(
            "speakers",
            lambda: tuple(sorted({f.speaker for f in facts if isinstance(f, Fact) and f.speaker})),
        )

    def bm25(self, kind: str, ids: Sequence[str] | None = None) -> BM25Index:
        """Return the BM25 index of a kind, or, under the name `kind`, of these nodes."""

        def make() -> BM25Index:
            chosen = self.ids(kind) if ids is None else ids
            return BM25Index.build(
                chosen, [bm25_text(self.graph.nodes[node_id]) for node_id in chosen]
            )

        return self._once(("bm25", kind), make)

    def bm25_variant(self, mixed: bool, letters: bool, ties: Ties, kind: str) -> BM25Index:
        """Return a BM25 index like the official one's: of all levels, of words of letters."""
        kinds = MIXED if mixed else (kind,)
        words = tokenize_letters if letters else tokenize

        def make() -> BM25Index:
            ids = [node_id for one in kinds for node_id in self.ids(one)]
            texts = [bm25_text(self.graph.nodes[node_id]) for node_id in ids]
            return BM25Index.build(ids, texts, words, ties)

        return self._once(("bm25", kinds, letters, ties), make)

    def dense(
        self,
        kind: str,
        ids: Sequence[str] | None = None,
        variant: Hashable = "raw",
        vectors: Callable[[], Vectors] | None = None,
    ) -> DenseIndex:
        """Return the dense index of a kind; `vectors` makes the variant's, if not the raw ones."""

        def make() -> DenseIndex:
            source = self._once(("vectors", variant), vectors) if vectors else self.vectors
            chosen = tuple(self.ids(kind) if ids is None else ids)
            return DenseIndex(Vectors(chosen, source.rows(chosen)))

        return self._once(("dense", kind, variant), make)

    def _views(self) -> dict[str, str]:
        return self._once("views", lambda: view_texts(self.graph))

    def view_text(self, node_id: str, view: View) -> str:
        """Return what a view of a fact reads."""
        return self._views()[view_id(node_id, view)]

    def bm25_view(self, view: View) -> BM25Index:
        """Return the BM25 index of the facts' views."""
        ids = self.ids("fact")
        return self._once(
            ("bm25", view),
            lambda: BM25Index.build(ids, [self.view_text(node_id, view) for node_id in ids]),
        )

    def dense_view(self, view: View) -> DenseIndex:
        """Return the dense index of the facts' views, embedded by the build or approximated."""
        return self._once(("dense", view), lambda: DenseIndex(self._view_vectors(view)))

    def _view_vectors(self, view: View) -> Vectors:
        """Return the views' vectors; a window that was never embedded is its facts' mean."""
        ids = self.ids("fact")
        rows = [view_id(node_id, view) for node_id in ids]
        if all(row in self.vectors.row for row in rows):
            return Vectors(ids, self.vectors.rows(rows))
        if view == "context":
            return Vectors(ids, self.vectors.rows(ids))
        means = [
            unit(self.vectors.rows(self.beside.get(node_id, (node_id,)))).mean(axis=0)
            for node_id in ids
        ]
        width = self.vectors.matrix.shape[1]
        return Vectors(ids, np.asarray(means, np.float32).reshape(len(ids), width))

    def evidence(self, node_id: str, score: float, whole: bool = False) -> Evidence:
        """Return a node as an item of the context; a `whole` episode is told at length."""
        node = self.graph.nodes[node_id]
        whole = whole and isinstance(node, Episode) and bool(node.text)
        text, tokens, date, dated = self._once(
            ("line", node_id, whole), lambda: _counted(_at_length(node) if whole else node)
        )
        return Evidence(node_id, node.kind, text, turn_ids(node), score, tokens, date, dated)


def _at_length(node: Node) -> Node:
    return replace(node, summary=node.text) if isinstance(node, Episode) else node


def _counted(node: Node) -> tuple[str, int, str, int]:
    date = heading(node)
    return line(node), count_tokens(line(node)), date, count_tokens(f"[{date}]") if date else 0


_INDEXES: WeakKeyDictionary[Memory, MemoryIndex] = WeakKeyDictionary()
_OPENING = RLock()


def index_of(memory: Memory) -> MemoryIndex:
    """Return the memory's indexes, the same ones every time."""
    with _OPENING:
        if memory not in _INDEXES:
            _INDEXES[memory] = MemoryIndex(memory.graph, memory.vectors)
        return _INDEXES[memory]
