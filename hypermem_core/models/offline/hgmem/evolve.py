"""Offline twin of `hgmem/evolve`: fragments that speak of the question join or found points."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from hypermem_core.models.offline.hgmem.covering import share, terms, weighted
from hypermem_core.replies import (
    EntityRow,
    EvidenceRow,
    EvolveReply,
    InsertItem,
    PointRow,
    UpdateItem,
)

MOST = 8  # fragments taken in a round
LEAST = 0.2  # share of the question's weight a fragment must cover
LARGEST = 6  # members from which a new point takes no more: uniting is the merge's work
GROWN = 10  # the same for a point that is updated


@dataclass(slots=True)
class _Draft:
    """A point being told: an old one if it has an id."""

    members: list[str]
    main: set[str]
    texts: list[str]
    id: str = ""
    evidence: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)

    def take(self, row: EvidenceRow) -> None:
        """Add a fragment and its entities."""
        self.texts.append(row.text)
        self.evidence.append(row.id)
        new = [name for name in row.entities if name not in self.members]
        self.members += new
        self.added += new
        self.main |= set(row.main)


def reply(
    question: str,
    subqueries: Sequence[str],
    points: Sequence[PointRow],
    entities: Sequence[EntityRow],
    relations: Sequence[EvidenceRow],
    chunks: Sequence[EvidenceRow],
) -> EvolveReply:
    """Return updates of points that share a thing with a new fragment, and inserts of the rest."""
    old = [_Draft(list(p.members), set(p.main), [p.description], p.id) for p in points]
    new: list[_Draft] = []
    for row in _chosen(" ".join([question, *subqueries]), relations, points):
        draft = _home(row, [*old, *new])
        if draft is not None:
            draft.take(row)
        elif len(set(row.entities)) >= 2:
            draft = _Draft([], set(), [])
            draft.take(row)
            new.append(draft)
    return EvolveReply([_updated(d) for d in old if d.evidence], [_inserted(d) for d in new])


def _chosen(
    query: str, relations: Sequence[EvidenceRow], points: Sequence[PointRow]
) -> list[EvidenceRow]:
    """Return the fragments that cover most of the query and are not told yet, best first."""
    told = "\n".join(point.description for point in points)
    rows = [row for row in relations if row.text not in told]
    found = [set(terms(row.text)) for row in rows]
    weights = weighted(query, found)
    ranked = [
        (share(weights, held), -place, row)
        for place, (row, held) in enumerate(zip(rows, found, strict=True))
    ]
    kept = [one for one in sorted(ranked, key=lambda one: one[:2], reverse=True) if one[0] >= LEAST]
    return [row for _, _, row in kept[:MOST]]


def _home(row: EvidenceRow, drafts: Collection[_Draft]) -> _Draft | None:
    """Return the draft that shares most of the fragment's things, None if none shares any."""
    shared = [(len(draft.main & set(row.main)), draft) for draft in drafts]
    fitting = [(n, d) for n, d in shared if n and len(d.members) < (GROWN if d.id else LARGEST)]
    return max(fitting, key=lambda one: one[0])[1] if fitting else None


def _updated(draft: _Draft) -> UpdateItem:
    return UpdateItem(draft.id, " ".join(draft.texts), draft.added, [], draft.evidence)


def _inserted(draft: _Draft) -> InsertItem:
    return InsertItem(draft.members, " ".join(draft.texts), draft.evidence)
