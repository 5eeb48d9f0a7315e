"""The end of a question: stages, context, and that questions do not touch the graph."""

from dataclasses import replace

import pytest

from hypermem_core import codec
from hypermem_core.methods import create
from hypermem_core.methods.hgmem.replay import snapshots
from hypermem_core.parallel import map_threads
from hypermem_core.settings import Settings, with_value

QUESTIONS = (
    "When did Ana adopt a cat?",
    "What did Ben make and who has it?",
    "What happened to Ana's pets?",
    "Where will Ana go with her mother?",
)


@pytest.fixture(scope="module")
def method(models):
    return create("hgmem", Settings(), models)


def timeless(trace):
    """Return a trace without what differs between two equal runs."""
    rounds = tuple(
        replace(
            each,
            searches=tuple(replace(s, seconds=0.0) for s in each.searches),
            phases=tuple(replace(p, seconds=0.0) for p in each.phases),
        )
        for each in trace.detail.rounds
    )
    return replace(trace, seconds=0.0, detail=replace(trace.detail, rounds=rounds))


def test_stages_go_from_entities_to_fragments(method, tiny):
    trace = method.retrieve(method.build(tiny), QUESTIONS[0])
    assert tuple(stage.stage for stage in trace.stages) == method.stages
    entity, relation, chunk, fragment = trace.stages
    found = {one.node_id for r in trace.detail.rounds for s in r.searches for one in s.entities}
    assert set(entity.kept) == found
    assert set(relation.kept) <= set(fragment.candidates)
    assert {turn for e in trace.evidence[:1] for turn in e.turn_ids} == {"D1:3"}
    assert chunk.kept


def test_points_stand_in_the_context_unless_switched_off(method, models, tiny):
    memory = method.build(tiny)
    trace = method.retrieve(memory, QUESTIONS[0])
    told = [item for item in trace.evidence if item.kind == "point"]
    assert [item.node_id for item in told] == [point.id for point in trace.detail.points]
    assert told[0].turn_ids == trace.detail.points[0].turn_ids and told[0].tokens > 5
    without = create("hgmem", with_value(Settings(), "hgmem.point_context", False), models)
    kinds = {item.kind for item in without.retrieve(memory, QUESTIONS[0]).evidence}
    assert kinds == {"fact"}


def test_whole_chunks_are_the_context_where_the_setting_says_so(method, models, tiny):
    memory = method.build(tiny)
    settings = with_value(Settings(), "hgmem.evidence", "chunks")
    settings = with_value(settings, "hgmem.final_chunks", 1)
    trace = create("hgmem", settings, models).retrieve(memory, QUESTIONS[0])
    (chunk,) = [item for item in trace.evidence if item.kind == "chunk"]
    assert chunk.node_id == "chunk-0001" and chunk.date == "4 May 2024"


def test_the_graph_is_byte_equal_before_and_after_questions(method, tiny):
    memory = method.build(tiny)
    before = codec.dumps(memory.graph), memory.vectors.matrix.tobytes()
    for question in QUESTIONS:
        method.retrieve(memory, question)
    assert (codec.dumps(memory.graph), memory.vectors.matrix.tobytes()) == before


def test_questions_in_parallel_are_answered_as_one_by_one(method, tiny):
    alone = [timeless(method.retrieve(method.build(tiny), q)) for q in QUESTIONS]
    memory = method.build(tiny)
    together = map_threads(lambda q: timeless(method.retrieve(memory, q)), QUESTIONS * 4, 4)
    assert list(together) == alone * 4


def test_an_offline_trace_replays(method, tiny):
    memory = method.build(tiny)
    for question in QUESTIONS:
        detail = method.retrieve(memory, question).detail
        phases = [phase for each in detail.rounds for phase in each.phases]
        assert snapshots(detail) == [phase.points for phase in phases]
        assert {phase.name for phase in phases} <= {
            "retrieve",
            "update",
            "insert",
            "merge",
            "judge",
            "subqueries",
        }


@pytest.mark.parametrize("preset", ["paper", "released"])
def test_the_presets_of_the_paper_and_of_the_code_run(preset, models, tiny):
    from hypermem_core.settings import load

    method = create("hgmem", load({}, preset), models)
    trace = method.retrieve(method.build(tiny), QUESTIONS[2])
    assert {item.kind for item in trace.evidence} <= {"chunk", "point"}
    assert trace.detail.rounds
