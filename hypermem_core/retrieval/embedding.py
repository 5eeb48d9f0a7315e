"""The vectors of a graph's nodes: batches of like length, so that little is padded."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from hypermem_core.errors import DataError
from hypermem_core.events import Emit, StageAdvanced, StageFinished, StageStarted
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Matrix, Vectors
from hypermem_core.models import Embedder
from hypermem_core.retrieval.text import dense_text
from hypermem_core.types import Element, Node

BATCH = 64  # nodes embedded between two steps of the progress bar, unless the embedder says more


def embedded(graph: Hypergraph, ids: Sequence[str], embedder: Embedder, emit: Emit) -> Vectors:
    """Return the vectors of these nodes, in this order; DataError for one the graph has not."""
    strangers = [node_id for node_id in ids if node_id not in graph.nodes]
    if strangers:
        raise DataError(f"The vector {strangers[0]} belongs to no node.", "Rebuild this memory.")
    texts = {node_id: _text(graph.nodes[node_id]) for node_id in ids}
    order = sorted(ids, key=lambda node_id: len(texts[node_id]))  # little is padded
    batch, started = int(getattr(embedder, "at_once", BATCH)), perf_counter()
    emit(StageStarted("vectors", len(order)))
    rows: list[Matrix] = []
    for start in range(0, len(order), batch):
        part = order[start : start + batch]
        rows.append(embedder.documents([texts[node_id] for node_id in part]))
        many = "" if len(part) == 1 else "s"
        emit(StageAdvanced("vectors", start + len(part), f"{len(part)} node{many} embedded"))
    emit(StageFinished("vectors", perf_counter() - started))
    if not rows:
        return Vectors((), embedder.documents([]))
    return Vectors(tuple(ids), Vectors(tuple(order), np.concatenate(rows)).rows(tuple(ids)))


def _text(node: Node) -> str:
    return node.name if isinstance(node, Element) else dense_text(node)
