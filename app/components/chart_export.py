"""A chart's way out: SVG and PNG, made by the browser, on every chart of every page."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def chart_export() -> None:
    """Give the charts of the page, now and later, a button for SVG and one for PNG."""
    with st.sidebar:  # draws nothing; in the page itself it would leave a gap
        st.components.v2.component("hypermem_chart_export", js=SCRIPT)(key="chart-export")
