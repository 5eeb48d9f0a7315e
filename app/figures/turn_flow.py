"""Gold turns flowing through the stages: what each stage passed on and what it lost."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from app import theme
from app.figures.canvas import canvas


def turn_flow(links: Sequence[tuple[str, str, int]]) -> go.Figure:
    """Draw links (from, to, turns) as a Sankey; losses are grey, the rest in level colours."""
    names = list(dict.fromkeys(name for link in links for name in link[:2]))
    place = {name: number for number, name in enumerate(names)}
    sums = {name: sum(n for _, to, n in links if to == name) for name in names}
    sums[names[0]] = sum(n for start, _, n in links if start == names[0]) if names else 0
    figure = canvas(300)
    if not names:
        return figure
    figure.add_trace(
        go.Sankey(
            arrangement="snap",
            node={
                "label": [f"{name} {sums[name]:,}" for name in names],
                "color": [_colour(name) for name in names],
                "pad": 18,
                "thickness": 14,
                "line": {"width": 0},
                "hovertemplate": "%{label} turns<extra></extra>",
            },
            link={
                "source": [place[start] for start, _, _ in links],
                "target": [place[to] for _, to, _ in links],
                "value": [n for _, _, n in links],
                "color": theme.GRID,
                "hovertemplate": "%{value} turns<extra></extra>",
            },
        )
    )
    return figure


def _colour(name: str) -> str:
    if name.endswith(" cut") or name.startswith("not "):
        return theme.NEUTRAL
    return theme.level(next((level for level in theme.LEVELS if level in name), "turn"))
