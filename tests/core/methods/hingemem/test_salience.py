from collections.abc import Callable

import pytest

from hypermem_core.methods.hingemem.salience import scaled, weighed
from hypermem_core.types import Element


def test_counts_are_scaled_from_least_to_most() -> None:
    assert scaled([1, 3, 5]) == [0.0, 0.5, 1.0]
    assert scaled([2, 2]) == [1.0, 1.0]
    assert scaled([]) == []


def test_the_three_parts_are_kept_and_averaged(element: Callable[..., Element]) -> None:
    art, cats, food = (
        element("topic-1", mentions=5),
        element("topic-2", mentions=3),
        element("topic-3", mentions=1),
    )
    ana = element("person-1", mentions=9)
    edges = [["person-1", "topic-1"], ["topic-1", "topic-2"], ["topic-2", "topic-3", "person-1"]]
    found = {one.id: one.salience for one in weighed([art, cats, food, ana], edges)}
    # mentions 5, 3, 1; hyperedges 2, 2, 1; company {ana, cats}, {art, food, ana}, {cats, ana}
    one = found["topic-1"]
    assert (one.frequency, one.centrality, one.diversity) == (1.0, 1.0, 0.0)
    assert one.value == pytest.approx((1 + 1 + 0) / 3)
    two = found["topic-2"]
    assert (two.frequency, two.centrality, two.diversity) == (0.5, 1.0, 1.0)
    assert two.value == pytest.approx(2.5 / 3)
    assert found["topic-3"].value == 0.0


def test_kinds_do_not_compare_with_each_other(element: Callable[..., Element]) -> None:
    ana, cat = element("person-1", mentions=50), element("topic-1", mentions=1)
    found = weighed([ana, cat], [["person-1", "topic-1"]])
    assert [one.salience.value for one in found] == [1.0, 1.0]  # each the only one of its kind
