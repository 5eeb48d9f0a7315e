"""Judges on the same answers: accuracy by category, under the ceiling of the gold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas, colour
from app.figures.category_bars import ORDER, Bar, in_order, pale, whiskers
from hypermem_core.evaluation.gold import Ceiling
from hypermem_core.evaluation.panel_scores import ScoreLine

PATTERNS = ("", "/", ".", "x", "\\", "|")  # so that judges are told apart in grey, too
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
    """Draw a group of lying bars a category, its ceiling and the abstaining baseline as marks.

    Lying bars keep their names readable on a narrow screen, however many judges there are.
    """
    drawn = {name: in_order(found) for name, lines in series.items() if (found := bars(lines))}
    seen = [bar.category for found in drawn.values() for bar in found]
    groups = [g for g in dict.fromkeys((*ORDER, *seen)) if g in seen]
    figure = canvas(130 + len(groups) * (22 + 13 * len(drawn)), barmode="group", showlegend=True)
    for number, (name, found) in enumerate(drawn.items()):
        figure.add_trace(_judge(name, found, number))
    if ceilings:
        figure.add_trace(_marks(f"ceiling, gold {mode}", ceilings, groups, "line-ns", 26))
    figure.add_trace(_marks(ABSTAIN, baseline, groups, "diamond-open", 10))
    figure.update_xaxes(title=axis, range=[-0.02, 1.03], tickformat=".0%")
    figure.update_yaxes(
        autorange="reversed",
        categoryorder="array",
        categoryarray=groups,
        tickvals=groups,
        ticktext=[_with_n(group, series) for group in groups],
    )
    figure.update_layout(legend={"traceorder": "normal"})
    return figure


def _judge(name: str, found: Sequence[Bar], number: int) -> go.Bar:
    return go.Bar(
        name=name,
        orientation="h",
        y=[bar.category for bar in found],
        x=[bar.value for bar in found],
        marker={
            **pale(colour(name, number)),
            "pattern": {"shape": PATTERNS[number % len(PATTERNS)]},
        },
        error_x=whiskers(found, colour(name, number)),
        hovertext=[
            f"{name} · {bar.category}<br>{bar.value:.1%} "
            f"({bar.low:.1%}–{bar.high:.1%}), n = {bar.n:,}"
            for bar in found
        ],
        hoverinfo="text",
    )


def _with_n(group: str, series: Mapping[str, Sequence[ScoreLine]]) -> str:
    """Return a category with its n: one number, or from–to where judges scored differently."""
    lines = [line for found in series.values() for line in found if line.group == group]
    counts = [line.scored for line in lines if line.scored]
    few, many = min(counts), max(counts)
    return f"{group}<br>n = {few:,}" + (f"–{many:,}" if many > few else "")


def _marks(
    name: str, found: Sequence[Ceiling], shown: Sequence[str], symbol: str, size: int
) -> go.Scatter:
    here = [one for one in found if one.group in shown]
    return go.Scatter(
        name=name,
        y=[one.group for one in here],
        x=[one.share for one in here],
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
