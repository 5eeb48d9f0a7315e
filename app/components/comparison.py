"""Two traces of one question side by side: gold turns found, tokens, and what each put in front."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import navigation, state
from app.components.evidence import STYLE, item_html
from app.figures.gold import CARRIERS
from hypermem_core.types import RetrievalTrace

SHOWN = 8


def found_share(trace: RetrievalTrace, gold: Sequence[str]) -> str:
    """Return how many gold turns the context carries, in words."""
    carried = {turn for item in trace.evidence if item.kind in CARRIERS for turn in item.turn_ids}
    return f"{sum(turn in carried for turn in gold)} of {len(gold)} gold turns"


def side(trace: RetrievalTrace, gold: Sequence[str]) -> None:
    """Draw one method's side."""
    facts = [f"{trace.tokens:,} tokens", f"{trace.seconds * 1000:,.0f} ms"]
    if gold:
        facts.insert(0, found_share(trace, gold))
    st.markdown(f"##### {trace.method}")
    st.caption(" · ".join(facts))
    st.html(STYLE + "".join(item_html(item, gold) for item in trace.evidence[:SHOWN]))
    if len(trace.evidence) > SHOWN:
        st.caption(f"and {len(trace.evidence) - SHOWN} more items")


def comparison(ours: RetrievalTrace, flat: RetrievalTrace, gold: Sequence[str]) -> None:
    """Draw both sides."""
    left, right = st.columns(2, gap="large")
    with left:
        side(ours, gold)
    with right:
        side(flat, gold)


def flat_missing() -> None:
    """Say that the baseline is not built and where to build it."""
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.text("The flat baseline of this conversation is not built yet; it takes seconds.")
        if st.button("Build flat", icon=":material/construction:"):
            state.update(method="flat")
            navigation.go("build")
