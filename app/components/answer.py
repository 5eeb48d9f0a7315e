"""The answer: its words, who made it, and citations that open the turns it rests on."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

import streamlit as st

from app.components.turns import source_turns
from app.markup import literal
from hypermem_core.types import Answer, Conversation, Question

MOST_CITATIONS = 6
STYLE = """<style>.hm-expected {font-size: .9rem; overflow-wrap: anywhere;}
.hm-answer {font-size: 1.15rem; font-weight: 600; overflow-wrap: anywhere;
  white-space: pre-line;}</style>"""


def answer(found: Answer, conversation: Conversation, gold: Question | None = None) -> None:
    """Draw an answer beside the gold one; every citation opens its turn."""
    words = found.text or "No answer: the context says nothing about it."
    expected = gold_html(gold) if gold is not None else ""
    left, right = st.columns([3, 2], gap="medium", vertical_alignment="center")
    with left:
        st.html(f'{STYLE}<div class="hm-answer">{escape(words)}</div>{expected}')
    with right:
        with st.container(
            horizontal=True,
            gap="small",
            vertical_alignment="center",
            horizontal_alignment="right",
            key="answer-sources",
        ):
            citations(conversation, found.turn_ids, gold.evidence if gold else ())
            _made_by(found, gold)
        if found.usage.calls:
            tokens = found.usage.prompt_tokens + found.usage.completion_tokens
            st.caption(f"{found.usage.calls} calls · {tokens:,} tokens · {found.seconds:.1f} s")


def gold_html(gold: Question) -> str:
    """Return what a gold question's file says: its answer, and what is odd about it."""
    expected = gold.answer or "not answerable from this conversation"
    odd = f" · {len(gold.unresolved)} evidence ids name no turn" if gold.unresolved else ""
    name = f' <span class="hm-id">{escape(gold.alias)}</span>' if gold.alias else ""
    return f'<div class="hm-expected">Gold answer: <b>{escape(expected)}</b>{odd}{name}</div>'


def _made_by(found: Answer, gold: Question | None) -> None:
    if found.reasoning:
        with st.popover("Reasoning", type="tertiary"):
            st.text(found.reasoning)
    if gold is not None:
        st.badge(gold.category or "no category", color="gray")
    st.badge(literal(found.made_by), icon=":material/smart_toy:", color="gray")


def citations(conversation: Conversation, turn_ids: Collection[str], gold: Collection[str]) -> None:
    """Draw one button a source turn; it opens the turn with its neighbours."""
    known = {turn.id for turn in conversation.turns}
    found = [turn for turn in turn_ids if turn in known]
    if not found:
        st.caption("No source turns cited.")
        return
    for turn in found[:MOST_CITATIONS]:
        sign = "★ " if turn in gold else ""
        with st.popover(f"{sign}{literal(turn)}", type="tertiary", icon=":material/format_quote:"):
            source_turns(conversation, [turn], gold, around=2)
    if len(found) > MOST_CITATIONS:
        st.caption(
            f"and {len(found) - MOST_CITATIONS} more: {literal(', '.join(found[MOST_CITATIONS:]))}"
        )
