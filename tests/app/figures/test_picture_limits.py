from app.figures.graph_picture import Dot, Picture, Spoke
from app.figures.picture_limits import MEMBERSHIPS, NODES, limited, memberships_shown
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Hyperedge, Member, Topic


def star(count: int) -> Picture:
    """Return one hub that its owner and `count` nodes hang on, the last the heaviest."""
    dots = [Dot("hub", "hub", "", "", 0, 0), Dot("t", "topic", "t", "t", 0, 0)]
    dots += [Dot(f"e{n}", "episode", "e", "e", 0, n) for n in range(count)]
    spokes = [Spoke("hub", "t", None, "")]
    spokes += [Spoke("hub", f"e{n}", n / count, "core") for n in range(count)]
    caption = f"showing {count + 1} of 5,000 nodes – one topic"
    return Picture(tuple(dots), tuple(spokes), caption)


def test_a_small_picture_stays_as_it_is() -> None:
    picture = star(NODES - 1)
    assert limited(picture) is picture


def test_too_many_nodes_are_cut_and_the_caption_says_so() -> None:
    found = limited(star(900))
    assert found.nodes == NODES
    assert len(found.spokes) == NODES
    assert found.caption == f"showing {NODES} of 5,000 nodes – one topic, the most connected"


def test_too_many_memberships_leave_the_heaviest_and_no_lonely_hub() -> None:
    nodes = tuple(Dot(f"e{n}", "episode", "e", "e", 0, n) for n in range(2))
    hubs = tuple(Dot(f"h{n}", "hub", "", "", 0, n) for n in range(MEMBERSHIPS))
    spokes = tuple(
        Spoke(hub.id, node.id, n / MEMBERSHIPS, "core")
        for n, hub in enumerate(hubs)
        for node in nodes
    )
    found = limited(Picture(nodes + hubs, spokes, "showing 2 of 2 nodes"))
    assert len(found.spokes) == MEMBERSHIPS
    assert min(spoke.weight or 0 for spoke in found.spokes) == 0.5
    assert {dot.id for dot in found.dots if dot.kind == "hub"} == {s.hub for s in found.spokes}


def test_memberships_are_counted_without_the_owners_lines() -> None:
    graph = Hypergraph()
    for name in ("t", "e0", "e1"):
        graph.add_node(Topic(name, name, ""))
    graph.add_edge(Hyperedge("h", "episode", {"e0": Member(1, ""), "e1": Member(1, "")}, "t"))
    assert memberships_shown(star(1), graph) == "1 of 2 memberships"
    assert memberships_shown(star(1), Hypergraph()) == ""
