"""A run's losses at a glance: stages of loss by category, the flow of gold turns, the cures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from app import diagnosing, state
from app.figures.canvas import chart_config
from app.figures.loss_bars import loss_bars
from app.figures.turn_flow import turn_flow
from hypermem_core.diagnosis.cures import cheapest_cures
from hypermem_core.diagnosis.loss import rule
from hypermem_core.types import Custody

BARS, PILLS = "loss-bars", "loss-stage"


def loss_filters(found: Sequence[Custody]) -> tuple[Custody, ...]:
    """Draw the filters by category and badge; return the questions that pass both."""
    names, marks = diagnosing.categories(found), diagnosing.badges(found)
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        categories = st.pills(
            "Categories", list(names), selection_mode="multi", key="loss-categories",
            format_func=lambda name: f"{name} {names[name]:,}",
        )  # fmt: skip
        badges = st.pills(
            "Badges", list(marks), selection_mode="multi", key="loss-badges",
            format_func=lambda name: f"{name} {marks[name]:,}",
            help="What makes a question hard or its gold doubtful. Several: any of them.",
        ) if marks else []  # fmt: skip
    return diagnosing.filtered(found, categories or (), badges or ())


def loss_overview(found: Sequence[Custody], method: str) -> None:
    """Draw both charts side by side, the cheapest cure of every stage, and the rule."""
    bars, turns = st.columns(2, gap="medium")
    with bars:
        st.markdown("##### Where answers were lost")
        counts = diagnosing.counts(found, method)
        st.plotly_chart(
            loss_bars(counts),
            key=BARS,
            config=chart_config("losses"),
            on_select=_clicked,
            selection_mode="points",
        )
    with turns:
        st.markdown("##### Gold turns through the stages")
        links = diagnosing.flow(found, diagnosing.stages_of(method))
        st.plotly_chart(turn_flow(links), key="turn-flow", config=chart_config("gold-turns"))
    cures = cheapest_cures(found)
    if cures:
        said = " · ".join(f"**{cure.stage}**: {cure.written}" for cure in cures)
        st.markdown(
            f"Cheapest cures: {said}",
            help="The smallest value that keeps two thirds of the gold turns a stage lost.",
        )
    with st.expander("How a question gets its stage of loss", icon=":material/gavel:"):
        st.markdown("The first that holds:\n\n" + rule())


def _clicked() -> None:
    """Show the list behind the bar that was clicked."""
    selected: Any = state.widget(BARS)
    points = selected["selection"]["points"]
    if points:
        state.bind(PILLS, points[0]["y"])
