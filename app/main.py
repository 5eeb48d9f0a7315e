"""The entrypoint: page config, navigation and the one frame for errors.

Run it from the project's root: `python -m streamlit run app/main.py`.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import streamlit as st

# a file: Streamlit fetches named icons for the tab from the net
ICON = Path(__file__).with_name("icon.svg")
ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:  # streamlit puts only app/ on the path
    sys.path.insert(0, ROOT)

# A run or memory that is read makes a million small objects, all of which stay.
gc.set_threshold(50_000)

from app import cache, navigation, state, theme, warming  # noqa: E402
from app.components.chart_export import chart_export  # noqa: E402
from app.components.problem import problem  # noqa: E402
from hypermem_core.errors import HyperMemError  # noqa: E402

st.set_page_config(
    page_title="HyperMem Studio",
    page_icon=str(ICON),
    layout="wide",
    initial_sidebar_state=240,
)
page = st.navigation(navigation.menu())
st.html(theme.style())
st.sidebar.caption("Hypergraph memory of long conversations")
chart_export()
try:
    state.keep_address()
    page.run()
except HyperMemError as error:
    problem(error)
    source = state.get().source
    if source and not cache.readable(source) and st.button("Close the file"):
        state.update(source="", conversation_id="")
        st.rerun()
finally:  # also when a page ends early
    warming.warm(cache.jobs())
