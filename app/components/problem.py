"""What happened, where, and what to do: the one way a problem is shown."""

from __future__ import annotations

import streamlit as st

from hypermem_core.errors import HyperMemError, ReplyError


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
