from hypermem_core.models.ledger import Call, ledger, record, usage_of
from hypermem_core.parallel import map_threads


def test_every_open_ledger_hears_of_a_call_also_from_threads() -> None:
    with ledger() as outer:
        record(Call("a", "m"))
        with ledger() as inner:
            list(map_threads(lambda i: record(Call(str(i), "m")), range(4), 2))
    record(Call("late", "m"))
    assert sorted(call.prompt for call in inner) == ["0", "1", "2", "3"]
    assert len(outer) == 5


def test_a_sum_knows_its_cached_calls_and_whether_a_price_is_missing() -> None:
    calls = [Call("a", "m", "k", 10, 5, 0.5, True, cost=0.25), Call("a", "m", "k", 1, 1, 0.5)]
    assert usage_of(calls).cost == 0.25
    assert (usage_of(calls).prompt_tokens, usage_of(calls).cached) == (11, 1)
    assert usage_of([*calls, Call("a", "m", cost=None)]).cost is None
