"""A run's losses at a glance: stages of loss by category, the flow of gold turns, the cures."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from app import diagnosing
from app.figures.loss_bars import loss_bars
from app.figures.turn_flow import turn_flow
from hypermem_core.diagnosis.cures import cheapest_cures
from hypermem_core.types import Custody
from hypermem_core.types.diagnosis import FOUND

CHART = {"displayModeBar": False}


def loss_overview(found: Sequence[Custody], method: str) -> None:
    """Draw both charts side by side, and the cheapest cure of every stage below them."""
    bars, turns = st.columns(2, gap="medium")
    with bars:
        st.markdown("##### Where answers were lost")
        counts = diagnosing.counts(found, method)
        st.plotly_chart(loss_bars(counts), key="loss-bars", config=CHART)
    with turns:
        st.markdown("##### Gold turns through the stages")
        links = diagnosing.flow(found, diagnosing.stages_of(method))
        st.plotly_chart(turn_flow(links), key="turn-flow", config=CHART)
    cures = cheapest_cures(found)
    if cures:
        said = " · ".join(f"**{cure.stage}**: {cure.written}" for cure in cures)
        st.markdown(f"Cheapest cures: {said}")
        st.caption("The smallest value that keeps two thirds of the gold turns a stage lost.")


def lost_questions(found: Sequence[Custody], method: str, asked: str = "") -> Custody | None:
    """Draw the list behind every bar and return the question chosen, at first the one asked."""
    names = diagnosing.order(found, method)
    counts = {name: len(diagnosing.at(found, name)) for name in names}
    wanted = next((item for item in found if item.question == asked), None)
    first = next((name for name in names if name != FOUND), names[0])
    chosen = st.pills(
        "Stage of loss",
        names,
        default=wanted.loss if wanted else first,
        format_func=lambda name: f"{name} {counts[name]:,}",
        label_visibility="collapsed",
        required=True,
        key=f"loss-{asked}",
    )
    listed = diagnosing.at(found, chosen or first)
    place = listed.index(wanted) if wanted in listed else 0
    return st.selectbox(
        "Question",
        listed,
        place,
        format_func=lambda item: f"{item.question} · {item.category or ''} · {item.why}",
        key=f"lost-{chosen}-{asked}",
    )
