"""Recall of gold turns against the tokens of context they had to fit in."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from app.figures.canvas import canvas, colour

DASHES = ("solid", "dash", "dot", "dashdot")
MOST_NUMBERED = 2  # lines; with more the numbers would lie on each other
SYMBOLS = ("circle", "square", "triangle-up", "x")


def points(curve: Mapping[str, float]) -> list[tuple[int, float]]:
    """Return (tokens, recall) in order of tokens."""
    return sorted((int(budget), recall) for budget, recall in curve.items())


def recall_curves(curves: Mapping[str, Mapping[str, float]]) -> go.Figure:
    """Draw one line for each method; told apart by colour, dash and mark."""
    figure = canvas(280 + 18 * len(curves))  # the legend grows with the lines
    mode = "lines+markers+text" if len(curves) <= MOST_NUMBERED else "lines+markers"
    budgets: set[int] = set()
    for number, (name, curve) in enumerate(curves.items()):
        line = points(curve)
        budgets |= {budget for budget, _ in line}
        figure.add_trace(
            go.Scatter(
                name=name,
                x=[budget for budget, _ in line],
                y=[recall for _, recall in line],
                mode=mode,
                text=[f"{recall:.1%}" for _, recall in line],
                textposition=_sides(curve, curves),
                line={"color": colour(name, number), "dash": DASHES[number % 4], "width": 2.5},
                marker={"symbol": SYMBOLS[number % 4], "size": 9},
                hovertemplate=f"{name} · %{{x:,}} tokens: %{{y:.1%}} of gold turns<extra></extra>",
            )
        )
    ticks = sorted(budgets)
    figure.update_xaxes(
        title="tokens of context", type="log", tickvals=ticks, ticktext=[f"{t:,}" for t in ticks]
    )
    figure.update_yaxes(title="gold turns found", range=[_floor(curves), 1.06], tickformat=".0%")
    figure.update_layout(showlegend=len(curves) > 1)
    return figure


def _sides(curve: Mapping[str, float], curves: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Return where each number stands: above the highest point of its budget, else below."""
    budgets = sorted(curve, key=int)
    best = {b: max(other[b] for other in curves.values() if b in other) for b in budgets}
    return ["top center" if curve[b] == best[b] else "bottom center" for b in budgets]


def _floor(curves: Mapping[str, Mapping[str, float]]) -> float:
    """Return the lowest value drawn: a line may start above zero, a bar may not."""
    lowest = min((recall for curve in curves.values() for recall in curve.values()), default=0.0)
    return max(0.0, lowest - 0.15)
