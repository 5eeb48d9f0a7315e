"""A memory as it grows: transcript with cuts and facts on the left, topics on the right."""

from __future__ import annotations

import streamlit as st

from app import markup
from app.growth import Growth, pending, window
from hypermem_core.types import Conversation

TOPICS_SHOWN = 14
HELP = {
    "asks": "Typed questions put to the chat model or to the offline rules; known = from the cache."
}


def growth_view(growth: Growth, conversation: Conversation) -> None:
    """Draw counters, the last step, the transcript around it, and the topics."""
    counters(growth, conversation)
    if growth.note:
        st.text(f"Last step: {growth.note}")
    left, right = st.columns([3, 2])
    with left.container(border=True):
        shown = len(window(growth))
        st.caption(f"Transcript, cut into episodes · {shown} of {len(growth.episodes)}")
        # a reversed column opens at its end, where the newest cut and facts are
        st.html(f'<div class="hm-tail"><div>{transcript_html(growth, conversation)}</div></div>')
    with right.container(border=True):
        shown = min(TOPICS_SHOWN, len(growth.topics))
        st.caption(f"Topics, largest first · {shown} of {len(growth.topics)}")
        st.html(f'<div class="hm-scroll">{topics_html(growth) or "No topic yet."}</div>')
    if growth.warnings:
        with st.expander(f"{len(growth.warnings)} warnings"):
            for message in growth.warnings:
                st.text(message)


def counters(growth: Growth, conversation: Conversation) -> None:
    """Draw the counts: turns read, and what was made of them."""
    counts: dict[str, str] = {
        "turns in episodes": f"{len(growth.episode_of_turn)} / {len(conversation.turns)}",
        "episodes": str(len(growth.episodes)),
        "topics": str(len(growth.topics)),
        "facts": str(len(growth.facts)),
    }
    if growth.chunks:
        counts = {"chunks": str(len(growth.chunks))}
    if growth.calls:
        counts["asks"] = (
            f"{growth.calls}, {growth.cached} known" if growth.cached else f"{growth.calls}"
        )
    with st.container(horizontal=True, gap="medium"):
        for name, value in counts.items():
            st.metric(name, value, width="content", help=HELP.get(name))


def transcript_html(growth: Growth, conversation: Conversation) -> str:
    """Return the episodes up to the focus, oldest first, then the next turns."""
    episodes = "".join(
        markup.episode(item, conversation, growth.facts_of(item.id)) for item in window(growth)
    )
    waiting = "".join(markup.turn(item, pending=True) for item in pending(growth, conversation))
    return episodes + waiting


def topics_html(growth: Growth) -> str:
    """Return the largest topics; the one that just grew is always among them."""
    sizes = {topic_id: growth.episodes_of(topic_id) for topic_id in growth.topics}
    order = sorted(sizes, key=lambda topic_id: (topic_id != growth.latest, -sizes[topic_id]))
    most = max(sizes.values(), default=0)
    return "".join(
        markup.topic(growth.topics[one], sizes[one], most, new=one == growth.latest)
        for one in order[:TOPICS_SHOWN]
    )
