"""An entity of HGMem's graph in words: its names, what is said of it, and the chunks it is in."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from app.markup import badge, lines, literal
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Chunk, Entity, Fact

CHUNKS = 3
FRAGMENTS = 12


def about_entity(node: Entity, relations: int, hub: bool = False) -> list[str]:
    """Return an entity's own facts as short lines of plain words."""
    lines = [f"{node.type} · {relations:,} relations · {len(node.fragments):,} fragments"]
    if node.speaker:
        lines.append("◆ speaker: found, but never expanded to its neighbours")
    elif hub:
        lines.append("◇ hub: found, but never expanded to its neighbours")
    if node.aliases:
        lines.append("aliases: " + ", ".join(node.aliases))
    return lines


def fragments_html(graph: Hypergraph, node: Entity) -> str:
    """Return the newest fragments about an entity, with their dates and turns."""
    found = [graph.nodes[one] for one in node.fragments if one in graph.nodes]
    return "".join(fragment_html(one) for one in found[-FRAGMENTS:] if isinstance(one, Fact))


def fragment_html(one: Fact) -> str:
    """Return a fragment: its words, the day it was said, and its turns."""
    said = f' <span class="hm-why">said {escape(one.said)}</span>' if one.said else ""
    turns = " ".join(badge(turn) for turn in one.turn_ids)
    return f'<div class="hm-fact">{escape(one.text)}{said} {turns}</div>'


def chunks_of(graph: Hypergraph, turn_ids: Sequence[str]) -> list[Chunk]:
    """Return the chunks that hold any of these turns, in the order of the talk."""
    wanted = set(turn_ids)
    chunks = (node for node in graph.of_kind("chunk") if isinstance(node, Chunk))
    return [chunk for chunk in chunks if wanted & set(chunk.turn_ids)]


def chunk_texts(graph: Hypergraph, turn_ids: Sequence[str]) -> None:
    """Draw the chunks these turns stand in, each folded under its id."""
    found = chunks_of(graph, turn_ids)
    if not found:
        return
    st.markdown(f"###### Chunks ({len(found)})")
    for chunk in found[:CHUNKS]:
        with st.expander(literal(f"{chunk.id} · {len(chunk.turn_ids)} turns")):
            st.html(f'<div class="hm-text">{lines(chunk.text)}</div>')
    if len(found) > CHUNKS:
        st.caption(f"and {len(found) - CHUNKS} more chunks")
