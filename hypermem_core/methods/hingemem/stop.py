"""The adaptive stop: how far down the sorted scores a question of its type reads."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from hypermem_core.settings import HingeMemSettings
from hypermem_core.types import QueryType, Stop


def stop(scores: Sequence[float], kind: QueryType, knobs: HingeMemSettings) -> Stop:
    """Return where to stop on scores sorted from the best; at least one is kept, if there is one.

    The kept are always the first of the list, since every rule compares with a limit.
    """
    if not scores:
        return Stop(kind if knobs.stop == "adaptive" else "top-k", reason="nothing to stop at")
    if knobs.stop == "top-k":
        kept = min(knobs.top_k, len(scores))
        return Stop("top-k", kept, reason=f"k = {knobs.top_k}", values=tuple(scores))
    if kind == "recall":
        return _recall(shifted(scores), knobs)
    if kind == "precision":
        return _strict("precision", shifted(scores), knobs.precision_ratio, "the best score")
    return _strict("judgment", softmax(scores), knobs.judgment_ratio, "the best softmax")


def shifted(scores: Sequence[float]) -> tuple[float, ...]:
    """Return the scores; where the best is negative, less the lowest, so that ratios hold."""
    low = min(scores) if scores[0] < 0 else 0.0
    return tuple(score - low for score in scores)


def softmax(scores: Sequence[float]) -> tuple[float, ...]:
    """Return the softmax of the scores."""
    powers = [exp(score - scores[0]) for score in scores]
    return tuple(power / sum(powers) for power in powers)


def knee_of(values: Sequence[float], sensitivity: float) -> int | None:
    """Return the index where the sorted curve lies farthest below its chord, None if not far.

    Both axes are scaled to 0–1; the curve must lie more than `sensitivity` below the chord.
    """
    count = len(values)
    if count < 3 or values[0] <= values[-1]:
        return None
    low, height = values[-1], values[0] - values[-1]
    drops = [1 - i / (count - 1) - (value - low) / height for i, value in enumerate(values)]
    deepest = max(range(count), key=lambda i: (drops[i], -i))
    return deepest if drops[deepest] > sensitivity else None


def _recall(values: tuple[float, ...], knobs: HingeMemSettings) -> Stop:
    """Keep all up to the knee, and past it (or without one) what is above half the best score."""
    threshold = knobs.recall_ratio * values[0]
    knee = knee_of(values, knobs.knee)
    first = 1 if knee is None else knee + 1
    if knee is None:
        kept = sum(value > threshold for value in values)
        reason = f"no knee: above {knobs.recall_ratio:g} of the best score"
    else:
        kept = max(first, sum(value >= threshold for value in values))
        reason = (
            f"knee at {knee + 1}; after it what is below {knobs.recall_ratio:g} of the best score "
            "is dropped"
        )
    return Stop("recall", max(kept, 1), threshold, knee, reason, values)


def _strict(rule: QueryType, values: tuple[float, ...], ratio: float, best: str) -> Stop:
    threshold = ratio * values[0]
    kept = max(1, sum(value > threshold for value in values))
    return Stop(rule, kept, threshold, None, f"above {ratio:g} of {best}", values)
