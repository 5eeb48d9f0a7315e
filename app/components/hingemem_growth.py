"""HingeMem as it grows: the transcript with its cuts and reasons, and the elements joined."""

from __future__ import annotations

import streamlit as st

from app import markup
from app.components.hingemem_fields import STYLE, chip, segment_html
from app.figures.hingemem_picture import FIELDS
from app.growth import Growth
from hypermem_core.types import Conversation, ElementKind, Segment

SEGMENTS = 5  # cuts shown around the newest
ELEMENTS = 14  # of each field


def hingemem_growth(growth: Growth, conversation: Conversation) -> None:
    """Draw the newest cuts with their reasons, and the elements by field."""
    left, right = st.columns([3, 2])
    with left.container(border=True):
        shown = newest(growth)
        st.caption(f"Segments, each with the reason of its cut · {len(shown)} of {_count(growth)}")
        body = "".join(_segment(growth, one, conversation) for one in shown)
        waiting = "" if growth.segments else _waiting(growth, conversation)
        st.html(f'{STYLE}<div class="hm-tail"><div>{body or waiting}</div></div>')
    with right.container(border=True):
        st.caption(f"Elements, most joined first · {len(growth.elements):,}")
        parts = "".join(elements_html(growth, kind) for kind in FIELDS)
        st.html(f'{STYLE}<div class="hm-scroll">{parts or "No element yet."}</div>')


def counts(growth: Growth, conversation: Conversation) -> dict[str, str]:
    """Return the counters: turns in segments, hyperedges, and elements by field."""
    turns = {turn for one in growth.segments.values() for turn in one.turn_ids}
    found = {
        "turns in segments": f"{len(turns)} / {len(conversation.turns)}",
        "segments": str(len(growth.segments)),
        "hyperedges": str(len(growth.edges)),
    }
    for kind in FIELDS:
        one = sum(node.element == kind for node in growth.elements.values())
        found[f"{kind}s"] = str(one)
    return found


def newest(growth: Growth) -> list[Segment]:
    """Return the last few segments, oldest first."""
    return list(growth.segments.values())[-SEGMENTS:]


def _count(growth: Growth) -> str:
    return f"{len(growth.segments):,}"


def _segment(growth: Growth, one: Segment, conversation: Conversation) -> str:
    joined = any(edge.owner == one.id for edge in growth.edges.values())
    return segment_html(one, conversation, joined)


def _waiting(growth: Growth, conversation: Conversation) -> str:
    """Return the cuts of the sessions read so far; segments are made when all are cut."""
    notes = growth.told.get("segments", [])
    if not notes:
        return "".join(markup.turn(turn, pending=True) for turn in conversation.turns[:8])
    return "".join(f'<div class="hm-text">✂ {markup.lines(note)}</div>' for note in notes)


def elements_html(growth: Growth, kind: ElementKind) -> str:
    """Return the elements of one field as chips with the number of hyperedges that hold them."""
    held: dict[str, int] = {}
    for edge in growth.edges.values():
        for node_id in edge.members:
            held[node_id] = held.get(node_id, 0) + 1
    nodes = [node for node in growth.elements.values() if node.element == kind]
    if not nodes:
        return ""
    nodes.sort(key=lambda node: -held.get(node.id, 0))
    chips = "".join(
        chip(kind, f"{node.name} {held[node.id]}×" if held.get(node.id) else node.name)
        for node in nodes[:ELEMENTS]
    )
    more = f'<span class="hm-why">+{len(nodes) - ELEMENTS}</span>' if len(nodes) > ELEMENTS else ""
    return f'<div class="hm-why">{kind}s · {len(nodes)}</div>{chips}{more}'
