"""A fact seen with what stands around it: the question it replies to, or its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Fact

View = Literal["context", "window"]


def view_id(node_id: str, view: View) -> str:
    """Return the id under which a memory's vectors may hold a view of the node."""
    return f"{node_id}#{view}"


def neighbours(graph: Hypergraph) -> dict[str, tuple[str, ...]]:
    """Return each fact with those right before and after it in its hyperedges, in order."""
    place = {node_id: i for i, node_id in enumerate(graph.nodes)}
    beside: dict[str, tuple[str, ...]] = {}
    for edge in graph.edges.values():
        if edge.kind == "fact":
            row = sorted(edge.members, key=place.__getitem__)
            for i, node_id in enumerate(row):
                near = {*row[max(0, i - 1) : i + 2], *beside.get(node_id, ())}
                beside[node_id] = tuple(sorted(near, key=place.__getitem__))
    return beside


def in_context(fact: Fact) -> str:
    """Return the fact after the question it replies to."""
    return f"{fact.context}\n{fact.text}" if fact.context else fact.text


def in_window(fact: Fact, graph: Hypergraph, beside: Mapping[str, tuple[str, ...]]) -> str:
    """Return the fact between its neighbours, in reading order."""
    nodes = (graph.nodes[node_id] for node_id in beside.get(fact.id, (fact.id,)))
    return "\n".join(node.text for node in nodes if isinstance(node, Fact))


def view_texts(graph: Hypergraph) -> dict[str, str]:
    """Return the text of every view of every fact by `view_id`, for a build to embed."""
    beside = neighbours(graph)
    texts: dict[str, str] = {}
    for node in graph.of_kind("fact"):
        if isinstance(node, Fact):
            texts[view_id(node.id, "context")] = in_context(node)
            texts[view_id(node.id, "window")] = in_window(node, graph, beside)
    return texts
