"""Where answers were lost: one bar a stage of loss, made of categories."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from app.figures.canvas import canvas, colour


def loss_bars(counts: Mapping[str, Mapping[str, int]]) -> go.Figure:
    """Draw questions by stage of loss, from zero, in the order a turn passes the stages."""
    names = list(counts)
    figure = canvas(max(180, 90 + 34 * len(names)), barmode="stack", showlegend=True)
    categories = list(dict.fromkeys(c for row in counts.values() for c in row))
    for number, category in enumerate(categories):
        figure.add_trace(
            go.Bar(
                name=category,
                y=names,
                x=[counts[name].get(category, 0) for name in names],
                orientation="h",
                marker={"color": colour(category, number)},
                hovertemplate=f"%{{y}} · {category}: %{{x}} questions<extra></extra>",
            )
        )
    totals = [sum(counts[name].values()) for name in names]
    figure.add_trace(
        go.Scatter(
            y=names,
            x=totals,
            mode="text",
            text=[f" {total:,}" for total in totals],
            textposition="middle right",
            hoverinfo="skip",
            showlegend=False,
        )
    )
    figure.update_layout(legend_traceorder="normal")
    figure.update_yaxes(autorange="reversed", categoryorder="array", categoryarray=names)
    figure.update_xaxes(title="questions", range=[0, 1.12 * max(totals, default=1)])
    return figure
