import sys
import warnings

import numpy as np
import pytest

from hypermem_core.diagnosis import vector_map as module
from hypermem_core.diagnosis.vector_map import umap_installed, vector_map
from hypermem_core.errors import ModelError
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


def many(count: int) -> Vectors:
    found = np.random.default_rng(0).normal(size=(count, 8)).astype(np.float32)
    return Vectors(tuple(map(str, range(count))), found)


def test_without_umap_or_with_too_few_points_the_map_is_pca_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert vector_map(VECTORS, VECTORS.ids, QUERY, "umap").how == "pca"
    vectors = many(9)
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    assert vector_map(vectors, vectors.ids, vectors.matrix[0], "umap").how == "pca"


def test_a_umap_that_does_not_load_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: name)
    monkeypatch.setitem(sys.modules, "umap", None)  # its import fails
    vectors = many(9)
    with pytest.raises(ModelError, match="UMAP cannot be loaded") as caught:
        vector_map(vectors, vectors.ids, vectors.matrix[0], "umap")
    assert "pip install umap-learn" in caught.value.hint


@pytest.mark.skipif(not umap_installed(), reason="needs the optional package umap-learn")
@pytest.mark.parametrize("count", [4, 12, 40])
def test_umap_gives_the_same_map_again_also_of_few_points(count: int) -> None:
    vectors = many(count)
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message="n_neighbors|n_jobs")
        first, again = (
            vector_map(vectors, vectors.ids, vectors.matrix[0], "umap") for _ in range(2)
        )
    assert (first.how, first.points.shape, first.points.dtype) == ("umap", (count, 2), np.float64)
    assert first.points.tobytes() == again.points.tobytes()
    assert np.isfinite(first.query).all()
