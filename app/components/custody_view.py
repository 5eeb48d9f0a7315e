"""The chain of custody of one question: every gold turn, stage by stage, to the verdict."""

from __future__ import annotations

from html import escape

import streamlit as st

from app import theme
from app.components.ranked_list import level_of
from app.figures.rank_bump import list_name
from app.markup import lines
from hypermem_core.diagnosis.custody import COUNT, cut_step
from hypermem_core.types import Conversation, Custody, EvalRow, Step, TurnCustody

STYLE = """<style>
.hm-chain {display: grid; gap: .5rem; margin: .2rem 0 .6rem;}
.hm-way {border: 1px solid var(--hm-grid); border-radius: .5rem; padding: .55rem .7rem;}
.hm-way > p {margin: 0 0 .45rem; font-size: .92rem; overflow-wrap: anywhere;}
.hm-stops {display: flex; flex-wrap: wrap; gap: .35rem;}
.hm-stop {border-top: 3px solid var(--hm-neutral); padding: .25rem .5rem; font-size: .8rem;
  background: var(--hm-grid); border-radius: 0 0 .35rem .35rem; min-width: 7rem; flex: 1 1 7rem;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;}
.hm-stop b {display: block; font-weight: 600;}
.hm-stop.hm-gone {opacity: .9; border-top-style: dashed;}
.hm-stop.hm-after {opacity: .62;}
.hm-asked {font-weight: 650; font-size: 1.05rem; overflow-wrap: anywhere; margin-bottom: .3rem;}
</style>"""
YES, NO, UNKNOWN = theme.CORRECT, theme.WRONG, theme.UNSCORED


def _said(value: bool | None) -> str:
    return UNKNOWN if value is None else YES if value else NO


def _stop(head: str, body: str, colour: str, look: str = "") -> str:
    return (
        f'<div class="hm-stop {look}" style="border-color:{colour}"><b>{escape(head)}</b>'
        f"{escape(body)}</div>"
    )


def ranks(step: Step) -> str:
    """Return a step's ranks in words: `BM25 3 · Dense 12 · RRF 5 of 58`."""
    parts = [f"{list_name(p.ranker)} {p.rank or UNKNOWN}" for p in step.places]
    size = f" of {step.places[-1].of:,}" if step.places else ""
    return " · ".join(parts) + size


def step_stop(step: Step, after: bool) -> str:
    """Return one stage of the chain: kept ✓, or cut ✗ with the limit and the rank it needs."""
    colour = theme.level(level_of(step.stage))
    if step.kept:
        return _stop(f"{YES} {step.stage} kept", ranks(step), colour, "hm-after" if after else "")
    short = f" (has {step.ratio:.2f})" if step.ratio else ""
    counts = COUNT.fullmatch(step.limit)  # older runs name a rank for every limit
    needs = f" (would need {step.needs})" if step.needs and counts else short
    body = f"{step.limit}{needs}. {ranks(step)}" if step.places else step.limit
    look = "hm-after" if after else "hm-gone"
    return _stop(f"{NO} {step.stage} cut", body, colour, look)


def turn_html(way: TurnCustody, conversation: Conversation) -> str:
    """Return one gold turn with its words and every stop of its way."""
    found = {turn.id: turn for turn in conversation.turns}.get(way.turn_id)
    words = f"<b>{escape(found.speaker)}</b> {lines(found.content)}" if found else ""
    mark = theme.LOST if way.lost_at else theme.GOLD
    facts = ", ".join(way.carriers[:3]) or "by nothing"
    checks = f"speaker {_said(way.right_speaker)} · date {_said(way.right_date)}"
    stops = [
        _stop(
            f"{YES if way.carriers else NO} stated",
            f"{facts} · {checks}",
            theme.level("fact"),
            "" if way.carriers else "hm-gone",
        )
    ]
    over = not way.carriers
    cut = cut_step(way.steps) if way.lost_at else None
    for step in way.steps:
        stops.append(step_stop(step, over))
        over = over or step is cut
    where = f"item {way.position}" if way.position else "not among the evidence"
    stops.append(
        _stop(
            f"{YES} in the context" if way.in_context else f"{NO} not in the context",
            where,
            theme.level("turn"),
            "" if way.in_context else "hm-gone",
        )
    )
    if way.cited is not None:
        head = f"{YES} cited" if way.cited else f"{NO} not cited"
        stops.append(_stop(head, "by the answer", theme.level("turn")))
    return (
        f'<div class="hm-way"><p>{mark} <span class="hm-id">{escape(way.turn_id)}</span> {words}'
        f'</p><div class="hm-stops">{"".join(stops)}</div></div>'
    )


def answers_html(row: EvalRow | None) -> str:
    """Return the gold answer above the one that was given, each after its mark."""
    if row is None:
        return ""
    given = row.answer.text if row.answer else row.error or "not asked for"
    mark = theme.MARKS[row.verdict.label] if row.verdict else UNKNOWN
    return (
        f'<div class="hm-text">{theme.GOLD} <b>Gold</b> {escape(row.question.answer) or "none"}'
        f"\n{mark} <b>Answer</b> {escape(given)}</div>"
    )


def custody_view(found: Custody, conversation: Conversation, row: EvalRow | None = None) -> None:
    """Draw the question, both answers, the stage of loss, the badges, and each gold turn's way."""
    st.html(f'{STYLE}<div class="hm-asked">{escape(found.question)}</div>{answers_html(row)}')
    st.text(f"{found.loss[:1].upper()}{found.loss[1:]}. {found.why}".strip())
    if found.badges:
        st.html(" ".join(f'<span class="hm-id">{escape(name)}</span>' for name in found.badges))
    if not found.turns:
        st.info("This question names no gold turn of the conversation, so nothing can be followed.")
        return
    body = "".join(turn_html(way, conversation) for way in found.turns)
    st.html(f'<div class="hm-chain">{body}</div>')
