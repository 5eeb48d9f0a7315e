"""HGMem's entity graph as a picture: entities, and the relations that tie them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from app.figures.graph_picture import Dot, Picture, Spoke
from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Entity, Hyperedge

LEFT = 12  # entities the overview starts from
RIGHT = 20  # entities they are related to
RELATIONS = 12  # of an entity in focus
ROW = 32.0
SIDE = 330.0
COLUMNS = (("entity",), ("fact",))


def related(graph: Hypergraph) -> list[Entity]:
    """Return the entities by how many relations they are in, most first."""
    held = Counter(node for edge in graph.edges.values() for node in edge.members)
    nodes = [node for node in graph.of_kind("entity") if isinstance(node, Entity)]
    return sorted(nodes, key=lambda node: (-held[node.id], node.id))


def overview(
    graph: Hypergraph, hubs: Collection[str], within: Collection[str] | None = None
) -> Picture:
    """Lay out the most related entities left, and what they are related to right.

    Speakers are tied to nearly all, so they show only when they were searched for.
    """
    ranked = related(graph)
    speakers = {node.id for node in ranked if node.speaker and within is None}
    chosen = [
        node.id
        for node in ranked
        if (node.id not in speakers if within is None else node.id in within)
    ][:LEFT]
    edges = [edge for edge in graph.edges.values() if set(chosen) & set(edge.members)]
    others = Counter(
        node
        for edge in edges
        for node in edge.members
        if node not in chosen and node not in speakers
    )
    right = _near(graph, [node for node, _ in others.most_common(RIGHT)], chosen, edges)
    tall = max(len(chosen), len(right), 8) * ROW
    dots = _column(graph, chosen, -SIDE, tall, hubs) + _column(graph, right, SIDE, tall, hubs)
    at = {dot.id: dot.y for dot in dots}
    spokes: list[Spoke] = []
    for edge in edges:
        inside = [node for node in edge.members if node in at]
        if len(inside) > 1:
            dots.append(_hub(graph, edge, sum(at[node] for node in inside) / len(inside)))
            spokes += [_spoke(f"hub:{edge.id}", node, edge) for node in inside]
    return Picture(tuple(dots), tuple(spokes), _caption(graph, at, within), COLUMNS)


def _near(
    graph: Hypergraph, right: Sequence[str], left: Sequence[str], edges: Sequence[Hyperedge]
) -> list[str]:
    """Return the right column ordered by the height of what each is related to."""
    place = {node: number for number, node in enumerate(left)}

    def height(node: str) -> float:
        seen = [place[m] for e in edges if node in e.members for m in e.members if m in place]
        return sum(seen) / len(seen) if seen else 0.0

    return sorted(right, key=lambda node: (height(node), node))


def focus(graph: Hypergraph, entity: str, hubs: Collection[str], newest: bool = True) -> Picture:
    """Lay out one entity, the fragments that tie it, and the entities at their other ends."""
    every = list(graph.edges_of(entity))
    edges = every[-RELATIONS:] if newest else every[:RELATIONS]
    ends = dict.fromkeys(node for edge in edges for node in edge.members if node != entity)
    right = list(ends)[: 2 * RELATIONS]
    tall = max(len(edges), len(right), 8) * ROW
    dots = _column(graph, [entity], -SIDE - 60, tall, hubs)
    facts = [edge.owner for edge in edges]
    dots += _column(graph, facts, 0, tall, hubs, 44) + _column(graph, right, SIDE, tall, hubs)
    spokes = [
        _spoke(edge.owner, node, edge)
        for edge in edges
        for node in edge.members
        if node == entity or node in right
    ]
    name = plain(node_title(graph.nodes[entity]))
    caption = (
        f"showing {len(edges):,} of {len(every):,} relations – the newest of "
        f"{shorten(name, 30)} and what they tie"
    )
    return Picture(tuple(dots), tuple(spokes), caption, COLUMNS)


def _column(
    graph: Hypergraph,
    ids: Sequence[str],
    x: float,
    tall: float,
    hubs: Collection[str],
    length: int = 26,
) -> list[Dot]:
    gap = min(2 * ROW, tall / max(1, len(ids)))
    top = -(len(ids) - 1) / 2 * gap
    return [
        _dot(graph, node_id, x, top + gap * number, hubs, length)
        for number, node_id in enumerate(ids)
    ]


def _dot(
    graph: Hypergraph, node_id: str, x: float, y: float, hubs: Collection[str], length: int
) -> Dot:
    node = graph.nodes[node_id]
    title = plain(node_title(node))
    mark = ""
    if isinstance(node, Entity) and node.speaker:
        mark = "◆ "
    elif node_id in hubs:
        mark = "◇ "
    said = {"◆ ": "speaker · ", "◇ ": "hub · "}.get(mark, "")
    words = mark + title
    return Dot(node_id, node.kind, shorten(words, length), f"{node_id}: {said}{title}", x, y, words)


def _hub(graph: Hypergraph, edge: Hyperedge, y: float) -> Dot:
    said = plain(node_title(graph.nodes[edge.owner]))
    return Dot(f"hub:{edge.id}", "hub", "", f"{edge.id}: {said}", 0.0, y, stands_for=edge.owner)


def _spoke(hub: str, node_id: str, edge: Hyperedge) -> Spoke:
    return Spoke(hub, node_id, 0.1, edge.members[node_id].role, "relation")


def _caption(graph: Hypergraph, at: Collection[str], within: Collection[str] | None) -> str:
    which = "those found and what they are related to"
    if within is None:
        names = [f"◆ {node.name}" for node in related(graph) if node.speaker]
        which = "the most related, ◇ hubs among them, and their neighbours"
        if names:
            which += (
                f"; the speakers {' and '.join(names)} are in nearly all relations and left out"
            )
    return f"showing {len(at):,} of {len(graph.ids('entity')):,} entities – {which}"


def matching(graph: Hypergraph, words: str) -> frozenset[str]:
    """Return the entities and fragments that contain every word searched for, aliases too."""
    wanted = words.casefold().split()
    found = set()
    for node in graph.nodes.values():
        if node.kind not in {"entity", "fact"} or not wanted:
            continue
        text = f"{node_title(node)} {' '.join(getattr(node, 'aliases', ()))} {node.id}".casefold()
        if all(word in text for word in wanted):
            found.add(node.id)
    return frozenset(found)
