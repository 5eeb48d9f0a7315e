"""The choice of what to evaluate."""

from __future__ import annotations

import streamlit as st

from app.evaluating import Plan
from hypermem_core.methods import METHODS
from hypermem_core.types import CATEGORY_ORDER, Conversation


def evaluation_plan(
    conversations: tuple[Conversation, ...], current: Conversation, method: str
) -> Plan:
    """Draw the choices; return the plan they make."""
    by_id = {item.id: item for item in conversations}
    left, middle, right = st.columns([2, 1.6, 1.2], gap="medium")
    ids = left.multiselect(
        "Conversations", list(by_id), [current.id], help="Missing memories are built first."
    )
    methods = middle.multiselect(
        "Methods", list(METHODS), list(dict.fromkeys([method, "flat"])), help="Flat: the baseline."
    )
    limit = right.number_input(
        "Questions at most",
        1,
        10_000,
        None,
        step=10,
        placeholder="all",
        help="For each method; empty: all of them.",
    )
    with st.container(horizontal=True, gap="medium", vertical_alignment="bottom"):
        categories = st.pills(
            "Categories", CATEGORY_ORDER, selection_mode="multi", default=CATEGORY_ORDER[:4]
        )
        answers = st.toggle(
            "Answer and judge", True, help="Off: only retrieval is measured, which is faster."
        )
    return Plan(
        tuple(by_id[name] for name in ids),
        tuple(methods),
        tuple(categories),
        int(limit) if limit else None,
        answers,
    )


def what_is_missing(plan: Plan) -> str:
    """Return what the plan still lacks, "" when it can run."""
    if not plan.conversations:
        return "Choose a conversation."
    if not plan.methods:
        return "Choose a method."
    if not plan.categories:
        return "Choose a category."
    return ""


def run_button(
    place: st.delta_generator.DeltaGenerator, count: int, paused: bool, running: bool, missing: str
) -> bool:
    """Draw the page's one action, Resume after a pause; return whether it was pressed."""
    label = f"Run {count:,} question{'s' if count != 1 else ''}"
    return place.button(
        "Resume" if paused else label,
        type="primary",
        icon=":material/play_arrow:",
        disabled=running or not count,
        help=missing or "For each method. Questions already done with these settings are kept.",
    )
