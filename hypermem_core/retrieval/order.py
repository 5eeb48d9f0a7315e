"""Ids and scores as a ranking: best first, equal scores by id, so that runs are reproducible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
    chosen = zip(rows[best].tolist(), scores[best].tolist(), strict=True)
    return tuple(Ranked(ids[row], score) for row, score in chosen)


def by_score(ranker: str, scores: Mapping[str, float], note: str = "") -> Ranking:
    """Return the ranking of a few scored ids."""
    best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    return Ranking(ranker, tuple(Ranked(node_id, score) for node_id, score in best), note)
