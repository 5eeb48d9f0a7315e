"""HingeMem's scores: the parts of every hyperedge stacked, and the sorted curve with its stop."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.labels import plain, shorten
from hypermem_core.types import HingePlan, ScoreParts

HEIGHT = 250
PARTS = (("similarity", "ξ similarity"), ("salience", "Ω_S salience"), ("topic", "Ω_T topic"))


def score_parts(
    plan: HingePlan, titles: Mapping[str, str], gold: Collection[str] = ()
) -> go.Figure:
    """Draw one stacked bar a hyperedge, best first; what the stop left out is pale."""
    figure = canvas(HEIGHT, showlegend=True, barmode="relative", bargap=0.15)
    ranks = list(range(1, len(plan.scores) + 1))
    opacity = [1.0 if rank <= plan.stop.kept else 0.4 for rank in ranks]
    for name, label in PARTS:
        figure.add_trace(
            go.Bar(
                x=ranks,
                y=[getattr(one, name) for one in plan.scores],
                name=label,
                marker={"color": theme.PARTS[name], "opacity": opacity},
                hovertext=[_hover(one, titles) for one in plan.scores],
                hoverinfo="text",
            )
        )
    _gold(figure, plan, [one.score for one in plan.scores], gold)
    _stop(figure, plan)
    figure.update_xaxes(title=f"hyperedges, best first (n = {len(ranks)})", fixedrange=True)
    figure.update_yaxes(title="score", fixedrange=True)
    return figure


def _hover(one: ScoreParts, titles: Mapping[str, str]) -> str:
    how = " and ".join(
        name for name, on in (("elements", one.structural), ("meaning", one.semantic)) if on
    )
    title = plain(shorten(titles.get(one.node_id, one.node_id), 70))
    parts = f"ξ {one.similarity:.3f} + Ω_S {one.salience:.3f} + Ω_T {one.topic:.3f}"
    return f"{title}<br>{one.node_id} · found by {how}<br>{parts} = {one.score:.3f}"


def stop_curve(plan: HingePlan, titles: Mapping[str, str], gold: Collection[str] = ()) -> go.Figure:
    """Draw what the stop compares, sorted: the limit across, the stop down, the knee marked."""
    stop = plan.stop
    figure = canvas(HEIGHT)
    ranks = list(range(1, len(stop.values) + 1))
    names = [titles.get(one.node_id, one.node_id) for one in plan.scores]
    kept = [rank <= stop.kept for rank in ranks]
    figure.add_trace(
        go.Scatter(
            x=ranks,
            y=list(stop.values),
            mode="lines+markers",
            line={"color": theme.NEUTRAL, "width": 1.5},
            marker={
                "color": theme.level("segment"),
                "size": 7,
                "symbol": ["circle" if one else "circle-open" for one in kept],
            },
            hovertext=[
                f"{plain(shorten(name, 70))}<br>rank {rank} · {value:.3f} · "
                f"{'kept' if rank <= stop.kept else 'left out'}"
                for rank, value, name in zip(ranks, stop.values, names, strict=False)
            ],
            hoverinfo="text",
        )
    )
    if stop.knee is not None and stop.knee < len(stop.values):
        figure.add_trace(_knee(stop.knee, stop.values[stop.knee]))
    if stop.rule != "top-k":
        figure.add_hline(
            y=stop.threshold,
            line={"color": theme.TIME, "width": 1, "dash": "dot"},
            annotation={"text": f"limit {stop.threshold:.3g}", "font": {"size": 12}},
            annotation_position="top left",
        )
    _gold(figure, plan, stop.values, gold)
    _stop(figure, plan)
    what = "softmax of the scores" if stop.rule == "judgment" else "score"
    figure.update_xaxes(title=f"hyperedges, best first (n = {len(ranks)})", fixedrange=True)
    figure.update_yaxes(title=what, rangemode="tozero", fixedrange=True)
    return figure


def _knee(place: int, value: float) -> go.Scatter:
    return go.Scatter(
        x=[place + 1],
        y=[value],
        mode="markers+text",
        marker={"symbol": "diamond-open", "size": 14, "color": theme.TIME, "line": {"width": 2}},
        text=["knee"],
        textposition="top right",
        hoverinfo="skip",
    )


def _gold(
    figure: go.Figure, plan: HingePlan, heights: Collection[float], gold: Collection[str]
) -> None:
    """Mark the hyperedges that hold a gold turn: ★ kept, hollow when left out."""
    marks = [
        (rank, height, one.node_id)
        for rank, (one, height) in enumerate(zip(plan.scores, heights, strict=False), 1)
        if one.node_id in gold
    ]
    if not marks:
        return
    top = max(heights)
    figure.add_trace(
        go.Scatter(
            x=[rank for rank, *_ in marks],
            y=[height + 0.06 * top for _, height, _ in marks],
            mode="markers",
            name="holds a gold turn",
            marker={
                "symbol": ["star" if rank <= plan.stop.kept else "star-open" for rank, *_ in marks],
                "size": 11,
                "color": theme.TIME,
            },
            hovertext=[f"{node} holds a gold turn · rank {rank}" for rank, _, node in marks],
            hoverinfo="text",
        )
    )


def _stop(figure: go.Figure, plan: HingePlan) -> None:
    left = plan.stop.kept > len(plan.scores) / 2
    figure.add_vline(
        x=plan.stop.kept + 0.5,
        line={"color": theme.NEUTRAL, "width": 2, "dash": "dash"},
        annotation={
            "text": f"stop: {plan.stop.kept} kept",
            "font": {"size": 12},
            "xanchor": "right" if left else "left",
        },
        annotation_position="top left" if left else "top right",
    )
