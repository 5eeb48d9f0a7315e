"""HGMem's rounds on Ask: a slider over steps, the memory at each, its changes and sub-queries."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from typing import Any

import streamlit as st

from app.components.answer import citations
from app.components.hgmem_subqueries import hgmem_subqueries
from app.components.word_diff import STYLE, word_diff
from app.figures.canvas import chart_config
from app.figures.fixed_layout import Places
from app.figures.hgmem_lineage import lineage_strip
from app.figures.hgmem_memory import KINDS, memory_picture
from app.figures.hgmem_steps import Step, last_change, operations, places, steps
from app.markup import badge
from hypermem_core.methods.hgmem.measures import average_order, cost
from hypermem_core.types import Conversation, HGMemRounds, Operation, Point

STOPS = {
    "sufficient": "the judge found the memory sufficient",
    "max rounds": "the limit of rounds was reached",
    "no new query": "no sub-query was new",
    "stalled": "the memory no longer changed",
    "budget": "the budget of model calls was spent",
}


def hgmem_rounds(
    question: str,
    detail: HGMemRounds,
    conversation: Conversation,
    gold_turns: Sequence[str] = (),
) -> None:
    """Draw the rounds; the layout is computed once, so a step only changes marks."""
    found = steps(detail)
    if not found:
        st.info("No round was run.")
        return
    st.caption(summary(detail))
    key = f"hgmem-step-{len(found)}-{question}"
    _stepped(key, detail, found, places(detail), conversation, tuple(gold_turns))


def summary(detail: HGMemRounds) -> str:
    """Return the rounds of a question in one line: why they ended, points, Avg-Nv, cost."""
    total, order = cost(detail), average_order([detail.points])
    parts = [f"{len(detail.rounds)} rounds: {STOPS.get(detail.stop, detail.stop)}"]
    parts.append(f"{len(detail.points)} points")
    if order.micro is not None:
        parts.append(f"Avg-Nv {order.micro:.1f}")
    parts.append(f"{_asks(total.calls)} · {total.prompt_tokens + total.completion_tokens:,} tokens")
    return " · ".join(parts)


@st.fragment  # a step redraws this part alone: the question is not asked again
def _stepped(
    key: str,
    detail: HGMemRounds,
    found: Sequence[Step],
    at: Places,
    conversation: Conversation,
    gold: tuple[str, ...],
) -> None:
    number = 0
    if len(found) > 1:
        number = st.select_slider(
            "Step",
            list(range(len(found))),
            last_change(found),
            format_func=lambda n: found[n].name,
            key=key,
            help="A round: retrieve, update, insert, merge, judge, sub-queries.",
        )
    step = found[number]
    left, right = st.columns([3, 2], gap="medium")
    with right:
        chosen = _choose(step)
    with left:
        _picture(detail, step, at, chosen)
    with right:
        _changes(step)
        _point(chosen, step, conversation, gold)
    with left:
        st.caption("Lineage: every point over the steps; a dotted line is a merge.")
        config = chart_config("lineage")
        st.plotly_chart(lineage_strip(found, number, chosen), key="hgmem-lineage", config=config)
    with st.expander(f"Sub-queries of round {step.round}", expanded=True):
        hgmem_subqueries(next(one for one in detail.rounds if one.number == step.round))


def _choose(step: Step) -> str:
    points = (*step.live, *step.gone)
    if not points:
        return ""
    changed = step.changes
    order = sorted(
        points, key=lambda point: (point.id not in changed, changed.get(point.id) == "parent")
    )
    words = {point.id: f"{point.id} · {KINDS[changed.get(point.id, 'same')]}" for point in points}
    picked = st.selectbox(
        "Memory point", [point.id for point in order], format_func=lambda one: words[one]
    )
    return str(picked or "")


def _picture(detail: HGMemRounds, step: Step, at: Places, chosen: str) -> None:
    shown = len(step.live)
    cost_words = f"{_asks(step.phase.calls)} · {step.phase.seconds:.2f} s"
    st.caption(f"{step.name} · {shown} live points · {cost_words}")
    if not step.live:
        st.info("The memory is still empty: this round has only retrieved.")
        return
    config: dict[str, Any] = chart_config("memory")
    st.plotly_chart(memory_picture(detail, step, at, chosen), key="hgmem-memory", config=config)


def _asks(number: int) -> str:
    return f"{number} ask{'' if number == 1 else 's'}"


def _changes(step: Step) -> None:
    done = operations(step)
    if step.phase.note:
        st.caption(step.phase.note)
    if not done:
        st.caption("This step changed no point.")
        return
    parents = {point.id: point for point in step.gone}
    with st.container(height=280 if len(done) > 2 else "content", border=False):
        st.html(STYLE + "".join(operation_html(one, parents) for one in done))


def operation_html(one: Operation, parents: dict[str, Point]) -> str:
    """Return one operation: words that came and went for an update, the parents for a merge."""
    why = f'<div class="hm-why">{escape(one.reason)}</div>' if one.reason else ""
    if one.point is None or one.kind == "reject":
        return f'<div class="hm-topic"><b>refused</b> {escape(one.asked)}{why}</div>'
    head = f"<b>{KINDS[one.kind]}</b> {badge(one.point.id)}"
    body = f'<div class="hm-text">{escape(one.point.description)}</div>'
    if one.kind == "update":
        body = word_diff(one.before, one.point.description)
    if one.kind == "merge":
        joined = " + ".join(badge(parent) for parent in one.point.parents)
        old = " ".join(parents[p].description for p in one.point.parents if p in parents)
        head, body = f"{head} ← {joined}", word_diff(old, one.point.description)
    return f'<div class="hm-topic">{head}{why}{body}</div>'


def _point(chosen: str, step: Step, conversation: Conversation, gold: Collection[str]) -> None:
    point = next((one for one in (*step.live, *step.gone) if one.id == chosen), None)
    if point is None:
        return
    made = f"made in round {point.created}"
    changed = f", changed in round {point.changed}" if point.changed > point.created else ""
    ties = f"{len(point.members)} entities, {len(point.fragments)} fragments"
    told = (
        ""
        if point.id in {one.point.id for one in step.phase.operations if one.point}
        else (
            escape(point.description)  # else it stands above, with what changed
        )
    )
    st.html(
        f'<div class="hm-text">{badge(point.id)} {told}</div>'
        f'<div class="hm-why">{made}{changed} · ties {ties}</div>'
    )
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        citations(conversation, point.turn_ids, gold)
