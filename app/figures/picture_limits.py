"""How much one picture draws: a cap on nodes and one on memberships, and how to say so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from app.figures.graph_picture import Picture
from hypermem_core.hypergraph import Hypergraph

NODES = 160
MEMBERSHIPS = 480  # spokes that are one node's place in one hyperedge


def limited(picture: Picture) -> Picture:
    """Return the picture with its most connected nodes and heaviest memberships, if it is over.

    A hub goes with the last but one of its spokes.
    """
    memberships = [spoke for spoke in picture.spokes if spoke.weight is not None]
    if picture.nodes <= NODES and len(memberships) <= MEMBERSHIPS:
        return picture
    degrees = Counter(spoke.node for spoke in picture.spokes)
    nodes = [dot.id for dot in picture.dots if dot.kind != "hub"]
    kept = set(sorted(nodes, key=lambda node: -degrees[node])[:NODES])
    hubs = {dot.id for dot in picture.dots if dot.kind == "hub"}
    inside = [s for s in memberships if s.node in kept and (s.hub in kept or s.hub in hubs)]
    inside = sorted(inside, key=lambda spoke: -(spoke.weight or 0.0))[:MEMBERSHIPS]
    owners = [s for s in picture.spokes if s.weight is None and s.node in kept]
    ends = Counter(spoke.hub for spoke in (*owners, *inside))
    kept |= {hub for hub in hubs if ends[hub] > 1}
    heavy = {id(spoke) for spoke in (*owners, *inside)}
    spokes = tuple(s for s in picture.spokes if id(s) in heavy and s.hub in kept)
    dots = tuple(dot for dot in picture.dots if dot.id in kept)
    found = replace(picture, dots=dots, spokes=spokes)
    head, total, rest = _caption(picture.caption)
    return replace(found, caption=f"{head}{found.nodes:,} of {total}{rest}, the most connected")


def _caption(words: str) -> tuple[str, str, str]:
    """Return `showing `, the total, and what follows it."""
    counted, dash, rest = words.partition(" – ")
    _, _, total = counted.partition(" of ")
    return "showing ", total, dash + rest


def memberships_shown(picture: Picture, graph: Hypergraph) -> str:
    """Return `39 of 20,000 memberships`; "" for a graph without hyperedges."""
    total = sum(len(edge.members) for edge in graph.edges.values())
    drawn = sum(spoke.weight is not None for spoke in picture.spokes)
    return f"{drawn:,} of {total:,} memberships" if total else ""
