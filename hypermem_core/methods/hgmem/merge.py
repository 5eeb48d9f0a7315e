"""Merging: points that are one idea become a new one, which knows its parents."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.methods.hgmem.points import refused, turns_of
from hypermem_core.methods.hgmem.working import Working
from hypermem_core.replies import MergeItem
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Operation, Point


def merge(
    items: Sequence[MergeItem], working: Working, knobs: HGMemSettings, number: int
) -> tuple[Operation, ...]:
    """Apply the merges of a round in their order; a point used twice goes into the first.

    A merged point has all its parents' members, fragments and turns; its parents are no longer
    live, and it stands at the end.
    """
    return tuple(_merge(item, working, knobs, number) for item in items)


def _merge(item: MergeItem, working: Working, knobs: HGMemSettings, number: int) -> Operation:
    asked = " + ".join(item.points)
    parents = [working.points[p] for p in dict.fromkeys(item.points) if p in working.points]
    text = " ".join(item.description.split())
    if len(parents) < 2:
        return refused(asked, "fewer than two live points")
    if not text:
        return refused(asked, "empty description")
    members = tuple(dict.fromkeys(m for point in parents for m in point.members))
    if len(members) > knobs.max_members:
        return refused(asked, f"more than {knobs.max_members} members")
    if any(
        set(point.members) == set(members) and point.description == text
        for point in working.points.values()
        if point not in parents
    ):
        return refused(asked, "there is such a point already")
    fragments = tuple(dict.fromkeys(f for point in parents for f in point.fragments))
    ids = tuple(point.id for point in parents)
    turns = turns_of(working, fragments)
    made = Point(working.next_id(), members, text, fragments, turns, number, number, ids)
    for point_id in ids:
        del working.points[point_id]
    working.points[made.id] = made
    return Operation("merge", made, reason=item.reason)


def lineage(points: Sequence[Point], point_id: str) -> tuple[str, ...]:
    """Return a point's ancestors, nearest first; `points` are all there ever were."""
    known = {point.id: point for point in points}
    found: list[str] = []
    queue = list(known[point_id].parents)
    while queue:
        parent = queue.pop(0)
        if parent not in found:
            found.append(parent)
            queue += known[parent].parents
    return tuple(found)
