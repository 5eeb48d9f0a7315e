"""A picture of the graph and, beside it, the node chosen in it; every method's graph page."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import streamlit as st

from app import state
from app.components.hypergraph_view import hypergraph_view
from app.components.node_details import choose_node, node_details
from app.figures.graph_picture import Picture
from app.figures.picture_limits import limited, memberships_shown
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Conversation


def graph_and_node(
    graph: Hypergraph,
    picture: Picture,
    found: Collection[str],
    conversation: Conversation,
    hubs: Collection[str] = frozenset(),
    click: str = "Click a node: its text, weights and exact source turns appear here.",
) -> None:
    """Draw picture and details; a click or a choice is kept in the state."""
    selected, picture = state.get().selected, limited(picture)
    left, right = st.columns([2.3, 1], gap="medium")
    inside = [dot.id for dot in picture.dots if dot.kind != "hub"]
    with right:
        offered: Iterable[str] = sorted(found) if found else [*inside, *graph.nodes]
        picked = choose_node(graph, list(dict.fromkeys(offered)), selected)
        if picked != selected:
            state.update(selected=picked)
            st.rerun()
        if picked:
            if picked not in inside:
                st.caption("Not in this picture: choose it in Focus, or search its words.")
            with st.container(height=480, border=False, key="node-details"):
                node_details(graph, picked, conversation, hubs)
        else:
            st.caption(click)
    with left:
        notice = memberships_shown(picture, graph)
        clicked = hypergraph_view(picture, {*found, picked}, notice=notice)
    if clicked and clicked != picked:
        state.update(selected=clicked)
        st.rerun()
