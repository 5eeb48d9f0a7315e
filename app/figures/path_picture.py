"""A question's path lit up: what each stage kept, level by level, and the gold it lost."""

from __future__ import annotations

from collections.abc import Collection

from app import theme
from app.figures.graph_picture import ROW, Dot, Picture, Spoke
from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import RetrievalTrace

MOST = 14  # nodes of a level
APART = 360.0  # pixels between two levels
LENGTH = {0: 26, 1: 32}  # letters of a label by column; the last has the most
WIDEST = 44
QUERY = "hub:question"


def query_path(graph: Hypergraph, trace: RetrievalTrace, gold: Collection[str]) -> Picture:
    """Lay out the levels of a trace as columns; `gold` holds node ids. Lost gold is hollow."""
    levels = _levels(graph, trace)
    shown: dict[str, list[str]] = {}
    below: set[str] = set()
    for kind in reversed(levels):
        kept = levels[kind]
        above = [n for n in kept if below & set(graph.children(n))]
        wanted = [n for n in dict.fromkeys((*_of(graph, gold, kind), *above, *kept))]
        shown[kind] = wanted[:MOST] if not below else wanted[: max(MOST // 2, len(above))][:MOST]
        below = set(shown[kind])
    columns = [shown[kind] for kind in levels]
    kept_all = {node_id for kept in levels.values() for node_id in kept}
    dots = [Dot(QUERY, "hub", "question", plain(trace.query), -APART * 0.55, 0.0)]
    spokes = [
        Spoke(QUERY, n, 0.3, "kept") for n in (columns[0] if columns else ()) if n in kept_all
    ]
    for number, column in enumerate(columns):
        last = number == len(columns) - 1
        length = WIDEST if last else LENGTH.get(number, 32)
        top = -(len(column) - 1) / 2 * ROW * 1.25
        for row, node_id in enumerate(column):
            at = (number * APART, top + row * ROW * 1.25)
            dots.append(_dot(graph, node_id, at, length, node_id in gold, node_id in kept_all))
    dots, spokes = _joined(graph, dots, spokes)
    drawn = sum(map(len, columns))
    counts = ", ".join(f"{len(ids):,} {kind}s" for kind, ids in levels.items())
    caption = (
        f"showing {drawn:,} of {len(kept_all | set(gold)):,} nodes – kept: {counts}; "
        f"{theme.GOLD} gold, {theme.LOST} gold that was cut"
    )
    return Picture(tuple(dots), tuple(spokes), caption)


def _levels(graph: Hypergraph, trace: RetrievalTrace) -> dict[str, tuple[str, ...]]:
    """Return kind → what its last stage kept, in the order of the stages."""
    found: dict[str, tuple[str, ...]] = {}
    for stage in trace.stages:
        if stage.candidates:
            found[graph.nodes[stage.candidates[0]].kind] = stage.kept
    return found


def _of(graph: Hypergraph, ids: Collection[str], kind: str) -> list[str]:
    return [n for n in graph.ids(kind) if n in ids]


def _dot(
    graph: Hypergraph, node_id: str, at: tuple[float, float], length: int, gold: bool, kept: bool
) -> Dot:
    node = graph.nodes[node_id]
    sign = (theme.GOLD if kept else theme.LOST) + " " if gold else ""
    title = plain(node_title(node))
    state = "kept" if kept else "cut"
    words = sign + title
    hover = f"{node_id} · {state}: {title}"
    return Dot(node_id, node.kind, shorten(words, length), hover, *at, words, not kept)


def _joined(
    graph: Hypergraph, dots: list[Dot], spokes: list[Spoke]
) -> tuple[list[Dot], list[Spoke]]:
    """Return both with the hyperedges that join a shown owner with shown members."""
    at = {dot.id: dot for dot in dots}
    for edge in graph.edges.values():
        members = [node_id for node_id in edge.members if node_id in at]
        if edge.owner not in at or not members:
            continue
        hub = f"hub:{edge.id}"
        owner = at[edge.owner]
        dots = [*dots, Dot(hub, "hub", "", f"hyperedge of {edge.owner}", owner.x + 150, owner.y)]
        spokes = [*spokes, Spoke(hub, edge.owner, None, "")]
        spokes += [
            Spoke(hub, n, edge.members[n].weight, plain(edge.members[n].role)) for n in members
        ]
    return dots, spokes
