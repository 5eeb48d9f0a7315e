from app.components.hypergraph_view import owner
from app.figures.hgmem_picture import focus, matching, overview
from hypermem_core.hypergraph import Hypergraph
from hypermem_core.types import Entity, Fact, Hyperedge, Member


def graph() -> Hypergraph:
    made = Hypergraph()
    made.add_node(Entity("e1", "Ana", speaker=True))
    for number, name in enumerate(("Pixel", "vase", "<i>sofa</i>"), 2):
        made.add_node(Entity(f"e{number}", name, aliases=("the cat",) if number == 2 else ()))
    for number, ends in ((1, ("e1", "e2", "e3")), (2, ("e2", "e4"))):
        made.add_node(Fact(f"f{number}", f"said {number}"))
        members = {one: Member(1.0, "named") for one in ends}
        made.add_edge(Hyperedge(f"r{number}", "relation", members, f"f{number}"))
    return made


def test_the_overview_leaves_speakers_out_and_ties_the_rest() -> None:
    picture = overview(graph(), {"e1"})
    assert {dot.id for dot in picture.dots if dot.kind == "entity"} == {"e2", "e3", "e4"}
    assert {dot.id for dot in picture.dots if dot.kind == "hub"} == {"hub:r1", "hub:r2"}
    assert owner(picture, "hub:r2") == "f2"
    assert "<i>" not in " ".join(dot.label + dot.title for dot in picture.dots)


def test_a_focus_shows_the_fragments_between_and_marks_the_speaker() -> None:
    picture = focus(graph(), "e2", {"e1"})
    assert {dot.id for dot in picture.dots} == {"e2", "f1", "f2", "e1", "e3", "e4"}
    assert next(dot.label for dot in picture.dots if dot.id == "e1") == "◆ Ana"
    assert len(picture.spokes) == 5


def test_a_search_reads_aliases_and_fragments() -> None:
    assert matching(graph(), "the cat") == {"e2"}
    assert matching(graph(), "said 2") == {"f2"}
