"""The score of a hyperedge: ξ + Ω_S + Ω_T, a plain sum whose parts are kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hypermem_core.memory import Matrix, Vectors
from hypermem_core.methods.hingemem.topics import COMMON, RARE
from hypermem_core.retrieval.dense import unit
from hypermem_core.types import Element, PlannedElement


def similarities(
    query: Matrix, vectors: Vectors, ids: Sequence[str], centre: bool
) -> dict[str, float]:
    """Return ξ of every segment: its description's cosine with the query.

    With `centre` both are first taken relative to the mean description: some embedders put all
    texts of one language into a narrow cone, where ratios of raw cosines tell nothing.
    """
    if not ids:
        return {}
    rows, asked = unit(vectors.rows(ids)), unit(query)
    if centre:
        mean = rows.mean(axis=0)
        rows, asked = unit(rows - mean), unit(asked - mean)
    return dict(zip(ids, (rows @ asked).tolist(), strict=True))


def salience_term(
    held: Collection[str],
    planned: Sequence[PlannedElement],
    elements: dict[str, Element],
    scale: float,
) -> tuple[float, tuple[str, ...]]:
    """Return Ω_S and the matched elements an edge holds: Σ scale · priority weight · salience.

    An element that several planned ones match counts once, by the greatest weight.
    """
    weights: dict[str, float] = {}
    for element in planned:
        for node_id in element.matched:
            if node_id in held:
                weights[node_id] = max(weights.get(node_id, 0.0), element.weight)
    total = sum(
        scale * weight * elements[node_id].salience.value for node_id, weight in weights.items()
    )
    return total, tuple(weights)


@dataclass(frozen=True, slots=True)
class TopicTerm:
    """Ω_T for one query: what a rare topic adds, and what having only common ones takes."""

    bonus: float
    penalty: float

    def of(self, topics: Sequence[Element]) -> float:
        """Return Ω_T of an edge with these topics; 0 without any."""
        if not topics:
            return 0.0
        rare = any(not topic.common for topic in topics)
        return self.bonus if rare else -self.penalty


def topic_term(query: Matrix, vectors: Vectors, weight: float) -> TopicTerm:
    """Return Ω_T = μ · (cos(q, rare) where a topic is rare − cos(q, common) where none is).

    What the two centroids share, their mean direction, is removed from both first.
    """
    if COMMON not in vectors.row or RARE not in vectors.row:
        return TopicTerm(0.0, 0.0)
    common, rare = vectors.rows([COMMON, RARE])
    shared = unit(common + rare)
    asked = unit(query)
    ours, theirs = (unit(one - (one @ shared) * shared) for one in (rare, common))
    return TopicTerm(weight * float(asked @ ours), weight * float(asked @ theirs))
