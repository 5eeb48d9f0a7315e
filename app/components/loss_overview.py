"""A run's losses at a glance: stages of loss by category, the flow of gold turns, the cures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from app import diagnosing
from app.components.export import export
from app.figures.canvas import chart_config
from app.figures.loss_bars import loss_bars
from app.figures.turn_flow import turn_flow
from hypermem_core.diagnosis.cures import cheapest_cures
from hypermem_core.types import Custody
from hypermem_core.types.diagnosis import FOUND


def loss_overview(found: Sequence[Custody], method: str) -> None:
    """Draw both charts side by side, and the cheapest cure of every stage below them."""
    bars, turns = st.columns(2, gap="medium")
    with bars:
        st.markdown("##### Where answers were lost")
        counts = diagnosing.counts(found, method)
        st.plotly_chart(loss_bars(counts), key="loss-bars", config=chart_config("losses"))
    with turns:
        st.markdown("##### Gold turns through the stages")
        links = diagnosing.flow(found, diagnosing.stages_of(method))
        st.plotly_chart(turn_flow(links), key="turn-flow", config=chart_config("gold-turns"))
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
    picked = st.selectbox(
        "Question",
        listed,
        place,
        format_func=lambda item: f"{item.question} · {item.category or ''} · {item.why}",
        key=f"lost-{chosen}-{asked}",
    )
    export(loss_rows(found), f"losses of {method}")
    return picked


def loss_rows(found: Sequence[Custody]) -> list[dict[str, Any]]:
    """Return one row a question and gold turn: where it was lost, why, and the whole verdict."""
    return [
        {
            "conversation": item.conversation_id,
            "category": item.category or "",
            "question": item.question,
            "stage of loss": item.loss,
            "why": item.why,
            "verdict": item.label or "",
            "badges": ", ".join(item.badges),
            "gold turn": turn.turn_id if turn else "",
            "turn lost at": turn.lost_at if turn else "",
            "in context": turn.in_context if turn else None,
            "place in evidence": turn.position if turn else None,
        }
        for item in found
        for turn in item.turns or (None,)
    ]
