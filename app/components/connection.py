"""Test connection: one button a model, then each step with its mark, and what to do."""

from __future__ import annotations

import streamlit as st

from app import state
from hypermem_core.models.probe import Probe, Step, probe
from hypermem_core.models.profile import ROLES, Target, profile

WORDS = {
    "reachable": "reachable",
    "key": "key",
    "model": "model",
    "schema": "JSON schema",
    "object": "JSON object",
    "plain": "plain text",
    "loads": "loads",
    "dimension": "dimension",
    "batch": "batch in order",
    "query": "query prompt",
    "scores": "scores",
    "sense": "answer ranked first",
    "seconds": "time",
}
MARKS = {True: ("✓", "works"), False: ("✗", "fails"), None: ("–", "not tried")}
ASKING = {"embedder": "Embedding three texts …", "reranker": "Scoring two texts …"}


def connection(target: Target) -> None:
    """Draw the button and the last result; a result for other settings or keys is dropped."""
    settings = state.settings(state.get())
    if target in ROLES and profile(settings.models, target) is None:
        st.caption("Rules answer: there is no connection to test.")
        return
    about = (_about(target), hash(frozenset(state.keys().items())))  # a key itself is not kept
    name = f"probe-{target}"
    if st.button("Test connection", key=f"test-{target}", icon=":material/network_check:"):
        with st.spinner(ASKING.get(target, "Asking for three tiny replies …")):
            state.keep(name, (about, probe(settings, target, state.keys())))
    held = state.kept(name)
    if held is not None and held[0] == about:
        steps(held[1])


def _about(target: Target) -> object:
    """Return the settings a result depends on."""
    models = state.settings(state.get()).models
    return profile(models, target) if target in ROLES else models


def steps(found: Probe) -> None:
    """Draw what works, as text: an endpoint's words are shown as they are."""
    if found.works:
        st.badge("Works", icon=":material/check_circle:", color="green")
    else:
        st.badge("Does not work", icon=":material/error:", color="red")
    st.text("\n".join(_line(one) for one in found.steps))
    for words in dict.fromkeys(_said(found.steps)):
        st.caption("What did not work:")
        st.text(words)
    if found.hint:
        st.text(f"→ {found.hint}")


def _line(one: Step) -> str:
    words = f": {one.words}" if one.works and one.words else ""
    return f"{MARKS[one.works][0]} {WORDS[one.name]}{words}"


def _said(found: tuple[Step, ...]) -> list[str]:
    return [one.words for one in found if one.works is False and one.words]
