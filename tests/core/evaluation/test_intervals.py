"""Wilson's interval against published values."""

import pytest

from hypermem_core.evaluation.intervals import wilson


@pytest.mark.parametrize(
    ("n", "low", "high"), [(96, 0.770, 0.911), (282, 0.805, 0.888), (1540, 0.831, 0.867)]
)
def test_85_percent(n: int, low: float, high: float) -> None:
    # whole answers: 82 of 96, 240 of 282, 1309 of 1540
    found = wilson(round(0.85 * n), n)
    assert found == pytest.approx((low, high), abs=0.0015)


def test_the_bounds_stay_inside_0_and_1() -> None:
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)
