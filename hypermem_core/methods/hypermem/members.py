"""Roles and weights from a model's reply to the members of a hyperedge, faults mended and told."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TypeVar

from hypermem_core.replies import RoleItem
from hypermem_core.types import Member, Node

Warn = Callable[[str, str], None]  # a message, and what was put right
N = TypeVar("N", bound=Node)

PROVISIONAL = 0.5  # weight of a member nobody has judged yet


def local_ids(word: str, nodes: tuple[N, ...]) -> dict[str, N]:
    """Return the nodes under short ids for a prompt: `episode 1` and so on."""
    return {f"{word} {number}": node for number, node in enumerate(nodes, 1)}


def members(
    roles: list[RoleItem],
    nodes: Mapping[str, Node],
    allowed: tuple[str, ...],
    default: str,
    warn: Warn,
) -> dict[str, Member]:
    """Return a member for every node (local id → node), in the order of `nodes`.

    What is put right is told by the local id, which the prompt shows: a fact has no other yet.
    """
    given: dict[str, RoleItem] = {}
    for item in roles:
        key = item.local_id.strip().lower().replace("_", " ")
        if key not in nodes:
            warn(
                f"A role was given to {item.local_id!r}, which is no member; it was ignored.", "id"
            )
        else:
            given.setdefault(key, item)
    found: dict[str, Member] = {}
    for key, node in nodes.items():
        if key in given:
            found[node.id] = _member(key, given[key], allowed, default, warn)
        else:
            warn(f"{key} was given no role; it counts as {default} with {PROVISIONAL}.", "no role")
            found[node.id] = Member(PROVISIONAL, default)
    return found


def _member(
    name: str, item: RoleItem, allowed: tuple[str, ...], default: str, warn: Warn
) -> Member:
    role = item.role.strip().lower().replace(" ", "_").replace("-", "_")
    if role not in allowed:
        warn(f"{name} was given the unknown role {item.role!r}; it counts as {default}.", "role")
        role = default
    weight = item.weight
    if not math.isfinite(weight):
        warn(f"{name} was given no usable weight; it counts as {PROVISIONAL}.", "no weight")
        weight = PROVISIONAL
    elif not 0.0 <= weight <= 1.0:
        warn(f"{name} was given the weight {weight}; it was moved into 0 to 1.", "weight")
        weight = min(max(weight, 0.0), 1.0)
    return Member(weight, role)
