"""What had to do without a model's reply, with the reason, and the button to ask again."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from app.components.export import export

MOST = 200


def degraded(rows: Sequence[tuple[str, str, str]], what: str, key: str) -> bool:
    """Draw the items as (item, prompt, reason); return whether they are to be asked again."""
    if not rows:
        return False
    with st.container(border=True):
        left, right = st.columns([4, 1], vertical_alignment="center")
        left.markdown(f"**{len(rows):,} {what}** – kept, and asked for again when you retry.")
        place = right.container(horizontal=True, horizontal_alignment="right")
        again = place.button("Retry these", key=f"retry-{key}", icon=":material/refresh:")
        frame = pd.DataFrame(list(rows[:MOST]), columns=["item", "prompt", "reason"])
        st.dataframe(
            frame[["item", "reason", "prompt"]],
            hide_index=True,
            width="stretch",
            height=min(220, 38 + 35 * len(frame)),
        )
        whole = [dict(zip(frame.columns, row, strict=True)) for row in rows]
        export(whole, f"{what} {key}")
    return again
