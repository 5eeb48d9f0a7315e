"""What every method must do, whatever it is."""

from dataclasses import replace

import pytest

from hypermem_core import codec
from hypermem_core.errors import Cancelled, ModelError
from hypermem_core.events import Event, StageFinished, StageStarted
from hypermem_core.memory import Memory
from hypermem_core.methods import METHODS, create
from hypermem_core.models import Models
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation, RetrievalTrace

pytestmark = pytest.mark.parametrize("name", METHODS)


def built(name: str, tiny: Conversation, models: Models) -> tuple[Memory, list[Event]]:
    events: list[Event] = []
    return create(name, Settings(), models).build(tiny, events.append), events


def test_a_trace_keeps_only_what_it_ranked(name: str, tiny: Conversation, models: Models) -> None:
    memory, _ = built(name, tiny, models)
    method = create(name, Settings(), models)
    trace = method.retrieve(memory, "When did Ana adopt a cat?")
    assert {stage.stage for stage in trace.stages} <= set(method.stages)
    for stage in trace.stages:
        ranked = {item.node_id for ranking in stage.rankings for item in ranking.items}
        assert set(stage.kept) <= ranked <= set(stage.candidates)
        assert not set(stage.kept) & {cut.node_id for cut in stage.cut}


def test_evidence_names_nodes_and_turns_that_exist(
    name: str, tiny: Conversation, models: Models
) -> None:
    memory, _ = built(name, tiny, models)
    trace = create(name, Settings(), models).retrieve(memory, "What did Ben make at pottery?")
    assert trace.evidence
    turns = {turn.id for turn in tiny.turns}
    for item in trace.evidence:
        # A point of HGMem's working memory is the question's own, and dies with it.
        assert item.node_id in memory.graph.nodes or item.kind == "point"
        assert set(item.turn_ids) <= turns
        assert item.tokens > 0
    assert "D2:1" in {turn for item in trace.evidence for turn in item.turn_ids}


def test_a_trace_survives_json(name: str, tiny: Conversation, models: Models) -> None:
    memory, _ = built(name, tiny, models)
    trace = create(name, Settings(), models).retrieve(memory, "Where does Ben learn pottery?")
    assert codec.loads(RetrievalTrace, codec.dumps(trace)) == trace


def test_retrieval_leaves_the_memory_as_it_was(
    name: str, tiny: Conversation, models: Models
) -> None:
    memory, _ = built(name, tiny, models)
    before = codec.dumps(memory.graph), memory.vectors.matrix.tobytes()
    create(name, Settings(), models).retrieve(memory, "Who is Clara?")
    assert (codec.dumps(memory.graph), memory.vectors.matrix.tobytes()) == before


def test_two_builds_are_equal(name: str, tiny: Conversation, models: Models) -> None:
    first, second = built(name, tiny, models)[0], built(name, tiny, models)[0]
    assert codec.dumps(first.graph) == codec.dumps(second.graph)
    assert first.vectors.matrix.tobytes() == second.vectors.matrix.tobytes()


def test_events_cover_every_stage(name: str, tiny: Conversation, models: Models) -> None:
    _, events = built(name, tiny, models)
    stages = set(create(name, Settings(), models).build_stages)
    assert {e.stage for e in events if isinstance(e, StageStarted)} == stages
    assert {e.stage for e in events if isinstance(e, StageFinished)} == stages


def test_a_cancelling_listener_stops_the_build(
    name: str, tiny: Conversation, models: Models
) -> None:
    def stop(event: Event) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        create(name, Settings(), models).build(tiny, stop)


def test_a_question_nothing_matches_is_no_error(
    name: str, tiny: Conversation, models: Models
) -> None:
    memory, _ = built(name, tiny, models)
    trace = create(name, Settings(), models).retrieve(memory, "xyzzy ∀∂ 量子")
    assert trace.query == "xyzzy ∀∂ 量子"


def test_vectors_of_another_embedder_are_refused_with_the_cure(
    name: str, tiny: Conversation, models: Models
) -> None:
    memory, _ = built(name, tiny, models)
    other = with_value(Settings(), "models.embedder", "api:other")
    with pytest.raises(ModelError, match="embedded by") as caught:
        create(name, other, models).retrieve(memory, "Who is Clara?")
    assert "only its vectors are made anew" in caught.value.hint


def test_reranking_without_a_reranker_is_told(
    name: str, tiny: Conversation, models: Models
) -> None:
    memory, _ = built(name, tiny, models)
    settings = with_value(Settings(), "retrieval.rerank_facts", True)
    bare = replace(models, reranker=None)
    said = create(name, settings, bare).retrieve(memory, "Who is Clara?")
    assert any("models.reranker is none" in note for note in said.notes) == (
        name in {"hypermem", "flat"}  # the others rerank nothing
    )
    quiet = with_value(Settings(), "retrieval.rerank_facts", False)
    notes = create(name, quiet, bare).retrieve(memory, "Who is Clara?").notes
    assert not any("models.reranker" in note for note in notes)
