"""Bars by category with 95 % intervals; published numbers are drawn apart, as hollow diamonds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from app.figures.canvas import canvas, colour
from hypermem_core.types import CATEGORY_ORDER

ORDER: tuple[str, ...] = (*CATEGORY_ORDER, "overall")


@dataclass(frozen=True, slots=True)
class Bar:
    """One share with its 95 % interval and the number of questions behind it."""

    category: str
    value: float
    low: float
    high: float
    n: int


def in_order(bars: Sequence[Bar]) -> list[Bar]:
    """Return the bars in the order every chart of ours has; unknown categories last."""
    place = {name: number for number, name in enumerate(ORDER)}
    return sorted(bars, key=lambda bar: (place.get(bar.category, len(ORDER)), bar.category))


def category_bars(series: Mapping[str, Sequence[Bar]], axis: str) -> go.Figure:
    """Draw one group of bars for each category: from zero, whiskers, n under the axis."""
    figure = canvas(280 + 18 * len(series), barmode="group")
    ordered = {name: in_order(bars) for name, bars in series.items()}
    for number, (name, bars) in enumerate(ordered.items()):
        figure.add_trace(_bars(name, bars, colour(name, number)))
    counts = {bar.category: bar.n for bars in ordered.values() for bar in bars}
    shown = [name for name in (*ORDER, *counts) if name in counts]
    shown = list(dict.fromkeys(shown))
    figure.update_xaxes(
        categoryorder="array",
        categoryarray=shown,
        tickvals=shown,
        # a line a part, and never on its side: six groups fit a narrow screen
        ticktext=[f"{name.replace('-', '-<br>')}<br>n = {counts[name]}" for name in shown],
        tickangle=0,
        tickfont={"size": 11},
    )
    figure.update_yaxes(title=axis, range=[0, 1.02], tickformat=".0%")
    figure.update_layout(showlegend=len(ordered) > 1)
    return figure


def _bars(name: str, bars: Sequence[Bar], colour: str) -> go.Bar:
    return go.Bar(
        name=name,
        x=[bar.category for bar in bars],
        y=[bar.value for bar in bars],
        marker=pale(colour),
        error_y=whiskers(bars, colour),
        hovertext=[
            f"{name} · {bar.category}<br>{bar.value:.1%} "
            f"({bar.low:.1%}–{bar.high:.1%}), n = {bar.n}"
            for bar in bars
        ],
        hoverinfo="text",
    )


def pale(colour: str) -> dict[str, Any]:
    """Return the marker of bars whose whiskers, in the full colour, are seen inside them too."""
    return {"color": colour, "opacity": 0.55, "line": {"color": colour, "width": 1}}


def whiskers(bars: Sequence[Bar], colour: str) -> dict[str, Any]:
    """Return the 95 % intervals of bars, for `error_x` or `error_y`."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [max(0.0, bar.high - bar.value) for bar in bars],
        "arrayminus": [max(0.0, bar.value - bar.low) for bar in bars],
        "thickness": 1.6,
        "width": 4,
        "color": colour,
    }


def published_dots(systems: Mapping[str, Mapping[str, float]]) -> go.Figure:
    """Draw published accuracies (0–1) by system; never in one chart with a run of ours."""
    figure = canvas(max(220, 90 + 26 * len(systems)), showlegend=True)
    for number, category in enumerate(name for name in ORDER if name != "adversarial"):
        points = [(s, values[category]) for s, values in systems.items() if category in values]
        if not points:
            continue
        figure.add_trace(
            go.Scatter(
                name=category,
                x=[value for _, value in points],
                y=[system for system, _ in points],
                mode="markers",
                marker={
                    "symbol": "diamond-open",
                    "size": 11,
                    "line": {"width": 2},
                    "color": colour(category, number),
                },
                hovertemplate=f"%{{y}} · {category}: %{{x:.1%}}<extra>published</extra>",
            )
        )
    figure.update_xaxes(range=[0, 1.02], tickformat=".0%", title="published, other models")
    figure.update_yaxes(categoryorder="array", categoryarray=list(systems)[::-1])
    return figure
