"""An empty figure in the app's template, and the colours of series."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from app import theme


def canvas(height: int, **layout: Any) -> go.Figure:
    """Return an empty figure of that height."""
    # margins stand here and not in the template, where Streamlit's own would win
    margin = {"l": 8, "r": 8, "t": 28, "b": 8}
    settings = {
        "template": theme.template(),
        "height": height,
        "showlegend": False,
        "margin": margin,
        **layout,
    }
    return go.Figure(layout=settings)


def colour(name: str, number: int) -> str:
    """Return a method's own colour, or the colour of the n-th series."""
    way = theme.template().layout.colorway
    return str(theme.METHODS.get(name, way[number % len(way)]))


def chart_config(name: str = "chart") -> dict[str, Any]:
    """Return how every chart behaves: on hover, a way to save it, and nothing else.

    Plotly's camera saves one kind; `components/chart_export.py` puts SVG and PNG in its place.
    """
    return {
        "displayModeBar": "hover",
        "displaylogo": False,
        "modeBarButtons": [["toImage"]],
        "toImageButtonOptions": {"format": "svg", "filename": f"hypermem-{name}"},
    }
