import numpy as np

from hypermem_core.retrieval.order import by_score, id_order, ordered
from hypermem_core.types import Ranked


def test_each_id_gets_its_place_among_the_sorted() -> None:
    assert id_order(["b", "c", "a"]).tolist() == [1, 2, 0]
    assert id_order([]).tolist() == []


def test_rows_come_best_first_and_equal_scores_by_id() -> None:
    ids = ["b", "c", "a", "d"]
    rows = np.array([0, 2, 3])
    ranked = ordered(ids, rows, np.array([0.5, 0.5, 0.75]), id_order(ids))
    assert ranked == (Ranked("d", 0.75), Ranked("a", 0.5), Ranked("b", 0.5))


def test_no_rows_give_no_ranking() -> None:
    assert ordered(["a"], np.array([], np.int64), np.array([]), id_order(["a"])) == ()


def test_a_few_scores_are_ranked_the_same_way_whatever_their_order() -> None:
    one = by_score("final", {"b": 1.0, "a": 1.0, "c": -2.0, "d": 3.0}, "noted")
    other = by_score("final", {"d": 3.0, "c": -2.0, "a": 1.0, "b": 1.0}, "noted")
    assert [item.node_id for item in one.items] == ["d", "a", "b", "c"]
    assert one == other
    assert (one.ranker, one.note) == ("final", "noted")
