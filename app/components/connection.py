"""Test connection: one button a role, then each step with its mark, and what to do."""

from __future__ import annotations

from typing import cast

import streamlit as st

from app import state
from hypermem_core.models.probe import Probe, Step, probe
from hypermem_core.models.profile import Role, profile

WORDS = {
    "reachable": "reachable",
    "key": "key",
    "model": "model",
    "schema": "JSON schema",
    "object": "JSON object",
    "plain": "plain text",
}
MARKS = {True: ("✓", "works"), False: ("✗", "fails"), None: ("–", "not tried")}


def connection(role: str) -> None:
    """Draw the button and the last result; a result for another address or key is dropped."""
    settings = state.settings(state.get())
    found = profile(settings.models, cast(Role, role))
    if found is None:
        st.caption("Rules answer: there is no connection to test.")
        return
    about = (found, tuple(sorted(state.keys())))
    name = f"probe-{role}"
    if st.button("Test connection", key=f"test-{role}", icon=":material/network_check:"):
        with st.spinner("Asking for three tiny replies …"):
            state.keep(name, (about, probe(settings, cast(Role, role), state.keys())))
    held = state.kept(name)
    if held is not None and held[0] == about:
        steps(held[1])


def steps(found: Probe) -> None:
    """Draw what works, as text: an endpoint's words are shown as they are."""
    if found.works:
        st.badge("Works", icon=":material/check_circle:", color="green")
    else:
        st.badge("Does not work", icon=":material/error:", color="red")
    st.text("\n".join(f"{MARKS[one.works][0]} {WORDS[one.name]}" for one in found.steps))
    for words in dict.fromkeys(_said(found.steps)):
        st.caption("What did not work:")
        st.text(words)
    if found.hint:
        st.text(f"→ {found.hint}")


def _said(found: tuple[Step, ...]) -> list[str]:
    return [one.words for one in found if one.works is False and one.words]
