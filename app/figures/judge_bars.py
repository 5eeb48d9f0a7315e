"""Judges on the same answers: accuracy by category, under the ceiling of the gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.category_bars import Bar, category_bars
from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.panel_scores import ScoreLine

PATTERNS = ("", "/", ".", "x", "-", "|")  # so that judges are told apart in grey, too
ABSTAIN = "always abstain"


def bars(lines: Sequence[ScoreLine]) -> list[Bar]:
    """Return a judge's bars; a group without a scored answer has none."""
    return [
        Bar(line.group, line.accuracy, *line.interval, line.scored)
        for line in lines
        if line.accuracy is not None and line.interval
    ]


def judge_bars(
    series: Mapping[str, Sequence[ScoreLine]],
    ceilings: Sequence[Ceiling],
    baseline: Sequence[Ceiling],
    mode: str,
    axis: str = "judged correct",
) -> go.Figure:
    """Draw one group of bars a category, the ceiling above it and the abstaining baseline in it."""
    drawn = {name: found for name, lines in series.items() if (found := bars(lines))}
    figure = category_bars(drawn, axis)
    for number, trace in enumerate(figure.data):
        trace.marker.pattern.shape = PATTERNS[number % len(PATTERNS)]
    shown = {bar.category for found in drawn.values() for bar in found}
    if ceilings:
        figure.add_trace(_marks(f"ceiling, gold {mode}", ceilings, shown, "line-ew", 44))
    figure.add_trace(_marks(ABSTAIN, baseline, shown, "diamond-open", 10))
    figure.update_layout(showlegend=True, height=380)
    figure.update_yaxes(range=[-0.03, 1.05], zeroline=True)
    figure.update_xaxes(ticktext=_denominators(series, figure.layout.xaxis.tickvals or ()))
    return figure


def _denominators(series: Mapping[str, Sequence[ScoreLine]], shown: Sequence[str]) -> list[str]:
    """Return each category with its n: one number, or from–to where judges scored differently."""
    texts = []
    for group in shown:
        counts = [x.scored for lines in series.values() for x in lines if x.group == group]
        counts = [count for count in counts if count]
        few, many = min(counts), max(counts)
        texts.append(f"{group}<br>n = {few}" + (f"–{many}" if many > few else ""))
    return texts


def _marks(
    name: str, found: Sequence[Ceiling], shown: set[str], symbol: str, size: int
) -> go.Scatter:
    here = [one for one in found if one.group in shown]
    return go.Scatter(
        name=name,
        x=[one.group for one in here],
        y=[one.share for one in here],
        mode="markers",
        marker={
            "symbol": symbol,
            "size": size,
            "color": theme.NEUTRAL,
            "line": {"width": 2.5, "color": theme.NEUTRAL},
        },
        hovertext=[
            f"{name} · {one.group}<br>{one.reachable:,} of {one.questions:,} ({one.share:.1%})"
            for one in here
        ],
        hoverinfo="text",
    )
