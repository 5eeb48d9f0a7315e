import pytest

from hypermem_core.retrieval.rrf import rrf
from hypermem_core.types import Ranked, Ranking


def _ranking(*ids: str) -> Ranking:
    return Ranking("r", tuple(Ranked(node_id, 1 / rank) for rank, node_id in enumerate(ids, 1)))


def test_scores_are_sums_of_reciprocal_ranks() -> None:
    fused = rrf([_ranking("a", "b", "c"), _ranking("c", "a")])
    expected = {
        "a": 1 / (60 + 1) + 1 / (60 + 2),
        "b": 1 / (60 + 2),
        "c": 1 / (60 + 3) + 1 / (60 + 1),
    }
    assert {item.node_id: item.score for item in fused.items} == pytest.approx(expected)
    assert [item.node_id for item in fused.items] == ["a", "c", "b"]


def test_k_moves_the_weight_of_the_first_ranks() -> None:
    assert rrf([_ranking("a")], k=1).items[0].score == 1 / (1 + 1)


def test_fusing_one_list_keeps_its_order() -> None:
    ids = [f"n{i}" for i in (5, 3, 9, 1, 7)]
    assert [item.node_id for item in rrf([_ranking(*ids)]).items] == ids


def test_ties_go_by_id() -> None:
    fused = rrf([_ranking("b", "a"), _ranking("a", "b")])
    assert [item.node_id for item in fused.items] == ["a", "b"]


def test_top_cuts_and_nothing_gives_nothing() -> None:
    assert len(rrf([_ranking("a", "b", "c")], top=2).items) == 2
    assert rrf([]).items == ()
