import pytest

from hypermem_core.methods.hingemem.merge import jaccard, merge


def edge(*numbers: int) -> set[str]:
    return {f"topic-{number}" for number in numbers}


def test_jaccard_is_the_shared_part_of_the_union() -> None:
    assert jaccard(edge(1, 2, 3), edge(2, 3, 4)) == 2 / 4
    assert jaccard(edge(), edge()) == 1
    assert jaccard(edge(1), edge()) == 0


def test_a_name_in_two_fields_is_not_one_element() -> None:
    assert jaccard({"person-001"}, {"topic-001"}) == 0


def test_exactly_the_limit_does_not_merge() -> None:
    four, five = edge(1, 2, 3, 4), edge(1, 2, 3, 4, 5)
    assert jaccard(four, five) == 4 / 5
    assert merge([four, five], 0.8) == [(0,), (1,)]
    assert merge([edge(1, 2, 3, 4, 5), edge(1, 2, 3, 4, 5, 6)], 0.8) == [(0, 1)]  # 5 / 6


def test_the_union_is_compared_again() -> None:
    first, second = edge(1, 2, 3, 4, 5), edge(1, 2, 3, 4, 5, 6)
    third = edge(1, 2, 3, 4, 5, 6, 7)
    assert jaccard(first, third) == 5 / 7  # too little alone
    # 6/7 is the highest, so the last two merge; the union of seven and the first: 5/7.
    assert merge([first, second, third], 0.8) == [(0,), (1, 2)]
    # With a limit of 0.7 the union still takes the first.
    assert merge([first, second, third], 0.7) == [(0, 1, 2)]


def test_a_merge_can_make_another_possible() -> None:
    left, right = edge(1, 2, 3, 4, 5), edge(1, 2, 3, 4, 5, 6)
    whole = edge(1, 2, 3, 4, 6)
    assert jaccard(left, whole) == pytest.approx(4 / 6)
    assert jaccard(right, whole) == pytest.approx(5 / 6)
    # left–right and right–whole tie at 5/6: the earliest pair merges, and its union takes whole.
    assert merge([left, right, whole], 0.8) == [(0, 1, 2)]


def test_edges_far_apart_stay_in_their_order() -> None:
    assert merge([edge(1), edge(2), edge(1)], 0.8) == [(0, 2), (1,)]
