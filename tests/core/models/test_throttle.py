from time import sleep

from hypermem_core.models.throttle import Throttle
from hypermem_core.parallel import map_threads


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_429_halves_once_for_a_crowd_and_success_adds_one_a_round() -> None:
    clock = Clock()
    throttle = Throttle(8, clock=clock)
    throttle.slowed(0)
    throttle.slowed(0)
    assert throttle.limit == 4
    clock.now = 2.0
    throttle.slowed(0)
    assert throttle.limit == 2
    throttle.succeeded()
    throttle.succeeded()
    assert throttle.limit == 2 + 1 / 2 + 1 / 2.5
    for _ in range(100):
        throttle.succeeded()
    assert throttle.limit == 8


def test_rates_hold_over_a_sliding_minute() -> None:
    clock = Clock()
    throttle = Throttle(9, per_minute=2, tokens_per_minute=100, clock=clock)
    with throttle.slot(30) as share:
        share.tokens = 90
    assert throttle.wait(5) == 0
    assert throttle.wait(20) == 60
    clock.now = 10.0
    with throttle.slot(5):
        pass
    assert throttle.wait(1) == 50  # two requests a minute: the first leaves at 60
    clock.now = 60.0
    assert throttle.wait(1) == 0


def test_nobody_is_let_in_before_the_time_the_server_named() -> None:
    throttle = Throttle(4, clock=Clock())
    throttle.slowed(3.0)
    assert throttle.wait(0) == 3.0


def test_whoever_waits_gets_in_and_never_more_than_the_limit() -> None:
    throttle, inside, most = Throttle(3), [], []

    def work(_: int) -> None:
        with throttle.slot():
            inside.append(1)
            most.append(len(inside))
            sleep(0.002)
            inside.pop()

    assert len(list(map_threads(work, range(60), 20))) == 60
    assert max(most) == 3
