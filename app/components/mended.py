"""What models' replies had wrong and the build put right: how much of each kind, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from app.components.export import export
from app.markup import literal
from hypermem_core.events import Event, Warned
from hypermem_core.manifest import mended_words

MOST = 200


def mended(counts: Mapping[str, int], events: Sequence[Event]) -> None:
    """Draw one sentence and, opened, a row for each; nothing where every reply was in order."""
    words = mended_words(counts)
    if not words:
        return
    told = [one for one in events if isinstance(one, Warned) and one.mended]
    with st.expander(f"Put right in replies: {literal(words)}", icon=":material/build_circle:"):
        if not told:
            st.caption("The events of this build, which say where, were not kept.")
            return
        frame = pd.DataFrame([_row(one) for one in told[:MOST]], columns=["hyperedge", "what"])
        st.dataframe(frame, hide_index=True, width="stretch", height=min(220, 38 + 35 * len(frame)))
        export([dict(zip(frame.columns, _row(one), strict=True)) for one in told], "put right")


def _row(told: Warned) -> tuple[str, str]:
    """Return the hyperedge (none where it is about something else) and what was put right."""
    return told.item or "–", told.message.removeprefix(f"{told.item}: ")
