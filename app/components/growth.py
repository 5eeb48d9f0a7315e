"""A memory as it grows: counters, the last step, and what the method makes of the transcript."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from app import markup
from app.components import hgmem_growth, hingemem_growth
from app.growth import Growth, pending, window
from hypermem_core.types import Conversation

TOPICS_SHOWN = 14
HELP = {
    "asks": "Typed questions put to the chat model or to the offline rules; known = from the cache."
}


def growth_view(growth: Growth, conversation: Conversation, method: str = "hypermem") -> None:
    """Draw counters, the last step and, below, what the method has made so far."""
    counters(COUNTS.get(method, counts)(growth, conversation), growth)
    if growth.note:
        st.text(f"Last step: {growth.note}")
    PICTURES.get(method, episodes_and_topics)(growth, conversation)
    if growth.warnings:
        with st.expander(f"{len(growth.warnings)} warnings"):
            for message in growth.warnings:
                st.text(message)


def counters(found: dict[str, str], growth: Growth) -> None:
    """Draw the counts, and how often a model was asked."""
    if growth.calls:
        known = f", {growth.cached} known" if growth.cached else ""
        found = found | {"asks": f"{growth.calls}{known}"}
    with st.container(horizontal=True, gap="medium"):
        for name, value in found.items():
            st.metric(name, value, width="content", help=HELP.get(name))


def counts(growth: Growth, conversation: Conversation) -> dict[str, str]:
    """Return the counts: turns read, and what was made of them."""
    if growth.chunks:
        return {"chunks": str(len(growth.chunks))}
    return {
        "turns in episodes": f"{len(growth.episode_of_turn)} / {len(conversation.turns)}",
        "episodes": str(len(growth.episodes)),
        "topics": str(len(growth.topics)),
        "facts": str(len(growth.facts)),
    }


def episodes_and_topics(growth: Growth, conversation: Conversation) -> None:
    """Draw the transcript with cuts and facts on the left, the topics on the right."""
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


COUNTS: dict[str, Callable[[Growth, Conversation], dict[str, str]]] = {
    "hingemem": hingemem_growth.counts,
    "hgmem": hgmem_growth.counts,
}
PICTURES: dict[str, Callable[[Growth, Conversation], None]] = {
    "hingemem": hingemem_growth.hingemem_growth,
    "hgmem": hgmem_growth.hgmem_growth,
}


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
