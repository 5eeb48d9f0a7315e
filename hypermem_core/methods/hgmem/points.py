"""Evolution: updates and inserts checked, mended or refused, and applied to the memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hypermem_core.methods.hgmem.working import Working
from hypermem_core.replies import InsertItem, UpdateItem
from hypermem_core.settings import HGMemSettings
from hypermem_core.types import Operation, Point

Sources = Mapping[str, str]  # row of a prompt (`r3`, `c2`) → fragment or chunk of the graph


@dataclass(frozen=True, slots=True)
class Evolver:
    """Applies one round's evolve reply; every refusal is an operation with its reason."""

    working: Working
    knobs: HGMemSettings
    sources: Sources
    round: int

    def update(self, items: Sequence[UpdateItem]) -> tuple[Operation, ...]:
        """Apply the updates; of two for one point the last wins."""
        last = {item.point: item for item in items}
        done = [
            refused(item.point, "superseded by a later update")
            for item in items
            if last[item.point] is not item
        ]
        return (*done, *(self._update(item) for item in last.values()))

    def insert(self, items: Sequence[InsertItem]) -> tuple[Operation, ...]:
        """Apply the inserts in their order."""
        return tuple(self._insert(item) for item in items)

    def _update(self, item: UpdateItem) -> Operation:
        old = self.working.points.get(item.point)
        text = " ".join(item.description.split())
        if old is None:
            return refused(item.point, "unknown point")
        if not text:
            return refused(item.point, "empty description")
        gone = set(self.working.known_ids(item.remove_members))
        members = tuple(m for m in old.members if m not in gone)
        if len(members) < len(old.members) and len(members) < self._least:
            return refused(item.point, "too few members left")
        joined = self.working.member_ids(item.add_members)
        members = tuple(dict.fromkeys((*members, *joined)))
        return self._changed(old, members, text, item.evidence)

    def _changed(
        self,
        old: Point,
        members: tuple[str, ...],
        text: str,
        evidence: Sequence[str],
        reason: str = "",
    ) -> Operation:
        fragments = tuple(dict.fromkeys((*old.fragments, *self._cited(evidence))))
        if (members, text, fragments) == (old.members, old.description, old.fragments):
            return refused(old.id, "nothing changes")
        point = replace(
            old,
            members=members,
            description=text,
            fragments=fragments,
            turn_ids=self._turns(fragments),
            changed=self.round,
        )
        self.working.points[old.id] = point
        return Operation("update", point, old.description, reason)

    def _insert(self, item: InsertItem) -> Operation:
        text = " ".join(item.description.split())
        names = ", ".join(item.members)
        if not text:
            return refused(names, "empty description")
        wanted = {name.strip().casefold() for name in item.members if name.strip()}
        if len(wanted) < self._least:
            return refused(names, "fewer than two members")
        members = self.working.member_ids(item.members)
        if len(members) < self._least:
            return refused(names, "fewer than two members")
        same = next(
            (p for p in self.working.points.values() if set(p.members) == set(members)), None
        )
        if same is not None:
            if _squeezed(text) in _squeezed(same.description):
                return refused(names, f"says what {same.id} says")
            told = f"{same.description} {text}"
            return self._changed(
                same, same.members, told, item.evidence, "insert with the members of this point"
            )
        fragments = tuple(dict.fromkeys(self._cited(item.evidence)))
        point = Point(
            self.working.next_id(),
            members,
            text,
            fragments,
            self._turns(fragments),
            self.round,
            self.round,
        )
        self.working.points[point.id] = point
        return Operation("insert", point)

    @property
    def _least(self) -> int:
        return 1 if self.knobs.allow_singletons else 2

    def _cited(self, evidence: Sequence[str]) -> list[str]:
        return [self.sources[row] for row in evidence if row in self.sources]

    def _turns(self, node_ids: Sequence[str]) -> tuple[str, ...]:
        return turns_of(self.working, node_ids)


def turns_of(working: Working, node_ids: Sequence[str]) -> tuple[str, ...]:
    """Return the turns that fragments and chunks stand for, without repeats."""
    view = working.view
    turns: dict[str, None] = {}
    for node_id in node_ids:
        node = view.fragments.get(node_id) or view.chunks.get(node_id)
        turns.update(dict.fromkeys(node.turn_ids if node else ()))
    return tuple(turns)


def refused(asked: str, reason: str) -> Operation:
    """Return the operation that records what was not done and why."""
    return Operation("reject", reason=reason, asked=asked)


def _squeezed(text: str) -> str:
    return " ".join(text.casefold().split())
