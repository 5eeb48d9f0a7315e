from hypermem_core.evaluation import costs
from hypermem_core.events import ModelCalled, StageStarted
from hypermem_core.models.prices import Prices
from hypermem_core.types import Answer, EvalRow, Question, RetrievalTrace, Usage, Verdict

PRICES = Prices({"m": (2.0, 10.0)})


def row(answer: Usage, judge: Usage) -> EvalRow:
    trace = RetrievalTrace("flat", "q", (), ())
    verdict = Verdict("correct", usage=judge)
    return EvalRow("c", Question("q1", "q", "a"), trace, Answer("a", usage=answer), verdict)


def test_a_sum_with_one_unknown_price_is_unknown_and_never_nothing() -> None:
    known, unknown = Usage(1, 10, 5, cost=0.5), Usage(1, 10, 5, cost=None)
    assert costs.total([known, known]).cost == 1.0
    assert costs.total([known, unknown]).cost is None
    assert [costs.money(cost) for cost in (None, 0.0, 0.0123, 2.5)] == [
        "unknown",
        "$0.00",
        "$0.0123",
        "$2.50",
    ]


def test_rows_are_summed_for_answering_and_judging_and_shared_among_questions() -> None:
    rows = [row(Usage(1, 100, 20, 1, 2.0, 0.4), Usage(3, 60, 30, 0, 1.0, 0.2))] * 2
    found = costs.of_rows(rows)
    assert found["answer"]["cost_per_question"] == 0.4
    assert found["answer"]["cached_share"] == 1.0
    assert found["judge"]["calls"] == 6
    assert found["judge"]["tokens_per_question"] == (2 * (60 + 30)) / 2


def test_a_build_is_priced_by_step() -> None:
    events = [
        StageStarted("episodes"),
        ModelCalled("hypermem/episodes", 1_000_000, 100_000, 2.0, model="m", key="k"),
        StageStarted("facts"),
        ModelCalled("hypermem/facts", 500_000, 0, 1.0, True, "m", 2, 2, False, "k2"),
        ModelCalled("hypermem/facts"),
    ]
    found = costs.by_step(events, PRICES)
    assert found["episodes"] == Usage(1, 1_000_000, 100_000, 0, 2.0, 2.0 + 1.0)
    assert (found["facts"].calls, found["facts"].cached, found["facts"].cost) == (2, 2, 1.0)
    bare = {"facts": Usage(2, 500_000, 0, cost=None)}
    assert costs.priced(bare, "m", PRICES)["facts"].cost == 1.0
