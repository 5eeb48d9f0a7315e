"""The prices of the chosen models: those that are known, and fields for those that are not."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app import state
from hypermem_core.models.listed_prices import source
from hypermem_core.models.prices import keep_price, load_prices
from hypermem_core.models.profile import ROLES, is_local, profile


def prices() -> None:
    """Draw one line for each hosted chat model; what is typed is kept beside the results."""
    root = state.results_root()
    found = [profile(state.settings(state.get()).models, role) for role in ROLES]
    hosted = {one.model: one.base_url for one in found if one and not is_local(one.base_url)}
    if not hosted:
        return
    st.markdown("###### Prices")
    st.caption(
        f"Dollars per million tokens, from the package {source()}, without discounts for cached "
        "prompts and batches. What you change here is kept in prices.json beside your results; "
        "a model without a price costs “unknown”."
    )
    for model, url in sorted(hosted.items()):
        _price(root, model, url)


def _price(root: Path, model: str, url: str) -> None:
    known = load_prices(root).at(url).of(model)
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        st.text(model, width=260)
        values = [
            st.number_input(
                f"{what}, {model}",
                0.0,
                None,
                known[number] if known else None,
                step=0.01,
                format="%.3f",
                placeholder="unknown",
                key=f"price-{model}-{what}",
                width=220,
            )
            for number, what in enumerate(("read", "written"))
        ]
    if None not in values and (known is None or tuple(values) != known):
        keep_price(root, model, float(values[0] or 0), float(values[1] or 0))
        st.rerun()
