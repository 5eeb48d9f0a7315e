import pytest

from hypermem_core.diagnosis.explain import Explained, explain
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.methods.hypermem.retrieve import reranker_text
from hypermem_core.models import Models
from hypermem_core.retrieval.text import dense_text
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation, RetrievalTrace

QUERY = "What did Ben make at pottery?"
METHODS = ("hypermem", "flat", "hingemem", "hgmem")
VARIANTS = (
    {},
    {"retrieval.bm25_index": "mixed", "retrieval.bm25_words": "letters"},
    {"retrieval.fusion": "z-score", "retrieval.dense_weight": 2.0, "retrieval.aggregate": "mean"},
    {"retrieval.window_rank": True, "retrieval.context_rank": True, "retrieval.episode_rank": True},
    {"hingemem.turn_order": "turn"},
)


def changed(values: dict[str, object]) -> Settings:
    settings = Settings()
    for path, value in values.items():
        settings = with_value(settings, path, value)
    return settings


def asked(
    tiny: Conversation, models: Models, method: str, settings: Settings
) -> tuple[Memory, RetrievalTrace]:
    made = create(method, settings, models)
    memory = made.build(tiny)
    return memory, made.retrieve(memory, QUERY)


@pytest.mark.parametrize("values", VARIANTS, ids=lambda values: "-".join(values) or "default")
@pytest.mark.parametrize("method", METHODS)
def test_every_recomputed_score_is_the_one_the_list_has(
    tiny: Conversation, models: Models, method: str, values: dict[str, object]
) -> None:
    settings = changed(values)
    memory, trace = asked(tiny, models, method, settings)
    told = 0
    for stage in trace.stages:
        for node_id in stage.candidates[:6]:
            found = explain(memory, trace, settings, models, stage.stage, node_id)
            for one in found.lists:
                if one.place.rank and one.words:
                    assert one.words.score == pytest.approx(one.place.score, abs=1e-6)
                if one.place.rank and one.meaning:
                    assert one.meaning.propagated == pytest.approx(one.place.score, abs=1e-4)
                assert one.words or one.meaning or one.note, one.place.ranker
                told += bool(one.place.rank and (one.words or one.meaning))
            if found.fused is not None:
                assert sum(part.part for part in found.fused.parts) == pytest.approx(
                    found.fused.total
                )
                assert found.fused.total == pytest.approx(fused_in(stage, node_id), abs=1e-5)
    assert told > 3


def fused_in(stage: object, node_id: str) -> float:
    names = ("rrf", "z-score", "score")
    ranking = next(one for one in stage.rankings if one.ranker in names)  # type: ignore[attr-defined]
    return next(item.score for item in ranking.items if item.node_id == node_id)


def first_fact(memory: Memory, trace: RetrievalTrace, models: Models, s: Settings) -> Explained:
    return explain(memory, trace, s, models, "fact", trace.stages[-1].kept[0])


def test_without_a_reranker_its_text_is_shown_and_said_not_to_have_been_read(
    tiny: Conversation, models: Models
) -> None:
    memory, trace = asked(tiny, models, "hypermem", Settings())
    found = first_fact(memory, trace, models, Settings())
    node = memory.graph.nodes[found.node_id]
    assert found.read is not None
    assert found.read.text == reranker_text(node, Settings().retrieval)
    assert (found.read.place.rank, found.read.note) == (0, "It did not run at this stage.")


def test_with_a_reranker_its_score_stands_beside_the_text(
    tiny: Conversation, models: Models
) -> None:
    settings = changed({"retrieval.rerank_facts": True, "retrieval.pool": 2})
    memory, trace = asked(tiny, models, "hypermem", settings)
    read = first_fact(memory, trace, models, settings).read
    assert read is not None and read.place.rank == 1 and read.note == ""
    assert read.place.score == trace.stages[-1].rankings[-1].items[0].score
    outside = explain(
        memory, trace, settings, models, "fact", trace.stages[-1].cut[-1].node_id
    ).read
    assert outside is not None and outside.note == "It was not among the 2 texts read."


def test_flat_reads_the_turn_and_the_others_ask_no_reranker(
    tiny: Conversation, models: Models
) -> None:
    for method in METHODS[1:]:
        memory, trace = asked(tiny, models, method, Settings())
        stage = trace.stages[-1]
        read = explain(memory, trace, Settings(), models, stage.stage, stage.kept[0]).read
        expected = dense_text(memory.graph.nodes[stage.kept[0]]) if method == "flat" else None
        assert (read.text if read else None) == expected


def test_a_node_that_was_no_candidate_is_scored_with_rank_0(
    tiny: Conversation, models: Models
) -> None:
    settings = changed({"retrieval.topic_k": 1, "retrieval.episode_k": 1})
    memory, trace = asked(tiny, models, "hypermem", settings)
    outside = next(i for i in memory.graph.ids("fact") if i not in trace.stages[-1].candidates)
    found = explain(memory, trace, settings, models, "fact", outside)
    assert found.step.limit == "no candidate carries it"
    assert {one.place.rank for one in found.lists} == {0}
    assert found.lists[1].meaning is not None and found.lists[1].meaning.raw != 0


def test_a_stage_or_a_node_that_is_not_there_is_a_key_error(
    tiny: Conversation, models: Models
) -> None:
    memory, trace = asked(tiny, models, "flat", Settings())
    for stage, node_id in (("fact", "turn-D1:1"), ("turn", "fact-9")):
        with pytest.raises(KeyError):
            explain(memory, trace, Settings(), models, stage, node_id)
