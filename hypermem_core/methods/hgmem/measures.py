"""Measures of working memories: Avg-Nv, points, calls and tokens, by round and by question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import mean

from hypermem_core.types import HGMemRounds, Point, Round


@dataclass(frozen=True, slots=True)
class Cost:
    """What rounds cost."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class AverageOrder:
    """Avg-Nv over questions: how many distinct entities a memory point ties.

    `micro` is over all points, `macro` the mean of the questions' means; questions without a
    point count in neither and are told in `empty`.
    """

    micro: float | None
    macro: float | None
    points: int
    questions: int
    empty: int


def order(point: Point) -> int:
    """Return how many distinct members a point has (N_v)."""
    return len(set(point.members))


def average_order(memories: Iterable[Sequence[Point]]) -> AverageOrder:
    """Return Avg-Nv of the final (or any round's) live points of questions."""
    sizes = [[order(point) for point in points] for points in memories]
    full = [one for one in sizes if one]
    every = [size for one in full for size in one]
    return AverageOrder(
        mean(every) if every else None,
        mean(mean(one) for one in full) if full else None,
        len(every),
        len(sizes),
        len(sizes) - len(full),
    )


def by_round(details: Iterable[HGMemRounds]) -> dict[int, AverageOrder]:
    """Return Avg-Nv at the end of each round, over the questions that had that round."""
    found: dict[int, list[Sequence[Point]]] = {}
    for detail in details:
        for each in detail.rounds:
            found.setdefault(each.number, []).append(each.points)
    return {number: average_order(points) for number, points in sorted(found.items())}


def cost_of(each: Round) -> Cost:
    """Return what one round cost."""
    return Cost(
        sum(phase.calls for phase in each.phases),
        sum(phase.prompt_tokens for phase in each.phases),
        sum(phase.completion_tokens for phase in each.phases),
        sum(phase.seconds for phase in each.phases),
    )


def cost(detail: HGMemRounds) -> Cost:
    """Return what a question cost, all rounds together."""
    costs = [cost_of(each) for each in detail.rounds]
    return Cost(
        sum(one.calls for one in costs),
        sum(one.prompt_tokens for one in costs),
        sum(one.completion_tokens for one in costs),
        sum(one.seconds for one in costs),
    )
