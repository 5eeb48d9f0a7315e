import pytest

from hypermem_core.diagnosis.whynot import WhyNot, where, why_not
from hypermem_core.evaluation.recall import CARRIERS
from hypermem_core.memory import Memory
from hypermem_core.methods import create
from hypermem_core.models import Models
from hypermem_core.models.remembered import remembering
from hypermem_core.settings import Settings, with_value
from hypermem_core.types import Conversation, RetrievalTrace

QUERY = "What did Ben make at pottery?"


@pytest.fixture
def memory(tiny: Conversation, models: Models) -> Memory:
    return create("hypermem", Settings(), models).build(tiny)


def asked(memory: Memory, models: Models, target: str, **knobs: object) -> WhyNot:
    settings = Settings()
    for name, value in knobs.items():
        settings = with_value(settings, f"retrieval.{name}", value)
    kept = remembering(models)

    def retrieve(changed: Settings) -> RetrievalTrace:
        return create("hypermem", changed, kept).retrieve(memory, QUERY)

    return why_not(memory, target, settings, retrieve)


def last_fact(memory: Memory, models: Models) -> str:
    trace = create("hypermem", Settings(), models).retrieve(memory, QUERY)
    return trace.stages[-1].rankings[-1].items[-1].node_id


def test_what_is_in_the_context_needs_no_cure(memory: Memory, models: Models) -> None:
    found = asked(memory, models, "D2:1")
    assert (found.cut_at, found.cure) == ("", None)
    assert found.steps[-1].kept


def test_the_smallest_change_that_keeps_a_fact_is_found_and_tried(
    memory: Memory, models: Models
) -> None:
    target = last_fact(memory, models)
    found = asked(memory, models, target, fact_k=1)
    assert (found.cut_at, found.limit) == ("fact", "k_F = 1")
    assert found.cure is not None
    path, new = found.cure.path, found.cure.new
    again = asked(memory, models, target, **{"fact_k": 1, path.split(".")[1]: new})
    assert again.cut_at == ""
    assert found.cure.size <= (found.steps[-1].needs - 1) / (400 - 1)


def test_a_cut_topic_is_the_reason_for_everything_below_it(memory: Memory, models: Models) -> None:
    if len(memory.graph.ids("topic")) < 2:
        pytest.skip("the tiny conversation makes one topic")
    trace = create("hypermem", Settings(), models).retrieve(memory, QUERY)
    cut = trace.stages[0].rankings[-1].items[-1].node_id
    assert asked(memory, models, cut, topic_k=1).cut_at == "topic"


def test_a_turn_that_does_not_fit_the_context_is_cured_by_the_budget(
    memory: Memory, models: Models
) -> None:
    settings = with_value(Settings(), "answer.budget", 100)
    target = last_fact(memory, models)

    def retrieve(changed: Settings) -> RetrievalTrace:
        return create("hypermem", changed, models).retrieve(memory, QUERY)

    found = why_not(memory, target, settings, retrieve)
    assert (found.cut_at, found.limit) == ("context", "budget = 100")
    assert found.cure is not None and found.cure.path == "answer.budget"
    assert found.cure.new > 100 and found.cure.new % 100 == 0


def test_an_unknown_target_is_a_key_error(memory: Memory, models: Models) -> None:
    with pytest.raises(KeyError, match="fact-9999"):
        asked(memory, models, "fact-9999")


def test_where_tells_the_same_without_a_rerun(memory: Memory, models: Models) -> None:
    settings = with_value(Settings(), "retrieval.fact_k", 1)
    trace = create("hypermem", settings, models).retrieve(memory, QUERY)
    target = trace.stages[-1].rankings[-1].items[-1].node_id
    found, full = where(memory, target, trace, settings), asked(memory, models, target, fact_k=1)
    assert (found.cut_at, found.limit, found.steps) == (full.cut_at, full.limit, full.steps)
    assert (found.cure, found.tried) == (None, 0)


def test_hgmem_is_cured_by_its_own_limit(tiny: Conversation, models: Models) -> None:
    settings = with_value(Settings(), "hgmem.fragment_k", 1)

    def retrieve(changed: Settings) -> RetrievalTrace:
        return create("hgmem", changed, models).retrieve(memory, QUERY)

    memory = create("hgmem", settings, models).build(tiny)
    cut = retrieve(settings).stages[-1].cut[0].node_id
    found = why_not(memory, cut, settings, retrieve)
    assert (found.cut_at, found.limit) == ("fragment", "k = 1")
    assert found.cure is not None and found.cure.written == "fragment_k 1 → 2"


def test_flat_is_cured_by_its_k_whatever_its_pool(
    tiny: Conversation, models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hypermem_core.methods.flat.LEAST_TURNS", 2)
    settings = with_value(with_value(Settings(), "retrieval.fact_k", 1), "retrieval.pool", 10)
    memory = create("flat", settings, models).build(tiny)

    def retrieve(changed: Settings) -> RetrievalTrace:
        return create("flat", changed, models).retrieve(memory, QUERY)

    for rank, cut in enumerate(retrieve(settings).stages[0].cut, 3):
        found = why_not(memory, cut.node_id, settings, retrieve)
        assert (found.cut_at, found.limit) == ("turn", "k = 2")
        assert found.cure is not None
        if found.cure.path == "retrieval.fact_k":
            assert found.cure.written == f"fact_k 1 → {rank}"


@pytest.mark.parametrize("method", ["hypermem", "flat", "hingemem", "hgmem"])
def test_nothing_that_is_in_the_context_is_said_to_be_cut(
    tiny: Conversation, models: Models, method: str
) -> None:
    made = create(method, Settings(), models)
    memory = made.build(tiny)
    trace = made.retrieve(memory, QUERY)
    inside = [item for item in trace.evidence if item.kind in CARRIERS]
    assert inside
    for target in {one for item in inside for one in (item.node_id, *item.turn_ids)}:
        assert where(memory, target, trace, Settings()).cut_at == "", target
