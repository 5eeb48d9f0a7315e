"""Recall of gold turns against the tokens of context they had to fit in."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from app.figures.canvas import canvas, colour

DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "triangle-up", "x")


def points(curve: Mapping[str, float]) -> list[tuple[int, float]]:
    """Return (tokens, recall) in order of tokens."""
    return sorted((int(budget), recall) for budget, recall in curve.items())


def recall_curves(curves: Mapping[str, Mapping[str, float]]) -> go.Figure:
    """Draw one line for each method; told apart by colour, dash and mark."""
    figure = canvas(300)
    budgets: set[int] = set()
    for number, (name, curve) in enumerate(curves.items()):
        line = points(curve)
        budgets |= {budget for budget, _ in line}
        figure.add_trace(
            go.Scatter(
                name=name,
                x=[budget for budget, _ in line],
                y=[recall for _, recall in line],
                mode="lines+markers+text",
                text=[f"{recall:.3f}" for _, recall in line],
                textposition="top center" if number == 0 else "bottom center",
                line={"color": colour(name, number), "dash": DASHES[number % 4], "width": 2.5},
                marker={"symbol": SYMBOLS[number % 4], "size": 9},
                hovertemplate=f"{name} · %{{x:,}} tokens: recall %{{y:.3f}}<extra></extra>",
            )
        )
    ticks = sorted(budgets)
    figure.update_xaxes(
        title="tokens of context", type="log", tickvals=ticks, ticktext=[f"{t:,}" for t in ticks]
    )
    figure.update_yaxes(title="gold turns found", range=[0, 1.08], tickformat=".0%")
    figure.update_layout(showlegend=len(curves) > 1)
    return figure
