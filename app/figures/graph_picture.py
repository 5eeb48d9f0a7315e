"""What the graph's picture shows and where: fixed places, cheap, the same every time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from app.figures.labels import node_title, plain, shorten
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Hyperedge

ROW = 30  # pixels between two boxes of a column
LEVELS = ("topic", "episode", "fact", "chunk")
TOPICS = 12
EPISODES = 40
ROWS = 18  # of a focused topic
SIDE = 270  # pixels from the topics to the episodes
FAR = 590  # and to the facts


@dataclass(frozen=True, slots=True)
class Dot:
    """One node, or one hyperedge's hub, at its place."""

    id: str
    kind: str  # a level of app/theme.py, or hub
    label: str
    title: str
    x: float
    y: float
    words: str = ""  # the whole title, for a label of another length
    dim: bool = False  # cut: drawn hollow
    stands_for: str = ""  # the node a click on a hub chooses, where it is not drawn


@dataclass(frozen=True, slots=True)
class Spoke:
    """One member of a hyperedge; the owner's own line to its hub has no weight."""

    hub: str  # id of a hub, or of the node that is its own hub
    node: str
    weight: float | None
    role: str
    kind: str = ""  # whose colour it has; "" for the owner's


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of the graph, laid out."""

    dots: tuple[Dot, ...]
    spokes: tuple[Spoke, ...]
    caption: str
    columns: tuple[tuple[str, ...], ...] = ()  # kinds side by side on a narrow screen

    @property
    def nodes(self) -> int:
        """How many nodes of the graph are drawn; hubs are none."""
        return sum(dot.kind != "hub" for dot in self.dots)


def _edges(graph: Hypergraph) -> dict[str, Hyperedge]:
    return {edge.owner: edge for edge in graph.edges.values()}


def _dot(
    graph: Hypergraph, node_id: str, x: float, y: float, length: int = 36, role: str = ""
) -> Dot:
    node = graph.nodes[node_id]
    title = plain(node_title(node))
    label = plain(f"{role.replace('_', ' ')} · ") + title if role else title
    return Dot(node_id, node.kind, shorten(label, length), f"{node_id}: {title}", x, y, title)


def _hub(edge: Hyperedge, x: float, y: float) -> Dot:
    return Dot(f"hub:{edge.id}", "hub", "", f"hyperedge of {edge.owner}", x, y)


def _spokes(edge: Hyperedge, shown: Collection[str]) -> list[Spoke]:
    hub = f"hub:{edge.id}"
    own = [Spoke(hub, edge.owner, None, "")] if edge.owner in shown else []
    return own + [
        Spoke(hub, node_id, member.weight, plain(member.role))
        for node_id, member in edge.members.items()
        if node_id in shown
    ]


def largest_topics(graph: Hypergraph, within: Collection[str] | None = None) -> list[str]:
    """Return the topics that fit the picture, the ones with most episodes first."""
    edges = _edges(graph)
    topics = [t for t in graph.ids("topic") if within is None or t in within]
    topics.sort(key=lambda t: (-len(edges[t].members) if t in edges else 0, t))
    chosen: list[str] = []
    episodes: set[str] = set()
    for topic in topics[:TOPICS]:
        more = episodes | set(edges[topic].members if topic in edges else ())
        if chosen and len(more) > EPISODES:
            continue
        chosen, episodes = [*chosen, topic], more
    return chosen


def overview(graph: Hypergraph, within: Collection[str] | None = None) -> Picture:
    """Lay out topics in the middle, their earlier episodes left and later ones right."""
    edges = _edges(graph)
    chosen = largest_topics(graph, within)
    members = {node for topic in chosen if topic in edges for node in edges[topic].members}
    episodes = [node for node in graph.ids("episode") if node in members]
    place = {node: number for number, node in enumerate(episodes)}

    def middle(topic: str) -> float:
        inside = [place[n] % max(1, (len(place) + 1) // 2) for n in edges[topic].members]
        return sum(inside) / len(inside)

    chosen.sort(key=lambda t: (middle(t) if t in edges else -1.0, t))
    half = (len(episodes) + 1) // 2
    gap = max(54.0, half * ROW / max(1, len(chosen)))
    tall = max(360.0, (len(chosen) - 1) * gap)  # few topics still fill the frame
    row = max(ROW, min(44.0, tall / max(1, half - 1)))
    dots = _column(graph, episodes[:half], -SIDE, row=row)
    dots += _column(graph, episodes[half:], SIDE, row=row)
    spokes: list[Spoke] = []
    for number, topic in enumerate(chosen):
        y = (number - (len(chosen) - 1) / 2) * gap
        dots.append(_dot(graph, topic, 0, y, 24))
        if topic in edges:
            dots.append(_hub(edges[topic], 0, y + 26))
            spokes += _spokes(edges[topic], {*members, topic})
    shown = len(chosen) + len(episodes)
    return Picture(tuple(dots), tuple(spokes), _caption(graph, shown, chosen, within))


def _caption(
    graph: Hypergraph, shown: int, chosen: Sequence[str], within: Collection[str] | None
) -> str:
    which = "that match" if within is not None else "with most episodes"
    every = within is None and len(chosen) == len(graph.ids("topic"))
    if len(chosen) == 1:
        topics = "the only topic and its" if every else f"the topic {which} and its"
    else:
        topics = f"all {len(chosen)} topics" if every else f"the {len(chosen)} topics {which}"
        topics += " and their"
    return f"showing {shown:,} of {len(graph.nodes):,} nodes – {topics} episodes"


def _column(
    graph: Hypergraph, ids: Sequence[str], x: float, length: int = 26, row: float = ROW
) -> list[Dot]:
    top = -(len(ids) - 1) / 2 * row
    return [_dot(graph, node, x, top + row * number, length) for number, node in enumerate(ids)]


def focus(graph: Hypergraph, topic: str, opened: str = "") -> Picture:
    """Lay out one topic, its episodes and their facts as three columns, hubs between them.

    An `opened` episode shows its facts in full and the others none.
    """
    edges = _edges(graph)
    every = list(edges[topic].members) if topic in edges else []
    episodes = _around(every, opened)
    below = _facts_shown(edges, episodes, opened)
    dots = [_dot(graph, topic, 0, 0, 20)]
    spokes: list[Spoke] = []
    y = -sum(max(1, len(facts)) + 0.4 for facts in below.values()) * ROW / 2
    for episode, facts in below.items():
        rows = max(1, len(facts))
        middle = y + (rows - 1) / 2 * ROW
        dots.append(_dot(graph, episode, SIDE, middle, 26, _role(edges, topic, episode)))
        dots += [
            _dot(graph, fact, FAR, y + ROW * n, 40, _role(edges, episode, fact))
            for n, fact in enumerate(facts)
        ]
        if facts:
            dots.append(_hub(edges[episode], SIDE + 130, middle))
            spokes += _spokes(edges[episode], {episode, *facts})
        y += (rows + 0.4) * ROW
    if topic in edges:
        dots.append(_hub(edges[topic], 110, 0))
        spokes += _spokes(edges[topic], {topic, *episodes})
    shown = 1 + len(episodes) + sum(map(len, below.values()))
    total = 1 + len(every) + sum(len(edges[e].members) for e in every if e in edges)
    caption = f"showing {shown:,} of the {total:,} nodes of this topic"
    return Picture(tuple(dots), tuple(spokes), caption)


def _role(edges: dict[str, Hyperedge], owner: str, node_id: str) -> str:
    return edges[owner].members[node_id].role if owner in edges else ""


def _around(episodes: Sequence[str], opened: str) -> list[str]:
    """Return as many episodes as the column holds, the opened one among them."""
    start = episodes.index(opened) - ROWS // 2 if opened in episodes else 0
    start = max(0, min(start, len(episodes) - ROWS))
    return list(episodes[start : start + ROWS])


def _facts_shown(
    edges: dict[str, Hyperedge], episodes: Sequence[str], opened: str
) -> dict[str, list[str]]:
    share = max(1, ROWS // max(1, len(episodes)))
    shown: dict[str, list[str]] = {}
    for episode in episodes:
        facts = list(edges[episode].members) if episode in edges else []
        limit = share if opened not in episodes else ROWS if episode == opened else 0
        shown[episode] = facts[:limit]
    return shown


def layers(graph: Hypergraph, within: Collection[str] | None = None) -> Picture:
    """Lay out topics, episodes and each episode's heaviest fact as three columns."""
    edges = _edges(graph)
    topics: list[str] = []
    members: dict[str, None] = {}
    for topic in largest_topics(graph, within):
        more = members | dict.fromkeys(edges[topic].members if topic in edges else ())
        if not topics or len(more) <= ROWS:
            topics, members = [*topics, topic], more
    episodes = [node for node in graph.ids("episode") if node in members][:ROWS]
    dots = _column(graph, topics, 0, 24, (len(episodes) + 1) * ROW * 1.2 / max(1, len(topics)))
    dots += _column(graph, episodes, SIDE, row=ROW * 1.2)
    spokes: list[Spoke] = []
    for at in [dot for dot in dots if dot.id in edges]:
        edge = edges[at.id]
        inside: Collection[str] = episodes
        if at.kind == "episode":
            heaviest = max(edge.members, key=lambda node: edge.members[node].weight)
            dots.append(_dot(graph, heaviest, FAR, at.y, 40))
            inside = (heaviest,)
        dots.append(_hub(edge, at.x + (130 if at.x else 110), at.y))
        spokes += _spokes(edge, {at.id, *inside})
    shown = sum(dot.kind != "hub" for dot in dots)
    caption = (
        f"showing {shown:,} of {len(graph.nodes):,} nodes – {len(topics)} topics, "
        "their episodes, and of each the heaviest fact"
    )
    return Picture(tuple(dots), tuple(spokes), caption)


def only(picture: Picture, kinds: Collection[str]) -> Picture:
    """Return the picture without the nodes of other kinds; a hub stays while it joins two."""
    if all(dot.kind in {"hub", *kinds} for dot in picture.dots):
        return picture
    kept = {dot.id for dot in picture.dots if dot.kind in kinds}
    spokes = [spoke for spoke in picture.spokes if spoke.node in kept]
    hubs = [spoke.hub for spoke in spokes]
    spokes = [spoke for spoke in spokes if hubs.count(spoke.hub) > 1]
    kept |= {spoke.hub for spoke in spokes}
    dots = tuple(dot for dot in picture.dots if dot.id in kept)
    found = replace(picture, dots=dots, spokes=tuple(spokes))
    total = picture.caption.split(" – ")[0].split(" of ", 1)[-1]
    names = " and ".join(f"{kind}s" for kind in LEVELS if kind in kinds) or "no level"
    return replace(found, caption=f"showing {found.nodes:,} of {total} – {names} only")


def chunks(graph: Hypergraph) -> Picture:
    """Lay out a memory without topics: the first of its nodes as a plain column."""
    ids = [node.id for node in graph.nodes.values()][:EPISODES]
    half = (len(ids) + 1) // 2
    dots = _column(graph, ids[:half], -200, 44) + _column(graph, ids[half:], 200, 44)
    caption = f"showing {len(ids):,} of {len(graph.nodes):,} nodes – this method has no hyperedges"
    return Picture(tuple(dots), (), caption)


def matching(graph: Hypergraph, words: str) -> frozenset[str]:
    """Return the nodes whose title, text or keywords contain every word searched for."""
    wanted = words.casefold().split()
    found = set()
    for node in graph.nodes.values():
        parts = [node_title(node), getattr(node, "summary", ""), node.id]
        parts += list(getattr(node, "keywords", ()))
        text = " ".join(parts).casefold()
        if wanted and all(word in text for word in wanted):
            found.add(node.id)
    return frozenset(found)


def topics_above(graph: Hypergraph, node_ids: Collection[str]) -> frozenset[str]:
    """Return the topics that hold any of these nodes, at any depth, and those among them."""
    found = set(node_ids)
    for kind in ("fact", "episode"):
        found |= {
            edge.owner
            for edge in graph.edges.values()
            if edge.kind == kind and found & set(edge.members)
        }
    return frozenset(node for node in found if graph.nodes[node].kind == "topic")
