"""What a sweep found: recall along one knob, over two, or variant by variant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas, colour
from app.figures.category_bars import ORDER
from hypermem_core.diagnosis.sweep import Point

DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "square", "triangle-up", "x", "diamond")
WHOLE = "whole context"
READ = "what is read"


def measures(point: Point) -> dict[str, float]:
    """Return a point's recall by budget, and of its whole context."""
    named = {f"{int(budget):,} tokens": share for budget, share in point.recall.items()}
    read = {READ: point.inside} if "answer.budget" in point.changes else {}
    return {**named, **read, WHOLE: point.of_context}


def by_category(point: Point, budget: int) -> dict[str, float]:
    """Return a point's recall inside a budget by category and overall, in our order."""
    found = {name: r[str(budget)] for name, r in point.by_category.items() if str(budget) in r}
    if str(budget) in point.recall:
        found["overall"] = point.recall[str(budget)]
    place = {name: number for number, name in enumerate(ORDER)}
    return dict(sorted(found.items(), key=lambda item: place.get(item[0], len(ORDER))))


def sweep_lines(
    points: Sequence[Point], path: str, lines: Sequence[Mapping[str, float]], beside: int = 1
) -> go.Figure:
    """Draw one line a measure along a knob; a switch or a choice has equal steps.

    `beside`: charts in a row. The fewer, the more names of the legend fit a line.
    """
    values = [point.changes[path] for point in points]
    numeric = all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    across = values if numeric else [str(value) for value in values]
    names = list(dict.fromkeys(name for line in lines for name in line))
    rows = len(names) if beside > 1 else (len(names) + 1) // 2
    above = 20 * rows + 16  # room for the legend that is there before its width is known
    figure = canvas(
        270 + above,
        showlegend=True,
        margin={"l": 8, "r": 8, "t": above, "b": 8},
        legend={"yref": "container", "y": 1, "yanchor": "top"},
    )
    for number, name in enumerate(names):
        figure.add_trace(
            go.Scatter(
                name=name,
                x=across,
                y=[line.get(name) for line in lines],
                mode="lines+markers",
                line={"color": colour(name, number), "dash": DASHES[number % 5], "width": 2},
                marker={"symbol": SYMBOLS[number % 5], "size": 8},
                hovertemplate=f"{name}, %{{x}}: %{{y:.1%}}<extra></extra>",
            )
        )
    figure.update_xaxes(title=path.split(".")[-1], type="linear" if numeric else "category")
    # the same height for charts side by side
    figure.update_yaxes(title="gold turns found", tickformat=".0%", range=[0, 1.04])
    return figure


def sweep_heatmap(points: Sequence[Point], axes: tuple[str, str], measure: str) -> go.Figure:
    """Draw a measure over two knobs, each cell with its number."""
    rows = list(dict.fromkeys(point.changes[axes[0]] for point in points))
    columns = list(dict.fromkeys(point.changes[axes[1]] for point in points))
    found = {(p.changes[axes[0]], p.changes[axes[1]]): measures(p)[measure] for p in points}
    shares = [[found.get((a, b)) for b in columns] for a in rows]
    figure = canvas(140 + 44 * len(rows))
    figure.add_trace(
        go.Heatmap(
            x=[str(b) for b in columns],
            y=[str(a) for a in rows],
            z=shares,
            texttemplate="%{z:.1%}",
            colorscale=theme.SHARES,
            textfont={"color": theme.INK},
            showscale=False,
            xgap=2,
            ygap=2,
            hovertemplate=f"{axes[0]} = %{{y}}, {axes[1]} = %{{x}}: %{{z:.2%}}<extra></extra>",
        )
    )
    figure.update_xaxes(title=axes[1].split(".")[-1], type="category", showgrid=False)
    figure.update_yaxes(title=axes[0].split(".")[-1], type="category", showgrid=False)
    return figure


def variant_bars(shares: Mapping[str, float], axis: str) -> go.Figure:
    """Draw one bar a variant from zero, with its number; the first is the one to compare with."""
    figure = canvas(90 + 34 * len(shares))
    names = list(shares)
    figure.add_trace(
        go.Bar(
            y=names,
            x=list(shares.values()),
            orientation="h",
            marker={"color": [colour("", 0), *[theme.NEUTRAL] * (len(names) - 1)]},
            text=[f"{share:.1%}" for share in shares.values()],
            textposition="outside",  # so that a bar of nothing says 0.0%, too
            cliponaxis=False,
            hovertemplate="%{y}: %{x:.2%}<extra></extra>",
        )
    )
    figure.update_xaxes(
        title=axis, range=[0, 1.16], tickformat=".0%", tickvals=[0, 0.25, 0.5, 0.75, 1]
    )
    figure.update_yaxes(autorange="reversed")
    return figure
