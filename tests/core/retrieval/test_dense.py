import numpy as np
import pytest

from hypermem_core.memory import Vectors
from hypermem_core.retrieval.dense import DenseIndex


def _index() -> DenseIndex:
    rows = np.array([[3, 0], [0, 2], [1, 1], [5, 0]], np.float32)
    return DenseIndex(Vectors(("b", "c", "d", "a"), rows))


def test_rank_is_by_cosine_and_ties_go_by_id() -> None:
    ranking = _index().rank(np.array([2, 0], np.float32))
    assert [item.node_id for item in ranking.items] == ["a", "b", "d", "c"]
    assert [item.score for item in ranking.items] == pytest.approx([1, 1, 1 / 2**0.5, 0])


def test_restricting_candidates_never_adds_any_and_keeps_scores() -> None:
    query = np.array([1, 3], np.float32)
    full = {item.node_id: item.score for item in _index().rank(query).items}
    ranking = _index().rank(query, ["d", "b"])
    assert {item.node_id for item in ranking.items} == {"b", "d"}
    assert all(item.score == pytest.approx(full[item.node_id]) for item in ranking.items)


def test_no_candidates_and_no_nodes_give_an_empty_list() -> None:
    query = np.array([1, 0], np.float32)
    assert _index().rank(query, []).items == ()
    assert DenseIndex(Vectors((), np.zeros((0, 2), np.float32))).rank(query).items == ()


def test_a_zero_vector_scores_zero() -> None:
    index = DenseIndex(Vectors(("a",), np.zeros((1, 2), np.float32)))
    assert index.rank(np.array([1, 0], np.float32)).items[0].score == 0
