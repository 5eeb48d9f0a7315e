"""One node in words: its text, what it belongs to, with weights and roles, and its turns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

import pandas as pd
import streamlit as st

from app import theme
from app.components import hgmem_entity, hingemem_fields
from app.components.export import export
from app.components.hypergraph_view import node_rows
from app.components.turns import source_turns
from app.figures.labels import node_text, node_title, shorten
from app.markup import literal
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import (
    Chunk,
    Conversation,
    Element,
    Entity,
    Episode,
    Fact,
    Node,
    Segment,
    Topic,
)

MOST_TURNS = 24


def choose_node(graph: Hypergraph, offered: Sequence[str], selected: str) -> str:
    """Draw the picker of a node; return the chosen one, or "" while there is none."""
    options = list(offered)
    if selected in graph.nodes and selected not in options:
        options.insert(0, selected)
    picked = st.selectbox(
        "Node",
        options,
        options.index(selected) if selected in options else None,
        format_func=lambda node_id: f"{shorten(node_title(graph.nodes[node_id]), 60)} · {node_id}",
        placeholder="Choose a node, or type to find one",
    )
    return picked or ""


def level_of_node(node: Node) -> str:
    """Return the level whose colour a node has: an element has that of its field."""
    return node.element if isinstance(node, Element) else node.kind


def node_details(
    graph: Hypergraph,
    node_id: str,
    conversation: Conversation,
    hubs: Collection[str] = frozenset(),
) -> None:
    """Draw everything known about a node; `hubs` are entities that are never expanded."""
    node = graph.nodes[node_id]
    colour = theme.level(level_of_node(node))
    st.html(
        f'<div style="border-left:4px solid {colour};padding-left:.6rem;overflow-wrap:anywhere">'
        f"<b>{escape(node_title(node))}</b> "
        f'<span class="hm-id">{escape(node_id)}</span></div>'
    )
    if node_text(node) and node_text(node) != node_title(node):
        st.html(f'<div class="hm-text">{escape(node_text(node))}</div>')
    for line in facts_about(node):
        st.caption(line)
    _of_method(graph, node, node_id in hubs)
    turn_ids = () if isinstance(node, Topic) else node.turn_ids
    if turn_ids:
        st.markdown(f"###### Source turns ({len(turn_ids)})")
        source_turns(conversation, turn_ids[:MOST_TURNS], around=0 if len(turn_ids) > 3 else 1)
    if len(turn_ids) > MOST_TURNS:
        st.caption(f"showing {MOST_TURNS} of {len(turn_ids)} turns")
    rows = node_rows(graph, node_id)
    if rows:
        st.markdown(f"###### Hyperedges ({len(rows)} links)")
        _memberships(graph, rows)


def facts_about(node: Node) -> list[str]:
    """Return the node's own fields as short lines of words, escaped for Markdown."""
    lines: list[str] = []
    if isinstance(node, Episode) and node.start:
        end = f" – {node.end:%d %b %Y}" if node.end and node.end.date() != node.start.date() else ""
        lines.append(f"{node.start:%d %b %Y}{end} · {len(node.turn_ids)} turns")
    if isinstance(node, Fact):
        known = (("when", node.when), ("where", node.where), ("said by", node.speaker))
        lines += [f"{name}: {value}" for name, value in known if value]
        lines += [f"answers: {query}" for query in node.queries]
    words = getattr(node, "keywords", ())
    if words:
        lines.append("keywords: " + ", ".join(words))
    return [literal(line) for line in lines]


def _of_method(graph: Hypergraph, node: Node, hub: bool) -> None:
    """Draw what only nodes of one method have: fields, salience, fragments, chunks."""
    lines: list[str] = []
    html = ""
    match node:
        case Segment():
            cuts = "".join(hingemem_fields.cut_html(part) for part in node.parts)
            html = hingemem_fields.STYLE + cuts + hingemem_fields.fields_html(node)
        case Element():
            lines = hingemem_fields.about_element(node)
            bars = hingemem_fields.salience_html(node.salience, node.element)
            html = hingemem_fields.STYLE + bars
        case Entity():
            lines = hgmem_entity.about_entity(node, len(graph.edges_of(node.id)), hub)
            html = hgmem_entity.fragments_html(graph, node)
    for line in lines:
        st.caption(literal(line))
    if html:
        st.html(html)
    if graph.ids("entity") and not isinstance(node, Chunk | Topic):
        hgmem_entity.chunk_texts(graph, node.turn_ids)


def _memberships(graph: Hypergraph, rows: list[dict[str, object]]) -> None:
    frame = pd.DataFrame(rows)
    frame.insert(2, "title", [node_title(graph.nodes[str(node)]) for node in frame["node"]])
    st.dataframe(
        frame[["link", "title", "weight", "role", "node"]],
        hide_index=True,
        width="stretch",
        height=min(240, 38 + 35 * len(frame)),
        column_config={
            "weight": st.column_config.NumberColumn(format="%.2f", width="small"),
            "link": st.column_config.TextColumn(width=80),
            "title": st.column_config.TextColumn(width=150),
        },
    )
    export(frame, "links of the node")
