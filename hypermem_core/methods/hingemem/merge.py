"""Merging hyperedges that hold nearly the same elements: field-aware Jaccard, recursively."""

from __future__ import annotations

from collections.abc import Sequence, Set


def jaccard(left: Set[str], right: Set[str]) -> float:
    """Return |A ∩ B| / |A ∪ B| over tagged elements; 1 if both are empty, 0 if one is.

    An element's id tells its kind (`person-001`), so a name in two fields never counts as one.
    """
    if not left and not right:
        return 1.0
    return len(left & right) / len(left | right)


def merge(edges: Sequence[Set[str]], above: float) -> list[tuple[int, ...]]:
    """Return groups of edges (by position) that become one, in the order of their first.

    While a pair's Jaccard is above the limit – equal is not enough – the best pair merges, of
    equals the earliest, and their union is compared again.
    """
    groups: dict[int, list[int]] = {i: [i] for i in range(len(edges))}
    held = {i: set(edge) for i, edge in enumerate(edges)}
    pairs: dict[tuple[int, int], float] = {}
    for i in held:
        _compare(i, held, pairs, above)
    while pairs:
        first, second = min(pairs, key=lambda pair: (-pairs[pair], pair))
        groups[first] = sorted(groups[first] + groups.pop(second))
        held[first] |= held.pop(second)
        pairs = {pair: score for pair, score in pairs.items() if not {first, second} & set(pair)}
        _compare(first, held, pairs, above, also_later=True)
    return [tuple(group) for group in groups.values()]


def _compare(
    one: int,
    held: dict[int, set[str]],
    pairs: dict[tuple[int, int], float],
    above: float,
    also_later: bool = False,
) -> None:
    """Note the pairs of an edge with earlier ones, or with all, that are above the limit."""
    for other in held:
        if other < one or (also_later and other > one):
            score = jaccard(held[one], held[other])
            if score > above:
                pairs[min(one, other), max(one, other)] = score
