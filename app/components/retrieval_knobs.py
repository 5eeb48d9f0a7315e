"""The knobs of retrieval that matter most, those the method uses; moving one acts at once."""

from __future__ import annotations

import streamlit as st

from app import state
from app.components.knobs import knob
from hypermem_core.settings import PRESETS, iter_knobs

ROWS = {
    "hypermem": {
        "retrieval.topic_k": "k_T topics",
        "retrieval.episode_k": "k_E episodes",
        "retrieval.fact_k": "k_F facts",
        "retrieval.propagation": "λ propagation",
        "retrieval.rrf_k": "RRF k",
    },
    "hingemem": {
        "hingemem.stop": "Stop",
        "hingemem.top_k": "k of the fixed stop",
        "hingemem.semantic_k": "Nearest descriptions",
        "hingemem.salience_scale": "Scale of Ω_S",
        "hingemem.topic_weight": "μ of Ω_T",
    },
    "hgmem": {
        "hgmem.max_rounds": "T_max rounds",
        "hgmem.entity_k": "n_v entities",
        "hgmem.relation_k": "n_e relations",
        "hgmem.chunk_k": "Chunks",
        "hgmem.investigation": "Sub-queries",
    },
    "flat": {"retrieval.rrf_k": "RRF k", "retrieval.rerank_facts": "Rerank turns"},
}
SWITCHES = {
    "hypermem": {
        "retrieval.rerank_topics": "Rerank topics",
        "retrieval.rerank_episodes": "Rerank episodes",
        "retrieval.rerank_facts": "Rerank facts",
    },
    "hingemem": {
        "hingemem.node_index": "Node index",
        "hingemem.salience_term": "Ω_S",
        "hingemem.topic_term": "Ω_T",
    },
    "hgmem": {
        "hgmem.update": "Update points",
        "hgmem.merge": "Merge points",
        "hgmem.spare_hubs": "Spare hubs",
    },
}
MOST = 5  # knobs abreast
WORDY = 3  # of those without a short label


def compare_toggle(place: st.delta_generator.DeltaGenerator) -> bool:
    """Draw the switch to the flat baseline; return whether to compare with it."""
    if state.get().method == "flat":
        return False
    return place.toggle(
        "Compare with flat", key="compare", help="The baseline: turns, no hierarchy."
    )


def row(method: str) -> dict[str, str]:
    """Return the knobs that matter most of a method, path → label."""
    return ROWS.get(method, {})


def others(method: str) -> dict[str, str]:
    """Return the method's other knobs of retrieval: what is neither in its row nor a switch."""
    if method in {"hypermem", "flat"}:
        return {}
    shown = {*row(method), *SWITCHES.get(method, {})}
    own = [
        item for item in iter_knobs(state.settings(state.get())) if item[1].affects == "retrieve"
    ]
    return {p: "" for p, *_ in own if p.startswith(f"{method}.") and p not in shown}


def retrieval_knobs() -> None:
    """Draw the method's knobs, and the presets where they move them."""
    method = state.get().method
    paths = list(row(method).items())
    with st.container(key="knobs"):  # two abreast on a small screen: app/theme.py
        for start in range(0, len(paths), MOST):
            _abreast(paths[start : start + MOST])
    switches = SWITCHES.get(method, {})
    if not switches:
        return
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        _presets()
        for path, label in switches.items():
            knob(path, label)
    rest = list(others(method).items())
    if rest:
        with st.expander(f"More knobs of this method ({len(rest)})"):
            for start in range(0, len(rest), WORDY):
                _abreast(rest[start : start + WORDY], WORDY)


def _abreast(paths: list[tuple[str, str]], most: int = MOST) -> None:
    columns = st.columns(most, gap="medium", vertical_alignment="bottom")
    for column, (path, label) in zip(columns, paths, strict=False):
        with column:
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
        state.choose_preset(chosen)
