"""HingeMem's hyperedges as a picture: segments in the middle, their four fields on both sides."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.figures.graph_picture import Dot, Picture, Spoke
from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Element, ElementKind, Hyperedge

FIELDS: tuple[ElementKind, ...] = ("person", "time", "location", "topic")
LEFT: tuple[ElementKind, ...] = ("person", "time")
SEGMENTS = 9  # what stays readable in one frame
ROW = 32.0
SIDE = 390.0  # pixels from a segment to its elements
COLUMNS = (("segment",), ("person", "time", "location", "topic"))


def segments_for(
    graph: Hypergraph, focused: str = "", found: Collection[str] | None = None, start: int = 0
) -> tuple[str, ...]:
    """Return the segments to draw: those that hold what is in focus or was found, else in order."""
    every = graph.ids("segment")
    if focused in every:
        return (focused,)
    wanted = {focused} if focused else set(found or ())
    if not wanted:
        return every[start : start + SEGMENTS]
    holding = {edge.owner for edge in graph.edges.values() if wanted & set(edge.members)}
    return tuple(node for node in every if node in holding | wanted)[start : start + SEGMENTS]


def hyperedges(
    graph: Hypergraph, segments: Sequence[str], kinds: Collection[str] = FIELDS
) -> Picture:
    """Lay segments out in the middle, persons and times left, locations and topics right."""
    edges = {edge.owner: edge for edge in graph.edges.values()}
    held = _held(graph, [edges[node] for node in segments if node in edges], kinds)
    left = [one for kind in LEFT for one in held if one.element == kind]
    right = [one for kind in FIELDS[2:] for one in held if one.element == kind]
    tall = max(len(left), len(right), 6) * ROW
    dots = [*_column(left, -SIDE, tall), *_column(right, SIDE, tall)]
    gap = tall / max(1, len(segments))
    spokes: list[Spoke] = []
    for number, node_id in enumerate(segments):
        dots.append(_segment(graph, node_id, (number - (len(segments) - 1) / 2) * gap))
        spokes += _spokes(edges.get(node_id), {one.id for one in held}, graph)
    caption = (
        f"showing {len(dots):,} of {len(graph.ids('segment')) + len(graph.ids('element')):,} nodes "
        f"– {len(segments)} of {len(graph.ids('segment')):,} hyperedges and what they join"
    )
    return Picture(tuple(dots), tuple(spokes), caption, COLUMNS)


def _held(graph: Hypergraph, edges: Sequence[Hyperedge], kinds: Collection[str]) -> list[Element]:
    ids = dict.fromkeys(node_id for edge in edges for node_id in edge.members)
    nodes = (graph.nodes[node_id] for node_id in ids)
    return [node for node in nodes if isinstance(node, Element) and node.element in kinds]


def _column(elements: Sequence[Element], x: float, tall: float) -> list[Dot]:
    gap = min(2 * ROW, tall / max(1, len(elements)))
    top = -(len(elements) - 1) / 2 * gap
    return [_element(one, x, top + gap * number) for number, one in enumerate(elements)]


def _element(one: Element, x: float, y: float) -> Dot:
    name = plain(node_title(one))
    mark = "" if one.element != "topic" else "common · " if one.common else "rare · "
    about = f"{one.element}: {name} · salience {one.salience.value:.2f} · {one.id}"
    return Dot(one.id, one.element, shorten(mark + name, 26), about, x, y, mark + name)


def _segment(graph: Hypergraph, node_id: str, y: float) -> Dot:
    title = plain(node_title(graph.nodes[node_id]))
    number = node_id.rsplit("-", 1)[-1].lstrip("0")
    words = f"{number} · {title}"
    return Dot(node_id, "segment", shorten(words, 38), f"{node_id}: {title}", 0.0, y, words)


def _spokes(edge: Hyperedge | None, shown: Collection[str], graph: Hypergraph) -> list[Spoke]:
    if edge is None:
        return []
    return [
        Spoke(edge.owner, node_id, member.weight, member.role, member.role)
        for node_id, member in edge.members.items()
        if node_id in shown
    ]


def matching(graph: Hypergraph, words: str) -> frozenset[str]:
    """Return the segments and elements that contain every word searched for."""
    wanted = words.casefold().split()
    found = set()
    for node in graph.nodes.values():
        if node.kind not in {"segment", "element"} or not wanted:
            continue
        text = f"{node_title(node)} {' '.join(getattr(node, 'aliases', ()))} {node.id}".casefold()
        if all(word in text for word in wanted):
            found.add(node.id)
    return frozenset(found)
