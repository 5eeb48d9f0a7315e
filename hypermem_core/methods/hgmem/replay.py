"""Replay: the operations of a trace, applied again, give every snapshot of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hypermem_core.types import HGMemRounds, Operation, Phase, Point


def replayed(points: Iterable[Point], operations: Iterable[Operation]) -> tuple[Point, ...]:
    """Return the live points after these operations."""
    live = {point.id: point for point in points}
    for operation in operations:
        point = operation.point
        if operation.kind == "reject" or point is None:
            continue
        for parent in point.parents if operation.kind == "merge" else ():
            del live[parent]
        live[point.id] = point
    return tuple(live.values())


def phases(detail: HGMemRounds) -> Iterator[tuple[int, Phase]]:
    """Yield (round number, phase) of a whole question in order."""
    for each in detail.rounds:
        for phase in each.phases:
            yield each.number, phase


def snapshots(detail: HGMemRounds) -> list[tuple[Point, ...]]:
    """Return what replaying gives after every phase, in order."""
    live: tuple[Point, ...] = ()
    found = []
    for _, phase in phases(detail):
        live = replayed(live, phase.operations)
        found.append(live)
    return found


def ever(detail: HGMemRounds) -> tuple[Point, ...]:
    """Return every point there ever was, in the state it last had, by its id."""
    found: dict[str, Point] = {}
    for _, phase in phases(detail):
        for operation in phase.operations:
            if operation.point is not None:
                found[operation.point.id] = operation.point
    return tuple(found.values())
