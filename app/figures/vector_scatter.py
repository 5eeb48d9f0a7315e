"""A memory's vectors as a map: the question, what was kept, what was cut, and gold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from app import theme
from app.figures.canvas import canvas
from app.figures.labels import plain, shorten

HEIGHT = 460


def vector_scatter(
    ids: tuple[str, ...],
    points: NDArray[np.float64],
    query: NDArray[np.float64],
    titles: Mapping[str, str],
    kept: Collection[str],
    gold: Collection[str],
    level: str,
    chosen: str = "",
) -> go.Figure:
    """Draw points of shape (len(ids), 2) and the query's (2,); a mark tells what became of each."""
    figure = canvas(HEIGHT, showlegend=True)
    golden, kept = frozenset(gold), frozenset(kept)
    colour = theme.level(level)
    groups: list[tuple[str, frozenset[str], dict[str, Any]]] = [
        ("cut", frozenset(ids) - kept - golden, _mark("circle-open", 7, theme.NEUTRAL, 0.5)),
        ("kept", kept - golden, _mark("circle", 8, colour, 0.85)),
        (f"{theme.LOST} gold, cut", golden - kept, _mark("star-open", 15, theme.TIME)),
        (f"{theme.GOLD} gold, kept", golden & kept, _mark("star", 15, theme.TIME)),
    ]
    row = {node_id: place for place, node_id in enumerate(ids)}
    for name, members, marker in groups:
        shown = [node_id for node_id in ids if node_id in members]
        if shown:
            at = points[[row[node_id] for node_id in shown]]
            words = [
                f"{plain(shorten(titles.get(i, i), 90))}<br>{plain(i)} · {name}" for i in shown
            ]
            figure.add_trace(_dots(f"{name} {len(shown):,}", at, words, marker))
    if chosen in row:
        at = points[[row[chosen]]]
        ring = _mark("circle-open", 22, colour)
        figure.add_trace(_dots("chosen", at, [plain(chosen)], ring))
    diamond = _mark("diamond", 14, theme.PERSON)
    figure.add_trace(_dots("question", query[None, :], ["the question"], diamond))
    # distances are all there is to read on a map: no grid, no ticks
    bare = {"showticklabels": False, "showgrid": False, "zeroline": False, "title": None}
    figure.update_xaxes(**bare)
    figure.update_yaxes(**bare, scaleanchor="x")
    return figure


def _mark(symbol: str, size: int, colour: str, opacity: float = 1.0) -> dict[str, Any]:
    return {
        "symbol": symbol,
        "size": size,
        "color": colour,
        "opacity": opacity,
        "line": {"width": 1.5},
    }


def _dots(
    name: str, at: NDArray[np.float64], words: list[str], marker: dict[str, Any]
) -> go.Scatter:
    return go.Scatter(
        name=name,
        x=at[:, 0],
        y=at[:, 1],
        mode="markers",
        marker=marker,
        hovertext=words,
        hoverinfo="text",
    )
