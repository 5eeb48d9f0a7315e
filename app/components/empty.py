"""An honest empty state: what is missing, and one button to where it is made."""

from __future__ import annotations

import streamlit as st

from app import navigation


def empty(title: str, why: str, button: str, page_key: str) -> None:
    """Say what is missing and why, with one button that goes to the page of `page_key`."""
    with st.container(border=True, horizontal_alignment="center"):
        st.html('<div class="hm-empty" aria-hidden="true">○</div>')
        st.markdown(f"#### {title}", text_alignment="center")
        st.text(why)
        if st.button(button, type="primary", key=f"empty-{page_key}"):
            navigation.go(page_key)
