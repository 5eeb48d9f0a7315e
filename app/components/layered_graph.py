"""The Hypergraph page of HyperMem and flat: picture, weights, timeline and table."""

from __future__ import annotations

import streamlit as st

from app import state
from app.components.graph_and_node import graph_and_node
from app.components.graph_controls import found_line, graph_controls
from app.components.lazy_tabs import lazy_tabs
from app.components.node_list import node_list
from app.figures.canvas import chart_config
from app.figures.episode_timeline import episode_timeline, undated
from app.figures.weight_heatmap import weight_heatmap
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.memory import Memory
from hypermem_core.types import Conversation


def layered_graph(memory: Memory, conversation: Conversation) -> None:
    """Draw topics, episodes and facts, or say which of them the method does not have."""
    graph = memory.graph
    lazy_tabs(
        {
            "Graph": lambda: _drawn(graph, conversation),
            "Weights": lambda: _weights(graph),
            "Timeline": lambda: _timeline(graph),
            "Table": lambda: node_list(graph, conversation.id),
        },
        key="graph-tabs",
    )


def _drawn(graph: Hypergraph, conversation: Conversation) -> None:
    seen = graph_controls(graph, state.get().selected)
    found_line(graph, seen)
    graph_and_node(graph, seen.picture, seen.found, conversation)


def _weights(graph: Hypergraph) -> None:
    if not graph.ids("topic"):
        st.info("This method has no hyperedges, so there are no weights.")
        return
    st.caption("How much each episode belongs to each topic's hyperedge.")
    st.plotly_chart(weight_heatmap(graph), key="weights", config=chart_config("weights"))


def _timeline(graph: Hypergraph) -> None:
    if not graph.ids("topic"):
        st.info("This method has no episodes.")
        return
    st.caption("One mark for each episode; the larger, the more turns.")
    st.plotly_chart(episode_timeline(graph), key="timeline", config=chart_config("timeline"))
    if undated(graph):
        st.caption(f"{undated(graph)} episodes have no date and are not drawn.")
