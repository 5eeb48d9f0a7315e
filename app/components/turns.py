"""The exact source turns of something, each with its neighbours."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

import streamlit as st

from app import theme
from hypermem_core.types import Conversation, Turn

STYLE = """<style>
.hm-source {border-left: 3px solid var(--hm-turn); padding-left: .6rem;}
.hm-near {opacity: .6; padding-left: calc(.6rem + 3px);}
.hm-when {color: var(--hm-neutral); font-size: .78rem;}
</style>"""


def with_neighbours(
    conversation: Conversation, turn_ids: Collection[str], around: int = 1
) -> list[tuple[Turn, bool]]:
    """Return the turns and their neighbours of the same session, in order; True for a source."""
    turns = conversation.turns
    near: set[int] = set()
    for place, turn in enumerate(turns):
        if turn.id in turn_ids:
            for other in range(max(0, place - around), min(len(turns), place + around + 1)):
                if turns[other].session == turn.session:
                    near.add(other)
    return [(turns[place], turns[place].id in turn_ids) for place in sorted(near)]


def turn_html(turn: Turn, source: bool = True, gold: bool = False) -> str:
    """Return one turn, escaped; a neighbour is dimmed."""
    sign = f"{theme.GOLD} " if gold else ""
    image = f'<div class="hm-image">image: {escape(turn.caption)}</div>' if turn.caption else ""
    return (
        f'<div class="hm-turn {"hm-source" if source else "hm-near"}">'
        f'<span class="hm-id">{sign}{escape(turn.id)}</span><div>'
        f'<span class="hm-speaker">{escape(turn.speaker)}</span> {escape(turn.text)}{image}'
        "</div></div>"
    )


def source_turns(
    conversation: Conversation,
    turn_ids: Sequence[str],
    gold: Collection[str] = (),
    around: int = 1,
) -> None:
    """Draw the source turns with their neighbours, under the dates of their sessions."""
    rows: list[str] = []
    session = None
    for turn, source in with_neighbours(conversation, turn_ids, around):
        if turn.session != session:
            when = f" · {turn.time:%d %b %Y, %H:%M}" if turn.time else ""
            rows.append(f'<div class="hm-when">session {turn.session}{when}</div>')
            session = turn.session
        rows.append(turn_html(turn, source, turn.id in gold))
    if not rows:
        st.caption("No source turn is known for this.")
        return
    st.html(STYLE + "".join(rows))
