"""HingeMem's plan for a question, the parts of its scores, and where it stopped and why."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from app.components.hingemem_fields import STYLE, chip
from app.figures.canvas import chart_config
from app.figures.gold import gold_nodes
from app.figures.hinge_scores import score_parts, stop_curve
from app.figures.labels import titles
from app.markup import literal
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import HingePlan, PlannedElement

TYPES = {
    "recall": "recall: everything about it, so it reads past the knee",
    "precision": "precision: one thing, so only near the best score",
    "judgment": "judgment: weigh it up, so only near the best softmax",
}


def hingemem_plan(plan: HingePlan, graph: Hypergraph, gold_turns: Sequence[str] = ()) -> None:
    """Draw the plan, the stacked parts of each hyperedge's score, and the curve with the stop."""
    st.html(STYLE + plan_html(plan))
    if not plan.scores:
        st.info("No hyperedge was a candidate, so there is nothing to score.")
        return
    names = titles(graph)
    gold = gold_nodes(graph, gold_turns) if gold_turns else frozenset[str]()
    left, right = st.columns(2, gap="large")
    with left:
        st.caption("Score of each hyperedge: ξ + Ω_S + Ω_T")
        config = chart_config("score parts")
        st.plotly_chart(score_parts(plan, names, gold), key="score-parts", config=config)
    with right:
        st.caption(f"Where reading stops: {literal(plan.stop.reason)}")
        config = chart_config("stop")
        st.plotly_chart(stop_curve(plan, names, gold), key="stop-curve", config=config)


def plan_html(plan: HingePlan) -> str:
    """Return the plan in one line: type, planned elements with what they matched, priority."""
    kind = escape(TYPES.get(plan.query_type, plan.query_type))
    chips = "".join(planned_html(one) for one in plan.elements) or "no element"
    order = " › ".join(plan.priority)
    return (
        f'<div class="hm-text"><b>Plan</b> · {kind}<br>asks for {chips}<br>'
        f'<span class="hm-why">priority: {escape(order)} · '
        f"{len(plan.scores):,} candidates, {plan.stop.kept:,} kept</span></div>"
    )


def planned_html(one: PlannedElement) -> str:
    """Return a planned element with the number of nodes it matched and its weight."""
    count = len(one.matched)
    found = f"{count} match{'' if count == 1 else 'es'}" if count else "no match"
    about = f"{one.element} · weight {one.weight:.2f} · {', '.join(one.matched[:8]) or 'no node'}"
    return chip(one.element, f"{one.name} · {found}", about)
