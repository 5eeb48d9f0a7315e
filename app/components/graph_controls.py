"""Search, focus and legend of the graph's picture, and the picture they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from app.figures.graph_picture import (
    LEVELS,
    Picture,
    chunks,
    focus,
    layers,
    matching,
    only,
    overview,
    topics_above,
)
from app.figures.labels import node_title, shorten
from hypermem_core.hypergraph import Hypergraph

ALL = ""


@dataclass(frozen=True, slots=True)
class View:
    """What is to be drawn: the picture, the nodes found in it, and how many were found at all."""

    picture: Picture
    found: frozenset[str]
    words: str


def graph_controls(graph: Hypergraph, selected: str) -> View:
    """Draw search, focus and the legend that filters; return the view they ask for."""
    left, right, legend = st.columns([1.1, 1.1, 1], gap="medium")
    words = left.text_input(
        "Search",
        key="graph-search",
        placeholder="Words in a title, summary, fact or keyword",
        help="All words must occur. The topics above what was found are drawn.",
    )
    topics, focused = graph.ids("topic"), ALL
    if topics:
        focused = right.selectbox(
            "Focus",
            [ALL, *topics],
            format_func=lambda topic: (
                f"{shorten(node_title(graph.nodes[topic]), 60)} · {topic}"
                if topic
                else "All topics"
            ),
            help="One topic with its episodes and their facts.",
        )
    with legend:
        kinds = levels(graph, bool(focused))
    return view(graph, words.strip(), focused, selected, kinds)


def levels(graph: Hypergraph, focused: bool) -> tuple[str, ...]:
    """Draw the legend: a level's colour and name, pressed while it is drawn."""
    there = tuple(kind for kind in LEVELS if graph.ids(kind))
    if len(there) < 2:
        return there
    with st.container(key="levels"):  # the colours of the marks: app/theme.py
        chosen = st.pills(
            "Levels",
            there,
            selection_mode="multi",
            default=there if focused else there[:2],
            key=f"levels-{focused}",
            help="Press to show or hide. A grey hub with spokes is a hyperedge: the spokes are "
            "its members, thicker is heavier.",
        )
    return tuple(chosen)


def view(
    graph: Hypergraph, words: str, focused: str, selected: str, kinds: Sequence[str] = LEVELS[:2]
) -> View:
    """Return the view of a search, a focus and levels; a chosen episode opens in its topic."""
    found = matching(graph, words)
    if not graph.ids("topic"):
        return View(chunks(graph), found, words)
    if focused:
        picture = focus(graph, focused, _episode_of(graph, selected))
    else:
        lay_out = layers if "fact" in kinds else overview
        picture = lay_out(graph, topics_above(graph, found) if words else None)
    return View(only(picture, kinds), found, words)


def _episode_of(graph: Hypergraph, selected: str) -> str:
    if selected not in graph.nodes:
        return ""
    if graph.nodes[selected].kind == "fact":
        return next(iter(graph.parents(selected)), "")
    return selected


def found_line(graph: Hypergraph, seen: View) -> None:
    """Say how many nodes a search found, by kind."""
    if not seen.words:
        return
    if not seen.found:
        st.info("No node contains all of these words. Try fewer, or other words.")
        return
    kinds = ("topic", "episode", "fact", "chunk")
    counts = {k: sum(graph.nodes[n].kind == k for n in seen.found) for k in kinds}
    words = ", ".join(f"{n:,} {k}{'s' if n > 1 else ''}" for k, n in counts.items() if n)
    st.caption(f"Found {words}; those in the picture have a dark border.")
