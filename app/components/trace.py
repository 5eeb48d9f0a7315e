"""A retrieval trace: the fate of the gold turns, then one stage with its chart and lists."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from app import theme
from app.components.evidence import evidence
from app.components.ranked_list import level_of, lists_html
from app.figures.canvas import chart_config
from app.figures.gold import Fate, fates, gold_nodes
from app.figures.labels import titles
from app.figures.rank_bump import rank_bump
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import RetrievalTrace, StageRanking

CONTEXT = "context"
LISTS = 520  # pixels; longer lists scroll inside
WORDS = {
    "topic": "Topics",
    "episode": "Episodes",
    "fact": "Facts",
    "candidate": "Candidates",
    "score": "Scores",
    "turn": "Turns",
    "entity": "Entities",
    "relation": "Relations",
    "chunk": "Chunks",
    "fragment": "Fragments",
}


def stage_label(stage: StageRanking) -> str:
    """Return a stage's name with what it kept of what it saw: `Episodes 25 of 58`."""
    name = WORDS.get(stage.stage, stage.stage.capitalize())
    return f"{name} · {len(stage.kept):,} of {len(stage.candidates):,}"


def trace(found: RetrievalTrace, graph: Hypergraph, gold_turns: Sequence[str] = ()) -> None:
    """Draw a trace; one stage is open at a time, the last one first."""
    if gold_turns:
        gold_line(fates(graph, found, gold_turns))
    for note in found.notes:
        st.caption(note)
    if not found.stages:
        st.info("Every stage is switched off, so nothing was ranked. Switch one on above.")
        return
    names = [*(stage.stage for stage in found.stages), CONTEXT]
    labels = {stage.stage: stage_label(stage) for stage in found.stages}
    labels[CONTEXT] = f"Context · {found.tokens:,} tokens"
    chosen = st.segmented_control(
        "Stage",
        names,
        format_func=lambda name: labels.get(name, name),
        default=names[-2],
        key=f"stage-{found.method}",
        label_visibility="collapsed",
        required=True,
    )
    if chosen == CONTEXT:
        evidence(found, gold_turns)
        return
    stage = found.stage(chosen) if chosen else None
    _stage(stage or found.stages[-1], graph, gold_nodes(graph, gold_turns))


def _stage(stage: StageRanking, graph: Hypergraph, gold: frozenset[str]) -> None:
    if stage.why:
        st.caption(stage.why)
    if not any(ranking.items for ranking in stage.rankings):
        notes = [ranking.note for ranking in stage.rankings if ranking.note]
        st.info(notes[0] if notes else "No candidate was left for this stage to rank.")
        return
    names = titles(graph)
    level = level_of(stage.stage)
    if sum(bool(ranking.items) for ranking in stage.rankings) > 1:  # one list has no crossings
        st.plotly_chart(
            rank_bump(stage, names, gold, level),
            key=f"bump-{stage.stage}",
            config=chart_config(f"ranks-{stage.stage}"),
        )
    with st.container(height=LISTS, border=False):
        st.html(lists_html(stage, names, gold))


def fate_html(fate: Fate) -> str:
    """Return one gold turn: found ★, or lost ☆ with the stage that lost it."""
    turn = escape(fate.turn_id)
    if not fate.lost_at:
        return f'<span class="hm-fate"><b>{theme.GOLD}</b> {turn}</span>'
    lost = escape(f"lost at {fate.lost_at}: {fate.why}")
    return f'<span class="hm-fate"><b>{theme.LOST}</b> {turn} {lost}</span>'


def gold_line(found: Sequence[Fate]) -> None:
    """Draw what became of every gold turn, in one line."""
    style = (
        "<style>.hm-fate {display: inline-block; margin: 0 .9rem .2rem 0; font-size: .88rem;}"
        ".hm-fate b {color: var(--hm-time);}</style>"
    )
    kept = sum(not fate.lost_at for fate in found)
    head = f'<span class="hm-fate">Gold turns in the context: {kept} of {len(found)}</span>'
    st.html(style + head + "".join(fate_html(fate) for fate in found))
