"""HGMem's working memory at one step: points as hubs over the entities they tie."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.fixed_layout import Places
from app.figures.hgmem_steps import Step
from app.figures.labels import plain, shorten
from app.figures.labels_apart import labels_apart
from hypermem_core.types import HGMemRounds, Point, Vertex

HEIGHT = 430
WIDTH = 460  # pixels between a wide and a narrow screen: names that fit it fit both well enough
LABELS = 30  # names drawn at most
KINDS = {
    "insert": "inserted",
    "update": "updated",
    "merge": "merged",
    "parent": "merged away",
    "same": "unchanged",
}


def memory_picture(detail: HGMemRounds, step: Step, places: Places, chosen: str = "") -> go.Figure:
    """Draw one step; the places are those of the whole question, so nothing moves."""
    figure = canvas(HEIGHT, showlegend=True, hovermode="closest")
    shown = (*step.live, *step.gone)
    for kind in KINDS:
        mine = [point for point in shown if step.changes.get(point.id, "same") == kind]
        _spokes(figure, mine, places, kind, chosen)
    held = {member for point in shown for member in point.members}
    near = {m for point in shown if point.id == chosen for m in point.members}
    drawn = [v for v in detail.vertices if v.id in held and v.id in places]
    _vertices(figure, drawn, places, near, [places[point.id] for point in shown])
    for kind, label in KINDS.items():
        mine = [point for point in shown if step.changes.get(point.id, "same") == kind]
        if mine:
            figure.add_trace(_points(mine, places, kind, label, chosen))
    for axis in (figure.update_xaxes, figure.update_yaxes):
        axis(visible=False, range=[-0.06, 1.06], fixedrange=True)
    return figure


def _spokes(
    figure: go.Figure, points: Collection[Point], places: Places, kind: str, chosen: str
) -> None:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for point in points:
        for member in point.members:
            if member in places and point.id in places:
                (x, y), (u, v) = places[point.id], places[member]
                xs += [x, u, None]
                ys += [y, v, None]
    if not xs:
        return
    changed = kind not in {"same", "parent"} or any(point.id == chosen for point in points)
    line = {
        "color": theme.CHANGES[kind],
        "width": 2 if changed else 1,
        "dash": "dot" if kind == "parent" else None,
    }
    figure.add_trace(
        go.Scatter(
            x=xs,
            y=ys,
            mode="lines",
            line=line,
            opacity=0.55 if changed else 0.3,
            hoverinfo="skip",
            showlegend=False,
        )
    )


def _vertices(
    figure: go.Figure,
    vertices: Collection[Vertex],
    places: Places,
    near: Collection[str],
    hubs: Sequence[tuple[float, float]],
) -> None:
    """Draw the entities; when many, only those of the chosen point have their names."""
    few = len(vertices) <= LABELS
    names = [plain(shorten(v.name, 16)) if few or v.id in near else "" for v in vertices]
    # a point's own word stands right of it
    taken = [*hubs, *((x + 0.04, y) for x, y in hubs)]
    sides = labels_apart([places[v.id] for v in vertices], names, WIDTH, HEIGHT, taken)
    figure.add_trace(
        go.Scatter(
            x=[places[v.id][0] for v in vertices],
            y=[places[v.id][1] for v in vertices],
            mode="markers+text",
            text=[name if side else "" for name, side in zip(names, sides, strict=True)],
            textposition=[side or "top center" for side in sides],
            textfont={"size": 11},
            marker={
                "color": theme.level("turn"),
                "size": 7,
                "symbol": ["circle" if v.origin == "graph" else "circle-open" for v in vertices],
            },
            hovertext=[_origin(v) for v in vertices],
            hoverinfo="text",
            name="entity",
        )
    )


def _origin(vertex: Vertex) -> str:
    local = "" if vertex.origin == "graph" else " · only in this question"
    return f"{plain(vertex.name)} · {vertex.id}{local}"


def _points(
    points: Collection[Point], places: Places, kind: str, label: str, chosen: str
) -> go.Scatter:
    return go.Scatter(
        x=[places[point.id][0] for point in points],
        y=[places[point.id][1] for point in points],
        mode="markers+text",
        text=[f"<b>{plain(point.id)}</b>" for point in points],
        textposition="middle right",
        customdata=[point.id for point in points],
        marker={
            "symbol": theme.SYMBOLS[kind],
            "color": theme.CHANGES[kind],
            "size": [24 if point.id == chosen else 17 for point in points],
            "line": {"width": [3 if point.id == chosen else 1 for point in points]},
        },
        hovertext=[
            f"{point.id} · {label} · {len(point.members)} entities<br>"
            f"{plain(shorten(point.description, 90))}"
            for point in points
        ],
        hoverinfo="text",
        name=label,
    )
