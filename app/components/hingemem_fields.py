"""HingeMem's words as HTML: the four coloured fields, salience in its parts, and a cut."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from app.markup import badge, transcript
from hypermem_core.types import Conversation, Element, Salience, Segment, SegmentPart

STYLE = """<style>
.hm-chip {display: inline-flex; align-items: center; gap: .3rem; margin: 0 .3rem .2rem 0;
  padding: 0 .5rem; border: 1px solid var(--hm-grid); border-radius: 1rem; font-size: .82rem;
  overflow-wrap: anywhere;}
.hm-chip::before {content: ""; width: .65em; height: .65em; border-radius: .2em; flex: none;
  background: var(--hm-field);}
.hm-part {display: grid; grid-template-columns: 5.5rem 1fr 2.6rem; gap: .5rem; font-size: .82rem;
  align-items: center; font-variant-numeric: tabular-nums;}
.hm-part span:nth-child(2) {height: 6px; border-radius: 3px; background: var(--hm-grid);}
.hm-part i {display: block; height: 6px; border-radius: 3px; background: var(--hm-field);}
.hm-edge {border-top: 2px solid var(--hm-segment); padding-top: .2rem; margin: .35rem 0 .6rem;
  font-size: .86rem; overflow-wrap: anywhere;}
</style>"""
REASONS = {
    "change_person": "the person changes",
    "change_time": "the time changes",
    "change_location": "the location changes",
    "topic_shift": "the topic shifts",
    "explicit_marker": "the speaker marks a new matter",
}


def chip(kind: str, words: str, title: str = "") -> str:
    """Return one element's name with the colour of its field; the field is told by name too."""
    about = escape(title or kind, quote=True)
    return (
        f'<span class="hm-chip" style="--hm-field:var(--hm-{escape(kind)})" title="{about}">'
        f"{escape(words)}</span>"
    )


def fields(segment: Segment) -> Iterable[tuple[str, Sequence[str]]]:
    """Return the four fields of a hyperedge by name."""
    return (
        ("person", segment.persons),
        ("time", segment.times),
        ("location", segment.locations),
        ("topic", segment.topics),
    )


def fields_html(segment: Segment) -> str:
    """Return the hyperedge's four fields as coloured chips."""
    return "".join(chip(kind, name) for kind, names in fields(segment) for name in names)


def salience_html(salience: Salience, kind: str) -> str:
    """Return the three parts of an element's salience and their mean as bars."""
    rows = (
        ("frequency", salience.frequency),
        ("centrality", salience.centrality),
        ("diversity", salience.diversity),
        ("salience", salience.value),
    )
    return "".join(
        f'<div class="hm-part" style="--hm-field:var(--hm-{escape(kind)})"><span>{name}</span>'
        f'<span><i style="width:{value:.0%}"></i></span><span>{value:.3f}</span></div>'
        for name, value in rows
    )


def about_element(node: Element) -> list[str]:
    """Return an element's own facts as short lines of plain words."""
    lines = [f"{node.element} · {len(node.mentions):,} mentions"]
    if node.element == "topic":
        kind = "common" if node.common else "rare"
        lines.append(f"{kind} topic · cluster {node.cluster}")
    if node.granularity:
        lines.append(f"granularity: {node.granularity}")
    if node.aliases:
        lines.append("also called: " + ", ".join(node.aliases))
    return lines


def cut_html(part: SegmentPart) -> str:
    """Return where a segment begins and why it was cut there."""
    why = REASONS.get(part.reason, part.reason)
    degraded = " · degraded: no usable reply" if part.degraded else ""
    return f'<div class="hm-why">✂ {escape(part.reason)}: {escape(why)}{degraded}</div>'


def segment_html(segment: Segment, conversation: Conversation, joined: bool = True) -> str:
    """Return a segment: the cut before it with its reason, its turns, its fields."""
    by_id = {turn.id: turn for turn in conversation.turns}
    parts = "".join(
        cut_html(part) + transcript(by_id[turn] for turn in part.turn_ids if turn in by_id)
        for part in segment.parts
    )
    merged = f" · merged from {len(segment.parts)}" if len(segment.parts) > 1 else ""
    inside = fields_html(segment) if joined else '<span class="hm-why">not joined yet</span>'
    return f'{parts}<div class="hm-edge">{badge(segment.id)}{merged} {inside}</div>'
