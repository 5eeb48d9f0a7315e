from app import navigation, state
from app.components.context_line import context_line
from app.components.hgmem_graph import hgmem_graph
from app.components.hingemem_graph import hingemem_graph
from app.components.layered_graph import layered_graph
from app.components.ready import built_memory, open_conversation

VIEWS = {"hingemem": hingemem_graph, "hgmem": hgmem_graph}

action = context_line("Hypergraph")
current = open_conversation("The graph is drawn from a conversation's memory.")
memory = built_memory(current, "Its nodes and hyperedges are made by a build.")
if action.button("Ask this memory", type="primary", icon=":material/search:"):
    navigation.go("ask")
selected = state.get().selected
if selected and selected not in memory.graph.nodes:  # of another method or conversation
    state.update(selected="")
VIEWS.get(memory.method, layered_graph)(memory, current)
