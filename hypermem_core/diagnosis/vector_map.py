"""A 2-D map of a memory's vectors, with the query among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Lock
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hypermem_core.errors import ModelError
from hypermem_core.memory import Matrix, Vectors
from hypermem_core.retrieval.dense import unit

INSTALL = "pip install umap-learn"
NEAR = 15  # neighbours UMAP looks at, its default; fewer where there are fewer points
_ONE_AT_A_TIME = Lock()


@dataclass(frozen=True, slots=True, eq=False)
class VectorMap:
    """Points of shape (len(ids), 2), the query's of shape (2,); `explained`: variance shown."""

    ids: tuple[str, ...]
    points: NDArray[np.float64]
    query: NDArray[np.float64]
    how: Literal["pca", "umap"]
    explained: float


def umap_installed() -> bool:
    """Tell whether the optional package for UMAP maps is there."""
    return find_spec("umap") is not None


def vector_map(
    vectors: Vectors, ids: Sequence[str], query: Matrix, how: Literal["pca", "umap"] = "pca"
) -> VectorMap:
    """Return the unit vectors of some nodes in two dimensions; the same input, the same map.

    PCA: the two directions of largest variance; signs are fixed so that maps are comparable.
    UMAP: PCA where it is not installed or there are fewer than four points. Its first map in a
    process takes up to a minute, in which it compiles.

    Raises:
        ModelError: UMAP is installed and does not load.
    """
    rows = unit(vectors.rows(list(ids))).astype(np.float64)
    if how == "umap" and umap_installed() and len(rows) > 3:
        return _umap(tuple(ids), rows, np.asarray(query, np.float64))
    from scipy.linalg import eigh  # slow to import, and a map is drawn only when asked for

    mean = rows.mean(axis=0) if len(rows) else np.zeros(len(query))
    square = (rows - mean).T @ (rows - mean)
    last = len(query) - 1  # only the two largest are wanted; they come ascending
    spread, found = eigh(square, subset_by_index=(max(0, last - 1), last))
    axes = _two(found.T[::-1][: len(rows)], len(query))
    axes *= np.where(axes[np.arange(2), np.abs(axes).argmax(axis=1)] < 0, -1.0, 1.0)[:, None]
    total = float(np.trace(square)) or 1.0
    return VectorMap(
        tuple(ids),
        (rows - mean) @ axes.T,
        (np.asarray(query, np.float64) - mean) @ axes.T,
        "pca",
        float(spread.sum()) / total,
    )


def _two(axes: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Return exactly two axes; those that fewer than two points cannot give are zero."""
    found = np.zeros((2, width))
    found[: min(2, len(axes))] = axes[:2]
    return found


def _umap(ids: tuple[str, ...], rows: NDArray[np.float64], query: NDArray[np.float64]) -> VectorMap:
    whole = np.vstack([rows, query])
    with _ONE_AT_A_TIME:  # its compiled loops end the process when two threads enter them
        try:
            from umap import UMAP  # slow to import: only when it is asked for
        except ImportError as error:
            raise ModelError(
                f"UMAP cannot be loaded: {error}.", f"Run `{INSTALL}` again, or choose PCA."
            ) from None
        near = min(NEAR, len(whole) - 1)
        made = UMAP(n_neighbors=near, metric="cosine", random_state=0, n_jobs=1)
        points = made.fit_transform(whole).astype(np.float64)
    return VectorMap(ids, points[:-1], points[-1], "umap", 0.0)
