"""The graph's picture: hyperedges as hubs with spokes, drawn by vis.js with no network."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

import streamlit as st
from pyvis.network import Network

from app import theme
from app.figures.graph_picture import Picture, Spoke
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Member

LOCKED = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">"
    "<style>body{margin:0;background:transparent;overflow:hidden}.card{border:0!important}"
    "#mynetwork{border:0!important;background:transparent!important;float:none!important}"
    "h1{display:none}</style>"
)
OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "dragNodes": False, "tooltipDelay": 120, "zoomSpeed": 0.6},
    "edges": {"smooth": {"enabled": True, "type": "horizontal", "roundness": 0.6}},
}


def spoke_width(spoke: Spoke) -> float:
    """Return the width of a spoke: its weight; the owner's own line is thick."""
    return 3.0 if spoke.weight is None else 0.8 + 5.0 * spoke.weight


def network(picture: Picture, marked: frozenset[str] = frozenset(), height: int = 560) -> Network:
    """Return the picture as a pyvis network with every node at its place."""
    net = Network(height=f"{height}px", width="100%", cdn_resources="in_line")
    for dot in picture.dots:
        hub = dot.kind == "hub"
        width = {"fact": 330, "chunk": 360, "topic": 170}.get(dot.kind, 200)
        colour = theme.NEUTRAL if hub else theme.level(dot.kind)
        net.add_node(
            dot.id,
            label=dot.label or " ",
            title=dot.title,
            x=dot.x,
            y=dot.y,
            shape="dot" if hub else "box",
            size=5,
            color={"background": colour, "border": theme.INK if dot.id in marked else colour},
            borderWidth=4 if dot.id in marked else 1,
            font={"color": theme.INK, "size": 15, "face": "sans-serif"},
            margin=5,
            **({} if hub else {"widthConstraint": {"minimum": width}}),
        )
    kinds = {dot.id: dot.kind for dot in picture.dots}
    owners = {spoke.hub: kinds[spoke.node] for spoke in picture.spokes if spoke.weight is None}
    for spoke in picture.spokes:
        colour = theme.level(owners.get(spoke.hub, "topic"))
        net.add_edge(spoke.hub, spoke.node, **_spoke(spoke, colour))
    net.set_options(json.dumps(OPTIONS))
    return net


def _spoke(spoke: Spoke, colour: str) -> dict[str, Any]:
    weight = "owner" if spoke.weight is None else f"weight {spoke.weight:.2f} · {spoke.role}"
    return {
        "width": spoke_width(spoke),
        "color": {"color": colour, "highlight": colour, "hover": colour, "opacity": 0.55},
        "title": weight,
    }


def page(net: Network) -> str:
    """Return the network as one page that loads nothing: no CDN, no image, no font."""
    html = str(net.generate_html())
    html = re.sub(r"<link[^>]*https?://[^>]*>", "", html)
    html = re.sub(r"<script[^>]*src=\"https?://[^>]*>\s*</script>", "", html)
    return html.replace("<head>", f"<head>{LOCKED}", 1)


def hypergraph_view(
    picture: Picture, marked: frozenset[str] = frozenset(), height: int = 560
) -> None:
    """Draw the picture with its legend and its caption."""
    st.html(legend_html(picture))
    alt = "Hypergraph: " + picture.caption
    st.iframe(page(network(picture, marked, height)), height=height + 4, alt=alt)
    st.caption(picture.caption)


def legend_html(picture: Picture) -> str:
    """Return the legend of the kinds that are in the picture."""
    names = {"topic": "topic", "episode": "episode", "fact": "fact", "chunk": "turns"}
    shown = [kind for kind in names if any(dot.kind == kind for dot in picture.dots)]
    parts = [
        f'<span><i style="display:inline-block;width:.8em;height:.8em;border-radius:.2em;'
        f'background:{theme.level(kind)}"></i> {names[kind]}</span>'
        for kind in shown
    ]
    if picture.spokes:
        parts.append("<span>• hyperedge: spokes are its members, thicker is heavier</span>")
    inside = "".join(parts)
    return (
        f'<div style="display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.84rem">{inside}</div>'
    )


def node_rows(graph: Hypergraph, node_id: str) -> list[dict[str, Any]]:
    """Return the memberships of a node as rows: both the edges it is in and the one it owns."""
    rows: list[dict[str, Any]] = []
    for edge in graph.edges_of(node_id):
        member = edge.members[node_id]
        rows.append(_membership("member of", edge.owner, member))
    owned = graph.owned_by(node_id)
    for other, member in (owned.members if owned else {}).items():
        rows.append(_membership("holds", other, member))
    return rows


def _membership(link: str, node_id: str, member: Member) -> dict[str, Any]:
    return {"link": link, "node": node_id, "weight": member.weight, "role": member.role}


def badge(text: str) -> str:
    """Return an id as a small monospaced badge."""
    return f'<span class="hm-id">{escape(text)}</span>'
