"""The context an answer is made from: its items in order, each with its tokens and source."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

import streamlit as st

from app import theme
from hypermem_core.types import Evidence, RetrievalTrace

STYLE = """<style>
.hm-item {border-left: 4px solid; padding: .15rem 0 .15rem .6rem; margin: .3rem 0;
  font-size: .88rem;}
.hm-item p {margin: 0; overflow-wrap: anywhere; white-space: pre-line;}
.hm-item .hm-tokens {margin-left: auto; opacity: .72; font-size: .78rem; white-space: nowrap;
  font-variant-numeric: tabular-nums;}
.hm-item .hm-from {display: flex; flex-wrap: wrap; gap: .25rem; margin-top: .1rem;}
</style>"""
MOST_IDS = 6


def item_html(item: Evidence, gold: Collection[str] = ()) -> str:
    """Return one item: its line as the answerer reads it, kind, sources and tokens."""
    found = [turn for turn in item.turn_ids if turn in gold]
    sign = f"{theme.GOLD} " if found else ""
    ids = [*found, *(turn for turn in item.turn_ids if turn not in gold)]
    badges = "".join(f'<span class="hm-id">{escape(turn)}</span>' for turn in ids[:MOST_IDS])
    more = f'<span class="hm-why">+{len(ids) - MOST_IDS}</span>' if len(ids) > MOST_IDS else ""
    return (
        f'<div class="hm-item" style="border-color:{theme.level(item.kind)}">'
        f"<p>{sign}{escape(item.text)}</p>"
        f'<div class="hm-from"><span class="hm-id">{escape(item.kind)}</span>'
        f'{badges}{more}<span class="hm-tokens">{item.tokens:,} tokens</span></div></div>'
    )


def summary(trace: RetrievalTrace) -> str:
    """Return the context's size in words: its tokens, each date counted once, and its items."""
    counts: dict[str, int] = {}
    for item in trace.evidence:
        counts[item.kind] = counts.get(item.kind, 0) + 1
    kinds = ", ".join(f"{n:,} {kind}{'s' if n > 1 else ''}" for kind, n in counts.items())
    once = ", each date counted once" if any(item.date for item in trace.evidence) else ""
    return f"{trace.tokens:,} tokens{once}: {kinds or 'nothing'}"


def evidence(trace: RetrievalTrace, gold: Collection[str] = (), height: int = 560) -> None:
    """Draw the context with its size; it scrolls in its own box."""
    st.caption(summary(trace))
    if not trace.evidence:
        st.info("Nothing was retrieved, so there is nothing to answer from.")
        return
    with st.container(height=height, border=False):
        st.html(STYLE + "".join(item_html(item, gold) for item in trace.evidence))
