"""A run's losses counted: by stage of loss, by category, and as a flow of gold turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from hypermem_core.diagnosis.loss import stage_order
from hypermem_core.methods import METHODS
from hypermem_core.models import Models
from hypermem_core.settings import Settings
from hypermem_core.types import CATEGORY_ORDER, Custody, EvalRow
from hypermem_core.types.diagnosis import CONTEXT_CUT, FOUND, NOT_EXTRACTED

Counts = dict[str, dict[str, int]]  # stage of loss → category → questions


def custodies(rows: Sequence[EvalRow]) -> tuple[Custody, ...]:
    """Return the custody of every row that has one; runs made elsewhere have none."""
    return tuple(row.custody for row in rows if row.custody is not None)


def stages_of(method: str) -> tuple[str, ...]:
    """Return the stages of a method, coarse to fine; none for one we do not have."""
    if method not in METHODS:
        return ()
    made: Any = METHODS[method](Settings(), Models(None, None, None))  # type: ignore[arg-type]
    return tuple(made.stages)


def order(found: Sequence[Custody], method: str) -> tuple[str, ...]:
    """Return the stages of loss that occur, in the order a turn passes them; found first."""
    known = (FOUND, *stage_order(stages_of(method)))
    losses = {item.loss for item in found}
    return tuple(name for name in known if name in losses) + tuple(sorted(losses - set(known)))


def counts(found: Sequence[Custody], method: str) -> Counts:
    """Return how many questions of each category were lost at each stage."""
    table: Counts = {}
    for name in order(found, method):
        by: Counter[str] = Counter(
            item.category or "uncategorised" for item in found if item.loss == name
        )
        table[name] = {c: by[c] for c in (*CATEGORY_ORDER, "uncategorised") if by[c]}
    return table


def flow(found: Sequence[Custody], stages: Sequence[str]) -> list[tuple[str, str, int]]:
    """Return gold turns as links (from, to, turns): extracted, kept by each stage, in context."""
    turns = [turn for item in found for turn in item.turns]
    points = ["gold turns", "extracted", *(f"{stage} kept" for stage in stages), "in context"]
    exits = [NOT_EXTRACTED, *(f"{stage} cut" for stage in stages), CONTEXT_CUT]
    left = len(turns)
    links: list[tuple[str, str, int]] = []
    lost = Counter(turn.lost_at for turn in turns)
    for here, there, out in zip(points[:-1], points[1:], exits, strict=True):
        left -= lost[out]
        links += [(here, out, lost[out]), (here, there, left)]
    return [link for link in links if link[2]]


def at(found: Sequence[Custody], loss: str) -> list[Custody]:
    """Return the questions lost at one stage."""
    return [item for item in found if item.loss == loss]
