"""The best set of cuts of a stretch of turns, found by dynamic programming."""

from __future__ import annotations

from collections.abc import Sequence


def best_cuts(
    scores: Sequence[float], max_turns: int, comfortable: tuple[int, int], short: float = 0.45
) -> list[int]:
    """Return the cuts with the highest sum of scores less the discomfort of each length.

    `scores[i]` speaks for a cut before turn i; `short` is paid a turn below the comfortable range.
    """
    count = len(scores)
    best = [0.0] + [float("-inf")] * count
    start_of = [0] * (count + 1)
    for end in range(1, count + 1):
        gain = scores[end] if end < count else 0.0
        for start in range(max(0, end - max_turns), end):
            value = best[start] + gain - _discomfort(end - start, comfortable, short)
            if value > best[end]:
                best[end], start_of[end] = value, start
    cuts: list[int] = []
    at = start_of[count]
    while at:
        cuts.append(at)
        at = start_of[at]
    return cuts[::-1]


def _discomfort(length: int, comfortable: tuple[int, int], short: float) -> float:
    low, high = comfortable
    if length == 1 and low > 1:
        return 8.0
    if length < low:
        return short * (low - length)
    return 0.15 * max(0, length - high)
