"""Common and rare topics: clusters of their names, told apart by how many hyperedges hold them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from statistics import median

import numpy as np

from hypermem_core.memory import Matrix
from hypermem_core.retrieval.dense import unit
from hypermem_core.types import Element

COMMON, RARE = "topics#common", "topics#rare"  # ids of the two centroids among the vectors


def clusters(vectors: Matrix, similarity: float) -> list[int]:
    """Return each row's cluster from 0, by first row: average linkage, cut at a mean cosine."""
    if len(vectors) < 2:
        return [0] * len(vectors)
    # here, not above: the app imports every method before its first screen
    from scipy.cluster.hierarchy import fcluster, linkage

    tree = linkage(np.asarray(vectors, np.float64), method="average", metric="cosine")
    labels = fcluster(np.maximum(tree, 0.0), 1 - similarity, criterion="distance").tolist()
    order = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    return [order[label] for label in labels]


def told_apart(
    topics: Sequence[Element], vectors: Matrix, edges: Sequence[Collection[str]], similarity: float
) -> list[Element]:
    """Return the topics with their cluster; common are those of clusters above the median.

    What counts is the number of hyperedges that hold any topic of the cluster.
    """
    labels = clusters(vectors, similarity)
    of = {topic.id: label for topic, label in zip(topics, labels, strict=True)}
    counts = [0] * (max(labels, default=-1) + 1)
    for edge in edges:
        for label in {of[node_id] for node_id in edge if node_id in of}:
            counts[label] += 1
    middle = median(counts) if counts else 0
    return [
        replace(topic, cluster=of[topic.id], common=counts[of[topic.id]] > middle)
        for topic in topics
    ]


def centroid(vectors: Matrix, chosen: Sequence[bool]) -> Matrix:
    """Return the unit mean of the chosen rows, shape (dimension,); zeros if none is chosen."""
    rows = vectors[np.asarray(chosen, bool)]
    if not len(rows):
        return np.zeros(vectors.shape[1], np.float32)
    return unit(rows.mean(axis=0))
