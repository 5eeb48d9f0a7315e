"""Gold turns flowing through the stages: what each passed on, and what fell out where."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas

ROW = 44  # pixels between two stages
HALF = 0.11  # of a row: half the thickness of a stage's bar
BENDS = 12  # points of a curve
FALL = 0.5  # of a row, how far what is lost falls


def turn_flow(links: Sequence[tuple[str, str, int]]) -> go.Figure:
    """Draw links (from, to, turns) top down; names stand in rows of their own, so none overlap.

    A stage's first link may be its loss, which falls out to the right, grey; the other goes on.
    """
    names = _stages(links)
    figure = canvas(max(160, 60 + ROW * len(names)), margin={"l": 8, "r": 96, "t": 8, "b": 8})
    if not names:
        return figure
    passed = {name: sum(n for start, _, n in links if start == name) for name in names}
    passed[names[-1]] = passed[names[-1]] or sum(n for _, to, n in links if to == names[-1])
    total = passed[names[0]] or 1
    for row, name in enumerate(names):
        width = passed[name] / total
        _block(figure, row, width, name, passed[name])
        for to, turns in ((to, n) for start, to, n in links if start == name):
            share = turns / total
            if to in names:
                _stream(figure, row, share, name)
            else:
                _lost(figure, row, width - share, width, f"{to} {turns:,}", f"{turns / total:.0%}")
    figure.update_xaxes(visible=False, range=[-0.01, 1.01], fixedrange=True)
    figure.update_yaxes(
        range=[len(names) - 0.3, -0.4],
        tickvals=list(range(len(names))),
        ticktext=[f"{name} {passed[name]:,}" for name in names],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    return figure


def _stages(links: Sequence[tuple[str, str, int]]) -> list[str]:
    """Return the stages in order: where a link starts, and the one end that is no loss."""
    starts = list(dict.fromkeys(start for start, _, _ in links))
    ends = [to for start, to, _ in links if starts and start == starts[-1] and to not in starts]
    return starts + [to for to in ends[-1:] if not _is_loss(to)]


def _is_loss(name: str) -> bool:
    return name.endswith(" cut") or name.startswith("not ")


def _colour(name: str) -> str:
    return theme.level(next((level for level in theme.LEVELS if level in name), "turn"))


def _block(figure: go.Figure, row: int, width: float, name: str, turns: int) -> None:
    x, y = [0, width, width, 0], [row - HALF, row - HALF, row + HALF, row + HALF]
    _area(figure, x, y, _colour(name), 1.0, f"{name}: {turns:,} turns")


def _stream(figure: go.Figure, row: int, share: float, name: str) -> None:
    top, bottom = row + HALF, row + 1 - HALF
    words = f"{share:.0%} of all gold turns go on"
    _area(figure, [0, share, share, 0], [top, top, bottom, bottom], _colour(name), 0.25, words)


def _lost(figure: go.Figure, row: int, left: float, right: float, name: str, share: str) -> None:
    """Draw what fell out: from the right end of the bar, bent outwards, with its name."""
    top, bottom, out = row + HALF, row + FALL, max(0.0, 1.0 - right)
    steps = [number / BENDS for number in range(BENDS + 1)]
    bend = [step * step * (3 - 2 * step) for step in steps]
    x = [left + out * b for b in bend] + [right + out * b for b in reversed(bend)]
    y = [top + (bottom - top) * s for s in steps] + [
        top + (bottom - top) * s for s in reversed(steps)
    ]
    _area(figure, x, y, theme.NEUTRAL, 0.8, f"{name} turns, {share} of all")
    figure.add_annotation(
        x=1.01,
        y=bottom,
        text=f"{theme.LOST} {name}",
        showarrow=False,
        xanchor="left",
        yanchor="middle",
        font={"size": 12},
    )


def _area(
    figure: go.Figure,
    x: Sequence[float],
    y: Sequence[float],
    colour: str,
    opacity: float,
    words: str,
) -> None:
    figure.add_trace(
        go.Scatter(
            x=[*x, x[0]],
            y=[*y, y[0]],
            mode="lines",
            fill="toself",
            fillcolor=colour,
            opacity=opacity,
            line={"width": 0.5, "color": colour},
            text=words,
            hoveron="fills",
            hoverinfo="text",
            name=words,
        )
    )
