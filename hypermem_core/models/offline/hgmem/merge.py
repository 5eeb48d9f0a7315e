"""Offline twin of `hgmem/merge`: points that share a quarter of the smaller's things are one."""

from __future__ import annotations

from collections.abc import Sequence

from hypermem_core.models.offline.sentences import sentences
from hypermem_core.replies import MergeItem, MergeReply, PointRow

LARGEST = 14  # members of a merged point at most
SHARED = 0.25  # share of the smaller one's things that both must hold


def reply(question: str, points: Sequence[PointRow]) -> MergeReply:
    """Return merges of points about the same things; a point goes into one merge at most."""
    groups: list[list[PointRow]] = []
    for point in points:
        home = next((group for group in groups if _belongs(point, group)), None)
        if home is None:
            groups.append([point])
        else:
            home.append(point)
    return MergeReply([_merged(group) for group in groups if len(group) > 1])


def _things(point: PointRow) -> set[str]:
    return set(point.main)


def _belongs(point: PointRow, group: Sequence[PointRow]) -> bool:
    members = {name for other in group for name in other.members}
    if len(members | set(point.members)) > LARGEST:
        return False
    held = {name for other in group for name in _things(other)}
    mine = _things(point)
    return bool(mine & held) and len(mine & held) >= SHARED * min(len(mine), len(held))


def _merged(group: Sequence[PointRow]) -> MergeItem:
    parts = [part for point in group for part in sentences(point.description)]
    shared = set.intersection(*(_things(point) for point in group)) or {
        name for point in group[1:] for name in _things(point) & _things(group[0])
    }
    reason = f"all speak of {', '.join(sorted(shared)[:3])}" if shared else "they overlap"
    return MergeItem([point.id for point in group], " ".join(dict.fromkeys(parts)), reason)
