"""The graph's picture: hyperedges as hubs with spokes, drawn by vis.js with no network."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from html import escape
from pathlib import Path
from typing import Any

import streamlit as st
from pyvis.network import Network

from app import theme
from app.figures.graph_picture import Dot, Picture, Spoke
from app.figures.narrow_picture import narrow
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Member

HERE = Path(__file__).parent
FRAME = (HERE / "graph_frame.js").read_text(encoding="utf-8")
# the page's script calls what the picture's defines
INSIDE = "".join(
    (HERE / name).read_text(encoding="utf-8") for name in ("graph_picture.js", "graph_page.js")
)
NARROW = 520  # pixels; below, two columns with larger labels
HEIGHT = 540
BUTTONS = 36  # pixels below the picture for its buttons, which must not cover it
LOCKED = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:\">"
    "<style>body{margin:0;background:transparent;overflow:hidden}.card{border:0!important}"
    "#mynetwork{border:0!important;background:transparent!important;float:none!important}"
    ".small canvas,.small .vis-network{touch-action:pan-y!important}"
    "#zoom{position:absolute;right:6px;bottom:6px;display:flex;gap:4px}"
    "#zoom button{width:30px;height:30px;border-radius:6px;cursor:pointer;font-size:16px;"
    f"background:transparent;color:{theme.NEUTRAL};border:1px solid {theme.NEUTRAL}}}"
    "#zoom button.word{width:auto;padding:0 7px;font-size:12px}"
    "h1{display:none}</style>"
)
OPTIONS: dict[str, Any] = {
    "physics": {"enabled": False},
    # the wheel scrolls the page; the picture has buttons to zoom
    "interaction": {"hover": True, "dragNodes": False, "tooltipDelay": 120, "zoomView": False},
    "edges": {"smooth": {"enabled": True, "type": "horizontal", "roundness": 0.6}},
}
WIDTHS = {"fact": 300, "chunk": 360, "segment": 330, "person": 150, "time": 150, "topic": 170}
CAPTION = """<style>.hm-showing {container-type: inline-size; font-size: .875rem; opacity: .75;}
.hm-showing span:last-child {display: none;}
@container (max-width: 520px) {.hm-showing span:first-child {display: none;}
  .hm-showing span:last-child {display: inline;}}</style>"""


def spoke_width(spoke: Spoke) -> float:
    """Return the width of a spoke: its weight; the owner's own line is thick."""
    return 3.0 if spoke.weight is None else 0.8 + 5.0 * spoke.weight


def network(picture: Picture, height: int = HEIGHT, small: bool = False) -> Network:
    """Return the picture as a pyvis network with every node at its place."""
    net = Network(height=f"{height}px", width="100%", cdn_resources="in_line")
    for dot in picture.dots:
        net.add_node(dot.id, **_box(dot, small))
    kinds = {dot.id: dot.kind for dot in picture.dots}
    owners = {s.hub: kinds[s.node] for s in picture.spokes if s.weight is None}
    for spoke in picture.spokes:
        colour = theme.level(spoke.kind or owners.get(spoke.hub, "topic"))
        net.add_edge(spoke.hub, spoke.node, **_spoke(spoke, colour))
    net.set_options(json.dumps(OPTIONS))
    return net


def _box(dot: Dot, small: bool) -> dict[str, Any]:
    hub = dot.kind == "hub"
    colour = theme.NEUTRAL if hub else theme.level(dot.kind)
    width: dict[str, Any] = {"minimum": WIDTHS.get(dot.kind, 200)}
    if small:
        width = {"minimum": 168, "maximum": 168}
    return {
        "label": dot.label or " ",
        "title": dot.title,
        "x": dot.x,
        "y": dot.y,
        "shape": "dot" if hub else "box",
        "size": 5,
        "color": {"background": theme.CLEAR if dot.dim else colour, "border": colour},
        "borderWidth": 1,
        "font": {
            "color": theme.NEUTRAL if hub or dot.dim else theme.words_on(dot.kind),
            "size": 17 if small else 16,
            "face": "sans-serif",
        },
        "margin": 5,
        **({} if hub else {"widthConstraint": width}),
    }


def _spoke(spoke: Spoke, colour: str) -> dict[str, Any]:
    weight = "owner" if spoke.weight is None else f"weight {spoke.weight:.2f} · {spoke.role}"
    return {
        "width": spoke_width(spoke),
        "color": {"color": colour, "highlight": colour, "hover": colour, "opacity": 0.55},
        "title": weight,
    }


def page(picture: Picture, height: int = HEIGHT) -> str:
    """Return the picture, for wide and narrow, as one page that loads nothing from anywhere."""
    small = network(narrow(picture), height, small=True)
    html = str(network(picture, height).generate_html())
    html = re.sub(r"<link[^>]*https?://[^>]*>", "", html)
    html = re.sub(r"<script[^>]*src=\"https?://[^>]*>\s*</script>", "", html)
    values = {"nodes": small.nodes, "edges": small.edges}
    look = {"mark": theme.NEUTRAL, "clear": theme.CLEAR, "narrow": NARROW}
    script = f"const NARROW = {_literal(values)}; const LOOK = {_literal(look)};\n{INSIDE}"
    html = html.replace("<head>", f"<head>{LOCKED}", 1)
    return f'<div id="zoom"></div><script>{script}</script></body>'.join(html.rsplit("</body>", 1))


def _literal(value: Any) -> str:
    """Return JSON that cannot end the script it stands in."""
    return json.dumps(value).replace("<", "\\u003c")


def hypergraph_view(
    picture: Picture,
    marked: Collection[str] = frozenset(),
    height: int = HEIGHT,
    notice: str = "",
) -> str:
    """Draw the picture with its caption; return the node clicked just now, "" for none.

    `notice` says what the caption, which counts nodes, does not.
    """
    frame = st.components.v2.component("hypermem_graph", js=FRAME)
    shown = frame(
        key="graph",
        data={
            "page": page(picture, height),
            "marked": sorted(marked),
            "height": height + BUTTONS,
            "alt": "Hypergraph: " + picture.caption,
        },
        height=height + BUTTONS,
        on_picked_change=lambda: None,
    )
    said = f" · {notice}" if notice else ""
    captions = "".join(
        f"<span>{escape(caption + said)}</span>"
        for caption in (picture.caption, narrow(picture).caption)
    )
    st.html(f'{CAPTION}<div class="hm-showing">{captions}</div>')
    return owner(picture, str(shown.picked or ""))


def owner(picture: Picture, clicked: str) -> str:
    """Return the node that was clicked; a hub stands for the node whose hyperedge it is."""
    hidden = {dot.id: dot.stands_for for dot in picture.dots if dot.stands_for}
    if clicked in hidden:
        return hidden[clicked]
    owners = {spoke.hub: spoke.node for spoke in picture.spokes if spoke.weight is None}
    clicked = owners.get(clicked, clicked)
    return clicked if any(dot.id == clicked and dot.kind != "hub" for dot in picture.dots) else ""


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
