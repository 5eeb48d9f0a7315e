"""The steps of HGMem's rounds: which points are live after each, and what changed in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.figures.fixed_layout import Places, fixed_layout
from hypermem_core.methods.hgmem.replay import ever, phases
from hypermem_core.types import HGMemRounds, Operation, Phase, Point

NAMES = {"subqueries": "sub-queries"}


@dataclass(frozen=True, slots=True)
class Step:
    """One phase of one round: the live points after it, those it ended, and its changes."""

    round: int
    phase: Phase
    live: tuple[Point, ...]
    gone: tuple[Point, ...]  # merged away in this step

    @property
    def name(self) -> str:
        """Return what the slider says: `round 1 · merge`."""
        return f"round {self.round} · {NAMES.get(self.phase.name, self.phase.name)}"

    @property
    def changes(self) -> dict[str, str]:
        """Return point id → what this step did to it."""
        found = {point.id: "parent" for point in self.gone}
        for operation in self.phase.operations:
            if operation.point is not None and operation.kind != "reject":
                found[operation.point.id] = operation.kind
        return found


def steps(detail: HGMemRounds) -> list[Step]:
    """Return every phase of every round in order."""
    found: list[Step] = []
    before: tuple[Point, ...] = ()
    for number, phase in phases(detail):
        live = {point.id for point in phase.points}
        gone = tuple(point for point in before if point.id not in live)
        found.append(Step(number, phase, phase.points, gone))
        before = phase.points
    return found


def operations(step: Step) -> tuple[Operation, ...]:
    """Return what a step did, refusals last."""
    return tuple(sorted(step.phase.operations, key=lambda one: one.kind == "reject"))


def places(detail: HGMemRounds) -> Places:
    """Return the place of every point and vertex there ever was: one layout for all steps."""
    points = ever(detail)
    links: dict[str, Sequence[str]] = {
        point.id: (*point.members, *point.parents) for point in points
    }
    ids = [*(point.id for point in points), *(vertex.id for vertex in detail.vertices)]
    return fixed_layout(ids, links)


def last_change(found: Sequence[Step]) -> int:
    """Return the step worth opening on: the last that changed a point, else the last."""
    changed = [number for number, step in enumerate(found) if step.changes]
    return changed[-1] if changed else max(0, len(found) - 1)
