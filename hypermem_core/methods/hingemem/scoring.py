"""The score of a hyperedge: ξ + Ω_S + Ω_T, a plain sum whose parts are kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from hypermem_core.memory import Matrix, Vectors
from hypermem_core.methods.hingemem.topics import COMMON, RARE
from hypermem_core.retrieval.dense import unit
from hypermem_core.types import Element, PlannedElement, ScoreParts


def similarities(
    query: Matrix,
    vectors: Vectors,
    parts: Mapping[str, Sequence[str]],
    centre: bool,
) -> dict[str, float]:
    """Return ξ of every segment: the best cosine of the query with the nodes that stand for it.

    In the paper that is the description alone. With `centre` both are first taken relative to the
    mean of all: some embedders put all texts of one language into a narrow cone, where ratios of
    raw cosines tell nothing.
    """
    rows = [row for row in parts.values() for row in row]
    if not rows:
        return {}
    matrix, asked = unit(vectors.rows(rows)), unit(query)
    if centre:
        mean = matrix.mean(axis=0)
        matrix, asked = unit(matrix - mean), unit(asked - mean)
    near = dict(zip(rows, (matrix @ asked).tolist(), strict=True))
    return {node_id: max(near[row] for row in held) for node_id, held in parts.items()}


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


def summed(parts: ScoreParts) -> ScoreParts:
    """Return the parts with their plain sum as the score."""
    return replace(parts, score=parts.similarity + parts.salience + parts.topic)
