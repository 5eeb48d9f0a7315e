"""The timeline: when each topic was talked about, one mark for each episode."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Episode

NO_TOPIC = "no topic"


@dataclass(frozen=True, slots=True)
class Mark:
    """One episode on one topic's row."""

    episode_id: str
    row: str
    start: datetime
    turns: int
    hover: str


def marks(graph: Hypergraph) -> tuple[Mark, ...]:
    """Return a mark for each dated episode on each of its topics' rows, by time."""
    found = [
        Mark(
            episode.id,
            parent,
            episode.start,
            len(episode.turn_ids),
            f"{plain(shorten(episode.title, 60))}<br>{episode.start:%d %b %Y} · "
            f"{len(episode.turn_ids)} turns · {episode.id}",
        )
        for episode in graph.of_kind("episode")
        if isinstance(episode, Episode) and episode.start is not None
        for parent in (graph.parents(episode.id) or (NO_TOPIC,))
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.episode_id, mark.row)))


def undated(graph: Hypergraph) -> int:
    """Return how many episodes have no date and cannot be drawn."""
    episodes = graph.of_kind("episode")
    return sum(isinstance(episode, Episode) and episode.start is None for episode in episodes)


def episode_timeline(graph: Hypergraph) -> go.Figure:
    """Draw one row for each topic; the larger the mark, the more turns."""
    drawn = marks(graph)
    rows = list(dict.fromkeys(mark.row for mark in drawn))
    place = {row: number for number, row in enumerate(rows)}
    names = [
        plain(shorten(node_title(graph.nodes[row]) if row in graph.nodes else row, 30))
        for row in rows
    ]
    figure = canvas(max(240, 110 + 22 * len(rows)))
    figure.add_trace(
        go.Scatter(
            x=[mark.start for mark in drawn],
            y=[place[mark.row] for mark in drawn],
            mode="markers",
            marker={
                "color": theme.level("episode"),
                "size": [min(20, 6 + mark.turns) for mark in drawn],
                "opacity": 0.75,
            },
            hovertext=[mark.hover for mark in drawn],
            hoverinfo="text",
        )
    )
    figure.update_yaxes(
        tickvals=list(range(len(rows))), ticktext=names, autorange="reversed", zeroline=False
    )
    figure.update_xaxes(side="top")
    return figure
