"""Building: every chunk is read once, a failed one is left out, a document has no speaker."""

from hypermem_core.conversations import load_text
from hypermem_core.events import ModelCalled, Warned
from hypermem_core.methods import create
from hypermem_core.methods.hgmem.building import Building
from hypermem_core.models import Models
from hypermem_core.settings import HGMemSettings, Settings

from .scripted import CountingEmbedder, Scripted


def test_a_chunk_a_model_fails_is_told_and_left_out(tiny):
    events = []
    models = Models(Scripted(fail=("hgmem/extract",)), CountingEmbedder(("cat",)), None)
    building = Building(tiny, models, events.append, HGMemSettings())
    building.entities(building.chunks())
    assert [node.kind for node in building.graph.nodes.values()] == ["chunk", "chunk"]
    warned = [event.message for event in events if isinstance(event, Warned)]
    assert len(warned) == 2 and warned[0].startswith("chunk-0001 was left out of the graph")
    called = [event for event in events if isinstance(event, ModelCalled)]
    assert [event.prompt_tokens for event in called] == [30, 30]  # three attempts each


def test_the_tiny_talk_ties_a_cat_to_its_owner(tiny, models):
    building = Building(tiny, models, lambda event: None, HGMemSettings())
    building.entities(building.chunks())
    graph = building.graph
    names = {node.id: node.name for node in graph.of_kind("entity")}
    ties = [{names[m] for m in edge.members} for edge in graph.edges.values()]
    assert any({"Ana", "Pixel", "cat"} <= tie for tie in ties)
    assert {node.name for node in graph.of_kind("entity") if node.speaker} == {"Ana", "Ben"}


def test_a_document_is_built_and_asked_like_a_talk(models):
    text = (
        "# Mill\n\nThe Reed mill burnt in 1901.\n\nTom Reed rebuilt the mill with his sister Ida."
    )
    document = load_text(text, "mill.md").conversations[0]
    method = create("hgmem", Settings(), models)
    memory = method.build(document)
    assert not [node for node in memory.graph.of_kind("entity") if node.speaker]
    assert "Document" not in {node.name for node in memory.graph.of_kind("entity")}
    trace = method.retrieve(memory, "Who rebuilt the mill?")
    assert trace.evidence[0].turn_ids == ("D1:2",)
    assert trace.evidence[0].text == "Tom Reed rebuilt the mill with his sister Ida."
