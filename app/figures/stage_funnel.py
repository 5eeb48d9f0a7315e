"""How many gold turns survive each stage of retrieval."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas


def losses(by_stage: Mapping[str, float]) -> list[tuple[str, float, float]]:
    """Return (stage, recall, lost since the stage before) in the order given."""
    rows: list[tuple[str, float, float]] = []
    before = 1.0
    for stage, recall in by_stage.items():
        rows.append((stage, recall, max(0.0, before - recall)))
        before = recall
    return rows


def stage_funnel(by_stage: Mapping[str, float]) -> go.Figure:
    """Draw one bar from zero for each stage, with the loss written at its end."""
    rows = losses(by_stage)
    figure = canvas(max(180, 80 + 34 * len(rows)))
    figure.add_trace(
        go.Bar(
            y=[stage for stage, _, _ in rows],
            x=[recall for _, recall, _ in rows],
            orientation="h",
            marker={"color": [_colour(stage) for stage, _, _ in rows]},
            text=[_words(recall, lost) for _, recall, lost in rows],
            textfont={"color": theme.INK},
            textposition="inside",
            insidetextanchor="start",
            hovertemplate="%{y}: %{x:.1%} of gold turns<extra></extra>",
        )
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(
        range=[0, 1.06], dtick=0.25, tickformat=".0%", title="gold turns still there"
    )
    figure.update_layout(showlegend=False)
    return figure


def _words(recall: float, lost: float) -> str:
    return f"{recall:.1%}  (−{lost * 100:.1f})" if lost >= 0.0005 else f"{recall:.1%}"


def _colour(stage: str) -> str:
    levels = (name for name in ("episode", "fact", "topic") if name in stage)
    return theme.level(next(levels, "turn"))
