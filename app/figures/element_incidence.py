"""Which elements HingeMem's hyperedges join: elements × segments, in order or by date."""

from __future__ import annotations

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.hingemem_picture import FIELDS
from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Element, Segment

PER_FIELD = 9  # rows of each field, the most salient first


def rows(graph: Hypergraph) -> list[Element]:
    """Return the most salient elements of each field that at least one segment holds."""
    held = {node_id for edge in graph.edges.values() for node_id in edge.members}
    nodes = [n for n in graph.of_kind("element") if isinstance(n, Element) and n.id in held]
    nodes.sort(key=lambda node: -node.salience.value)
    return [
        node
        for kind in FIELDS
        for node in [one for one in nodes if one.element == kind][:PER_FIELD]
    ]


def element_incidence(graph: Hypergraph, by_date: bool = False) -> go.Figure:
    """Draw a mark where a segment holds an element, sized by its salience, coloured by field."""
    shown = rows(graph)
    place = {node.id: number for number, node in enumerate(shown)}
    segments = [n for n in graph.of_kind("segment") if isinstance(n, Segment)]
    edges = {edge.owner: edge for edge in graph.edges.values()}
    figure = canvas(max(260, 90 + 20 * len(shown)), showlegend=True)
    for kind in FIELDS:
        marks = [
            (number if not by_date else segment.start, node_id, segment, member.weight)
            for number, segment in enumerate(segments, 1)
            if segment.id in edges and (segment.start or not by_date)
            for node_id, member in edges[segment.id].members.items()
            if node_id in place and member.role == kind
        ]
        figure.add_trace(
            go.Scatter(
                x=[x for x, *_ in marks],
                y=[place[node_id] for _, node_id, *_ in marks],
                mode="markers",
                name=kind,
                marker={
                    "color": theme.level(kind),
                    "symbol": "square",
                    "size": [6 + 8 * weight for *_, weight in marks],
                },
                hovertext=[_hover(graph, *mark[1:]) for mark in marks],
                hoverinfo="text",
            )
        )
    names = [plain(shorten(node_title(node), 26)) for node in shown]
    figure.update_yaxes(
        tickvals=list(range(len(shown))), ticktext=names, autorange="reversed", zeroline=False
    )
    figure.update_xaxes(title="" if by_date else "hyperedge, in the order of the talk")
    return figure


def _hover(graph: Hypergraph, node_id: str, segment: Segment, weight: float) -> str:
    day = f"{segment.start:%d %b %Y} · " if segment.start else ""
    title = plain(shorten(node_title(segment), 70))
    name = plain(node_title(graph.nodes[node_id]))
    return f"{name} · salience {weight:.2f}<br>{day}{segment.id}<br>{title}"
