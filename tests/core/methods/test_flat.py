from hypermem_core import codec
from hypermem_core.events import Event
from hypermem_core.methods.flat import Flat, chunks
from hypermem_core.models import Models
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Chunk, Conversation


def _chunks(conversation: Conversation) -> dict[str, Chunk]:
    return {chunk.id: chunk for chunk in chunks(conversation)}


def test_every_turn_is_a_chunk_with_its_date_and_speaker(tiny: Conversation) -> None:
    found = _chunks(tiny)
    assert len([key for key in found if key.startswith("turn-")]) == len(tiny.turns)
    assert (
        found["turn-D1:3"].text == "[4 May 2024] Ana: I adopted a grey cat named Pixel yesterday."
    )
    assert found["turn-D1:3"].turn_ids == ("D1:3",)


def test_windows_hold_three_turns_and_never_cross_a_session(tiny: Conversation) -> None:
    found = _chunks(tiny)
    assert found["window-D1:3"].turn_ids == ("D1:2", "D1:3", "D1:4")
    assert found["window-D1:6"].turn_ids == ("D1:5", "D1:6")
    assert found["window-D2:1"].turn_ids == ("D2:1", "D2:2")
    assert found["window-D2:1"].size == 2


def test_retrieve_returns_turns_best_first(tiny: Conversation, models: Models) -> None:
    flat = Flat(Settings(), models)
    memory = flat.build(tiny)
    before = codec.dumps(memory.graph)
    trace = flat.retrieve(memory, "When did Ana adopt a cat?")
    assert trace.evidence[0].turn_ids == ("D1:3",)
    assert trace.evidence[0].text.startswith("[4 May 2024] Ana: ")
    assert trace.evidence[0].tokens > 0
    stage = trace.stages[0]
    names = [ranking.ranker for ranking in stage.rankings]
    assert names == ["bm25", "dense", "bm25-window", "dense-window", "rrf"]
    assert {item.node_id for r in stage.rankings for item in r.items} <= set(stage.candidates)
    assert codec.dumps(memory.graph) == before


def test_a_window_gives_its_rank_to_its_centre(tiny: Conversation, models: Models) -> None:
    flat = Flat(Settings(), models)
    stage = flat.retrieve(flat.build(tiny), "Clara").stages[0]
    words = {r.ranker: {item.node_id for item in r.items} for r in stage.rankings}
    assert words["bm25"] == {"turn-D2:3"}
    assert words["bm25-window"] == {"turn-D2:2", "turn-D2:3", "turn-D2:4"}


def test_reranking_is_one_more_list(tiny: Conversation, models: Models) -> None:
    flat = Flat(with_value(Settings(), "retrieval.rerank_facts", True), models)
    trace = flat.retrieve(flat.build(tiny), "What is the cat called?")
    assert trace.stages[0].rankings[-1].ranker == "rerank"
    assert trace.evidence[0].turn_ids == ("D1:3",)


def test_building_tells_every_step(tiny: Conversation, models: Models) -> None:
    events: list[Event] = []
    flat = Flat(Settings(), models)
    flat.build(tiny, events.append)
    finished = [event.stage for event in events if event.kind == "stage_finished"]
    assert tuple(finished) == flat.build_stages


def test_a_conversation_without_turns_is_an_empty_memory(models: Models) -> None:
    flat = Flat(Settings(), models)
    memory = flat.build(Conversation("none", "None", (), ()))
    assert flat.retrieve(memory, "Anything?").evidence == ()
