"""What a round of HGMem asks: its sub-queries with their mode, space and what they found."""

from __future__ import annotations

from html import escape

import streamlit as st

from app.markup import badge
from hypermem_core.types import Round, SubQuery, SubSearch

MODES = {
    "main": "the question",
    "local": "local investigation",
    "global": "global exploration",
}


def hgmem_subqueries(each: Round) -> None:
    """Draw the sub-queries of a round, what the judge then missed, and what was not asked again."""
    searches = {search.query: search for search in each.searches}
    st.html("".join(query_html(query, searches.get(query.id)) for query in each.queries))
    if each.sufficient:
        st.caption("Judge: the memory is sufficient.")
    elif each.concerns:
        st.html(
            '<div class="hm-why">Judge: not sufficient. Missing:</div>'
            + "".join(
                f'<div class="hm-text">· {escape(one.text)} {badge(one.mode)} '
                f"{' '.join(badge(point) for point in one.points)}</div>"
                for one in each.concerns
            )
        )
    if each.dropped:
        st.caption(f"{len(each.dropped)} sub-queries were asked before and dropped.")


def query_html(query: SubQuery, found: SubSearch | None) -> str:
    """Return one sub-query: mode, words, targets, where it looked and how much it found."""
    mode = MODES.get(query.mode, query.mode)
    targets = " ".join(badge(point) for point in query.targets)
    return (
        f'<div class="hm-topic">{badge(query.id)} <b>{escape(mode)}</b> {targets}'
        f"<div>{escape(query.text)}</div>"
        f'<div class="hm-why">{escape(space_words(found))}</div></div>'
    )


def space_words(found: SubSearch | None) -> str:
    """Return where a sub-query looked and what it found, in words."""
    if found is None:
        return "not searched"
    space = found.space
    where = f"{space.size:,} candidate entities ({space.kind})"
    if space.hops:
        where += f", {space.hops} hop{'' if space.hops == 1 else 's'} from {len(space.seeds)} seeds"
    if space.unexpanded:
        where += f", {len(space.unexpanded)} speakers or hubs not expanded"
    counts = (
        f"found {len(found.entities)} entities, {len(found.relations)} relations, "
        f"{len(found.chunks)} chunks"
    )
    return f"{where} · {counts}" + (f" · {space.fallback}" if space.fallback else "")
