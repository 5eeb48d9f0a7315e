"""Tabs of which only the open one is drawn: a part that is not looked at costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st


def lazy_tabs(parts: Mapping[str, Callable[[], Any]], key: str) -> Any:
    """Draw a tab for each name and the part of the open one; return what that part returns."""
    tabs = st.tabs(list(parts), key=key, on_change="rerun")
    opened = next((number for number, tab in enumerate(tabs) if tab.open), 0)
    with tabs[opened]:
        return list(parts.values())[opened]()
