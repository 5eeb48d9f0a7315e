import pytest

from hypermem_core.errors import Paused
from hypermem_core.models.budget import budgeted, spending
from hypermem_core.parallel import map_threads


def spend(tokens: int, money: float | None = 0.0) -> None:
    with spending(tokens, money):
        pass


def test_a_call_that_would_overdraw_stops_the_run() -> None:
    with budgeted(100, 0.0) as budget:
        spend(60)
        with pytest.raises(Paused, match="60 of 100 tokens"):
            spend(50)
        with spending(30, 0.0) as inner:
            inner.settle(-20, 0.0)
        assert budget.used_tokens == 60 + 30 - 20
    spend(10**9)  # outside there is no limit


def test_a_failed_call_gives_back_and_threads_share_one_budget() -> None:
    with budgeted(0, 1.0) as budget:
        with pytest.raises(ValueError, match="x"), spending(5, 0.5):
            raise ValueError("x")
        assert budget.used_money == 0.0
        with pytest.raises(Paused, match="budget is spent"):
            list(map_threads(lambda i: spend(1, 0.3), range(9), 3))


def test_a_limit_in_dollars_needs_a_known_price() -> None:
    with budgeted(0, 1.0), pytest.raises(Paused, match="price is unknown"):
        spend(1, None)
