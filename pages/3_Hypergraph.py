import streamlit as st

from app import navigation, state
from app.components.context_line import context_line
from app.components.graph_controls import found_line, graph_controls
from app.components.hypergraph_view import hypergraph_view
from app.components.node_details import choose_node, node_details
from app.components.node_list import node_list
from app.components.ready import built_memory, open_conversation
from app.figures.canvas import chart_config
from app.figures.episode_timeline import episode_timeline, undated
from app.figures.weight_heatmap import weight_heatmap
from hypermem_core.memory import Memory
from hypermem_core.types import Conversation


def drawn(memory: Memory, conversation: Conversation) -> None:
    """Draw the picture and, beside it, the chosen node."""
    graph, selected = memory.graph, state.get().selected
    seen = graph_controls(graph, selected)
    found_line(graph, seen)
    left, right = st.columns([2.3, 1], gap="medium")
    with right:
        inside = [dot.id for dot in seen.picture.dots if dot.kind != "hub"]
        offered = sorted(seen.found) if seen.words else [*inside, *graph.nodes]
        picked = choose_node(graph, list(dict.fromkeys(offered)), selected)
        if picked != selected:
            state.update(selected=picked)
            st.rerun()
        if picked:
            if picked not in inside:
                st.caption("Not in this picture: choose its topic in Focus, or search its words.")
            with st.container(height=480, border=False):
                node_details(graph, picked, conversation)
        else:
            st.caption("Click a node: its text, weights and exact source turns appear here.")
    with left:
        clicked = hypergraph_view(seen.picture, seen.found | {picked})
    if clicked and clicked != picked:
        state.update(selected=clicked)
        st.rerun()


action = context_line("Hypergraph")
current = open_conversation("The graph is drawn from a conversation's memory.")
memory = built_memory(current, "Topics, episodes and facts are made by a build.")
if action.button("Ask this memory", type="primary", icon=":material/search:"):
    navigation.go("ask")
layered = bool(memory.graph.ids("topic"))
picture, weights, timeline, listed = st.tabs(["Graph", "Weights", "Timeline", "Table"])
with picture:
    drawn(memory, current)
with weights:
    if layered:
        st.caption("How much each episode belongs to each topic's hyperedge.")
        st.plotly_chart(weight_heatmap(memory.graph), key="weights", config=chart_config("weights"))
    else:
        st.info("This method has no hyperedges, so there are no weights.")
with timeline:
    if layered:
        st.caption("One mark for each episode; the larger, the more turns.")
        st.plotly_chart(
            episode_timeline(memory.graph), key="timeline", config=chart_config("timeline")
        )
    else:
        st.info("This method has no episodes.")
    if undated(memory.graph):
        st.caption(f"{undated(memory.graph)} episodes have no date and are not drawn.")
with listed:
    node_list(memory.graph, current.id)
