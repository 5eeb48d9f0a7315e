"""HGMem's graph as it grows: chunks and what is said in them, entities and their relations."""

from __future__ import annotations

from collections import Counter
from html import escape

import streamlit as st

from app.growth import Growth
from app.markup import badge, fact, lines
from hypermem_core.types import Chunk, Conversation, Entity

CHUNKS = 3
ENTITIES = 16


def hgmem_growth(growth: Growth, conversation: Conversation) -> None:
    """Draw the newest chunks with their fragments, and the most related entities."""
    left, right = st.columns([3, 2])
    with left.container(border=True):
        shown = newest(growth)
        st.caption(f"Chunks and the dated fragments in them · {len(shown)} of {len(growth.chunks)}")
        body = "".join(chunk_html(growth, one) for one in shown)
        st.html(f'<div class="hm-tail"><div>{body or "No chunk yet."}</div></div>')
    with right.container(border=True):
        shown_entities = min(ENTITIES, len(growth.entities))
        st.caption(f"Entities, most related first · {shown_entities} of {len(growth.entities):,}")
        st.html(f'<div class="hm-scroll">{entities_html(growth) or waiting(growth)}</div>')


def counts(growth: Growth, conversation: Conversation) -> dict[str, str]:
    """Return the counters: turns in chunks, chunks, fragments, entities and relations."""
    turns = {turn for one in growth.chunks.values() for turn in one.turn_ids}
    return {
        "turns in chunks": f"{len(turns)} / {len(conversation.turns)}",
        "chunks": str(len(growth.chunks)),
        "fragments": str(len(growth.facts)),
        "entities": str(len(growth.entities)),
        "relations": str(len(growth.edges)),
    }


def newest(growth: Growth) -> list[Chunk]:
    """Return the chunks up to the one that is being read, oldest first."""
    chunks = list(growth.chunks.values())
    spoken = {turn for one in growth.facts.values() for turn in one.turn_ids}
    read = [n for n, one in enumerate(chunks, 1) if spoken & set(one.turn_ids)]
    end = max(read, default=len(chunks))
    return chunks[max(0, end - CHUNKS) : end]


def waiting(growth: Growth) -> str:
    """Return what is known before the entities are: they are named when all chunks are read."""
    notes = growth.told.get("graph", [])
    if not notes:
        return "No entity yet."
    return f"Read: {escape(notes[-1])}. Entities get their names when every chunk is read."


def chunk_html(growth: Growth, one: Chunk) -> str:
    """Return a chunk's text and the fragments that rest on its turns."""
    turns = set(one.turn_ids)
    inside = [item for item in growth.facts.values() if turns & set(item.turn_ids)]
    return (
        f'<div class="hm-cut">{badge(one.id)} {len(one.turn_ids)} turns</div>'
        f'<div class="hm-text">{lines(one.text)}</div>{"".join(fact(item) for item in inside)}'
    )


def entities_html(growth: Growth) -> str:
    """Return the most related entities with a bar as long as their share of the most related."""
    held = Counter(node for edge in growth.edges.values() for node in edge.members)
    order = sorted(growth.entities.values(), key=lambda one: -held[one.id])[:ENTITIES]
    most = max((held[one.id] for one in order), default=0)
    return "".join(_entity(one, held[one.id], most) for one in order)


def _entity(one: Entity, count: int, most: int) -> str:
    share = 100 * count / most if most else 0
    who = "◆ speaker, not expanded · " if one.speaker else ""
    return (
        f'<div class="hm-topic" style="border-color:var(--hm-entity)">'
        f'<span class="hm-speaker">{escape(one.name)}</span> {badge(one.id)}'
        f'<div class="hm-why">{who}{escape(one.type)} · {count} relations</div>'
        f'<div class="hm-bar" style="width:{share:.0f}%;background:var(--hm-entity)"></div></div>'
    )
