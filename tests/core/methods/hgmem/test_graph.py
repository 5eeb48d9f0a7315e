"""The graph a build makes of what chunks say."""

from datetime import datetime

from hypermem_core.hypergraph import Hypergraph
from hypermem_core.methods.hgmem.chunks import Window
from hypermem_core.methods.hgmem.graph import GraphBuilder, described
from hypermem_core.replies import ExtractReply, MentionItem, StatementItem
from hypermem_core.types import Chunk, Turn

TIME = datetime(2024, 5, 4)
TURNS = (Turn("D1:1", "Melanie", "…", TIME), Turn("D1:2", "Bo", "…", datetime(2024, 6, 1)))
WINDOW = Window(Chunk("chunk-0001", "…", ("D1:1", "D1:2"), 2), TURNS)


def built(*statements: StatementItem, entities: tuple[MentionItem, ...] = ()) -> Hypergraph:
    builder = GraphBuilder(("Melanie", "Bo"))
    builder.add(WINDOW, ExtractReply(list(entities), list(statements)))
    graph = Hypergraph()
    builder.finish(graph)
    return graph


def entity(graph: Hypergraph, name: str):
    return next(node for node in graph.of_kind("entity") if node.name == name)


def test_a_statement_is_a_dated_fragment_and_a_relation():
    graph = built(StatementItem("Mel has a cat.", ["Mel", "cat"], ["D1:1"], "2024-05-03"))
    (fact,) = graph.of_kind("fact")
    assert (fact.said, fact.when, fact.turn_ids) == ("2024-05-04", "2024-05-03", ("D1:1",))
    (edge,) = graph.edges.values()
    melanie, cat = entity(graph, "Melanie"), entity(graph, "cat")
    assert (edge.kind, edge.owner, list(edge.members)) == (
        "relation",
        fact.id,
        [melanie.id, cat.id],
    )
    assert [member.role for member in edge.members.values()] == ["speaker", "named"]
    assert melanie.aliases == ("Mel",) and melanie.speaker and not cat.speaker


def test_fragments_of_an_entity_come_oldest_first():
    graph = built(
        StatementItem("A cat came.", ["cat", "Bo"], ["D1:1"]),
        StatementItem("The cats left.", ["Cats", "Bo"], ["D1:2"]),
    )
    cat = entity(graph, "cat")
    assert cat.fragments == ("fragment-0001", "fragment-0002")
    assert cat.turn_ids == ("D1:1", "D1:2")
    assert cat.description == "A cat came. The cats left."


def test_the_type_is_what_most_chunks_say():
    kinds = ("animal", "Object", "object")
    graph = built(
        StatementItem("A cat.", ["cat", "Bo"], ["D1:1"]),
        entities=tuple(MentionItem("cat", kind) for kind in kinds),
    )
    assert entity(graph, "cat").type == "object"


def test_one_entity_alone_has_a_fragment_but_no_relation():
    graph = built(StatementItem("Bo slept.", ["Bo"], ["D1:2"]))
    assert graph.edges == {} and entity(graph, "Bo").fragments == ("fragment-0001",)


def test_an_endpoint_nobody_listed_and_an_entity_nothing_is_said_of():
    graph = built(
        StatementItem("Bo met Ida.", ["Bo", "Ida"], ["D1:2"]), entities=(MentionItem("X"),)
    )
    assert entity(graph, "Ida").type == "concept"
    assert "X" not in {node.name for node in graph.of_kind("entity")}


def test_the_same_statement_twice_is_one_fragment():
    graph = built(
        StatementItem("Bo met Ida.", ["Bo", "Ida"], ["D1:2"]),
        StatementItem("Bo  met Ida.", ["Ida", "Rex"], ["D1:2"]),
    )
    (edge,) = graph.edges.values()
    assert len(edge.members) == 3


def test_statements_of_no_turn_of_the_chunk_are_counted_and_left_out():
    builder = GraphBuilder(())
    reply = ExtractReply(
        [], [StatementItem("A.", ["a"], ["D9:9"]), StatementItem(" ", ["a"], ["D1:1"])]
    )
    assert builder.add(WINDOW, reply) == 2 and builder.facts == {}


def test_a_description_keeps_the_newest_that_fit():
    assert described(["one two three", "four five", "six"], 3) == "four five six"
    assert described(["one two three four"], 2) == "one two"
    assert described([]) == ""
