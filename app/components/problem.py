"""What happened, where, and what to do: the one way a problem is shown."""

from __future__ import annotations

import streamlit as st

from app import navigation
from hypermem_core.errors import HyperMemError, ModelError, Paused, ReplyError


def pause(error: Paused) -> None:
    """Say why a run stopped whole, in one sentence, and that Resume goes on from there."""
    with st.container(border=True):
        st.badge("Paused", icon=":material/pause_circle:", color="orange")
        st.text(error.message)
        if error.hint:
            st.text(f"→ {error.hint}")
        st.caption("Resume asks only for what is missing: no reply is paid for twice.")
        _settings_link("pause")


def _settings_link(key: str) -> None:
    if st.button("Open Settings", key=f"settings-{key}", icon=":material/tune:"):
        navigation.go("settings")


def problem(error: HyperMemError) -> None:
    """Draw the message and the hint of an error; texts are shown as they are, never as markup."""
    with st.container(border=True):
        st.badge("Problem", icon=":material/error:", color="red")
        st.text(error.message)
        if error.hint:
            st.text(f"→ {error.hint}")
        if isinstance(error, ReplyError) and error.replies:
            with st.expander(f"What the model said ({len(error.replies)})"):
                for reply in error.replies:
                    st.code(reply, language=None, wrap_lines=True)
        if isinstance(error, ModelError | Paused):
            _settings_link("problem")
