"""The Hypergraph page of HGMem: the entity graph, every entity, and the chunks."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import streamlit as st

from app import state
from app.components.export import export
from app.components.graph_and_node import graph_and_node
from app.components.lazy_tabs import lazy_tabs
from app.components.node_list import node_list
from app.figures.graph_picture import Picture
from app.figures.hgmem_picture import focus, matching, overview, related
from app.figures.labels import shorten
from app.markup import badge, lines
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory
from hypermem_core.methods.hgmem.view import view_of
from hypermem_core.types import Chunk, Conversation, Entity

ALL = ""
CHUNKS = 12  # on one page


def hgmem_graph(memory: Memory, conversation: Conversation) -> None:
    """Draw entities and relations, and list entities, chunks and every node."""
    graph = memory.graph
    hubs = view_of(memory).hubs(state.settings(state.get()).hgmem.hub_percentile)
    lazy_tabs(
        {
            "Graph": lambda: _drawn(graph, hubs, conversation),
            "Entities": lambda: entity_table(graph, hubs, conversation.id),
            "Chunks": lambda: chunk_list(graph),
            "Table": lambda: node_list(graph, conversation.id),
        },
        key="hgmem-tabs",
    )


def _drawn(graph: Hypergraph, hubs: frozenset[str], conversation: Conversation) -> None:
    picture, found = chosen_picture(graph, hubs)
    about = (
        "Click an entity for its aliases, fragments and chunks, or a grey dot for the relation "
        "it is. ◆ speakers and ◇ hubs are never expanded."
    )
    graph_and_node(graph, picture, found, conversation, hubs, about)


def chosen_picture(graph: Hypergraph, hubs: frozenset[str]) -> tuple[Picture, frozenset[str]]:
    """Draw search and focus; return the picture and what was found."""
    left, right = st.columns(2, gap="medium")
    words = left.text_input(
        "Search", key="graph-search", placeholder="Words in a name, an alias or a fragment"
    )
    nodes = {node.id: node for node in related(graph)}
    focused = right.selectbox(
        "Focus",
        [ALL, *nodes],
        format_func=lambda node: focus_label(nodes, node, hubs),
        help="One entity with its newest relations; each box between is the fragment they rest on.",
    )
    found = matching(graph, words.strip())
    if words.strip() and not found:
        st.info("No node contains all of these words. Try fewer, or other words.")
    if focused:
        return focus(graph, focused, hubs), found
    ends = {m for n in found for edge in (graph.owned_by(n),) if edge for m in edge.members}
    return overview(graph, hubs, (found | ends) if found else None), found


def focus_label(nodes: dict[str, Entity], node_id: str, hubs: frozenset[str]) -> str:
    """Return how an entity is listed in Focus."""
    if not node_id:
        return "The most related entities"
    node = nodes[node_id]
    mark = "◆ speaker · " if node.speaker else "◇ hub · " if node_id in hubs else ""
    return f"{mark}{shorten(node.name, 48)} · {node_id}"


def entity_table(graph: Hypergraph, hubs: frozenset[str], conversation_id: str) -> None:
    """Draw every entity with its marks, aliases and relations."""
    held = Counter(node for edge in graph.edges.values() for node in edge.members)
    rows = [
        {
            "name": node.name,
            "type": node.type,
            "mark": "◆ speaker" if node.speaker else "◇ hub" if node.id in hubs else "",
            "relations": held[node.id],
            "fragments": len(node.fragments),
            "turns": len(node.turn_ids),
            "aliases": ", ".join(node.aliases),
            "id": node.id,
        }
        for node in related(graph)
    ]
    st.caption("Speakers (◆) and hubs (◇) are found, but their neighbours are not.")
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=480)
    export(rows, f"entities of {conversation_id}")


def chunk_list(graph: Hypergraph) -> None:
    """Draw the chunks, a page at a time."""
    chunks = [node for node in graph.of_kind("chunk") if isinstance(node, Chunk)]
    if not chunks:
        st.info("This memory has no chunks.")
        return
    starts = list(range(0, len(chunks), CHUNKS))
    start = 0
    if len(starts) > 1:
        start = st.select_slider(
            "Chunks in the order of the talk",
            starts,
            format_func=lambda n: f"{n + 1}–{min(n + CHUNKS, len(chunks))} of {len(chunks)}",
        )
    for chunk in chunks[start : start + CHUNKS]:
        turns = f"{len(chunk.turn_ids)} turns"
        st.html(
            f'<div class="hm-cut">{badge(chunk.id)} {turns}</div>'
            f'<div class="hm-text">{lines(chunk.text)}</div>'
        )
