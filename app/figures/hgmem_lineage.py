"""The lineage strip: every point from the step that made it to the step that merged it away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.hgmem_memory import KINDS
from app.figures.hgmem_steps import Step
from app.figures.labels import plain


@dataclass(frozen=True, slots=True)
class Life:
    """A point's life in steps, from 0; `marks` are the steps that changed it and how."""

    point_id: str
    born: int
    ends: int
    marks: tuple[tuple[int, str], ...]
    parents: tuple[str, ...] = ()


def lives(found: Sequence[Step]) -> list[Life]:
    """Return the life of every point there ever was, in the order they were made."""
    born: dict[str, int] = {}
    ends: dict[str, int] = {}
    marks: dict[str, list[tuple[int, str]]] = {}
    parents: dict[str, tuple[str, ...]] = {}
    for number, step in enumerate(found):
        for point in step.live:
            born.setdefault(point.id, number)
            ends[point.id] = number
            parents[point.id] = point.parents
        for point in step.gone:
            ends[point.id] = number
        for point_id, kind in step.changes.items():
            marks.setdefault(point_id, []).append((number, kind))
    return [
        Life(one, born[one], ends[one], tuple(marks.get(one, ())), parents[one]) for one in born
    ]


def lineage_strip(found: Sequence[Step], at: int, chosen: str = "") -> go.Figure:
    """Draw a line a point over the steps, its changes as marks, merges as links to the parents."""
    every = lives(found)
    row = {life.point_id: number for number, life in enumerate(every)}
    figure = canvas(max(120, 70 + 20 * len(every)))
    for life in every:
        figure.add_trace(_line(life, row[life.point_id], life.point_id == chosen))
        for parent in life.parents:
            if parent in row:
                figure.add_trace(_link(life.born, row[parent], row[life.point_id]))
    for kind, label in KINDS.items():
        marks = [
            (n, row[life.point_id], life) for life in every for n, k in life.marks if k == kind
        ]
        if marks:
            figure.add_trace(_marks(marks, kind, label, found))
    figure.add_vline(x=at, line={"color": theme.NEUTRAL, "width": 1.5, "dash": "dash"})
    figure.update_yaxes(
        tickvals=list(row.values()),
        ticktext=[plain(one) for one in row],
        autorange="reversed",
        zeroline=False,
        fixedrange=True,
    )
    names = [f"{step.round}·{step.phase.name[:3]}" for step in found]
    figure.update_xaxes(
        tickvals=list(range(len(found))),
        ticktext=names,
        tickangle=0 if len(found) <= 12 else -60,
        range=[-0.5, len(found) - 0.5],
        fixedrange=True,
    )
    return figure


def _line(life: Life, y: int, chosen: bool) -> go.Scatter:
    return go.Scatter(
        x=[life.born, life.ends],
        y=[y, y],
        mode="lines",
        line={"color": theme.TOPIC, "width": 5 if chosen else 2.5},
        hoverinfo="skip",
    )


def _link(x: int, parent: int, child: int) -> go.Scatter:
    return go.Scatter(
        x=[x, x],
        y=[parent, child],
        mode="lines",
        line={"color": theme.CHANGES["merge"], "width": 1.5, "dash": "dot"},
        hoverinfo="skip",
    )


def _marks(
    marks: Sequence[tuple[int, int, Life]], kind: str, label: str, found: Sequence[Step]
) -> go.Scatter:
    return go.Scatter(
        x=[x for x, _, _ in marks],
        y=[y for _, y, _ in marks],
        mode="markers",
        marker={"symbol": theme.SYMBOLS[kind], "color": theme.CHANGES[kind], "size": 12},
        hovertext=[f"{life.point_id} {label} in {found[x].name}" for x, _, life in marks],
        hoverinfo="text",
    )
