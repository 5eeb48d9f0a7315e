"""Accuracy or recall against tokens; published accuracies stand at the edge, without tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas, colour
from app.figures.labels import plain
from app.figures.labels_apart import SIDES, labels_apart

WIDTH, HEIGHT = 320, 300  # pixels of the plot on a narrow screen
SYMBOLS = ("circle", "square", "triangle-up", "x", "star")


@dataclass(frozen=True, slots=True)
class Spot:
    """One setting: mean tokens of context, a share in [0, 1], and the questions behind it."""

    name: str
    tokens: float
    share: float
    n: int


def tokens_scatter(
    series: Mapping[str, Sequence[Spot]], axis: str, published: Mapping[str, float] | None = None
) -> go.Figure:
    """Draw every series in its colour and mark; `published`: system → accuracy."""
    figure = canvas(430, showlegend=True)
    most = max((spot.tokens for spots in series.values() for spot in spots), default=1000.0)
    sides = iter(_sides(series, (1.6 if published else 1.12) * most))
    for number, (name, spots) in enumerate(series.items()):
        mine = [next(sides) for _ in spots]
        figure.add_trace(
            go.Scatter(
                name=plain(name),
                x=[spot.tokens for spot in spots],
                y=[spot.share for spot in spots],
                mode="markers+text",
                text=[plain(s.name) if side else "" for s, side in zip(spots, mine, strict=True)],
                textposition=[side or SIDES[0] for side in mine],
                marker={
                    "size": 10,
                    "symbol": SYMBOLS[number % len(SYMBOLS)],
                    "color": colour(name, number),
                },
                customdata=[[spot.n, plain(spot.name)] for spot in spots],
                hovertemplate=f"{plain(name)} · %{{customdata[1]}}: %{{y:.1%}} at %{{x:,.0f}} "
                "tokens, n = %{customdata[0]:,}<extra></extra>",
            )
        )
    figure.update_xaxes(title="tokens of context, mean a question", range=[0, 1.12 * most])
    if published:
        _published(figure, published, most)
        figure.update_xaxes(range=[0, 1.6 * most])
    figure.update_yaxes(title=axis, tickformat=".0%", range=[0, 1.04])
    return figure


def _sides(series: Mapping[str, Sequence[Spot]], across: float) -> list[str]:
    """Return the side of every spot's words, "" for none where there is no room for them."""
    spots = [spot for found in series.values() for spot in found]
    places = [(spot.tokens / across, spot.share / 1.04) for spot in spots]
    return labels_apart(places, [plain(spot.name) for spot in spots], WIDTH, HEIGHT)


def _published(figure: go.Figure, systems: Mapping[str, float], most: float) -> None:
    """Draw published systems right of all others: their tables state no tokens."""
    ordered = sorted(systems.items(), key=lambda item: item[1])
    figure.add_trace(
        go.Scatter(
            name="published, other models (tokens not stated)",
            x=[most * 1.36] * len(ordered),
            y=[share for _, share in ordered],
            mode="markers+text",
            text=[name for name, _ in ordered],
            textposition=[("middle right", "middle left")[n % 2] for n in range(len(ordered))],
            marker={
                "symbol": "diamond-open",
                "size": 10,
                "line": {"width": 2},
                "color": theme.NEUTRAL,
            },
            hovertemplate="%{text}: %{y:.1%}, published; tokens not stated<extra></extra>",
        )
    )
    figure.add_vline(x=most * 1.12, line_dash="dot", line_color=theme.NEUTRAL)
