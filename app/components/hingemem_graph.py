"""The Hypergraph page of HingeMem: hyperedges with four fields, their elements in time, a table."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from app.components.export import export
from app.components.graph_and_node import graph_and_node
from app.components.lazy_tabs import lazy_tabs
from app.components.node_list import node_list
from app.figures.canvas import chart_config
from app.figures.element_incidence import PER_FIELD, element_incidence
from app.figures.graph_picture import Picture
from app.figures.hingemem_picture import FIELDS, SEGMENTS, hyperedges, matching, segments_for
from app.figures.labels import node_title, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory
from hypermem_core.types import Conversation, Element

ALL = ""


def hingemem_graph(memory: Memory, conversation: Conversation) -> None:
    """Draw the hyperedges, where their elements occur, and every node."""
    graph = memory.graph
    lazy_tabs(
        {
            "Graph": lambda: _drawn(graph, conversation),
            "Elements": lambda: element_table(graph, conversation.id),
            "Incidence": lambda: _incidence(graph),
            "Timeline": lambda: _timeline(graph),
            "Table": lambda: node_list(graph, conversation.id),
        },
        key="hingemem-tabs",
    )


def _drawn(graph: Hypergraph, conversation: Conversation) -> None:
    picture, found = chosen_picture(graph)
    about = "Click an element for its salience and mentions, a segment for its cut."
    graph_and_node(graph, picture, found, conversation, click=about)


def _incidence(graph: Hypergraph) -> None:
    st.caption(f"What each hyperedge joins: the {PER_FIELD} most salient of each field.")
    st.plotly_chart(element_incidence(graph), key="incidence", config=chart_config("incidence"))


def _timeline(graph: Hypergraph) -> None:
    st.caption("The same by the day of the session; the larger, the more salient.")
    figure = element_incidence(graph, by_date=True)
    st.plotly_chart(figure, key="timeline", config=chart_config("timeline"))


def chosen_picture(graph: Hypergraph) -> tuple[Picture, frozenset[str]]:
    """Draw search, focus and the legend of fields; return the picture and what was found."""
    left, right, legend = st.columns([1.1, 1.1, 1], gap="medium")
    words = left.text_input(
        "Search", key="graph-search", placeholder="Words in an element or a description"
    )
    focused = right.selectbox(
        "Focus",
        [ALL, *offered(graph)],
        format_func=lambda node: focus_label(graph, node),
        help="An element shows the hyperedges that hold it; a segment shows what it joins.",
    )
    with legend, st.container(key="fields"):  # the colours of the marks: app/theme.py
        kinds = st.pills(
            "Fields",
            FIELDS,
            selection_mode="multi",
            default=FIELDS,
            help="Press to show or hide. A segment is the hub of its hyperedge; a line's width is "
            "the element's salience.",
        )
    found = matching(graph, words.strip())
    if words.strip() and not found:
        st.info("No node contains all of these words. Try fewer, or other words.")
    every = segments_for(graph, focused or ALL, found, 0)
    start = 0 if focused or found else from_segment(graph)
    shown = segments_for(graph, focused or ALL, found, start) if start else every
    return hyperedges(graph, shown, kinds), found


def from_segment(graph: Hypergraph) -> int:
    """Draw a pager over all segments; return the first to show."""
    total = len(graph.ids("segment"))
    if total <= SEGMENTS:
        return 0
    starts = list(range(0, total, SEGMENTS))
    return int(
        st.select_slider(
            "Hyperedges in the order of the talk",
            starts,
            format_func=lambda n: f"{n + 1}–{min(n + SEGMENTS, total)}",
        )
    )


def offered(graph: Hypergraph) -> list[str]:
    """Return what may be focused: elements by field, most salient first, then segments."""
    order = sorted(elements(graph), key=lambda n: (FIELDS.index(n.element), -n.salience.value))
    return [*(node.id for node in order), *graph.ids("segment")]


def elements(graph: Hypergraph) -> list[Element]:
    """Return the elements of all four fields."""
    return [node for node in graph.of_kind("element") if isinstance(node, Element)]


def focus_label(graph: Hypergraph, node_id: str) -> str:
    """Return how a node is listed in Focus."""
    if not node_id:
        return "All hyperedges"
    node = graph.nodes[node_id]
    kind = node.element if isinstance(node, Element) else "segment"
    return f"{kind} · {shorten(node_title(node), 48)} · {node_id}"


def element_table(graph: Hypergraph, conversation_id: str) -> None:
    """Draw every element with the three parts of its salience."""
    held: dict[str, int] = {}
    for edge in graph.edges.values():
        for node_id in edge.members:
            held[node_id] = held.get(node_id, 0) + 1
    rows = [
        {
            "field": node.element,
            "name": node.name,
            "topic is": _how(node),
            "salience": node.salience.value,
            "frequency": node.salience.frequency,
            "centrality": node.salience.centrality,
            "diversity": node.salience.diversity,
            "hyperedges": held.get(node.id, 0),
            "mentions": len(node.mentions),
            "also called": ", ".join(node.aliases),
            "id": node.id,
        }
        for node in sorted(elements(graph), key=lambda node: -node.salience.value)
    ]
    bar = {
        name: st.column_config.ProgressColumn(format="%.2f", min_value=0, max_value=1, width=90)
        for name in ("salience", "frequency", "centrality", "diversity")
    }
    st.caption(
        "Salience is the mean of frequency, centrality and diversity, each 0–1 in its field."
    )
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=480, column_config=bar)
    export(rows, f"elements of {conversation_id}")


def _how(node: Element) -> str:
    if node.element != "topic":
        return ""
    return "common" if node.common else "rare"
