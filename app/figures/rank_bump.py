"""The bump chart of one stage: how each node's rank changes from list to list."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas
from app.figures.labels import plain, shorten
from hypermem_core.types import Ranking, StageRanking

HEIGHT = 190  # pixels: the lists below it are what the page is about
DEPTH = 12  # ranks drawn below the cut
MOST = 40  # ranks drawn at all: more paths than this are a thicket, and the lists hold them all
NAMES = {
    "bm25": "BM25",
    "dense": "Dense",
    "rrf": "RRF",
    "rerank": "Reranked",
    "parent": "Parent",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One node's path through the lists; a rank below the drawn ones is clamped to the floor."""

    node_id: str
    places: tuple[tuple[str, int], ...]  # (list, rank)
    kept: bool
    gold: bool


def list_name(ranker: str) -> str:
    """Return the name a list is shown by."""
    first, _, seen = ranker.partition("-")
    name = NAMES.get(first, first.replace("_", " ").capitalize())
    return f"{name} {seen}".strip() if first in NAMES else ranker.capitalize()


def ranks(ranking: Ranking) -> dict[str, int]:
    """Return node id → rank, from 1."""
    return {item.node_id: place for place, item in enumerate(ranking.items, 1)}


def final_ranking(stage: StageRanking) -> Ranking | None:
    """Return the list that decided: the last one that is not empty."""
    return next((ranking for ranking in reversed(stage.rankings) if ranking.items), None)


def bump_lines(stage: StageRanking, gold: Collection[str], depth: int) -> list[Line]:
    """Return the paths of the first `depth` nodes of the deciding list, and of gold."""
    final = final_ranking(stage)
    if final is None:
        return []
    places = [(list_name(ranking.ranker), ranks(ranking)) for ranking in stage.rankings]
    shown = [item.node_id for item in final.items[:depth]]
    known = {node_id for _, column in places for node_id in column}
    shown += sorted(node_id for node_id in gold if node_id in known and node_id not in shown)
    kept = set(stage.kept)
    return [
        Line(
            node_id,
            tuple((name, column[node_id]) for name, column in places if node_id in column),
            node_id in kept,
            node_id in gold,
        )
        for node_id in shown
    ]


def rank_bump(
    stage: StageRanking,
    titles: Mapping[str, str],
    gold: Collection[str] = (),
    level: str = "fact",
) -> go.Figure:
    """Draw the lists of a stage as columns of ranks, the cut as a line with its limit's name."""
    depth = min(len(stage.kept) + DEPTH, MOST)
    figure = canvas(HEIGHT, showlegend=False, margin={"l": 8, "r": 8, "t": 22, "b": 4})
    for line in bump_lines(stage, gold, depth):
        figure.add_trace(_trace(line, titles, depth + 2, theme.level(level)))
    _axes(figure, stage, depth)
    if stage.cut and len(stage.kept) < depth:
        _cut(figure, stage)
    return figure


def _trace(line: Line, titles: Mapping[str, str], floor: int, colour: str) -> go.Scatter:
    title = plain(shorten(titles.get(line.node_id, line.node_id), 70))
    state = "kept" if line.kept else "cut"
    hover = [
        f"{title}<br>{line.node_id} · {name} rank {rank} · {state}" for name, rank in line.places
    ]
    symbol = "circle" if line.kept else "circle-open"
    if line.gold:
        symbol, colour = ("star" if line.kept else "star-open"), theme.TIME
    return go.Scatter(
        x=[name for name, _ in line.places],
        y=[min(rank, floor) for _, rank in line.places],
        mode="lines+markers",
        line={
            "color": colour,
            "width": 2.5 if line.gold else 1.5,
            "dash": None if line.kept else "dot",
        },
        marker={"symbol": symbol, "size": 11 if line.gold else 7, "color": colour},
        opacity=1.0 if line.gold else 0.8 if line.kept else 0.35,
        hovertext=hover,
        hoverinfo="text",
        name=line.node_id,
    )


def _axes(figure: go.Figure, stage: StageRanking, depth: int) -> None:
    order = [list_name(ranking.ranker) for ranking in stage.rankings]
    step = max(1, depth // 4)
    ticks = [1, *range(step, depth + 1, step)] if step > 1 else list(range(1, depth + 1))
    figure.update_xaxes(
        categoryorder="array",
        categoryarray=order,
        side="top",
        showgrid=False,
        range=[-0.15, len(order) - 0.85],
        fixedrange=True,
    )
    figure.update_yaxes(
        title="rank",
        range=[depth + 3, 0],
        tickvals=[*ticks, depth + 2],
        ticktext=[*map(str, ticks), "deeper"],
        zeroline=False,
        fixedrange=True,
    )


def _cut(figure: go.Figure, stage: StageRanking) -> None:
    figure.add_hline(
        y=len(stage.kept) + 0.5,
        line={"color": theme.NEUTRAL, "width": 1.5, "dash": "dash"},
        annotation={
            "text": plain(stage.cut[0].limit),
            "font": {"size": 12},
            "xanchor": "right",
            "yanchor": "bottom",
        },
        annotation_position="right",
    )
