from app.components.node_list import list_rows
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Chunk, Episode, Fact, Hyperedge, Member, Topic


def test_every_node_is_a_row_with_its_links_and_turns() -> None:
    graph = Hypergraph()
    graph.add_node(Topic("t", "Chess", "Her results."))
    graph.add_node(Episode("e", "A win", "She won.", "text", ("D1:1", "D1:2")))
    graph.add_node(Fact("f", "Mara won\nthe cup.", when="2024-06-01", turn_ids=("D1:1",)))
    graph.add_node(Chunk("c", "verbatim", ("D9:9",)))
    graph.add_edge(Hyperedge("h", "episode", {"e": Member(0.5, "core")}, "t"))
    rows = {row["id"]: row for row in list_rows(graph)}
    assert list(rows) == ["t", "e", "f", "c"]
    assert (rows["t"]["holds"], rows["t"]["held by"]) == (1, 0)
    assert (rows["e"]["holds"], rows["e"]["held by"]) == (0, 1)
    assert rows["e"]["turns"] == "D1:1 D1:2" and rows["e"]["text"] == "She won."
    assert (rows["f"]["title"], rows["f"]["when"]) == ("Mara won the cup.", "2024-06-01")
    assert rows["c"]["title"] == "verbatim"
