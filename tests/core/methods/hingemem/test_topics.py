from collections.abc import Callable

import numpy as np
import pytest

from hypermem_core.methods.hingemem.topics import centroid, clusters, told_apart
from hypermem_core.types import Element

VECTORS = np.asarray([[1, 0, 0], [0.8, 0.6, 0], [0, 0, 1], [0, 1, 0]], np.float32)


def test_topics_cluster_from_a_mean_cosine() -> None:
    assert clusters(VECTORS, 0.75) == [0, 0, 1, 2]  # 0.8 joins the first two
    assert clusters(VECTORS, 0.85) == [0, 1, 2, 3]
    assert clusters(VECTORS[:1], 0.5) == [0]


def test_common_are_clusters_above_the_median_of_hyperedges(
    element: Callable[..., Element],
) -> None:
    topics = [element(f"topic-{n}") for n in range(1, 5)]
    edges = [["topic-1", "topic-2"], ["topic-2"], ["topic-3", "person-1"], ["topic-4"]]
    found = told_apart(topics, VECTORS, edges, 0.75)
    # clusters hold 2, 1 and 1 hyperedges (one edge of two topics counts once): the median is 1
    assert [topic.common for topic in found] == [True, True, False, False]
    assert [topic.cluster for topic in found] == [0, 0, 1, 2]


def test_clusters_of_one_size_are_all_rare(element: Callable[..., Element]) -> None:
    found = told_apart([element("topic-1")], VECTORS[:1], [["topic-1"]], 0.75)
    assert not found[0].common
    assert told_apart([], VECTORS[:0], [], 0.75) == []


def test_a_centroid_is_the_unit_mean_of_the_chosen() -> None:
    found = centroid(VECTORS, [True, False, True, False])
    assert found == pytest.approx([0.5**0.5, 0, 0.5**0.5])
    assert centroid(VECTORS, [False] * 4).tolist() == [0, 0, 0]
