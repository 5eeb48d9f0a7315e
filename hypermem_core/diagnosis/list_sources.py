"""What a list of a stage reads: the texts BM25 was fitted on, the vectors a cosine comes from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from hypermem_core.memory import Vectors
from hypermem_core.methods.flat import TURN, WINDOW
from hypermem_core.methods.hingemem.turns import windows
from hypermem_core.methods.hypermem.propagate import propagate
from hypermem_core.retrieval.index import MIXED, MemoryIndex
from hypermem_core.retrieval.letters import tokenize_letters
from hypermem_core.retrieval.text import bm25_text, dense_text, tokenize
from hypermem_core.settings import Settings


@dataclass(frozen=True, slots=True)
class WordSource:
    """All documents of a BM25 list, the place of one among them, and what makes terms."""

    texts: tuple[str, ...]
    row: int
    words: Callable[[str], list[str]] = tokenize


@dataclass(frozen=True, slots=True)
class MeaningSource:
    """The node whose vector stands in a dense list, and how much its hyperedges add to it."""

    node_id: str
    weight: float = 0.0
    how: Literal["sum", "mean"] = "sum"


def word_source(
    method: str, index: MemoryIndex, ranker: str, node_id: str, settings: Settings
) -> WordSource | None:
    """Return what a BM25 list read; None for a list of another kind, or without that node."""
    name, _, view = ranker.partition("-")
    if name != "bm25" or view == "episode":
        return None
    words = tokenize
    ids: Sequence[str] = index.ids(index.graph.nodes[node_id].kind)
    read: Callable[[str], str] = partial(_indexed, index)
    if method == "flat":
        prefix = WINDOW if view else TURN
        ids = [one for one in ids if one.startswith(prefix)]
        node_id = prefix + node_id.removeprefix(TURN)
    elif method == "hingemem" and view:
        read = partial(_window, index)
    elif method == "hypermem" and view in ("window", "context"):
        read = partial(index.view_text, view=view)  # type: ignore[arg-type]
    elif method == "hypermem":
        words = tokenize_letters if settings.retrieval.bm25_words == "letters" else tokenize
        if settings.retrieval.bm25_index == "mixed":
            ids = [one for kind in MIXED for one in index.ids(kind)]
    if node_id not in ids:
        return None
    return WordSource(tuple(map(read, ids)), list(ids).index(node_id), words)


def _indexed(index: MemoryIndex, node_id: str) -> str:
    return bm25_text(index.graph.nodes[node_id])


def _window(index: MemoryIndex, node_id: str) -> str:
    return " ".join(dense_text(index.graph.nodes[near]) for near in windows(index)[node_id])


def meaning_source(
    method: str, index: MemoryIndex, ranker: str, node_id: str, settings: Settings
) -> MeaningSource | None:
    """Return what a dense list compares with; None where it is not the vector of one node."""
    name, _, view = ranker.partition("-")
    if method == "hingemem" and ranker in ("similarity", "dense"):
        plain = settings.hingemem.similarity == "description" and not settings.hingemem.centre
        turn = index.graph.nodes[node_id].kind == "chunk"
        return _known(index, node_id) if plain or turn else None
    if name != "dense" or view == "episode":
        return None
    if method == "flat":
        return _known(index, (WINDOW if view else TURN) + node_id.removeprefix(TURN))
    if view:
        return None
    if method == "hypermem" and index.graph.nodes[node_id].kind != "topic":
        knobs = settings.retrieval
        return _known(index, node_id, knobs.propagation, knobs.aggregate)
    return _known(index, node_id)


def _known(
    index: MemoryIndex, node_id: str, weight: float = 0.0, how: Literal["sum", "mean"] = "sum"
) -> MeaningSource | None:
    return MeaningSource(node_id, weight, how) if node_id in index.vectors.row else None


def level_vectors(index: MemoryIndex, kind: str, settings: Settings, propagated: bool) -> Vectors:
    """Return the unit vectors of one kind of node, raw or with their hyperedges taken in."""
    knobs = settings.retrieval
    if not propagated or knobs.propagation == 0:
        return index.dense(kind).vectors
    make = partial(propagate, index.graph, index.vectors, knobs.propagation, knobs.aggregate)
    return index.dense(kind, variant=(knobs.propagation, knobs.aggregate), vectors=make).vectors
