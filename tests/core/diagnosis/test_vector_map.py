import numpy as np
import pytest

from hypermem_core.diagnosis.vector_map import vector_map
from hypermem_core.memory import Vectors

VECTORS = Vectors(("a", "b", "c"), np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1]], np.float32))
QUERY = np.array([1, 0, 0], np.float32)


def test_distances_of_three_points_survive_in_the_plane() -> None:
    found = vector_map(VECTORS, VECTORS.ids, QUERY)
    sides = [np.linalg.norm(found.points[i] - found.points[j]) for i, j in ((0, 1), (1, 2), (0, 2))]
    assert sides == pytest.approx([2**0.5] * 3)
    assert found.explained == pytest.approx(1.0)
    assert found.query == pytest.approx(found.points[0])  # the query is the vector of a


def test_the_same_vectors_give_the_same_map() -> None:
    first, again = (vector_map(VECTORS, VECTORS.ids, QUERY) for _ in range(2))
    assert first.points.tobytes() == again.points.tobytes()


@pytest.mark.parametrize("ids", [(), ("a",), ("a", "b")])
def test_few_points_are_no_error(ids: tuple[str, ...]) -> None:
    found = vector_map(VECTORS, ids, QUERY)
    assert found.points.shape == (len(ids), 2)
    assert np.isfinite(found.query).all()
