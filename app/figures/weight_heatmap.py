"""The topics × episodes heatmap: how much each episode belongs to each topic."""

from __future__ import annotations

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph

Cells = list[list[float | None]]


def weights(graph: Hypergraph) -> tuple[tuple[str, ...], tuple[str, ...], Cells]:
    """Return topic ids, episode ids and the weights between them; None where they do not meet."""
    episodes = graph.ids("episode")
    owned = {edge.owner: edge for edge in graph.edges.values()}
    topics = tuple(topic for topic in graph.ids("topic") if topic in owned)
    cells: Cells = []
    for topic in topics:
        members = owned[topic].members
        cells.append([members[e].weight if e in members else None for e in episodes])
    return topics, episodes, cells


def weight_heatmap(graph: Hypergraph) -> go.Figure:
    """Draw one row for each topic, one column for each episode in the order they happened."""
    topics, episodes, cells = weights(graph)
    names = [plain(shorten(node_title(graph.nodes[topic]), 30)) for topic in topics]
    hover = [
        [_hover(graph, topic, episode, cell) for episode, cell in zip(episodes, row, strict=True)]
        for topic, row in zip(topics, cells, strict=True)
    ]
    figure = canvas(max(240, 130 + 22 * len(topics)))
    figure.add_trace(
        go.Heatmap(
            z=cells,
            x=list(range(1, len(episodes) + 1)),
            y=list(range(len(topics))),
            hovertext=hover,
            hoverinfo="text",
            zmin=0,
            zmax=1,
            colorscale=theme.WEIGHTS,
            colorbar={"title": "weight", "thickness": 10},
            hoverongaps=False,
            xgap=1,
            ygap=1,
        )
    )
    figure.update_yaxes(tickvals=list(range(len(topics))), ticktext=names, autorange="reversed")
    figure.update_xaxes(title="episode, in the order they happened", showgrid=False, side="top")
    figure.update_yaxes(showgrid=False, zeroline=False)
    return figure


def _hover(graph: Hypergraph, topic: str, episode: str, weight: float | None) -> str:
    if weight is None:
        return ""
    first, second = (plain(shorten(node_title(graph.nodes[n]), 60)) for n in (topic, episode))
    edge = graph.owned_by(topic)
    role = plain(edge.members[episode].role) if edge else ""
    return f"{first}<br>{second} ({episode})<br>weight {weight:.2f} · {role}"
