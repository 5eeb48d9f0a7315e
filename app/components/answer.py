"""The answer: its words, who made it, and citations that open the turns it rests on."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

import streamlit as st

from app.components.turns import source_turns
from hypermem_core.types import Answer, Conversation, Question

MOST_CITATIONS = 6
STYLE = """<style>.hm-answer {font-size: 1.15rem; font-weight: 600; overflow-wrap: anywhere;
  white-space: pre-line;}</style>"""


def answer(found: Answer, conversation: Conversation, gold: Question | None = None) -> None:
    """Draw an answer beside the gold one; every citation opens its turn."""
    st.markdown("##### Answer")
    words = found.text or "No answer: the context says nothing about it."
    st.html(f'{STYLE}<div class="hm-answer">{escape(words)}</div>')
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.badge(found.made_by, icon=":material/smart_toy:", color="gray")
        if found.usage.calls:
            tokens = found.usage.prompt_tokens + found.usage.completion_tokens
            st.caption(f"{found.usage.calls} calls · {tokens:,} tokens · {found.seconds:.1f} s")
    if gold is not None:
        expected = gold.answer or "not answerable from this conversation"
        st.text(f"Gold answer: {expected}")
    if found.reasoning:
        with st.expander("Reasoning"):
            st.text(found.reasoning)
    citations(conversation, found.turn_ids, gold.evidence if gold else ())


def citations(conversation: Conversation, turn_ids: Collection[str], gold: Collection[str]) -> None:
    """Draw one button a source turn; it opens the turn with its neighbours."""
    known = {turn.id for turn in conversation.turns}
    found = [turn for turn in turn_ids if turn in known]
    if not found:
        st.caption("No source turns cited.")
        return
    with st.container(horizontal=True, gap="small"):
        for turn in found[:MOST_CITATIONS]:
            sign = "★ " if turn in gold else ""
            with st.popover(f"{sign}{turn}", icon=":material/format_quote:"):
                source_turns(conversation, [turn], gold, around=2)
    if len(found) > MOST_CITATIONS:
        st.caption(f"and {len(found) - MOST_CITATIONS} more: {', '.join(found[MOST_CITATIONS:])}")
