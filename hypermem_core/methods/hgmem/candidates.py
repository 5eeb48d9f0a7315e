"""Candidate spaces: which entities a sub-query may find – near some points, or outside them."""

from __future__ import annotations

from collections.abc import Iterable

from hypermem_core.methods.hgmem.view import GraphView
from hypermem_core.methods.hgmem.working import Working
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Space, SubQuery

Chosen = tuple[Space, frozenset[str]]


def space_for(query: SubQuery, working: Working, knobs: HGMemSettings) -> Chosen:
    """Return the space of a sub-query and its entities, never none while the graph has any.

    Local: for every member v of the target points, N_M(v) and N_G(v). Global: V_G without V_M.
    An empty space widens: local → two hops → outside the memory → everything.
    """
    if query.mode == "main":
        return _all(working.view)
    if query.mode == "global":
        return _outside(working, knobs)
    seeds = _seeds(query.targets, working)
    chosen = _local(seeds, working, knobs, knobs.local_hops)
    if not chosen[1] and knobs.local_hops < 2:
        chosen = _local(seeds, working, knobs, 2, "no neighbour within one step")
    if not chosen[1]:
        chosen = _outside(working, knobs, "no neighbour of the points")
    return chosen


def shared_space(queries: Iterable[SubQuery], working: Working, knobs: HGMemSettings) -> Chosen:
    """Return the one space of a round, as the released code has it: all targets' balls united."""
    queries = list(queries)
    targets = tuple(dict.fromkeys(point for query in queries for point in query.targets))
    mode = "local" if targets else queries[0].mode if queries else "global"
    return space_for(SubQuery("", "", mode, targets), working, knobs)


def expanded(seeds: Iterable[str], hops: int, view: GraphView, spared: frozenset[str]) -> set[str]:
    """Return the entities within so many steps of the seeds, going through no spared one."""
    found = {node_id for node_id in seeds if node_id in view.entities}
    border = set(found)
    for _ in range(hops):
        border = {near for node_id in border - spared for near in view.neighbours[node_id]} - found
        found |= border
    return found


def _all(view: GraphView, fallback: str = "") -> Chosen:
    return Space("all", len(view.entities), fallback=fallback), frozenset(view.entities)


def _outside(working: Working, knobs: HGMemSettings, fallback: str = "") -> Chosen:
    if knobs.global_space == "all":
        return _all(working.view, fallback)
    found = frozenset(working.view.entities) - working.members
    if not found:
        return _all(working.view, "the memory holds every entity")
    return Space("outside memory", len(found), fallback=fallback), found


def _seeds(targets: Iterable[str], working: Working) -> tuple[str, ...]:
    points = [working.points[target] for target in targets if target in working.points]
    return tuple(dict.fromkeys(member for point in points for member in point.members))


def _local(
    seeds: tuple[str, ...],
    working: Working,
    knobs: HGMemSettings,
    hops: int,
    fallback: str = "",
) -> Chosen:
    hubs = working.view.hubs(knobs.hub_percentile) if knobs.spare_hubs else frozenset[str]()
    known = set(seeds) & set(working.view.entities)
    # A point of nothing but hubs has no other way on; what the walk meets later is spared always.
    spared = hubs & known if known - hubs else frozenset[str]()
    found = expanded(seeds, hops, working.view, (hubs - known) | spared)
    if knobs.local_memory:
        found |= {near for seed in seeds for near in working.beside(seed)}
    found &= set(working.view.entities)
    beyond = found if found - set(seeds) else set[str]()
    space = Space("local", len(beyond), seeds, hops, tuple(sorted(spared)), fallback)
    return space, frozenset(beyond)
