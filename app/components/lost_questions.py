"""The list behind every bar: the questions of one stage of loss, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from app import diagnosing, state, theme
from app.components.export import export
from app.components.loss_overview import PILLS
from hypermem_core.types import Custody
from hypermem_core.types.diagnosis import FOUND

ALL = "all"
TALL = 318  # pixels of the table: eight questions


def lost_questions(found: Sequence[Custody], method: str, asked: Custody | None) -> Custody | None:
    """Draw the stages of loss and the table of one; return the question chosen in it."""
    names = (*diagnosing.order(found, method), ALL)
    counts = {name: len(_of(found, name)) for name in names}
    first = next((name for name in names if name not in (FOUND, ALL)), names[0])
    start = asked.loss if asked in found and asked is not None else first
    if not state.holds(PILLS, names):
        state.bind(PILLS, start)
    chosen = st.pills(
        "Stage of loss",
        names,
        format_func=lambda name: f"{name} {counts[name]:,}",
        label_visibility="collapsed",
        required=True,
        key=PILLS,
    )
    listed = _of(found, chosen or start)
    if asked in listed and asked is not None:
        listed = [asked, *(one for one in listed if one is not asked)]
    event: Any = st.dataframe(
        frame(listed),
        hide_index=True,
        width="stretch",
        height=min(TALL, 38 + 35 * len(listed)),
        on_select="rerun",
        selection_mode="single-row",
        key=f"lost-{method}-{chosen}-{len(listed)}",
        column_config={
            "": st.column_config.TextColumn(width=36, help="✓ correct, ✗ wrong, – unscored"),
            "question": st.column_config.TextColumn(width=330),
            "category": st.column_config.TextColumn(width=90),
            "why": st.column_config.TextColumn(width=290),
            "gold lost": st.column_config.TextColumn(width=70, help="gold turns lost, of how many"),
            "badges": st.column_config.TextColumn(width=170),
            "chat": st.column_config.TextColumn(width=80),
        },
    )
    export(loss_rows(found), f"losses of {method}")
    rows = event.selection.rows
    return listed[rows[0] if rows and rows[0] < len(listed) else 0] if listed else None


def loss_rows(found: Sequence[Custody]) -> list[dict[str, Any]]:
    """Return one row a question and gold turn, for export: where it was lost, and why."""
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


def frame(found: Sequence[Custody]) -> pd.DataFrame:
    """Return a line for each question; the conversation only where there are several."""
    rows = [
        {
            "": theme.MARKS[one.label] if one.label else "",
            "question": one.question,
            "category": one.category or "",
            "why": one.why,
            "gold lost": f"{len(one.lost)} of {len(one.turns)}" if one.turns else "",
            "badges": ", ".join(one.badges),
            "chat": one.conversation_id,
        }
        for one in found
    ]
    table = pd.DataFrame(rows)
    one_chat = len({one.conversation_id for one in found}) < 2
    return table.drop(columns=["chat"], errors="ignore") if one_chat else table


def _of(found: Sequence[Custody], name: str) -> list[Custody]:
    return list(found) if name == ALL else diagnosing.at(found, name)
