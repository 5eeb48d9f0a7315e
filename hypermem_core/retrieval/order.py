"""Ids and scores as a ranking: best first, equal scores by id, so that runs are reproducible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from hypermem_core.types import Ranked, Ranking


def id_order(ids: Sequence[str]) -> NDArray[np.int64]:
    """Return each id's place in the sorted ids, shape (len(ids),)."""
    places = np.empty(len(ids), np.int64)
    places[sorted(range(len(ids)), key=ids.__getitem__)] = np.arange(len(ids))
    return places


def ordered(
    ids: Sequence[str],
    rows: NDArray[np.int64],
    scores: NDArray[np.float64],
    places: NDArray[np.int64],
) -> tuple[Ranked, ...]:
    """Return `ids[row]` with its score for each of `rows`, best first; `scores` go with `rows`."""
    best = np.lexsort((places[rows], -scores))
    names = map(ids.__getitem__, rows[best].tolist())
    return tuple(map(Ranked, names, scores[best].tolist()))


def by_score(
    ranker: str,
    scores: Mapping[str, float],
    note: str = "",
    ties: Literal["id", "first"] = "id",
) -> Ranking:
    """Return the ranking of a few scored ids; equal scores stand by id, or as in `scores`."""
    # The second sort is stable, so ties stay in the order of the first.
    names = sorted(scores) if ties == "id" else list(scores)
    names.sort(key=scores.__getitem__, reverse=True)
    return Ranking(ranker, tuple(map(Ranked, names, map(scores.__getitem__, names))), note)
