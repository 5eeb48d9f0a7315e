"""The knobs of retrieval that matter most, in one row; moving one acts at once."""

from __future__ import annotations

import streamlit as st

from app import state
from app.components.knobs import knob
from hypermem_core.settings import PRESETS

ROW = {
    "retrieval.topic_k": "k_T topics",
    "retrieval.episode_k": "k_E episodes",
    "retrieval.fact_k": "k_F facts",
    "retrieval.propagation": "λ propagation",
    "retrieval.rrf_k": "RRF k",
}
SWITCHES = {
    "retrieval.rerank_topics": "Rerank topics",
    "retrieval.rerank_episodes": "Rerank episodes",
    "retrieval.rerank_facts": "Rerank facts",
}


def compare_toggle(place: st.delta_generator.DeltaGenerator) -> bool:
    """Draw the switch to the flat baseline; return whether to compare with it."""
    if state.get().method == "flat":
        return False
    return place.toggle(
        "Compare with flat", key="compare", help="The baseline: turns, no hierarchy."
    )


def retrieval_knobs() -> None:
    """Draw the knobs in two rows."""
    with st.container(key="knobs"):  # two abreast on a small screen: app/theme.py
        columns = st.columns(len(ROW), gap="medium")
    for column, (path, label) in zip(columns, ROW.items(), strict=True):
        with column:
            knob(path, label)
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        _presets()
        for path, label in SWITCHES.items():
            knob(path, label)


def _presets() -> None:
    state.bind("ask-preset", state.get().preset)
    st.segmented_control(
        "Preset",
        list(PRESETS),
        key="ask-preset",
        on_change=_preset,
        label_visibility="collapsed",
        required=True,
    )


def _preset() -> None:
    chosen = state.widget("ask-preset")
    if chosen:
        state.update(preset=chosen, overrides=())
