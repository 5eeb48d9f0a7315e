import pytest

from hypermem_core.retrieval.zscore import zscore
from hypermem_core.types import Ranked, Ranking


def test_scores_are_weighted_means_of_standardised_scores() -> None:
    first = Ranking("bm25", (Ranked("a", 4.0),))  # a 4, b 0: mean 2, spread 2 → 1, −1
    second = Ranking("dense", (Ranked("b", 0.9), Ranked("a", 0.1)))  # → a −1, b 1
    fused = zscore([first, second], ["a", "b"], [1, 2])
    scores = {item.node_id: item.score for item in fused.items}
    assert scores == pytest.approx({"a": (1 * 1 + 2 * -1) / 3, "b": (1 * -1 + 2 * 1) / 3})


def test_a_list_that_tells_nothing_apart_adds_nothing() -> None:
    flat = Ranking("bm25", (Ranked("a", 2.0), Ranked("b", 2.0)))
    assert [item.score for item in zscore([flat], ["b", "a"], [1]).items] == [0, 0]
    assert zscore([], [], []).items == ()
