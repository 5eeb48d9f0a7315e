"""Differences between runs by category: a dot with a 95 % whisker, right of zero is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas, colour
from app.figures.category_bars import ORDER
from app.figures.labels import plain
from hypermem_core.evaluation.compare import Difference

SYMBOLS = ("circle", "square", "diamond", "triangle-up")
SPREAD = 0.22  # distance of two series on one category's line


def difference_dots(series: Mapping[str, Sequence[Difference]], axis: str) -> go.Figure:
    """Draw one row for each category and one dot for each run that is compared."""
    names = list(dict.fromkeys(one.group for found in series.values() for one in found))
    names.sort(key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    figure = canvas(110 + (34 + 12 * len(series)) * len(names), showlegend=len(series) > 1)
    for number, (run, found) in enumerate(series.items()):
        shift = SPREAD * (number - (len(series) - 1) / 2)
        figure.add_trace(_dots(run, found, names, shift, number))
    figure.add_vline(x=0, line_color=theme.NEUTRAL, line_width=1.5)
    figure.update_xaxes(title=axis, tickformat="+")
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[f"{name}<br>n = {_counted(name, series)}" for name in names],
        range=[len(names) - 0.5, -0.5],
        showgrid=False,
        zeroline=False,  # zero of this axis is the first category, which means nothing
    )
    return figure


def _counted(group: str, series: Mapping[str, Sequence[Difference]]) -> str:
    """Return a category's number of questions, from–to where the comparisons differ."""
    counts = [one.questions for found in series.values() for one in found if one.group == group]
    few, many = min(counts), max(counts)
    return f"{few:,}" + (f"–{many:,}" if many > few else "")


def _dots(
    run: str, found: Sequence[Difference], names: Sequence[str], shift: float, number: int
) -> go.Scatter:
    return go.Scatter(
        name=plain(run),
        x=[100 * one.difference for one in found],
        y=[names.index(one.group) + shift for one in found],
        mode="markers",
        marker={
            "size": [12 if one.group == "overall" else 9 for one in found],
            "symbol": SYMBOLS[number % len(SYMBOLS)],
            "color": colour("", number),
        },
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [100 * max(0.0, one.high - one.difference) for one in found],
            "arrayminus": [100 * max(0.0, one.difference - one.low) for one in found],
            "thickness": 1.5,
            "width": 5,
        },
        hovertext=[hover(run, one) for one in found],
        hoverinfo="text",
    )


def hover(run: str, one: Difference) -> str:
    """Return a difference in words."""
    p = "" if one.p is None else f"<br>McNemar p = {one.p:.3g}"
    return (
        f"{plain(run)} · {one.group}, n = {one.questions:,}<br>{one.first:.1%} → {one.second:.1%}: "
        f"{100 * one.difference:+.1f} points "
        f"({100 * one.low:+.1f} to {100 * one.high:+.1f})<br>"
        f"{one.gained:,} gained, {one.lost:,} lost{p}"
    )
