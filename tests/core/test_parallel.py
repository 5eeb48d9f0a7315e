"""map_threads keeps order and begins nothing after an error."""

import threading
import time
from collections.abc import Iterator

import pytest

from hypermem_core.parallel import map_threads


@pytest.mark.parametrize("workers", [1, 4])
def test_results_come_in_the_order_of_the_items(workers: int) -> None:
    def slow_first(number: int) -> int:
        time.sleep(0.02 if number == 0 else 0)
        return number * number

    assert list(map_threads(slow_first, range(6), workers)) == [0, 1, 4, 9, 16, 25]


def test_several_items_run_at_a_time() -> None:
    barrier = threading.Barrier(3, timeout=5)
    assert list(map_threads(lambda _: barrier.wait() >= 0, range(3), 3)) == [True] * 3


def test_an_error_stops_what_has_not_begun() -> None:
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        if number == 3:
            raise ValueError("three")
        return number

    with pytest.raises(ValueError, match="three"):
        list(map_threads(work, range(1000), 2))
    assert len(begun) < 20


def test_items_are_taken_only_as_they_are_needed() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    results = map_threads(lambda n: n, items(), 2)
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert len(taken) < 10
