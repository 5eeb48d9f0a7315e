"""Dispute a gold answer: what is wrong with it, what it should be, and why."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from app.judging import KINDS, doubt
from hypermem_core.evaluation.disputes import dispute, withdraw
from hypermem_core.evaluation.gold import GoldError
from hypermem_core.types import EvalRow


def dispute_gold(row: EvalRow, name: str, folder: Path, known: GoldError | None) -> None:
    """Draw the form for the published gold of a row; a dispute of one's own can be withdrawn."""
    if known is not None:
        st.text(f"⚑ Disputed ({known.source}): {known.note or known.kind}")
        if known.corrected:
            st.text(f"It should be: {known.corrected}")
    label = "Dispute this gold answer" if known is None else "Change the dispute"
    with st.popover(label, icon=":material/flag:"), st.form(f"dispute-{name}", border=False):
        kind = st.selectbox("What is wrong", list(KINDS))
        corrected = st.text_input(
            "What it should be",
            known.corrected if known else "",
            help="Empty: the question is left out of corrected scores.",
        )
        note = st.text_area("Why", known.note if known else "", height=80)
        if st.form_submit_button("Keep the dispute"):
            dispute(folder, doubt(row, kind, corrected, note))
            st.rerun()
    if known is not None and known.source == "disputed here":
        st.button("Withdraw the dispute", on_click=withdraw, args=(folder, name))
