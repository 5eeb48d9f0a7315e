"""Turns, cuts, facts and topics as HTML; chat text is escaped here, for Markdown too."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hypermem_core.types import Conversation, Episode, Fact, Session, Topic, Turn


def badge(node_id: str) -> str:
    """Return an id as a small monospaced badge."""
    return f'<span class="hm-id">{escape(node_id)}</span>'


def turn(item: Turn, pending: bool = False) -> str:
    """Return one turn: id, speaker, words and, set apart, what its image shows."""
    image = ""
    if item.caption or item.image_url:
        searched = f" · searched for “{escape(item.image_query)}”" if item.image_query else ""
        what = escape(item.caption) or "no caption"
        image = f'<div class="hm-image">▣ image: {what}{searched}</div>'
    look = "hm-turn hm-pending" if pending else "hm-turn"
    return (
        f'<div class="{look}">{badge(item.id)}<div><span class="hm-speaker">'
        f"{escape(item.speaker)}</span> {lines(item.text)}{image}</div></div>"
    )


def lines(text: str) -> str:
    """Return a text escaped, its line breaks kept."""
    return escape(text).replace("\n", "<br>")


def session_title(session: Session) -> str:
    """Return `Session 3 · 8 May 2023, 13:56`."""
    when = f"{session.time:%-d %B %Y, %H:%M}" if session.time else session.time_text
    return f"Session {session.number} · {when}" if when else f"Session {session.number}"


def transcript(turns: Iterable[Turn]) -> str:
    """Return turns one below the other."""
    return "".join(turn(item) for item in turns)


def literal(text: str) -> str:
    """Return text that Markdown shows as it is."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]()<>#+-.!|$~:" else sign for sign in text)


def fact(item: Fact) -> str:
    """Return a fact with its date and the turns it rests on."""
    when = f' <span class="hm-why">{escape(item.when)}</span>' if item.when else ""
    turns = " ".join(badge(turn_id) for turn_id in item.turn_ids)
    return f'<div class="hm-fact">{escape(item.text)}{when} {turns}</div>'


def episode(item: Episode, conversation: Conversation, facts: Iterable[Fact] = ()) -> str:
    """Return an episode: its turns, the cut with its reason, and its facts below it."""
    by_id = {one.id: one for one in conversation.turns}
    turns = transcript(by_id[turn_id] for turn_id in item.turn_ids if turn_id in by_id)
    why = f'<div class="hm-why">✂ {escape(item.cut_reason)}</div>' if item.cut_reason else ""
    title = f'<span class="hm-speaker">{escape(item.title)}</span>'
    return (
        f'{turns}<div class="hm-cut">{badge(item.id)} {title}{why}</div>'
        f"{''.join(fact(one) for one in facts)}"
    )


def topic(item: Topic, episodes: int, most: int, new: bool = False) -> str:
    """Return a topic with a bar as long as its share of the largest topic's episodes."""
    share = 100 * episodes / most if most else 0
    grown = " ·  just now" if new else ""
    count = f"{episodes} episode{'' if episodes == 1 else 's'}{grown}"
    return (
        f'<div class="hm-topic"><span class="hm-speaker">{escape(item.title)}</span> '
        f'{badge(item.id)}<div class="hm-why">{count}</div>'
        f'<div class="hm-bar" style="width:{share:.0f}%"></div></div>'
    )
